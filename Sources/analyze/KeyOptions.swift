import CommandKit
import DiagBundle

/// The options that open a bundle, the same for every verb that reads one.
enum KeyOptions {
    static let flags: [Flag] = [
        Flag(
            "identity", short: "i", value: .file(name: "FILE"), repeatable: true,
            help: "an identity file that may open it (as diagpack keygen or age-keygen make it)"),
        Flag(
            "passphrase-file", value: .file(name: "FILE"),
            help: "its first line is the passphrase of the file, or of the identity file"),
        Flag(
            "max-work-factor", value: .text(name: "N"),
            help: "the most scrypt work a file with a passphrase may ask for (18 unless said)"),
    ]

    /// The keys that the words name. Warnings go to standard error.
    static func keyring(_ call: Invocation) throws -> Keyring {
        var keyring = Keyring()
        let file = call.text("passphrase-file")
        for path in call.all("identity") {
            try keyring.add(identityFile: path, maxWorkFactor: maxWorkFactor(call)) { () throws(BundleError) in
                if let file { return try Passphrase.read(file: file) }
                return try Passphrase.ask("Passphrase for \(Terminal.visible(path)): ")
            }
        }
        for warning in keyring.warnings { try Descriptor.standardError.write("warning: \(warning)\n") }
        if let file { try keyring.use(passphrase: Passphrase.read(file: file)) }
        return keyring
    }

    static func maxWorkFactor(_ call: Invocation) throws -> Int {
        try call.integer("max-work-factor", in: 1...Passphrase.greatestMaxWorkFactor) ?? Passphrase.defaultMaxWorkFactor
    }
}
