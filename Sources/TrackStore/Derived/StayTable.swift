/// Stays as they are to be shown: what the core saw, then the user's corrections on top.
import FieldModel

enum StayTable {
    /// The stays among `transitions`, in order of time. A later row of the same anchor and beginning supersedes the
    /// earlier one: after a launch nearby it is the same stay going on.
    static func seen(_ transitions: some Sequence<Transition>) -> [KeptStay] {
        var byBeginning: [StayKey: KeptStay] = [:]
        var unobserved: Int64 = 0
        for it in transitions {
            guard let until = it.until else { continue }
            switch it.kind {
            case .unobserved: unobserved += until - it.time
            case .stay:
                byBeginning[StayKey(since: it.time, latitude: it.latitude, longitude: it.longitude)] = KeptStay(
                    since: it.time, until: until, latitude: it.latitude ?? 0, longitude: it.longitude ?? 0,
                    unobserved: unobserved, note: nil, isCorrected: false)
                unobserved = 0
            default: break
            }
        }
        return ordered(Array(byBeginning.values))
    }

    /// Corrections that hold, applied in the order they were made.
    static func corrected(_ seen: [KeptStay], by corrections: [KeptCorrection]) -> [KeptStay] {
        var stays = seen
        for kept in corrections where kept.withdrawn == nil { apply(kept.correction, to: &stays) }
        return ordered(stays)
    }

    private static func apply(_ correction: Correction, to stays: inout [KeptStay]) {
        switch correction.kind {
        case .hide: stays.removeAll { $0.since >= correction.since && $0.until <= correction.until }
        case .place:
            stays.append(
                KeptStay(
                    since: correction.since, until: correction.until, latitude: correction.latitude ?? 0,
                    longitude: correction.longitude ?? 0, unobserved: 0, note: correction.note, isCorrected: true))
        case .split:
            guard let index = stays.firstIndex(where: { $0.since < correction.since && correction.since < $0.until })
            else { return }
            var later = stays[index]
            later.since = correction.since
            later.note = correction.note
            later.isCorrected = true
            stays[index].until = correction.since
            stays[index].isCorrected = true
            // Which half was not observed is not known any more: neither claims more than its own length.
            later.unobserved = min(later.unobserved, later.until - later.since)
            stays[index].unobserved = min(stays[index].unobserved, correction.since - stays[index].since)
            stays.append(later)
        case .times:
            let overlaps = stays.map { min($0.until, correction.until) - max($0.since, correction.since) }
            guard let most = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[most] > 0 else {
                return
            }
            stays[most].since = correction.since
            stays[most].until = correction.until
            stays[most].isCorrected = true
        }
    }

    private static func ordered(_ stays: [KeptStay]) -> [KeptStay] {
        stays.sorted {
            ($0.since, $0.until, $0.latitude, $0.longitude) < ($1.since, $1.until, $1.latitude, $1.longitude)
        }
    }

    private struct StayKey: Hashable {
        var since: WallTime
        var latitude: Int32?
        var longitude: Int32?
    }
}
