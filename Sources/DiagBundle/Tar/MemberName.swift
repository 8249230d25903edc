/// The names a member of a bundle may have. A hostile archive names files that lie outside the target, that a terminal
/// acts upon, or that fall together on another file system; an honest one has no need to.
public enum MemberName {
    static let byteLimit = 1024
    static let componentByteLimit = 255
    static let depthLimit = 32

    /// The path a member is written to, relative, without `.` components and trailing slash; empty for the root itself.
    static func checked(_ bytes: some Collection<UInt8>, path: String) throws(BundleError) -> String {
        func refuse(_ why: String) -> BundleError {
            BundleError(.refusedMember, path, member: printable(bytes), "member \(printable(bytes)): \(why)")
        }
        guard !bytes.isEmpty else { throw refuse("the name is empty") }
        guard bytes.count <= byteLimit else { throw refuse("the name has more than \(byteLimit) bytes") }
        guard let name = String(validating: bytes, as: UTF8.self) else { throw refuse("the name is not UTF-8") }
        guard name.unicodeScalars.allSatisfy({ !isInvisible($0) }) else {
            throw refuse("the name holds a control character")
        }
        guard !name.hasPrefix("/") else { throw refuse("the name is absolute") }
        let components = name.split(separator: "/").filter { $0 != "." }
        guard !components.contains("..") else { throw refuse("the name leads out of its folder") }
        guard components.count <= depthLimit else { throw refuse("more than \(depthLimit) folders deep") }
        guard components.allSatisfy({ $0.utf8.count <= componentByteLimit }) else {
            throw refuse("a part of the name has more than \(componentByteLimit) bytes")
        }
        return components.joined(separator: "/")
    }

    /// Names that a file system may take for the same: case and composition of letters left out. By way of the capitals,
    /// in which letters that only look different in small ones (ſ and s, ß and ss) are the same.
    static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// For messages: what a terminal could act upon is spelled out, and the rest kept short.
    public static func printable(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for scalar in String(decoding: bytes.prefix(80), as: UTF8.self).unicodeScalars {
            if isInvisible(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return bytes.count > 80 ? text + "…" : text
    }

    /// Controls, and the characters that turn the direction of writing.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
