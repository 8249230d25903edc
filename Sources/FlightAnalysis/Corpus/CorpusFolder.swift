import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// A corpus on disk: logs, and what each core makes of them as it was last accepted.
///
///     DIR/corpus.json          which cores, and the streets of a walking game; may be missing (then trail)
///     DIR/NAME                 a log: a folder, a bundle that needs no key, a single file
///     DIR/baselines/NAME.CORE.txt
///     DIR/baselines/rules.CORE.txt   the rules that they were made under
public struct CorpusFolder: Sendable {
    public let path: String
    /// By name.
    public let logs: [(name: String, path: String)]
    public let cores: [String]
    let pack: StreetPack?

    static let baselineFolder = "baselines"
    private static let configurationName = "corpus.json"

    /// Reads a corpus. `more`: further folders of logs, which lie elsewhere since they are made anew each time.
    public init(_ path: String, more: [String] = [], cores: [String] = []) throws {
        self.path = path
        let configuration = try Self.configuration(FileSystem.join(path, Self.configurationName))
        self.cores = cores.isEmpty ? configuration.cores : cores
        pack = try configuration.pack.map { try Self.pack(FileSystem.join(path, $0)) }
        logs = try ([path] + more).flatMap(Self.logs).sorted { $0.name < $1.name }
        guard !logs.isEmpty else { throw CorpusError.empty(path: path) }
        for (a, b) in zip(logs, logs.dropFirst()) where a.name == b.name {
            throw CorpusError.configuration(path: b.path, reason: "a second log is called \(a.name), as \(a.path)")
        }
    }

    private static func logs(in folder: String) throws(IOError) -> [(name: String, path: String)] {
        var logs: [(String, String)] = []
        for name in try FileSystem.names(in: folder) where !name.hasPrefix(".") && name != baselineFolder {
            let path = FileSystem.join(folder, name)
            let isFolder = try FileSystem.entry(at: path)?.kind == .folder
            guard isFolder || [".jsonl", ".csv", ".tar", ".gz", ".tgz"].contains(where: name.hasSuffix) else {
                continue
            }
            logs.append((name, path))
        }
        return logs
    }

    private static func configuration(_ path: String) throws -> (cores: [String], pack: String?) {
        guard try FileSystem.entry(at: path) != nil else { return ([TrailCore.name], nil) }
        let bytes = try FileSystem.contents(of: path)
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw CorpusError.configuration(path: path, reason: error.description)
        }
        if let stray = value.fields?.first(where: { !["cores", "pack"].contains($0.key) }) {
            throw CorpusError.configuration(path: path, reason: "expected cores and pack, found '\(stray.key)'")
        }
        guard let cores = value["cores"]?.array?.compactMap(\.string), !cores.isEmpty else {
            throw CorpusError.configuration(path: path, reason: "expected a list of names in cores, found none")
        }
        return (cores, value["pack"]?.string)
    }

    private static func pack(_ path: String) throws -> StreetPack {
        do {
            return try StreetPack(JSON.parse(FileSystem.contents(of: path)))
        } catch let error as JSONError {
            throw CorpusError.configuration(path: path, reason: error.description)
        } catch let error as CoreError {
            throw CorpusError.configuration(path: path, reason: error.description)
        }
    }

    // MARK: Baselines

    func baselinePath(_ log: String, _ core: String) -> String {
        FileSystem.join(path, "\(Self.baselineFolder)/\(log).\(core).txt")
    }

    func rulesPath(_ core: String) -> String { baselinePath("rules", core) }

    /// The lines of a file; nil where there is none.
    static func lines(_ path: String) throws(IOError) -> [String]? {
        guard try FileSystem.entry(at: path) != nil else { return nil }
        let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    static func write(_ lines: [String], to path: String) throws(IOError) {
        if let folder = FileSystem.parent(of: path) { try FileSystem.createFolder(folder) }
        let file = try OutputFile.create(path, replacing: true)
        try file.descriptor.write(lines.map { $0 + "\n" }.joined())
        try file.commit()
    }

    /// The rules that the baselines of a core were made under; nil where nothing was accepted yet.
    func acceptedRules(_ core: String) throws -> [(name: String, value: Double)]? {
        let path = rulesPath(core)
        return try Self.lines(path)?.map { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else {
                throw CorpusError.baseline(path: path, reason: "expected a rule and its value, found '\(line)'")
            }
            return (String(words[0]), value)
        }
    }

    /// Baselines of logs or cores that are gone.
    func strays() throws(IOError) -> [String] {
        let folder = FileSystem.join(path, Self.baselineFolder)
        guard try FileSystem.entry(at: folder)?.kind == .folder else { return [] }
        let known = Set(cores.flatMap { core in (logs.map(\.name) + ["rules"]).map { "\($0).\(core).txt" } })
        return try FileSystem.names(in: folder).filter { !$0.hasPrefix(".") && !known.contains($0) }
            .map { FileSystem.join(folder, $0) }
    }
}
