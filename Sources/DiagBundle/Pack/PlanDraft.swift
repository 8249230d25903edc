import FieldModel

/// Makes the manifest of what was surveyed, and cuts it to a size where one is asked for.
struct PlanDraft {
    private(set) var members: [SurveyedMember]
    private(set) var manifest: Manifest
    private let request: PackRequest

    init(_ request: PackRequest, members surveyed: [SurveyedMember], manifest: Manifest) {
        self.request = request
        self.manifest = manifest
        members = []
        for member in surveyed {
            if isEmptied(member) {
                omit(member, why: request.since != nil ? "since" : "until")
            } else {
                members.append(member)
            }
        }
    }

    /// Whether the choice of times left nothing of a log file.
    private func isEmptied(_ member: SurveyedMember) -> Bool {
        member.records == 0 && (member.removed["since", default: 0] > 0 || member.removed["until", default: 0] > 0)
    }

    private mutating func omit(_ member: SurveyedMember, why: String) {
        manifest.omissions.append(
            Manifest.Omission(
                path: member.source.path, bytes: member.source.size, records: member.records, first: member.first,
                last: member.last, why: why))
    }

    /// Leaves out what does not fit into `limit` bytes of finished file.
    mutating func fit(_ limit: Int64, sealing: Sealing, control: WorkControl) throws(BundleError) {
        let budget = SizeBudget(
            level: request.level, threads: request.threads, time: request.archiveTime, control: control)
        let all = members
        let rank = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.source.path, $0) })
        // The manifest names what is left out, and so grows as the rest shrinks: a few rounds settle it.
        var room = Self.archiveRoom(limit, sealing: sealing) - SizeBudget.frame - SizeBudget.archiveEnd
        let plain = manifest
        for _ in 0..<8 {
            manifest = plain
            let json = finished(with: all).json
            let lead = try budget.cost(Manifest.path, size: Int64(json.count), of: MemorySource(json))
            let choice = try budget.choose(all, room: room - lead)
            members = choice.kept.sorted { rank[$0.source.path]! < rank[$1.source.path]! }
            for member in choice.omitted { omitPart(of: member) }
            let total = try cost(budget)
            let wanted = Self.archiveRoom(limit, sealing: sealing)
            if total <= wanted { return }
            room -= total - wanted
        }
        throw BundleError(.refusedRequest, request.log, "\(limit) bytes are too few for the smallest bundle of it")
    }

    /// Notes a file that is not there, or the records of one that are not.
    private mutating func omitPart(of member: SurveyedMember) {
        guard let kept = members.first(where: { $0.source.path == member.source.path }) else {
            return omit(member, why: "max-size")
        }
        manifest.omissions.append(
            Manifest.Omission(
                path: member.source.path, bytes: member.size - kept.size, records: kept.filters.skippedRecords,
                first: member.first, last: kept.first, why: "max-size"))
    }

    private func cost(_ budget: SizeBudget) throws(BundleError) -> Int64 {
        let json = finished().json
        var total = SizeBudget.frame + SizeBudget.archiveEnd
        total += try budget.cost(Manifest.path, size: Int64(json.count), of: MemorySource(json))
        for member in members { total += try budget.cost(member) }
        return total
    }

    /// The most bytes of compressed archive whose finished file has at most `limit`.
    private static func archiveRoom(_ limit: Int64, sealing: Sealing) -> Int64 {
        var (low, high) = (Int64(0), max(0, limit))
        while low < high {
            let middle = low + (high - low + 1) / 2
            if sealing.size(compressed: middle) <= limit { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The manifest of the members as they are now.
    func finished() -> Manifest { finished(with: members) }

    private func finished(with members: [SurveyedMember]) -> Manifest {
        var manifest = manifest
        manifest.files = members.map(\.manifestFile)
        manifest.runs = Self.runs(members)
        for member in members {
            for (rule, count) in member.removed.sorted(by: { $0.key < $1.key }) where count > 0 {
                if ["since", "until"].contains(rule) {
                    manifest.omissions.append(
                        Manifest.Omission(
                            path: member.source.path, bytes: member.source.size - member.size, records: count, why: rule
                        ))
                } else {
                    manifest.redactions.append(Manifest.Redaction(path: member.source.path, rule: rule, count: count))
                }
            }
        }
        return manifest
    }

    /// The runs that began in these events, each up to the next launch in the same log.
    private static func runs(_ members: [SurveyedMember]) -> [Manifest.Run] {
        var runs: [Manifest.Run] = []
        var log: String?
        var isOpen = false
        for member in members where member.source.kind == .events {
            let folder = member.source.path.split(separator: "/").dropLast(2).joined(separator: "/")
            if folder != log {
                log = folder
                isOpen = false
            }
            for launch in member.launches {
                if isOpen, runs[runs.count - 1].last < launch.time { runs[runs.count - 1].last = launch.time }
                let id = launch.fields.last { $0.key == "run" }?.value.string ?? ""
                let told = ["app", "build", "binary", "os", "device", "tz", "zone", "period", "reason"]
                runs.append(
                    Manifest.Run(
                        run: id, first: launch.time, last: launch.time,
                        launch: launch.fields.filter { told.contains($0.key) }))
                isOpen = true
            }
            if isOpen, let last = member.last { runs[runs.count - 1].last = max(runs[runs.count - 1].last, last) }
        }
        return runs
    }
}
