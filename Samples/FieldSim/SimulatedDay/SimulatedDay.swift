/// A day of true and false fixes with known truth, drawn from a seed: the same seed gives the same day on every machine.
/// It does not know the rules that will judge it.
import FieldModel

/// A day: what a phone's services delivered, in the order the app received it, and what was true.
public struct SimulatedDay: Sendable {
    /// One heartbeat of the app that received the signals.
    public struct Heartbeat: Sendable {
        public var stamp: Stamp
        public var appState: AppState
        /// Fixes received since the last beat.
        public var callbacks: Int
        /// ms since boot at which it should have fired.
        public var due: BootTime
        /// Sample time of the newest fix.
        public var newest: WallTime?
    }

    /// What the day is drawn from.
    public struct Options: Sendable {
        public var seed: UInt64
        public var date: CivilDate
        /// Those that happen; the others leave an undisturbed stretch in their place.
        public var troubles: Set<Trouble>
        public var parameters: Parameters
        /// How much of the itinerary is lived; nil: all of it.
        public var seconds: Int?
        /// Nil: the standard day of this seed.
        public var itinerary: Itinerary?

        public init(
            seed: UInt64, date: CivilDate = CivilDate(year: 2026, month: 5, day: 4),
            troubles: Set<Trouble> = Set(Trouble.allCases), parameters: Parameters = Parameters(),
            seconds: Int? = nil, itinerary: Itinerary? = nil
        ) {
            self.seed = seed
            self.date = date
            self.troubles = troubles
            self.parameters = parameters
            self.seconds = seconds
            self.itinerary = itinerary
        }
    }

    public let options: Options
    /// In the order of receipt, `n` rising; the beats take numbers of their own between them.
    public private(set) var signals: [(stamp: Stamp, signal: Signal)] = []
    public private(set) var heartbeats: [Heartbeat] = []
    /// One row a second.
    public private(set) var truth: [TruthRow] = []

    /// Identity of the run that received the signals.
    public let run: String

    /// The day of `seed` with everything that can go wrong.
    public init(seed: UInt64) { self.init(Options(seed: seed)) }

    public init(_ options: Options) {
        self.options = options
        var recording = Recording(options)
        run = recording.phone.run
        recording.runToEnd()
        signals = recording.signals
        heartbeats = recording.heartbeats
        truth = recording.truth
    }
}

/// The day while it is being lived.
private struct Recording {
    private let parameters: Parameters
    private var traveller: Traveller
    private var receiver: Receiver
    private var sensor: MotionSensor
    private var courier: Courier
    var phone: Phone

    var signals: [(stamp: Stamp, signal: Signal)] = []
    var heartbeats: [SimulatedDay.Heartbeat] = []
    var truth: [TruthRow] = []

    private let start: WallTime
    private var n: SequenceNumber = 0
    /// ms since the day began, at which the device slept instead of running.
    private var asleep: Int64 = 0
    private var motion: MotionKind?
    private var beat = (due: Int64(0), callbacks: 0, newest: WallTime?.none)
    private var wasSuspended = false

    /// The day begins at 05:00 UTC, an hour after the phone was booted.
    private static let beginning: Int64 = 5 * 3_600_000
    private static let booted: Int64 = 3_600_000

    init(_ options: SimulatedDay.Options) {
        parameters = options.parameters
        start = options.date.startOfDay + Self.beginning
        var itinerary = options.itinerary ?? .standard(seed: options.seed, parameters: parameters)
        if let seconds = options.seconds { itinerary.length = min(itinerary.length, seconds) }
        traveller = Traveller(itinerary, troubles: options.troubles, start: start)
        receiver = Receiver(seed: options.seed, parameters: parameters)
        sensor = MotionSensor(seed: options.seed, parameters: parameters)
        courier = Courier(seed: options.seed, parameters: parameters)
        phone = Phone(seed: options.seed, parameters: parameters)
        truth.reserveCapacity(itinerary.length)
        signals.reserveCapacity(30_000)
    }

    mutating func runToEnd() {
        for signal in phone.launch() { append(signal, at: 0) }
        beat.due = period
        while let moment = traveller.next() {
            truth.append(moment.row)
            live(moment, at: Int64(truth.count - 1) * 1000)
        }
    }

    private var period: Int64 { Int64(parameters[.heartbeatPeriod] * 1000) }

    private mutating func live(_ moment: TrueMoment, at ms: Int64) {
        if moment.row.trouble == .suspension {
            wasSuspended = true
            asleep += 1000
            return
        }
        if wasSuspended { resume(at: ms) }
        if ms >= beat.due { beats(at: ms) }
        for signal in phone.observe(moment, second: Int(ms / 1000), stamp: stamp(at: ms)) { append(signal, at: ms) }
        if let reading = sensor.observe(moment.row) {
            motion = reading.kind
            append(.motionRead(reading), at: ms + 5)
        }
        let holding = moment.row.trouble == .lateBatch
        for (lag, reading) in courier.deliver(receiver.observe(moment), holding: holding) {
            var stamp = stamp(at: ms + lag)
            stamp.uptime = nil
            var fix = Fix(reading, receiveTime: stamp.wallTime, bootTime: stamp.bootTime)
            fix.motion = motion
            fix.appState = phone.appState
            append(.fixArrived(fix), at: ms + lag)
        }
    }

    /// The process goes on after a span in which it did not run: the late beat finds the hole.
    private mutating func resume(at ms: Int64) {
        wasSuspended = false
        append(.woken(by: .push), at: ms)
        let last = heartbeats.last?.stamp.bootTime ?? bootTime(at: 0)
        beats(at: ms)
        append(.holeFound(from: last, to: bootTime(at: ms)), at: ms)
    }

    private mutating func beats(at ms: Int64) {
        n += 1
        var stamp = stamp(at: ms)
        stamp.n = n
        heartbeats.append(
            SimulatedDay.Heartbeat(
                stamp: stamp, appState: phone.appState, callbacks: beat.callbacks,
                due: bootTime(at: beat.due), newest: beat.newest))
        beat.callbacks = 0
        beat.due = ms + period
    }

    private mutating func append(_ signal: Signal, at ms: Int64) {
        n += 1
        var stamp = stamp(at: ms)
        stamp.n = n
        if case .fixArrived(let fix) = signal {
            stamp.uptime = nil
            if fix.source == .gps { beat.callbacks += 1 }
            beat.newest = max(beat.newest ?? fix.sampleTime, fix.sampleTime)
        }
        signals.append((stamp, signal))
    }

    private func stamp(at ms: Int64) -> Stamp {
        Stamp(wallTime: start + ms, bootTime: bootTime(at: ms), uptime: Uptime(Self.booted + ms - asleep))
    }

    private func bootTime(at ms: Int64) -> BootTime { BootTime(Self.booted + ms) }
}
