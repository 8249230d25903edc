/// Finds a smallest log that still shows something, by delta debugging: first over signals, then over time, then over
/// fields. What comes out is minimal in this: without any one of its records, with any one pause shorter by half, without
/// any one column or key, it no longer shows it.
/// Source: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002).
import FieldModel
import LogFormat

struct LogReducer {
    /// Whether a log still shows it.
    private let holds: ([LogEntry]) throws -> Bool
    /// Trials made.
    private(set) var trials = 0
    private let most: Int

    /// - Parameter most: trials; what has been found by then is what there is.
    init(most: Int, _ holds: @escaping ([LogEntry]) throws -> Bool) {
        self.most = most
        self.holds = holds
    }

    private mutating func shows(_ entries: [LogEntry]) throws -> Bool {
        guard trials < most else { return false }
        trials += 1
        return try holds(entries)
    }

    /// The log without what is not needed.
    mutating func reduce(_ entries: [LogEntry], showsAt index: Int?) throws -> [LogEntry] {
        var log = try cutEnd(entries, index)
        log = try cutBeginning(log)
        log = try removeSignals(log)
        log = try shortenTime(log)
        log = try removeFields(log)
        return log
    }

    // MARK: Signals

    /// Nothing is needed behind what shows it.
    private mutating func cutEnd(_ entries: [LogEntry], _ index: Int?) throws -> [LogEntry] {
        if let index {
            let head = Array(entries[...index])
            if try shows(head) { return head }
        }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if try shows(Array(entries[..<middle])) { high = middle } else { low = middle + 1 }
        }
        // Where a longer log need not show what a shorter one does, the search may end anywhere.
        let head = Array(entries[..<high])
        return try high < entries.count && shows(head) ? head : entries
    }

    /// As little as is needed before it: twice as much each time.
    private mutating func cutBeginning(_ entries: [LogEntry]) throws -> [LogEntry] {
        var count = 1
        while count < entries.count {
            let tail = Array(entries.suffix(count))
            if try shows(tail) { return tail }
            count *= 2
        }
        return entries
    }

    /// Without every part, of halves first, of single records at last.
    private mutating func removeSignals(_ entries: [LogEntry]) throws -> [LogEntry] {
        var log = entries
        var size = max(1, log.count / 2)
        while true {
            var start = 0
            var removed = false
            while start < log.count {
                let without = Array(log[..<start] + log[min(start + size, log.count)...])
                if try shows(without) {
                    log = without
                    removed = true
                } else {
                    start += size
                }
            }
            if size == 1, !removed || trials >= most { return log }
            size = max(1, min(size / 2, log.count / 2))
        }
    }

    // MARK: Time

    /// Every pause as short as it may be: a second, or by halves; the first record at a round time.
    private mutating func shortenTime(_ entries: [LogEntry]) throws -> [LogEntry] {
        var log = entries
        for index in log.indices.dropFirst() {
            let pause = log[index].time - log[index - 1].time
            guard pause > 1000 else { continue }
            let quick = log.moved(from: index, by: 1000 - pause)
            if try shows(quick) {
                log = quick
                continue
            }
            // Whole seconds between one that is too short and one that will do.
            var (short, long) = (1 as Int64, pause / 1000 + (pause % 1000 == 0 ? 0 : 1))
            while long - short > 1 {
                let middle = (short + long) / 2
                let tried = log.moved(from: index, by: middle * 1000 - pause)
                if try shows(tried) { long = middle } else { short = middle }
            }
            let shorter = log.moved(from: index, by: long * 1000 - pause)
            if long * 1000 < pause, try shows(shorter) { log = shorter }
        }
        return log
    }

    // MARK: Fields

    private mutating func removeFields(_ entries: [LogEntry]) throws -> [LogEntry] {
        var log = entries
        for change in LogEntry.simplifications {
            let simple = log.map(change)
            if try simple != log && shows(simple) {
                log = simple
                continue
            }
            for index in log.indices {
                var one = log
                one[index] = change(one[index])
                if try one[index] != log[index] && shows(one) { log = one }
            }
        }
        for index in log.indices {
            guard case .event(let event) = log[index] else { continue }
            for field in event.record.fields {
                guard case .event(var smaller) = log[index] else { continue }
                smaller.record.fields.removeAll { $0.key == field.key }
                var one = log
                one[index] = .event(smaller)
                if try shows(one) { log = one }
            }
        }
        return log
    }
}

extension LogEntry {
    var time: WallTime { stamp?.wallTime ?? WallTime(0) }

    /// Ways to say less in a sample. Columns go as a whole where they can: a lone empty cell would say *invalid*.
    static var simplifications: [@Sendable (LogEntry) -> LogEntry] {
        let columns: [WritableKeyPath<Fix, Quantity> & Sendable] = [
            \.altitude, \.verticalAccuracy, \.course, \.courseAccuracy, \.speedAccuracy, \.speed,
        ]
        let without = columns.map { path in
            { @Sendable (entry: LogEntry) in entry.changed { $0[keyPath: path] = .absent } }
        }
        let rounded: [@Sendable (LogEntry) -> LogEntry] = [
            { $0.changed { $0.motion = nil } }, { $0.changed { $0.appState = nil } },
            {
                $0.changed { fix in
                    fix.latitude = fix.latitude.rounded(to: 1000)
                    fix.longitude = fix.longitude.rounded(to: 1000)
                }
            },
            { $0.changed { $0.horizontalAccuracy = $0.horizontalAccuracy.rounded(to: 500) } },
            { $0.changed { $0.speed = $0.speed.rounded(to: 100) } },
        ]
        return without + rounded
    }

    private func changed(_ change: (inout Fix) -> Void) -> LogEntry {
        guard case .sample(var sample) = self else { return self }
        change(&sample.fix)
        return .sample(sample)
    }

    /// The entry that much later, in all its clocks.
    func moved(by milliseconds: Int64) -> LogEntry {
        switch self {
        case .tear: return self
        case .sample(var sample):
            sample.fix.sampleTime = sample.fix.sampleTime + milliseconds
            sample.fix.receiveTime = sample.fix.receiveTime + milliseconds
            sample.fix.bootTime = sample.fix.bootTime.map { $0 + milliseconds }
            return .sample(sample)
        case .event(var event):
            let stamp = event.record.stamp
            event.record.stamp = Stamp(
                n: stamp.n, wallTime: stamp.wallTime + milliseconds, bootTime: stamp.bootTime.map { $0 + milliseconds },
                uptime: stamp.uptime.map { Uptime(rawValue: $0.rawValue + milliseconds) })
            let isSpan = event.kind == .hole
            event.record.fields = event.record.fields.map { field in
                guard let number = field.value.integer, isSpan || Disguise.wallTimes.contains(number) else {
                    return field
                }
                return Record.Field(field.key, .integer(number + milliseconds))
            }
            return .event(event)
        }
    }
}

extension [LogEntry] {
    /// The log with everything from `index` on moved in time.
    fileprivate func moved(from index: Int, by milliseconds: Int64) -> [LogEntry] {
        Array(self[..<index]) + self[index...].map { $0.moved(by: milliseconds) }
    }
}

extension Int32 {
    fileprivate func rounded(to unit: Int32) -> Int32 { (self + (self < 0 ? -unit / 2 : unit / 2)) / unit * unit }
}

extension Quantity {
    fileprivate func rounded(to unit: Int32) -> Quantity {
        guard let number, number >= unit else { return self }
        return Quantity(number.rounded(to: unit))
    }
}
