import FieldModel
import LogFormat

/// Gaps as data: the shape of `analyze gaps --format json`, and its rows.
public struct GapListing: Sendable {
    public var report: LifeReport
    /// Only what touches this span of wall clock time.
    public var window: TimeWindow
    /// Groups by this, where asked for.
    public var groupKey: LifeGroup.Key?

    public init(_ report: LifeReport, window: TimeWindow = TimeWindow(), groupKey: LifeGroup.Key? = nil) {
        self.report = report
        self.window = window
        self.groupKey = groupKey
    }

    /// All gaps of the window in the order of time.
    public var gaps: [Gap] {
        report.lives.flatMap { $0.gaps }.filter { window.touches($0.from.wallTime, $0.to.wallTime) }
            .enumerated().sorted { ($0.element.from.wallTime, $0.offset) < ($1.element.from.wallTime, $1.offset) }
            .map(\.element)
    }

    /// ms from the first to the last sign of life within the window.
    public var recorded: Int64 {
        guard !window.isEverything else { return report.lives.reduce(0) { $0.adding($1.recorded) } }
        return report.lives.reduce(0) { sum, life in
            guard let first = life.first, let last = life.last else { return sum }
            return sum.adding(window.common(first.wallTime, last.wallTime))
        }
    }

    private func clipped(_ gap: Gap) -> Int64 {
        window.isEverything ? gap.duration : min(gap.duration, window.common(gap.from.wallTime, gap.to.wallTime))
    }

    /// ms in gaps within the window.
    public var gapTime: Int64 { gaps.reduce(0) { $0.adding(clipped($1)) } }
    /// ms in gaps that somebody wanted.
    public var intendedTime: Int64 { gaps.reduce(0) { $0.adding($1.kind.isIntended ? clipped($1) : 0) } }
    /// ms
    public var aliveTime: Int64 { max(0, recorded - gapTime) }
    /// Nil where no life was to be expected.
    public var aliveShare: Double? {
        let expected = recorded - intendedTime
        return expected > 0 ? Double(aliveTime) / Double(expected) : nil
    }
    /// mm; nil where `unknownMovement` says why.
    public var moved: Int64? { unknownMovement == nil ? report.lives.reduce(0) { $0 + $1.moved } : nil }
    /// Why no distance is told: they are summed over the whole log, from positions that nobody took out.
    public var unknownMovement: Phrase? {
        if report.hidesPlaces {
            return Phrase(
                "positions were taken out of this bundle, so no movement is told",
                "des positions ont été retirées de ce paquet : aucun mouvement n'est donné",
                "此数据包已删除部分位置，故不给出移动距离")
        }
        guard !window.isEverything else { return nil }
        return Phrase(
            "movement is told of whole logs only", "le mouvement n'est donné que pour un journal entier",
            "移动距离仅对整个日志给出")
    }
    /// Nil where nothing moved, and where `moved` is.
    public var movedShare: Double? {
        guard let moved else { return nil }
        return moved > 0 ? Double(report.lives.reduce(0) { $0 + $1.movedRecorded }) / Double(moved) : nil
    }

    func within(_ from: Moment, _ to: Moment) -> Bool { window.touches(from.wallTime, to.wallTime) }

    /// The whole listing.
    public var value: Value {
        let gaps = gaps
        var fields: [Record.Field] = [
            .init("schema", "flightlog.gaps/1"), .init("input", .string(report.input)),
            .init("period_s", .seconds(report.lives.compactMap(\.period).last)),
            .init("threshold_s", .seconds(report.lives.last?.threshold)), .init("recorded_s", .seconds(recorded)),
            .init("alive_s", .seconds(aliveTime)), .init("intended_s", .seconds(intendedTime)),
        ]
        fields += [
            .init("alive", .share(aliveShare)), .init("moved_m", moved.map { .metres($0) } ?? .null),
            .init("moved_recorded", .share(movedShare)), .init("longest_s", .seconds(gaps.map(\.duration).max())),
            .init("matter", .whole(gaps.count { $0.matters == true })), .init("gaps", .array(gaps.map(\.value))),
        ]
        fields += observations
        if let groupKey { fields.append(.init("by_\(groupKey.rawValue)", .array(groups(groupKey).map(\.value)))) }
        fields.append(.init("ending", .text(report.lives.last?.ending)))
        fields.append(.init("damage", report.damageValue))
        return .object(fields)
    }

    /// Steps of the wall clock in the window.
    public var clockSteps: [ClockStep] { report.lives.flatMap(\.clockSteps).filter { within($0.at, $0.at) } }
    /// Late beats in the window.
    public var late: [LateBeat] { report.lives.flatMap(\.late).filter { within($0.at, $0.at) } }

    /// Those that touch the window.
    public func inWindow(_ stretches: [Stretch]) -> [Stretch] { stretches.filter { within($0.from, $0.to) } }

    private var observations: [Record.Field] {
        let lives = report.lives
        var fields: [Record.Field] = [
            .init("clock_steps", .array(clockSteps.map(\.value))), .init("late", .array(late.map(\.value))),
            .init("missing_beats", stretches(lives.flatMap(\.missingBeats))),
            .init("silent", stretches(lives.flatMap(\.silent))),
            .init("starved", stretches(lives.flatMap(\.starved))),
        ]
        if !lives.contains(where: \.knowsReceiver) { fields.append(.init("not_applicable", ["silent", "starved"])) }
        return fields
    }

    private func stretches(_ stretches: [Stretch]) -> Value {
        .array(inWindow(stretches).map(\.value))
    }

    /// One value of the grouping with what happened under it.
    public struct Group: Sendable {
        public var key: LifeGroup.Key
        public var name: String
        /// ms alive.
        public var alive: Int64
        public var gaps: Int
        /// ms in gaps.
        public var gapTime: Int64
        public var matter: Int

        /// Gaps an hour of life; nil without life.
        public var perHour: Double? { alive > 0 ? Double(gaps) * 3_600_000 / Double(alive) : nil }

        var value: Value {
            .object([
                .init(key.rawValue, .string(name)), .init("alive_s", .seconds(alive)),
                .init("gaps", .integer(Int64(gaps))), .init("gap_s", .seconds(gapTime)),
                .init("matter", .integer(Int64(matter))),
                .init("gaps_per_hour", perHour.map { .number(($0 * 100).rounded() / 100) } ?? .null),
            ])
        }
    }

    /// Gaps and life by what was the case before them, most gaps first.
    public func groups(_ key: LifeGroup.Key) -> [Group] {
        var groups: [String: Group] = [:]
        for (group, millis) in report.lives.flatMap(\.aliveTime) {
            groups[group[key], default: Group(key: key, name: group[key], alive: 0, gaps: 0, gapTime: 0, matter: 0)]
                .alive.add(clamping: millis)
        }
        for gap in gaps {
            let name = LifeGroup(gap.before, at: gap.from)[key]
            var group = groups[name] ?? Group(key: key, name: name, alive: 0, gaps: 0, gapTime: 0, matter: 0)
            group.gaps += 1
            group.gapTime = group.gapTime.adding(gap.duration)
            group.matter += gap.matters == true ? 1 : 0
            groups[name] = group
        }
        return groups.values.sorted { ($1.gaps, $1.alive, $0.name) < ($0.gaps, $0.alive, $1.name) }
    }
}

extension Gap {
    /// A row of the listing.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("kind", .string(kind.rawValue)), .init("from", .time(from)), .init("to", .time(to)),
            .init("seconds", .seconds(hasLength ? duration : nil)), .init("missed", missed.map { .whole($0) } ?? .null),
            .init("asleep_s", .seconds(asleep)), .init("moved_m", movement.map { .metres($0.millimetres) } ?? .null),
        ]
        fields += [
            .init("matters", matters.map { .bool($0) } ?? .null), .init("run", .string(run)),
            .init("confidence", .string(certainty.rawValue)), .init("evidence", .texts(evidence)),
            .init("records", .array(records.map { .whole($0) })), .init("before", before.value),
            .init("ended_by", .string(endedBy)),
        ]
        let accuracies = movement.map { [$0.accuracyBefore, $0.accuracyAfter] } ?? []
        fields.append(.init("accuracy_m", .array(accuracies.map { .number(Double($0) / 100) })))
        return .object(fields)
    }
}

extension ClockStep {
    var value: Value { .object([.init("at", .time(at)), .init("seconds", .seconds(by))]) }
}

extension LateBeat {
    var value: Value {
        .object([
            .init("at", .time(at)), .init("seconds", .seconds(late)), .init("run", .string(run)),
            .init("n", .whole(at.n)),
        ])
    }
}

extension Stretch {
    var value: Value {
        .object([
            .init("from", .time(from)), .init("to", .time(to)), .init("seconds", .seconds(duration)),
            .init("callbacks", callbacks.map { .whole($0) } ?? .null), .init("run", .string(run)),
            .init("before", context.value),
        ])
    }
}

extension LifeContext {
    /// What was known, keys without a value left out.
    public var value: Value {
        var fields: [Record.Field] = []
        if let app { fields.append(.init("app", .string(app.rawValue))) }
        if let motion { fields.append(.init("motion", .string(motion.rawValue))) }
        if let tracking { fields.append(.init("tracking", .bool(tracking))) }
        if !profile.isEmpty { fields.append(.init("profile", .object(profile))) }
        if !settings.isEmpty { fields.append(.init("settings", .object(settings))) }
        if !authorization.isEmpty { fields.append(.init("permissions", .object(authorization))) }
        return .object(fields)
    }
}

extension Value {
    /// Millimetres as metres with one decimal.
    static func metres(_ millimetres: Int64) -> Value {
        .number((Double(millimetres) / 100).rounded(.toNearestOrAwayFromZero) / 10)
    }
    /// RFC 3339, UTC, with milliseconds.
    static func time(_ moment: Moment) -> Value { .string(moment.wallTime.description) }
    static func whole(_ number: some BinaryInteger) -> Value { .integer(Int64(clamping: number)) }
    static func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
    /// Milliseconds as seconds.
    static func seconds(_ millis: Int64?) -> Value { millis.map { .number(Double($0) / 1000) } ?? .null }
    /// A share with four decimals.
    static func share(_ share: Double?) -> Value {
        share.map { .number(($0 * 10_000).rounded(.toNearestOrAwayFromZero) / 10_000) } ?? .null
    }
}
