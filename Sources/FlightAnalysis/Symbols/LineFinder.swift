import SystemIO

/// Lines of addresses, by whichever symbolizer this machine has: LLVM's, or the one of the binutils. Both print the same
/// when asked alike. Functions need neither; a file without debug information has no lines whoever asks.
public struct LineFinder: Sendable {
    /// A call that an address lies in: the innermost of those that were inlined there comes first.
    struct Call: Hashable, Sendable {
        /// Nil where the debug information does not say.
        var function: String?
        var file: String?
        var line: Int?
    }

    /// The programs that do, the better one first.
    public static let programs = ["llvm-symbolizer", "addr2line"]

    /// The program in use.
    let path: String

    /// The first of `programs` that PATH has; nil where it has none.
    public init?() {
        guard let path = Self.programs.lazy.compactMap(ChildProcess.find).first else { return nil }
        self.init(at: path)
    }

    init(at path: String) { self.path = path }

    private var isLLVM: Bool { FileSystem.name(of: path).contains("llvm-symbolizer") }

    /// The calls at each of `addresses` of the object file at `object`; empty where nothing is known.
    func calls(at addresses: [UInt64], in object: String) throws(IOError) -> [[Call]] {
        let options =
            isLLVM
            ? [
                "--obj=\(object)", "--output-style=GNU", "--addresses", "--functions=linkage", "--inlines",
                "--demangle",
            ]
            : ["-e", object, "-a", "-f", "-i", "-C"]
        let outcome = try ChildProcess.run(path, options + addresses.map { "0x" + String($0, radix: 16) })
        guard outcome.status == 0 else { return addresses.map { _ in [] } }
        return Self.calls(in: String(decoding: outcome.output, as: UTF8.self), count: addresses.count)
    }

    /// Reads what both programs print: an address, then for each call a line with its function and one with its place.
    static func calls(in text: String, count: Int) -> [[Call]] {
        var found: [[Call]] = []
        var function: Substring?
        for line in text.split(separator: "\n") {
            if function == nil, line.hasPrefix("0x") {
                found.append([])
            } else if let name = function {
                if let call = call(name, at: line), !found.isEmpty { found[found.count - 1].append(call) }
                function = nil
            } else {
                function = line
            }
        }
        return (0..<count).map { $0 < found.count ? found[$0] : [] }
    }

    private static func call(_ name: Substring, at place: Substring) -> Call? {
        // `file:12`, `file:12:5`, `file:12 (discriminator 3)`, `??:0`, `file:?`
        let plain = place.split(separator: " (discriminator").first ?? place
        let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.reversed().prefix { Int($0) != nil || $0 == "?" }
        let path = parts.dropLast(numbers.count).joined(separator: ":")
        // What the compiler wrote by itself stands in no file.
        let file = path == "??" || path.isEmpty || path.hasSuffix("<compiler-generated>") ? nil : path
        let line = numbers.reversed().first.flatMap { Int($0) } ?? 0
        let call = Call(
            function: name == "??" ? nil : FunctionName.readable(String(name)), file: file,
            line: file != nil && line > 0 ? line : nil)
        return call.function == nil && call.file == nil ? nil : call
    }
}
