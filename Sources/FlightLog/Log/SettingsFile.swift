import FieldModel
import LogFormat
import SystemIO

/// `settings.json` in the folder of a log: what the user allows, how the location service is set, what runs because of it, and
/// on which device; as this log last heard of each, with number and time of the record that said so. Who opens a bundle need
/// not read days of events for it.
///
/// The file is replaced whole by a rename. It takes flags, codes and whole numbers up to a million from a record and nothing
/// else: no sentence, no name of a person and no coordinate gets into it by what an app calls a setting or sets it to.
final class SettingsFile: Sendable {
    private let path: String
    private let content: Locked<Content>
    /// One writes at a time: the temporary name is the process's.
    private let writing = Lock()
    /// A child of a fork has its parent's log open, and leaves it alone.
    private let owner = getpid()

    private struct Content {
        var sections: [Record.Field]
        var isWritten = false
    }

    /// What no setting is longer than.
    private static let longestCode = 64
    private static let largestNumber: Int64 = 1_000_000
    /// Settings, and capabilities, that are kept; the newest ones.
    private static let most = 64

    /// Goes on from the file that is there.
    init(in folder: String) {
        path = FileSystem.join(folder, "settings.json")
        // What a process left behind that was killed while it wrote. Nothing depends on it: the next launch tries again.
        for name in (try? FileSystem.names(in: folder)) ?? []
        where name.hasPrefix("settings.json.") && name.hasSuffix(".part") {
            try? FileSystem.remove(FileSystem.join(folder, name))  // as above
        }
        var sections: [Record.Field] = [.init("format", 1)]
        let old = Self.old(path)
        for name in ["device", "auth", "settings", "capabilities"] {
            if let section = old?[name], section.fields != nil { sections.append(.init(name, section)) }
        }
        content = Locked(Content(sections: sections))
    }

    /// The file that is there. One that is no object, cut by a power failure or changed by hand, or that cannot be read, is not
    /// written over: it goes aside, and it is as if there were none.
    private static func old(_ path: String) -> Value? {
        // Either way there is nothing to go on from; what is wrong with it, whoever looks into the one set aside will see.
        let old = (try? FileSystem.contents(of: path)).flatMap { try? JSON.parse($0) }
        if old?.fields != nil { return old }
        // Mostly there is none to be renamed. One that cannot be is replaced all the same: the events say more than it did.
        try? FileSystem.rename(path, to: path + ".torn")
        return nil
    }

    /// Whether the file has a place for events of this kind.
    static func takes(_ kind: RecordKind) -> Bool {
        switch kind {
        case .authorization, .settings, .capability: true
        default: false
        }
    }

    /// Takes up what an event says, of a launch everything. False where that is nothing for the file.
    @discardableResult
    func note(_ kind: String, _ fields: [Record.Field], at stamp: Stamp) -> Bool {
        let plain = fields.filter(Self.isPlain)
        switch kind {
        case RecordKind.launch.rawValue: change(["device"], fields, stamp)
        case RecordKind.authorization.rawValue: change(["auth"], plain, stamp, isWhole: true)
        case RecordKind.settings.rawValue: change(["settings"], plain, stamp)
        case RecordKind.capability.rawValue:
            guard let name = plain.last(where: { $0.key == "name" })?.value.string else { return false }
            change(["capabilities", name], plain.filter { $0.key != "name" }, stamp, isWhole: true)
        default: return false
        }
        return true
    }

    /// `isWhole`: the record says all there is to say, so that nothing older stays beside it.
    private func change(_ path: [String], _ fields: [Record.Field], _ stamp: Stamp, isWhole: Bool = false) {
        let origin: [Record.Field] = [
            .init("n", .integer(Int64(clamping: stamp.n))), .init("t", .integer(stamp.wallTime.rawValue)),
        ]
        content.with { content in
            Self.set(path[...], fields + origin, isWhole: isWhole, in: &content.sections)
            content.isWritten = false
        }
    }

    /// Sets fields of the object at a path; its others stay, the newest of them, where the fields are not all of it.
    private static func set(
        _ path: ArraySlice<String>, _ fields: [Record.Field], isWhole: Bool, in object: inout [Record.Field]
    ) {
        guard let name = path.first else {
            if isWhole { object.removeAll() }
            for field in fields {
                object.removeAll { $0.key == field.key }
                object.append(field)
            }
            return
        }
        let index = object.firstIndex { $0.key == name } ?? object.endIndex
        if index == object.endIndex { object.append(.init(name, .object([]))) }
        var inner = object[index].value.fields ?? []
        set(path.dropFirst(), fields, isWhole: isWhole, in: &inner)
        object[index].value = .object(Array(inner.suffix(most)))
    }

    private static func isPlain(_ field: Record.Field) -> Bool {
        guard isCode(field.key), field.key != "n", field.key != "t" else { return false }
        return switch field.value {
        case .bool: true
        case .integer(let number): number.magnitude <= largestNumber.magnitude
        case .string(let text): isCode(text)
        case .null, .number, .array, .object: false
        }
    }

    /// Letters, digits, `-`, `_` and `.`, a letter first.
    private static func isCode(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= longestCode else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_.".utf8.contains($0)
        }
    }

    /// Writes what has changed. Where that fails, a full disk or a folder that is gone, it is tried again the next time.
    func write() {
        guard getpid() == owner else { return }
        writing.with { writeChanges() }
    }

    private func writeChanges() {
        let bytes = content.with { content -> [UInt8]? in
            guard !content.isWritten else { return nil }
            content.isWritten = true
            var bytes: [UInt8] = []
            JSON.append(.object(content.sections), to: &bytes)
            return bytes + [UInt8(ascii: "\n")]
        }
        guard let bytes else { return }
        do throws(IOError) {
            let file = try OutputFile.create(path, replacing: true, mode: 0o600)
            try file.descriptor.write(bytes)
            try file.commit()
        } catch {
            // Nothing is lost by it: the events say the same.
            content.with { $0.isWritten = false }
        }
    }
}
