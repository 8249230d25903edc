import Foundation
import SystemIO
import TestKit
import Testing

/// A file system in memory of a given size.
final class SmallDisk {
    private let path: String

    init(at path: String, kibibytes: Int) throws {
        self.path = path
        try FileSystem.createFolder(path)
        try #require(Self.mount(path, "size=\(kibibytes)k"))
    }

    deinit { _ = try? Tool.run("/bin/umount", ["-l", path]) }  // the machine's own end removes it as well

    func grow(toKibibytes size: Int) throws { try #require(Self.mount(path, "remount,size=\(size)k")) }

    func setReadOnly(_ isReadOnly: Bool) throws {
        try #require(Self.mount(path, "remount,\(isReadOnly ? "ro" : "rw")"))
    }

    private var filler: String { path + "/filler" }

    /// Leaves not a byte.
    func fill() throws {
        let file = try Descriptor(open: filler, flags: O_WRONLY | O_CREAT)
        let page = [UInt8](repeating: 1, count: 4096)
        // Until the system says that there is no room.
        while (try? file.write(page)) != nil {}
    }

    func empty() throws { try FileSystem.remove(filler) }

    func freeBytes() throws -> Int {
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        return (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? -1
    }

    private static func mount(_ path: String, _ options: String) -> Bool {
        (try? Tool.run("/bin/mount", ["-t", "tmpfs", "-o", options, "none", path]))?.status == 0
    }

    static let isPossible: Bool = {
        let folder = TemporaryFolder()
        defer { _ = try? Tool.run("/bin/umount", [folder.path]) }
        return mount(folder.path, "size=64k")
    }()
}
