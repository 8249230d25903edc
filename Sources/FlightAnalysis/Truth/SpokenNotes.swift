import FieldModel
import LogFormat
import SystemIO

/// Ground truth as somebody said it on the way: a text a moment, from a CSV of `time,text`.
public struct SpokenNotes: Sendable {
    /// What was said at a moment.
    public struct Note: Hashable, Sendable {
        public var time: WallTime
        public var text: String
    }

    /// In order of time.
    public let notes: [Note]

    /// Reads a file; `lives` tells what `HH:MM` and `-15m` mean.
    public static func read(_ path: String, in lives: [Life]) throws -> SpokenNotes {
        let bytes: [UInt8] = try FileSystem.contents(of: path)
        return try SpokenNotes(String(decoding: bytes, as: UTF8.self), path: path, in: lives)
    }

    init(_ text: String, path: String, in lives: [Life]) throws(AnalysisError) {
        var notes: [Note] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let halves = line.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = halves.first.map(Self.unquoted), !first.isEmpty else { continue }
            if index == 0, first == "time" { continue }
            guard halves.count == 2, let time = TimePoint(first)?.resolved(in: lives) else {
                throw .options(
                    path: path, reason: "line \(index + 1): expected time,text with a time of this log, found '\(line)'"
                )
            }
            notes.append(Note(time: time, text: Self.unquoted(halves[1])))
        }
        self.notes = notes.sorted { $0.time < $1.time }
    }

    /// A cell without its spaces and quotes.
    private static func unquoted(_ cell: Substring) -> String {
        var text = cell.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        guard text.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
        return text.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
            .joined(separator: "\"")
    }
}
