import FieldModel

/// Everything that was reported and seen: the facts that visits are shown from. Nothing in it is ever changed.
public struct VisitLedger: Equatable, Sendable {
    /// One report, whatever later ones say.
    public struct Entry: Equatable, Sendable {
        /// When it came, and its number in the log.
        public var stamp: Stamp
        public var report: VisitReport
        /// Which visit it is of, counted from 0 in the order they were first told of.
        public var visit: Int
    }

    /// From the first fix in motion until a dwell.
    public struct Drive: Equatable, Sendable {
        public var departure: WallTime
        /// Nil while it goes on.
        public var end: WallTime?

        public init(departure: WallTime, end: WallTime? = nil) {
            self.departure = departure
            self.end = end
        }
    }

    /// In the order they came.
    public private(set) var entries: [Entry] = []
    public private(set) var drives: [Drive] = []

    public init() {}

    /// Takes in what the core decided on a signal.
    public mutating func take(_ signal: Signal, at stamp: Stamp, _ decisions: some Sequence<Decision>) {
        for decision in decisions {
            switch (decision, signal) {
            case (.visitFiled(let filing), .visitReported(let report)):
                entries.append(Entry(stamp: stamp, report: report, visit: filing.visit))
            case (.stateChanged(let change), .fixArrived(let fix)) where change.isDrive && change.to == "driving":
                drives.append(Drive(departure: fix.sampleTime))
            case (.stateChanged(let change), _) where change.isDrive && change.to == "none":
                if let last = drives.indices.last { drives[last].end = stamp.wallTime }
            default: break
            }
        }
    }

    /// The newest report of each visit, in the order they were first told of.
    public var newest: [Entry] {
        var newest: [Int: Entry] = [:]
        for entry in entries { newest[entry.visit] = entry }
        return newest.keys.sorted().compactMap { newest[$0] }
    }
}

extension StateChange {
    fileprivate var isDrive: Bool { machine == "drive" }
}
