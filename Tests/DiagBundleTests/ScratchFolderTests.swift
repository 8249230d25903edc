import Foundation
import SQLiteIO
import SystemIO
import TestKit
import Testing

@testable import DiagBundle

@Suite struct ScratchFolderTests {
    @Test("What a process left that is no more goes; what a living one uses, and what is something else, stays")
    func leftovers() throws {
        let folder = TemporaryFolder()
        let dead = try Tool.run("/bin/sh", ["-c", "echo $$"], folder: folder.path).text.dropLast()
        let kept = [
            "diagbundle-1-ab", "diagbundle-\(getpid())-ab", "diagbundle-notes", "diagbundle--1-ab", "other-\(dead)",
        ]
        for name in kept + ["diagbundle-\(dead)-ab"] { try folder.write("plain", to: name + "/0.sqlite") }
        let scratch = try ScratchFolder(in: folder.path)
        let names = try FileSystem.names(in: folder.path)
        #expect(Set(names) == Set(kept + [FileSystem.name(of: scratch.path)]))
        #expect(try FileSystem.entry(at: scratch.path)?.mode == 0o700)
    }

    @Test("Copies and what is compressed ahead have no name once they are made, and go with the plan")
    func unnamed() throws {
        let packed = try PackedLog()
        try Connection(packed.folder.appending("log/track.sqlite")).execute("CREATE TABLE t AS SELECT 1")
        do {
            let plan = try BundlePlan(packed.request, sealing: .open)
            let left = tree(packed.folder.path).filter { !$0.hasPrefix("log") }
            #expect(left.count == 1 && left[0].hasPrefix("diagbundle-\(getpid())-"), "\(left)")
            try plan.write(to: packed.bundle, sealing: .open)
        }
        #expect(try members(of: packed.bytes, keyring: Keyring())["track.sqlite"]?.count == 8192)
        #expect(tree(packed.folder.path).filter { $0.hasPrefix("diag") } == [])
    }

    @Test("The copy of a database is the user's own from its first byte on")
    func mode() throws {
        let folder = TemporaryFolder()
        let file = folder.appending("open.sqlite")
        try Connection(file).execute("CREATE TABLE t AS SELECT 1")
        chmod(file, 0o666)
        let copy = try DatabaseSnapshot.take(of: file, to: folder.appending("copy.sqlite")).file
        #expect(try FileSystem.entry(at: copy)?.mode == 0o600)
    }
}
