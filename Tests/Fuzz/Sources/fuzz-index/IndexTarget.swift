@testable import DiagBundle

/// The index of a bundle whose members, layers and damage the input chooses: members are read again as they were written,
/// or the bundle is refused. The first byte may also ask for the rest to be the file itself, which nobody wrote.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = UnsafeBufferPointer(start: data, count: size)[...]
    let shape = input.popFirst() ?? 0
    guard shape & 0x80 != 0 else {
        if let index = index(of: Array(input)) {
            for member in index.members { _ = content(member, index) }
        }
        return 0
    }
    let written = members(&input)
    var bundle = sealed(written, shape)
    // What is left of the input changes a byte, or cuts the end off.
    let isChanged = input.count >= 3
    if isChanged {
        let place = (Int(input[input.startIndex]) << 16 | Int(input[input.startIndex + 1]) << 8) % bundle.count
        let mask = input[input.startIndex + 2]
        if mask == 0 { bundle.removeSubrange(place...) } else { bundle[place] ^= mask }
    }
    guard let index = index(of: bundle) else {
        // One without any member is none.
        precondition(isChanged || written.isEmpty, "a good bundle was refused")
        return 0
    }
    // A byte of an open tar may be any byte of a member: only what is vouched for is compared.
    guard !isChanged || shape & 1 != 0 else { return 0 }
    precondition(index.members.map(\.path) == written.map(\.path), "other members than were written")
    for (member, (_, bytes)) in zip(index.members, written).reversed() {
        precondition(content(member, index) == bytes, "another content than was written")
    }
    return 0
}

/// Up to eight members, three bytes of the input each: sizes that reach over several of the places that are noted.
private func members(_ input: inout Slice<UnsafeBufferPointer<UInt8>>) -> [(path: String, bytes: [UInt8])] {
    var members: [(path: String, bytes: [UInt8])] = []
    for number in 0..<Int((input.popFirst() ?? 0) & 7) {
        guard input.count >= 3 else { break }
        let (high, low, kind) = (Int(input.popFirst()!), Int(input.popFirst()!), UInt32(input.popFirst()!))
        var state = kind
        let bytes = [UInt8](unsafeUninitializedCapacity: (high << 8 | low) * 12) { buffer, count in
            count = (high << 8 | low) * 12
            for index in 0..<count {
                state = state &* 1_664_525 &+ 1_013_904_223
                // From nothing but zeros to noise.
                buffer[index] = UInt8(state >> 24) & UInt8(truncatingIfNeeded: kind)
            }
        }
        members.append((path: "m\(number)", bytes: bytes))
    }
    return members
}

private func sealed(_ members: [(path: String, bytes: [UInt8])], _ shape: UInt8) -> [UInt8] {
    let file = MemorySink()
    do {
        let sink: any ByteSink = shape & 1 == 0 ? file : try AgeWriter(to: file, recipients: [identity().recipient])
        let gzip: GzipWriter? = shape & 2 == 0 ? nil : try GzipWriter(to: sink, level: 1)
        for member in members {
            if shape & 4 != 0 { try gzip?.startAfresh() }
            let padding = [UInt8](repeating: 0, count: TarHeader.padding(after: Int64(member.bytes.count)))
            let header = TarHeader.file(member.path, size: Int64(member.bytes.count), time: 0)
            for piece in [header, member.bytes, padding] { try (gzip ?? sink).write(piece) }
        }
        try (gzip ?? sink).write(TarHeader.end)
        try (gzip ?? sink).finish()
    } catch { preconditionFailure("nothing can fail in memory: \(error)") }
    return file.bytes
}

private func identity() -> Identity { Identity(scalar: [UInt8](1...32).read { SecretBytes(copying: $0) }) }

private func index(of bytes: [UInt8]) -> BundleIndex? {
    var keyring = Keyring()
    keyring.add(identity())
    // Refusing is the right answer to nearly all inputs.
    return try? BundleIndex(PlacedBytes(bytes), keyring: keyring)
}

private func content(_ member: BundleMember, _ index: BundleIndex) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 50_000)
    do {
        let reader = try index.open(member)
        while case let count = try buffer.write({ (buffer) throws(BundleError) in try reader.read(into: buffer) }),
            count > 0
        {
            content += buffer[..<count]
        }
    } catch { preconditionFailure("a member that was read once is not read again: \(error)") }
    return content
}
