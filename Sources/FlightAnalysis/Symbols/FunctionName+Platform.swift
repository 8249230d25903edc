import SystemIO

/// The name of a function as people write it.
enum FunctionName {
    /// Swift's mangled names by the runtime itself; any other name as it is.
    static func readable(_ symbol: String) -> String {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_$s") || symbol.hasPrefix("_T0")
        else { return symbol }
        guard let text = runtimeDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0) else { return symbol }
        defer { free(text) }
        return withoutDiscriminators(String(cString: text))
    }

    /// `(store in _0123…)`, the private name with the hash of its file, becomes `store`: the line says which file it is.
    private static func withoutDiscriminators(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "(") {
            let inner = rest[rest.index(after: open)...]
            let name = inner.prefix { $0 != "(" && $0 != ")" }
            let parts = name.split(separator: " ", omittingEmptySubsequences: false)
            let isPrivate =
                parts.count == 3 && parts[1] == "in" && parts[2].hasPrefix("_") && parts[2].utf8.count == 33
                && inner[name.endIndex...].first == ")"
            result += rest[..<open] + (isPrivate ? String(parts[0]) : "(")
            rest = isPrivate ? inner[inner.index(after: name.endIndex)...] : inner
        }
        return result + rest
    }
}

// The entry that Swift's own tools use. It gives memory of malloc, or nothing for what is no mangled name; flags must be 0.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
    _ name: UnsafePointer<CChar>?, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
