import FieldModel

/// What the user says against the facts: a layer of its own over them. Every correction has a number and can be taken
/// back, after which the visits are as if it had never been made; the facts below never change.
public struct VisitCorrections: Equatable, Sendable {
    /// One thing that the user said.
    public enum Correction: Equatable, Sendable {
        /// A visit the platform did not see.
        case add(name: String?, latitude: Int32, longitude: Int32, arrival: WallTime?, departure: WallTime?)
        /// Two visits where one was reported, parted at a time within it.
        case split(ShownVisit.ID, at: WallTime)
        /// Other times; nil leaves one as it is.
        case fix(ShownVisit.ID, arrival: WallTime?, departure: WallTime?)
        /// What the place is called.
        case rename(ShownVisit.ID, String)
    }

    /// In the order they were made; a correction's number is its index.
    public private(set) var entries: [Correction] = []
    public private(set) var takenBack: Set<Int> = []

    public init() {}

    /// Returns the correction's number.
    @discardableResult
    public mutating func make(_ correction: Correction) -> Int {
        entries.append(correction)
        return entries.count - 1
    }

    /// False where there is no such correction.
    @discardableResult
    public mutating func takeBack(_ number: Int) -> Bool {
        guard entries.indices.contains(number) else { return false }
        takenBack.insert(number)
        return true
    }

    /// The visits with every correction that stands applied in order. One that fits nothing (its visit is gone, its times
    /// lie outside or the wrong way round) changes nothing; their numbers are returned.
    public func apply(to visits: inout [ShownVisit]) -> [Int] {
        var unfit: [Int] = []
        for (number, correction) in entries.enumerated() where !takenBack.contains(number) {
            if !apply(correction, number, to: &visits) { unfit.append(number) }
        }
        return unfit
    }

    private func apply(_ correction: Correction, _ number: Int, to visits: inout [ShownVisit]) -> Bool {
        switch correction {
        case .add(let name, let latitude, let longitude, let arrival, let departure):
            guard let told = arrival ?? departure, Self.isForward(arrival, departure) else { return false }
            visits.append(
                ShownVisit(
                    id: .added(number), arrival: .init(arrival, .corrected), departure: .init(departure, .corrected),
                    latitude: latitude, longitude: longitude, accuracy: .absent, name: name, told: told))
        case .split(let id, let at):
            guard let index = visits.firstIndex(where: { $0.id == id }), visits[index].holds(at) else { return false }
            var later = visits[index]
            later.id = .splitOff(number)
            later.arrival = .init(at, .corrected)
            later.told = at
            visits[index].departure = .init(at, .corrected)
            visits.append(later)
        case .fix(let id, let arrival, let departure):
            guard let index = visits.firstIndex(where: { $0.id == id }),
                Self.isForward(
                    arrival ?? visits[index].arrival.time, departure ?? visits[index].departure.time)
            else { return false }
            if let arrival { visits[index].arrival = .init(arrival, .corrected) }
            if let departure { visits[index].departure = .init(departure, .corrected) }
        case .rename(let id, let name):
            guard let index = visits.firstIndex(where: { $0.id == id }) else { return false }
            visits[index].name = name
        }
        return true
    }

    private static func isForward(_ from: WallTime?, _ to: WallTime?) -> Bool {
        guard let from, let to else { return true }
        return from <= to
    }
}

extension ShownVisit {
    /// Strictly between arrival and departure, as far as they are known.
    fileprivate func holds(_ time: WallTime) -> Bool {
        (arrival.time.map { $0 < time } ?? true) && (departure.time.map { time < $0 } ?? true)
    }
}
