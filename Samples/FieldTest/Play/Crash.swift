/// The ways in which the app crashes when it is asked to.
enum Crash: String, CaseIterable {
    case segv, abort, trap, overflow
    case threadOverflow = "thread-overflow"

    /// Crashes; `tracker` is the victim.
    func commit(_ tracker: Tracker) -> Never {
        let fault = fault
        place.run {
            tracker.prepareThread()
            fault.commit()
        }
        fatalError("\(rawValue) did not end the process")
    }

    private var fault: Fault {
        switch self {
        case .segv: .null
        case .abort: .abort
        case .trap: .bounds
        case .overflow, .threadOverflow: .overflow
        }
    }

    private var place: Fault.Place { self == .threadOverflow ? .thread : .main }
}
