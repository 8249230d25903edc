import SystemIO
import TestKit
import Testing

@Suite struct OutputFolderTests {
    let folder = TemporaryFolder()

    @Test("an output folder appears at its commit with all that was written, and not before")
    func commit() throws {
        let path = folder.appending("out")
        let output = try OutputFolder.create(path)
        try output.write(Array("one".utf8), to: "a/b/c")
        #expect(try FileSystem.entry(at: path) == nil)
        try output.commit()
        #expect(try folder.read("out/a/b/c") == Array("one".utf8))
        #expect(try FileSystem.names(in: folder.path) == ["out"])
    }

    @Test("an output folder that is dropped leaves nothing")
    func dropped() throws {
        do {
            let output = try OutputFolder.create(folder.appending("out"))
            try output.write([1], to: "a/b")
        }
        #expect(try FileSystem.names(in: folder.path) == [])
    }

    @Test("a folder with something in it is refused, and stays as it was")
    func existing() throws {
        try folder.write("old", to: "out/file")
        #expect(throws: IOError("create", folder.appending("out"), code: EEXIST)) {
            _ = try OutputFolder.create(folder.appending("out/"))
        }
        #expect(try folder.read("out/file") == Array("old".utf8))
    }

    @Test("an empty folder is as good as none")
    func empty() throws {
        try FileSystem.createFolder(folder.appending("out"))
        let output = try OutputFolder.create(folder.appending("out"))
        try output.write([1], to: "file")
        try output.commit()
        #expect(try FileSystem.names(in: folder.appending("out")) == ["file"])
    }

    @Test("replacing takes the old content away as a whole")
    func replacing() throws {
        try folder.write("old", to: "out/old/file")
        let output = try OutputFolder.create(folder.appending("out"), replacing: true)
        try output.write([1], to: "new")
        try output.commit()
        #expect(try FileSystem.names(in: folder.appending("out")) == ["new"])
        #expect(try FileSystem.names(in: folder.path) == ["out"])
    }
}
