import FieldModel

/// Step A: certain faults. What is dropped here is seen by nothing below; only the time it was received drives clocks.
struct Validity: Equatable {
    /// The newest valid fix, of any run.
    private(set) var newest: Place?
    /// Sample time of the newest valid fix of this run.
    private var newestOfRun: WallTime?
    /// The last valid fixes without satellite speed, oldest first.
    private var speedless = Queue<Place>()

    /// What a repeat repeats: a position to the last digit, and when it was.
    struct Place: Equatable {
        var time: WallTime
        var latitude: Int32
        var longitude: Int32
        var accuracy: Quantity

        init(_ fix: Fix) {
            time = fix.sampleTime
            latitude = fix.latitude
            longitude = fix.longitude
            accuracy = fix.horizontalAccuracy
        }

        @inline(__always)
        func isRepeated(by fix: Fix) -> Bool {
            latitude == fix.latitude && longitude == fix.longitude && accuracy == fix.horizontalAccuracy
        }

        /// mm
        func distance(to fix: Fix) -> Int64 {
            Distance.between(latitude: latitude, longitude: longitude, and: fix.latitude, fix.longitude)
        }
    }

    /// A new process: its first fix has nothing to be later than.
    mutating func beginRun() { newestOfRun = nil }

    /// Nil for a valid fix, which is then the newest.
    mutating func refuse<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let refusal = check(fix, rules, &listener)
        if refusal == nil { remember(fix, rules) }
        return refusal
    }

    private func check<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        if let refusal = listener.check(
            .source, .wake, measured: fix.source == .gps ? 0 : 1, limit: 0, fails: fix.source != .gps)
        {
            return refusal
        }
        if let refusal = Self.refuseEntry(fix, &listener) { return refusal }
        return checkPosition(fix, &listener) ?? checkTime(fix, rules, &listener) ?? checkRepeat(fix, rules, &listener)
    }

    /// A reading that was invalid on entry: what every core refuses at the door.
    static func refuseEntry<Listener: CheckListener>(_ fix: Fix, _ listener: inout Listener) -> Ruling? {
        let defect = fix.defect.map { Reason(invalid: $0) ?? .invalidTime }
        return listener.check(
            .entry, defect ?? .invalidTime, measured: defect == nil ? 0 : 1, limit: 0, fails: defect != nil)
    }

    private func checkPosition<Listener: CheckListener>(_ fix: Fix, _ listener: inout Listener) -> Ruling? {
        // How far outside the globe, in 1e-7 degree; the null point is as far out as can be told: 1.
        let outside = max(
            abs(Int64(fix.latitude)) - 900_000_000, abs(Int64(fix.longitude)) - 1_800_000_000,
            fix.latitude == 0 && fix.longitude == 0 ? 1 : 0)
        let refusal = listener.check(.coordinate, .invalidCoordinate, measured: outside, limit: 0, fails: outside > 0)
        // A source that has no such column says nothing about its fixes.
        guard refusal == nil, !fix.horizontalAccuracy.isAbsent else {
            if refusal == nil { listener.skip(.accuracyGiven) }
            return refusal
        }
        let accuracy = Int64(fix.horizontalAccuracy.rawValue)
        return listener.check(.accuracyGiven, .invalidAccuracy, measured: accuracy, limit: 0, fails: accuracy <= 0)
    }

    private func checkTime<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let age = fix.receiveTime - fix.sampleTime
        // How much later than the newest valid fix; the first of all has nothing to be later than.
        let lead = newest.map { fix.sampleTime - $0.time } ?? .max
        let isLaterInRun = newestOfRun.map { fix.sampleTime > $0 } ?? false
        return listener.check(.sameTime, .duplicateTime, measured: lead, limit: 0, fails: lead == 0)
            ?? listener.check(.future, .future, measured: age, limit: -rules.futureAge, fails: age < -rules.futureAge)
            ?? listener.check(
                .stale, .stale, measured: age, limit: rules.staleAge, fails: age > rules.staleAge && !isLaterInRun)
            ?? listener.check(.order, .outOfOrder, measured: lead, limit: 0, fails: lead < 0)
    }

    private func checkRepeat<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        guard !fix.hasSatelliteSpeed else { return nil }
        let repeated = speedless.elements.last { $0.isRepeated(by: fix) }
        let age = repeated.map { fix.sampleTime - $0.time } ?? .max
        return listener.check(
            .cachedRepeat, .cachedRepeat, measured: age, limit: rules.repeatTime, fails: age < rules.repeatTime)
    }

    @inline(__always)
    private mutating func remember(_ fix: Fix, _ rules: TrailRules) {
        let place = Place(fix)
        newest = place
        newestOfRun = fix.sampleTime
        guard !fix.hasSatelliteSpeed else { return }
        speedless.append(place)
        if Int64(speedless.count) > rules.repeatCount { speedless.removeFirst() }
    }
}

extension Reason {
    /// A certain fault: the fix is not valid, whatever the rules.
    public var isFault: Bool {
        switch self {
        case .wake, .invalidCoordinate, .invalidAccuracy, .duplicateTime, .future, .stale, .outOfOrder, .cachedRepeat,
            .invalidTime, .invalidReceiveTime, .invalidBootTime, .invalidLatitude, .invalidLongitude,
            .invalidHorizontalAccuracy, .invalidAltitude, .invalidVerticalAccuracy, .invalidSpeed,
            .invalidSpeedAccuracy, .invalidCourse, .invalidCourseAccuracy:
            true
        case .accuracy, .underground, .fakeSpeed, .deadReckoned, .spacing, .drift, .jump, .duplicatePosition, .tooFast,
            .notRecording:
            false
        }
    }
}

extension Validity.Place: StateCoding {
    var state: Value { [time.state, latitude.state, longitude.state, accuracy.state] }
    init(state: Value) throws(CoreError) {
        guard let cells = state.array, cells.count == 4 else {
            throw CoreError.unfit(wanted: "a place of 4 cells", found: "\(state)")
        }
        time = try WallTime(state: cells[0])
        latitude = try Int32(state: cells[1])
        longitude = try Int32(state: cells[2])
        accuracy = try Quantity(state: cells[3])
    }
}

extension Validity: StateCoding {
    var state: Value {
        ["newest": newest.state, "newestOfRun": newestOfRun.state, "speedless": speedless.state]
    }
    init(state: Value) throws(CoreError) {
        newest = try state.read("newest")
        newestOfRun = try state.read("newestOfRun")
        speedless = try state.read("speedless")
    }
}
