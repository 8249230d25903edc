import Dispatch

/// What the measured programs are given, and how they measure: `sample|event THREADS COUNT PATH [kill]`.
public struct Arguments: Sendable {
    public var kind: String
    public var threads: Int
    public var count: Int
    public var path: String
    /// End by SIGKILL when the last record is acknowledged.
    public var kills: Bool

    public struct Usage: Error, CustomStringConvertible {
        public var description = "usage: sample|event THREADS COUNT PATH [kill]"
    }

    public init(_ words: [String]) throws(Usage) {
        guard words.count >= 5, let threads = Int(words[2]), let count = Int(words[3]) else { throw Usage() }
        (kind, self.threads, self.count, path) = (words[1], threads, count, words[4])
        kills = words.count > 5 && words[5] == "kill"
    }

    /// Runs `work` on all threads, each with its share of the records, then `finish`; prints `NAME.KIND.THREADS.cpu` and
    /// `….wall` in ns a record.
    public func measure(_ name: String, finish: () throws -> Void = {}, _ work: @escaping @Sendable (Int) -> Void)
        rethrows
    {
        let began = Usages.now
        if threads == 1 {
            work(count)
        } else {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work(count / threads) }
        }
        if kills { Usages.endByKill() }
        try finish()
        let spent = Usages.now - began
        print("\(name).\(kind).\(threads).cpu \(spent.cpu * 1e9 / Double(count))")
        print("\(name).\(kind).\(threads).wall \(spent.wall * 1e9 / Double(count))")
    }
}
