import FieldModel
import Foundation
import Testing

@testable import DiagBundle

/// Looks for secrets in the memory of a process that has finished with them. Each test is a process of its own.
@Suite struct SecretMemoryTests {
    /// A secret that is remembered only in disguise.
    struct Needle {
        private let disguised: [UInt8]
        let name: String

        init(_ name: String, _ secret: borrowing SecretBytes) {
            self.name = name
            // The allocator writes over the first bytes of what it is given back: a copy shows by its end.
            disguised = secret.read { $0.suffix(max(16, $0.count / 2)).map { $0 ^ 0xA5 } }
        }

        /// Whether the secret lies in `memory`; nothing is undisguised for it.
        func isIn(_ memory: UnsafeRawBufferPointer) -> Bool {
            guard memory.count >= disguised.count, let base = memory.baseAddress else { return false }
            var place = 0
            let last = memory.count - disguised.count
            while place <= last, let found = memchr(base + place, Int32(disguised[0] ^ 0xA5), last - place + 1) {
                let start = UnsafeRawPointer(found) - base
                var same = 1
                while same < disguised.count, memory[start + same] ^ 0xA5 == disguised[same] { same += 1 }
                if same == disguised.count { return true }
                place = start + 1
            }
            return false
        }
    }

    /// The names of the needles that are found in what this process can write to.
    static func found(_ needles: [Needle]) throws -> Set<String> {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        let memory = open("/proc/self/mem", O_RDONLY)
        precondition(memory >= 0)
        let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer {
            close(memory)
            window.deallocate()
        }
        let own = UInt(bitPattern: window.baseAddress!)..<(UInt(bitPattern: window.baseAddress!) + UInt(window.count))
        var found: Set<String> = []
        for line in maps.split(separator: "\n") where line.contains(" rw") {
            let bounds = line.prefix { $0 != " " }.split(separator: "-").map { UInt($0, radix: 16)! }
            var place = bounds[0]
            while place < bounds[1] {
                let count = min(UInt(window.count), bounds[1] - place)
                let got = pread(memory, window.baseAddress, Int(count), off_t(Int(bitPattern: place)))
                // The window is part of the memory, and holds what was looked at before.
                if got > 0, !own.overlaps(place..<(place + count)) {
                    let bytes = UnsafeRawBufferPointer(rebasing: window[..<got])
                    for needle in needles where needle.isIn(bytes) { found.insert(needle.name) }
                }
                // Windows overlap by more than a secret's length.
                place += count == UInt(window.count) ? count - 64 : count
            }
        }
        window.initializeMemory(as: UInt8.self, repeating: 0)
        return found
    }

    /// Seals, opens, and lets go of everything; returns the secrets in disguise.
    @inline(never)
    static func work() throws -> [Needle] {
        let identity = Identity.generate()
        var needles = [Needle("identity", identity.scalar)]
        let fileKey = Crypto.randomSecret(16)
        needles.append(Needle("file key", fileKey))
        let ephemeral = Crypto.randomSecret(32)
        needles.append(Needle("ephemeral", ephemeral))
        let shared = Crypto.sharedSecret(of: ephemeral, with: identity.recipient.publicKey)!
        needles.append(Needle("shared secret", shared))
        let nonce = Crypto.random(16)
        needles.append(Needle("payload key", Crypto.hkdf(fileKey, salt: nonce, info: "payload")))
        let spelled = identity.file(created: WallTime(0))
        needles.append(Needle("identity, spelled", spelled))

        let sink = MemorySink()
        do {
            var kept: SecretBytes? = consume ephemeral
            let randomness = AgeWriter.Randomness(fileKey: fileKey, nonce: nonce) { _ in kept.take()! }
            let writer = try AgeWriter(to: sink, recipients: [identity.recipient], randomness: randomness)
            try writer.write([UInt8](repeating: 7, count: 100_000))
            try writer.finish()
        }
        // Through a file, as a tool reads it.
        let path = NSTemporaryDirectory() + "flightlog-secret-\(getpid())"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        spelled.read { _ = write(file, $0.baseAddress, $0.count) }
        close(file)
        defer { unlink(path) }
        var keyring = Keyring()
        try keyring.add(identityFile: path) { () throws(BundleError) in nil }
        let reader = try AgeReader(BufferedSource(MemorySource(sink.bytes)), keyring: keyring)
        var buffer = [UInt8](repeating: 0, count: 200_000)
        let count = try buffer.write { (buffer) throws(BundleError) in try reader.readFully(into: buffer) }
        precondition(count == 100_000)
        return needles
    }

    @Test("After sealing and opening, no key is left in memory")
    func wiped() async {
        await #expect(processExitsWith: .success) {
            let found = try Self.found(Self.work())
            if !found.isEmpty { print("found: \(found.sorted())") }
            exit(found.isEmpty ? 0 : 1)
        }
    }

    // Optimised builds have no such switch.
    #if DEBUG
        @Test("With the wiping switched off the same search finds them all")
        func notWiped() async {
            await #expect(processExitsWith: .success) {
                Wipe.isSwitchedOff = true
                let found = try Self.found(Self.work())
                let all: Set = [
                    "identity", "file key", "ephemeral", "shared secret", "payload key", "identity, spelled",
                ]
                exit(found == all ? 0 : 1)
            }
        }
    #endif

    @Test("No error about a key repeats any of it")
    func errors() {
        let key = "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ"
        #expect { _ = try Keys.identity(key) } throws: {
            !"\($0)".contains("QQQQ") && !"\(($0 as! BundleError).hint ?? "")".contains("QQQQ")
        }
        #expect { _ = try Recipient(parsing: key) } throws: { !"\($0)".contains("QQQQ") }
    }
}
