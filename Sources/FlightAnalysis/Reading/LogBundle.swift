import DiagBundle
import SystemIO

/// Reads the logs out of a bundle: nothing of it touches the disk, and none of it is held in memory.
enum LogBundle {
    /// Whether a file begins like a bundle: age, armored age, gzip, tar.
    static func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: "age-encryption.org/".utf8) || head.starts(with: "-----BEGIN AGE".utf8)
            || head.starts(with: [0x1F, 0x8B]) || (head.count > 262 && head[257..<262].elementsEqual("ustar".utf8))
    }

    /// The logs in a bundle: its own first, then those of second processes. All of it is read, and so known to be whole;
    /// then each file is read again where it is wanted.
    /// - Parameter ahead: what was read of standard input already.
    static func source(
        _ path: String, ahead: [UInt8] = [], keyring: borrowing Keyring
    ) throws(AnalysisError) -> LogSource {
        let index: BundleIndex
        do throws(BundleError) { index = try BundleIndex(path: path, ahead: ahead, keyring: keyring) } catch {
            throw .bundle(error)
        }
        var files: [String: [LogPart.File]] = [:]
        for member in index.members {
            guard let place = place(of: member.logPath) else { continue }
            let file = LogPart.File(
                path: "\(index.path): \(member.path)", isSamples: place.isSamples, bytes: .member(member, of: index))
            files[place.part, default: []].append(file)
        }
        // The empty name of the log itself comes first.
        let parts = files.sorted { $0.key < $1.key }.map { name, files in
            LogPart(name: name, storage: .files(files.sorted { $0.path < $1.path }), isWhole: true)
        }
        guard !parts.isEmpty else { throw .noLog(path: index.path) }
        return LogSource(input: path, parts: parts, manifest: index.manifest)
    }

    /// Which log a member belongs to, and what it holds; nil for what is no day file.
    private static func place(of path: String) -> (part: String, isSamples: Bool)? {
        var components = path.split(separator: "/").map(String.init)
        var part = ""
        if components.first?.hasPrefix("p-") == true { part = components.removeFirst() }
        guard components.count == 2 else { return nil }
        switch components[0] {
        case "events" where components[1].hasSuffix(".jsonl"): return (part, false)
        case "samples" where components[1].hasSuffix(".csv"): return (part, true)
        default: return nil
        }
    }
}
