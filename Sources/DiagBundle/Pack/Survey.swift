import FieldModel
import SystemIO

/// The first pass over everything that goes into a bundle: reads, filters and hashes it on several threads.
struct Survey {
    private(set) var members: [SurveyedMember] = []
    private(set) var failures: [Manifest.Failure] = []

    /// Members in the order given; one that cannot be read is named, and does not stop the rest.
    /// - Parameter ahead: while it is open, members are read one after the other, and compressed as well.
    init(
        _ sources: [MemberSource], _ filters: MemberFilters, threads: Int, control: WorkControl,
        ahead: HeadStart? = nil
    ) throws(BundleError) {
        let desk = Desk(sources, filters, control, ahead)
        var helpers: [WorkerThread] = []
        for _ in 1..<max(1, min(threads, sources.count)) {
            if let helper = WorkerThread({ desk.help() }) { helpers.append(helper) }
        }
        desk.work(ahead, reporting: true)
        for helper in helpers { helper.join() }
        for (source, result) in zip(sources, desk.results) {
            switch result! {
            case .success(let member): members.append(member)
            case .failure(let error) where error.fault == .cancelled: throw error
            case .failure(let error):
                failures.append(Manifest.Failure(path: source.path, message: error.description))
            }
        }
    }

    /// What the threads share: who takes which member next.
    private final class Desk: @unchecked Sendable {
        private let monitor = Monitor()
        private let sources: [MemberSource]
        private let filters: MemberFilters
        private let control: WorkControl
        private let ahead: HeadStart?
        private let total: Int64
        /// Largest first: the last one to end begins early.
        private var order: [Int]
        private var done: Int64 = 0
        /// One a member; read when all threads are through.
        private(set) var results: [Result<SurveyedMember, BundleError>?]

        init(_ sources: [MemberSource], _ filters: MemberFilters, _ control: WorkControl, _ ahead: HeadStart?) {
            self.sources = sources
            self.filters = filters
            self.control = control
            self.ahead = ahead
            total = sources.reduce(0) { $0 + $1.size }
            order = sources.indices.sorted { sources[$0].size < sources[$1].size }
            results = Array(repeating: nil, count: sources.count)
        }

        /// Surveys members beside another thread, once that one has the cores no longer to itself.
        func help() {
            ahead?.waitForEnd()
            work(nil, reporting: false)
        }

        /// Surveys members until none is left.
        func work(_ ahead: HeadStart?, reporting: Bool) {
            while let index = monitor.changing({ order.popLast() }) {
                let result: Result<SurveyedMember, BundleError>
                do throws(BundleError) {
                    result = .success(
                        try SurveyedMember(
                            sources[index], filters, control: control, ahead: ahead?.isOpen == true ? ahead : nil
                        ) { count in
                            let read = monitor.changing { () -> Int64 in
                                done += Int64(count)
                                return done
                            }
                            // Both passes together are the work: this one is the first half.
                            if reporting { control.progress?(min(read, total), total * 2) }
                        })
                } catch { result = .failure(error) }
                monitor.changing { results[index] = result }
            }
        }
    }
}

/// A survey under way on threads of its own.
final class SurveyTask: @unchecked Sendable {
    private var outcome: Result<Survey, BundleError>?
    private var thread: WorkerThread?
    private let survey: @Sendable () -> Result<Survey, BundleError>

    init(
        _ sources: [MemberSource], _ filters: MemberFilters, threads: Int, control: WorkControl, ahead: HeadStart?
    ) {
        survey = {
            Result { () throws(BundleError) in
                try Survey(sources, filters, threads: threads, control: control, ahead: ahead)
            }
        }
        thread = WorkerThread { [unowned self] in outcome = survey() }
    }

    /// Waits for it. Called once, whatever else fails meanwhile.
    func result() throws(BundleError) -> Survey {
        // Without a thread of its own the work is done here.
        if let thread { thread.join() } else { outcome = survey() }
        return try outcome!.get()
    }
}
