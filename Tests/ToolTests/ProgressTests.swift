import Foundation
import TestKit
import Testing

/// The line that tells how far long work has come: at a terminal, and nowhere else.
@Suite struct ProgressTests {
    private static let clearing = "\r\u{1B}[K"

    /// A sealed file that comes through a pipe as slowly as the test likes.
    private final class Trickle {
        let folder = TemporaryFolder()
        private var rest: ArraySlice<UInt8>
        private let pipe: Int32
        private var isOver = false

        init() throws {
            #expect(try Tool.run("/usr/bin/age-keygen", ["-o", folder.appending("key.txt")]).status == 0)
            let recipient = try Tool.run("/usr/bin/age-keygen", ["-y", folder.appending("key.txt")]).text.dropLast()
            rest =
                try Tool.run("/usr/bin/age", ["-r", String(recipient)], input: [UInt8](repeating: 7, count: 40 << 20))
                .output[...]
            #expect(mkfifo(folder.appending("pipe"), 0o600) == 0)
            pipe = open(folder.appending("pipe"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }

        deinit { if !isOver { close(pipe) } }

        func start(_ columns: UInt16 = 80, terminal: String = "xterm") throws -> TerminalTool {
            try TerminalTool(
                "analyze", ["decrypt", "pipe", "-i", "key.txt", "-o", "out"], folder: folder.path, columns: columns,
                terminal: terminal)
        }

        /// A little more of it, as far as the pipe has room.
        func flow() { give(rest.prefix(32_768), patience: 0) }

        /// All of the rest, and the end.
        func finish() {
            guard !isOver else { return }
            give(rest, patience: 10_000)
            close(pipe)
            isOver = true
        }

        private func give(_ bytes: ArraySlice<UInt8>, patience: Int32) {
            let end = rest.startIndex + bytes.count
            var place = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
            while rest.startIndex < end, poll(&place, 1, patience) > 0 {
                let count = rest[..<end].withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    @Test("It is one line, painted over itself, that fits the terminal and is gone at the end", arguments: [80, 20])
    func repaints(columns: UInt16) throws {
        let trickle = try Trickle()
        let tool = try trickle.start(columns)
        #expect(tool.wait(for: "decrypting: ", meanwhile: trickle.flow), "\(tool.shown)")
        trickle.finish()
        #expect(tool.end().status == 0)
        let paintings = tool.shown.components(separatedBy: Self.clearing)
        #expect(paintings.count > 2 && paintings.first == "" && paintings.last == "", "\(paintings)")
        #expect(paintings.allSatisfy { $0.count < Int(columns) && !$0.contains("\n") }, "\(paintings)")
    }

    @Test("Ctrl-C takes the line away, and leaves nothing else")
    func interrupted() throws {
        let trickle = try Trickle()
        let tool = try trickle.start()
        #expect(tool.wait(for: "decrypting: ", meanwhile: trickle.flow), "\(tool.shown)")
        tool.type("\u{3}")
        #expect(tool.end().signal == SIGINT)
        #expect(tool.shown.hasSuffix(Self.clearing), "\(tool.shown)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: trickle.folder.path).sorted() == ["key.txt", "pipe"])
    }

    @Test("A terminal that cannot be painted over, and a file, are shown none")
    func none() throws {
        let trickle = try Trickle()
        let dumb = try trickle.start(terminal: "dumb")
        var looks = 0
        // Longer than it takes a terminal to be shown the first line.
        let isShown = dumb.wait(for: "decrypting: ") {
            looks += 1
            if looks < 60 { trickle.flow() } else { trickle.finish() }
        }
        #expect(!isShown)
        #expect(dumb.end().status == 0 && dumb.shown == "")
        let script = """
            age -r $(age-keygen -y key.txt) out > file.age
            (head -c 400000 file.age; sleep 1; tail -c +400001 file.age) | $0 decrypt - -i key.txt -o again
            """
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.path("analyze")], folder: trickle.folder.path)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }
}
