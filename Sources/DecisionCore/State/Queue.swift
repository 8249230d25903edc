/// First in, first out, in room that is used again: once grown to the size it needs it allocates no more.
struct Queue<Element> {
    private var room: [Element] = []
    private var head = 0

    init(_ elements: [Element] = []) { room = elements }

    var isEmpty: Bool { head == room.count }
    var count: Int { room.count - head }
    var first: Element? { isEmpty ? nil : room[head] }
    var last: Element? { isEmpty ? nil : room[room.count - 1] }
    /// The elements, oldest first.
    var elements: ArraySlice<Element> { room[head...] }

    mutating func append(_ element: Element) {
        // Half of the room lies behind the head: move up instead of growing.
        if head >= 16, head * 2 >= room.count {
            room.removeSubrange(..<head)
            head = 0
        }
        room.append(element)
    }

    mutating func removeFirst() {
        head += 1
        if head == room.count { removeAll() }
    }

    mutating func removeAll() {
        room.removeAll(keepingCapacity: true)
        head = 0
    }

    /// Changes an element in place; `index` is one of `elements`.
    mutating func change(at index: Int, _ change: (inout Element) -> Void) { change(&room[index]) }

    /// Changes the newest element in place.
    mutating func withLast(_ change: (inout Element) -> Void) {
        if !isEmpty { change(&room[room.count - 1]) }
    }
}

extension Queue: Sendable where Element: Sendable {}

/// Equal where the elements are: where in the room they lie is nobody's business.
extension Queue: Equatable where Element: Equatable {
    static func == (a: Self, b: Self) -> Bool { a.elements == b.elements }
}
