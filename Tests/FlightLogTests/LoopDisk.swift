import Foundation
import SystemIO
import TestKit
import Testing

/// A file system of its own on a loop device, which can turn read-only while files are open for writing, as the kernel does it
/// after an error of the medium.
final class LoopDisk {
    private let path: String
    private let folder = TemporaryFolder()

    init(at path: String, mebibytes: Int) throws {
        self.path = path
        try FileSystem.createFolder(path)
        try #require(Self.mount(folder.appending("image"), at: path, mebibytes: mebibytes))
    }

    deinit { _ = try? Tool.run("/bin/umount", ["-l", path]) }  // the machine's own end removes it as well

    /// What ext4 does by itself under `errors=remount-ro`.
    func failsToReadOnly() throws {
        try #require(try Tool.run("/bin/mount", ["-o", "remount,abort", path]).status == 0)
    }

    private static func mount(_ image: String, at path: String, mebibytes: Int) -> Bool {
        let script = "truncate -s \(mebibytes)M $0 && mkfs.ext4 -q $0 && mount -o loop $0 $1 && rm -rf $1/lost+found"
        return (try? Tool.run("/bin/sh", ["-c", script, image, path]))?.status == 0
    }

    static let isPossible: Bool = {
        let folder = TemporaryFolder()
        defer { _ = try? Tool.run("/bin/umount", [folder.path]) }
        return mount(folder.path + ".image", at: folder.path, mebibytes: 4)
    }()
}
