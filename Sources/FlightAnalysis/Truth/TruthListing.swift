import DecisionCore
import FieldModel
import LogFormat

/// A comparison with the truth as data: the shape of `analyze truth --format json`, schema `flightlog.truth/1`.
public struct TruthListing: Sendable {
    public var input: String
    public var reference: String
    public var report: TruthReport
    public var notes: SpokenNotes?

    public init(_ input: String, reference: String, _ report: TruthReport, notes: SpokenNotes? = nil) {
        self.input = input
        self.reference = reference
        self.report = report
        self.notes = notes
    }

    public var value: Value {
        let alignment = report.alignment
        var fields: [Record.Field] = [
            .init("schema", "flightlog.truth/1"), .init("input", .string(input)),
            .init("reference", .string(reference)),
            .init("offset_s", alignment.isKnown ? .seconds(alignment.offset) : .null),
            .init(
                "shift",
                .object([.init("north_m", .metres(alignment.north)), .init("east_m", .metres(alignment.east))])),
            .init("residual_m", alignment.residual.map { .metres($0) } ?? .null),
            .init("reference_points", .whole(report.reference.points.count)),
            .init("reference_m", .metres(report.reference.length)), .init("unmatched_points", .whole(report.unmatched)),
        ]
        fields += report.total.fields
        fields.append(
            .init(
                "by_motion",
                .array(
                    motions.map { kind, sum in
                        .object([.init("motion", .string(kind.rawValue))] + sum.fields)
                    })))
        fields.append(.init("stretches", .array(report.stretches.map(\.value))))
        if let notes { fields.append(.init("notes", .array(notes.notes.map(value)))) }
        return .object(fields)
    }

    /// The states of motion in their own order, those that occurred.
    public var motions: [(kind: MotionKind, sum: TruthReport.Sum)] {
        MotionKind.allCases.compactMap { kind in report.byMotion[kind].map { (kind, $0) } }
    }

    /// What the log said when a note was spoken.
    public struct Answer: Sendable {
        /// Nil where the log says nothing of that time.
        public var motion: MotionKind?
        public var isDwelling = false
        /// ms since the last valid fix; nil without one.
        public var age: Int64?
        /// mm from that fix to where the reference was at its time.
        public var error: Int64?
    }

    /// What the log has for the moment of a note.
    public func answer(to note: SpokenNotes.Note) -> Answer {
        let trail = report.recorded
        guard trail.covers(note.time.rawValue) else { return Answer() }
        let state = trail.state(at: note.time)
        var answer = Answer(motion: state?.motion, isDwelling: state?.isDwelling ?? false)
        if let fix = trail.fixes.last(where: { $0.sampleTime <= note.time }) {
            answer.age = note.time - fix.sampleTime
            answer.error = report.reference.position(at: fix.sampleTime.rawValue + report.alignment.offset)?
                .distance(to: fix.latitude, fix.longitude)
        }
        return answer
    }

    private func value(_ note: SpokenNotes.Note) -> Value {
        let answer = answer(to: note)
        return .object([
            .init("time", .string(note.time.description)), .init("text", .string(note.text)),
            .init("motion", .text(answer.motion?.rawValue)), .init("dwelling", .bool(answer.isDwelling)),
            .init("fix_age_s", .seconds(answer.age)), .init("error_m", answer.error.map { .metres($0) } ?? .null),
        ])
    }
}

extension TruthReport.Sum {
    /// mm; nil without a point.
    public func error(_ part: Double) -> Int64? { errors.isEmpty ? nil : errors.quantile(part) }

    fileprivate var fields: [Record.Field] {
        func metres(_ part: Double) -> Value { error(part).map { .metres($0) } ?? .null }
        return [
            .init("way_m", .metres(way)), .init("missed_m", .metres(missed)), .init("solid_m", .metres(solid)),
            .init("invented_m", .metres(invented)), .init("unknown_m", .metres(unknown)),
            .init("points", .whole(errors.count)),
            .init(
                "cross_track_m",
                .object([.init("median", metres(0.5)), .init("p95", metres(0.95)), .init("max", metres(1))])),
        ]
    }
}

extension TruthReport.Stretch {
    fileprivate var value: Value {
        .object([
            .init("kind", .string(isInvented ? "invented" : "missed")), .init("from", .string(from.description)),
            .init("to", .string(to.description)), .init("length_m", .metres(length)),
            .init("motion", .string(motion.rawValue)),
        ])
    }
}
