import SystemIO

/// What went wrong with a bundle, a key or a file around them.
///
/// The description says where, what was expected and what was found; `hint` what to do next. Never holds key material.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of fault a caller may want to tell apart.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
        /// A call to the system failed.
        case system
        /// The file is something else.
        case notABundle
        /// Made by a newer version of the container or of the bundle.
        case newerVersion
        /// The container's header does not follow its grammar.
        case malformedHeader
        /// The ASCII armor does not follow its grammar.
        case malformedArmor
        /// None of the given keys opens it.
        case noMatch
        /// A key opened it, but the header was changed after it was made.
        case headerAuthentication
        /// The file ends too early.
        case cutOff
        /// Bytes were changed.
        case damaged
        /// Something follows where the file should end.
        case trailingData
        /// A recipient or identity that cannot be used.
        case badKey
        /// A name, kind or size of member that an honest bundle does not have.
        case refusedMember
        /// One of the reader's limits.
        case limit
        /// The content is not what the manifest says.
        case manifestMismatch
        /// A file of options (redaction rules) that cannot be used.
        case badRules
        /// A database that could not be taken along.
        case database
        /// The caller asked to stop.
        case cancelled
        /// A request that makes no sense: same input and output, nothing to pack.
        case refusedRequest
    }

    public var fault: Fault
    /// The file or stream; empty where there is none.
    public var path: String
    /// Byte in `path` at which the fault was seen.
    public var offset: Int64?
    /// One line: what was expected and what was found.
    public var detail: String
    /// The member of the bundle the fault touches.
    public var member: String?

    public init(_ fault: Fault, _ path: String, at offset: Int64? = nil, member: String? = nil, _ detail: String) {
        self.fault = fault
        self.path = path
        self.offset = offset
        self.member = member
        self.detail = detail
    }

    /// A fault that belongs to no file.
    public init(_ fault: Fault, _ detail: String) { self.init(fault, "", detail) }

    public init(_ error: IOError) {
        self.init(.system, error.path, "cannot \(error.action) \(error.path): \(error.reason)")
    }

    public var description: String {
        if fault == .system { return detail }
        let place = path.isEmpty ? "" : path + ": "
        let byte = offset.map { " (byte \($0))" } ?? ""
        return place + detail + byte
    }

    /// What to do about it.
    public var hint: String? {
        switch fault {
        case .noMatch: "use the identity whose public key was given when it was made, with -i"
        case .cutOff: "ask for it again; with --salvage, unpack keeps what is authentic before the cut"
        case .damaged, .manifestMismatch: "ask for it again; with --salvage, unpack keeps what is authentic"
        case .headerAuthentication, .trailingData, .malformedHeader, .malformedArmor: "ask for the file again"
        case .notABundle: "a bundle is an age file (or plain gzip) around a tar archive, as diagpack pack makes it"
        case .newerVersion: "use a newer version of this tool"
        case .limit: "where the file is to be trusted, raise the limit with its option"
        case .refusedMember: "do not trust this file: no honest bundle holds such a member"
        case .system, .badKey, .badRules, .database, .cancelled, .refusedRequest: nil
        }
    }
}

/// Runs a call to the system inside code that throws `BundleError`.
func system<R: ~Copyable>(_ call: () throws(IOError) -> R) throws(BundleError) -> R {
    do throws(IOError) { return try call() } catch { throw BundleError(error) }
}
