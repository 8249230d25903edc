import SystemIO
import TestKit
import Testing

@Suite struct FileSystemTests {
    let folder = TemporaryFolder()

    @Test("an output file appears at its commit, and not before")
    func commit() throws {
        let path = folder.appending("out")
        let file = try OutputFile.create(path)
        try file.descriptor.write("whole")
        #expect(try FileSystem.entry(at: path) == nil)
        try file.commit()
        #expect(try FileSystem.contents(of: path) == Array("whole".utf8))
        #expect(try FileSystem.names(in: folder.path) == ["out"])
    }

    @Test("an output file that is dropped leaves nothing")
    func dropped() throws {
        do {
            let file = try OutputFile.create(folder.appending("out"))
            try file.descriptor.write("half")
        }
        #expect(try FileSystem.names(in: folder.path) == [])
    }

    @Test("an existing file is refused, also when it comes into being meanwhile")
    func existing() throws {
        try folder.write("old", to: "out")
        #expect(throws: IOError("create", folder.appending("out"), code: EEXIST)) {
            _ = try OutputFile.create(folder.appending("out"))
        }
        let late = try OutputFile.create(folder.appending("late"))
        try folder.write("faster", to: "late")
        #expect(commitError(of: late) == IOError("create", folder.appending("late"), code: EEXIST))
        #expect(try folder.read("late") == Array("faster".utf8))
        #expect(try FileSystem.names(in: folder.path) == ["late", "out"])
    }

    private func commitError(of file: consuming OutputFile) -> IOError? {
        do throws(IOError) { try file.commit() } catch { return error }
        return nil
    }

    @Test("replacing an existing file is possible where it is asked for")
    func replacing() throws {
        try folder.write("old", to: "out")
        let file = try OutputFile.create(folder.appending("out"), replacing: true)
        try file.descriptor.write("new")
        try file.commit()
        #expect(try folder.read("out") == Array("new".utf8))
    }

    @Test("folders are made with the ones above them, and a file in the way is an error")
    func folders() throws {
        try FileSystem.createFolder(folder.appending("a/b/c"))
        try FileSystem.createFolder(folder.appending("a/b/c"))
        #expect(try FileSystem.entry(at: folder.appending("a/b/c"))?.kind == .folder)
        try folder.write("", to: "file")
        #expect(throws: IOError.self) { try FileSystem.createFolder(folder.appending("file")) }
        #expect(throws: IOError.self) { try FileSystem.createFolder(folder.appending("file/below")) }
    }

    @Test("removing a tree does not follow its links")
    func links() throws {
        try folder.write("kept", to: "outside/file")
        try FileSystem.createFolder(folder.appending("tree/inner"))
        symlink(folder.appending("outside"), folder.appending("tree/inner/link"))
        try FileSystem.removeTree(folder.appending("tree"))
        #expect(try FileSystem.names(in: folder.path) == ["outside"])
        #expect(try folder.read("outside/file") == Array("kept".utf8))
    }

    static let paths: [(path: String, parent: String?, name: String)] = [
        ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/", "a", "b"), ("/", nil, "/"), ("./a", ".", "a"),
    ]

    @Test("parent and name of a path", arguments: paths)
    func path(path: String, parent: String?, name: String) {
        #expect(FileSystem.parent(of: path) == parent)
        #expect(FileSystem.name(of: path) == name)
    }

    @Test("an error says what was tried, where, and the system's reason")
    func errors() {
        #expect(throws: IOError("open", "/nowhere/file", code: ENOENT)) {
            _ = try FileSystem.contents(of: "/nowhere/file")
        }
        #expect(
            IOError("open", "/nowhere/file", code: ENOENT).description
                == "cannot open /nowhere/file: No such file or directory")
    }
}
