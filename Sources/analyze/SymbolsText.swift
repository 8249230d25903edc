import CommandKit
import FlightAnalysis

/// What could not be named of the crashes' addresses, for people.
struct SymbolsText {
    let symbols: Symbols

    init(_ symbols: Symbols) { self.symbols = symbols }

    /// Says it on standard error; nothing where everything was found.
    func complain() throws {
        guard !lines.isEmpty else { return }
        try Descriptor.standardError.write(lines.map { "analyze: \($0)\n" }.joined())
    }

    private var lines: [String] {
        var lines = symbols.missing.flatMap(refusals)
        let unknown = symbols.missing.filter(\.refused.isEmpty).map {
            "\($0.image.name) (\($0.image.buildID.isEmpty ? "without a build id" : "build id \($0.image.buildID)"))"
        }
        if !unknown.isEmpty { lines.append("no file with symbols for \(unknown.joined(separator: ", "))") }
        if symbols.lacksLineProgram {
            let programs = Symbols.linePrograms.joined(separator: " nor ")
            lines.append("functions only, no lines: PATH has neither \(programs); install llvm or binutils")
        }
        lines += symbols.troubles.prefix(8)
        if symbols.troubles.count > 8 { lines.append("and \(symbols.troubles.count - 8) more of that kind") }
        return lines
    }

    private func refusals(_ missing: Symbols.Missing) -> [String] {
        missing.refused.map {
            "refused \($0.path): it is another build, \($0.buildID); the one that crashed is \(missing.image.buildID)"
        }
    }
}
