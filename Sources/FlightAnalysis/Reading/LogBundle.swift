import DiagBundle
import SystemIO

/// Reads the logs out of a bundle into memory: nothing of it touches the disk.
enum LogBundle {
    /// Whether a file begins like a bundle: age, armored age, gzip, tar.
    static func begins(_ head: [UInt8]) -> Bool {
        head.starts(with: "age-encryption.org/".utf8) || head.starts(with: "-----BEGIN AGE".utf8)
            || head.starts(with: [0x1F, 0x8B]) || (head.count > 262 && head[257..<262].elementsEqual("ustar".utf8))
    }

    /// The logs in a bundle: its own first, then those of second processes. All of it is read, and so known to be whole.
    static func parts(of path: String, keyring: borrowing Keyring) throws(AnalysisError) -> [LogPart] {
        var files: [String: [LogPart.File]] = [:]
        do throws(BundleError) {
            let reader = try BundleReader(path: path, keyring: keyring)
            while let member = try reader.nextMember() {
                guard let place = place(of: member.logPath) else { continue }
                let bytes = try reader.contents(limit: .max)
                let file = LogPart.File(
                    path: "\(path): \(member.path)", isSamples: place.isSamples, bytes: .memory(bytes))
                files[place.part, default: []].append(file)
            }
        } catch {
            throw .bundle(error)
        }
        // The empty name of the log itself comes first.
        let parts = files.sorted { $0.key < $1.key }.map { name, files in
            LogPart(name: name, storage: .files(files.sorted { $0.path < $1.path }), isWhole: true)
        }
        guard !parts.isEmpty else { throw .noLog(path: path) }
        return parts
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
