import CommandKit
import DiagBundle

/// `analyze decrypt`: the payload of any age file.
enum DecryptVerb {
    static let command = Command(
        "decrypt", summary: "decrypt any age file, bundle or not",
        details: [
            """
            The file may be armored, and protected by a passphrase (asked on the terminal unless --passphrase-file is \
            given). A file that turns out to be cut off or changed leaves no output.
            """
        ],
        arguments: [Argument("FILE", help: "an age file, - for standard input")],
        flags: KeyOptions.flags + [.output("the file to write, - for standard output"), .force]
    ) { call in
        Interruption.watch()
        do { return try decrypt(call) } catch {
            Interruption.endProcess()
            throw error
        }
    }

    private static func decrypt(_ call: Invocation) throws -> ExitStatus {
        let input = call.arguments[0]
        let path = try call.required("output")
        try Separation.check(output: path, inputs: [input] + call.all("identity"))
        let reader = try PayloadReader(
            path: input, keyring: keyring(call, input), maxWorkFactor: KeyOptions.maxWorkFactor(call))
        let output = try Destination(path, isBinary: true, force: call.isOn("force"))
        let size = input == "-" ? nil : try FileSystem.entry(at: input)?.size
        var progress = Progress("decrypting", total: size), done: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            if Interruption.isRequested { throw Complaint("interrupted: nothing was written") }
            try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            done += Int64(count)
            progress.update(done)
        }
        try output.commit()
        return .done
    }

    /// With no key at all on the command line, the passphrase is asked for: the file may be protected by one.
    private static func keyring(_ call: Invocation, _ input: String) throws -> Keyring {
        var keyring = try KeyOptions.keyring(call)
        if keyring.isEmpty, let passphrase = try Passphrase.ask("Passphrase for \(Terminal.visible(input)): ") {
            try keyring.use(passphrase: passphrase)
        }
        return keyring
    }
}
