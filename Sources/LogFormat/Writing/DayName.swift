import FieldModel

/// The name of a day's file without its ending: `2026-11-30`. Where the columns of the samples change within a day, rows
/// under the old header would be misread; the day goes on in a file of its own, `2026-11-30_01`, which sorts behind it.
public struct DayName: Hashable, Comparable, Sendable {
    public var day: CivilDate
    /// 0 for the day's first file.
    public var part: Int

    /// More changes than this within a day nobody makes; a number beyond it is a damaged one.
    public static let lastPart = 99

    public init(_ day: CivilDate, part: Int = 0) {
        self.day = day
        self.part = part
    }

    /// Reads a name; nil where it is none.
    public init?(_ text: some StringProtocol) {
        let halves = text.split(separator: "_", omittingEmptySubsequences: false)
        guard let day = CivilDate(halves[0]), halves.count <= 2 else { return nil }
        self.init(day)
        guard halves.count == 2 else { return }
        guard halves[1].utf8.count == 2, let part = Int(halves[1]), (1...Self.lastPart).contains(part) else {
            return nil
        }
        self.part = part
    }

    public static func < (a: Self, b: Self) -> Bool { (a.day, a.part) < (b.day, b.part) }
}

extension DayName: CustomStringConvertible {
    public var description: String {
        part == 0 ? day.description : "\(day)_\(part < 10 ? "0" : "")\(part)"
    }
}
