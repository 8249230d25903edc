import SystemIO
import Testing

/// Counts up to a limit, then fails or ends.
private final class Counter: @unchecked Sendable {
    let last: Int
    let fails: Bool
    private(set) var made = 0

    init(last: Int, fails: Bool = false) {
        self.last = last
        self.fails = fails
    }

    func make(_ piece: inout Int) throws(IOError) -> Bool {
        guard made < last else {
            if fails { throw IOError("read", "a disk", code: 5) }
            return false
        }
        made += 1
        piece = made
        return true
    }
}

struct WorkAheadTests {
    private func work(_ counter: Counter, ahead: Int) -> WorkAhead<Int, IOError> {
        WorkAhead(spare: Array(repeating: 0, count: ahead)) { (piece) throws(IOError) in try counter.make(&piece) }
    }

    @Test(arguments: [1, 2, 7])
    func `pieces come in their order, whoever is faster`(ahead: Int) throws {
        let work = work(Counter(last: 5_000), ahead: ahead)
        var (piece, seen) = (0, [Int]())
        while try work.exchange(&piece) { seen.append(piece) }
        #expect(seen == Array(1...5_000))
        #expect(try work.exchange(&piece) == false)
        #expect(piece == 5_000)
    }

    @Test func `a failure comes behind the pieces that were made before it, and again when asked again`() throws {
        let work = work(Counter(last: 3, fails: true), ahead: 2)
        var (piece, seen) = (0, [Int]())
        #expect(throws: IOError.self) { while try work.exchange(&piece) { seen.append(piece) } }
        #expect(seen == [1, 2, 3])
        #expect(throws: IOError.self) { try work.exchange(&piece) }
    }

    @Test func `whoever has enough leaves, and no more is made than may be ahead`() throws {
        let counter = Counter(last: .max)
        do {
            let work = work(counter, ahead: 3)
            var piece = 0
            for _ in 0..<10 { #expect(try work.exchange(&piece)) }
            #expect(piece == 10)
        }
        #expect((10...13).contains(counter.made))
    }
}
