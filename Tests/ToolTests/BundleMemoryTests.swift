import Foundation
import TestKit
import Testing

/// What packing, unpacking and reading a bundle cost does not grow with its size. Tests/Benchmarks/bundle-memory has the
/// long form: 10 MB against 2 GB, optimised.
@Suite struct BundleMemoryTests {
    /// Day files of samples, `days` of them with about 1.2 MB each.
    static func log(_ folder: TemporaryFolder, _ name: String, days: Int) throws {
        var n = 1
        for day in 10..<10 + days {
            var rows = "n,m,recv,t,lat,lon,hacc,verdict,reason\n"
            for second in 0..<15_000 {
                n += 1
                let m = (day - 10) * 86_400_000 + second * 1000, t = 1_796_000_000_000 + m
                rows += "\(n),\(m),\(t + 20),\(t),50.\(1_000_000 + n * 7919 % 999_983),10.\(n * 104_729 % 999_979),"
                rows += "5.\(n % 90 + 10),a,\n"
            }
            try folder.write(rows, to: "\(name)/samples/2026-12-\(day).csv")
        }
        try folder.write(
            "{\"n\":1,\"t\":1796000000000,\"m\":0,\"u\":0,\"k\":\"launch\",\"run\":\"R\"}\n",
            to: "\(name)/events/2026-12-10.jsonl")
    }

    @Test("A bundle of sixteen days takes no more memory than one of two: to pack, unpack, decrypt, read and inspect")
    func bounded() throws {
        let folder = TemporaryFolder()
        try Self.log(folder, "small", days: 2)
        try Self.log(folder, "large", days: 16)
        let key = folder.appending("key.txt")
        let made = try Tool.run("diagpack", ["keygen", "-o", key])
        let recipient = String(made.errors.split(separator: " ").last!.dropLast())
        func peaks(_ name: String) throws -> [Int] {
            let bundle = folder.appending(name + ".age"), out = folder.appending(name + "-out")
            let commands: [(String, [String])] = [
                ("diagpack", ["pack", folder.appending(name), "-r", recipient, "-o", bundle]),
                ("analyze", ["unpack", bundle, "-i", key, "-o", out]),
                ("analyze", ["decrypt", bundle, "-i", key, "-o", out + ".tar.gz"]),
                ("analyze", ["gaps", bundle, "-i", key, "--format", "json"]),
                ("diagpack", ["inspect", bundle]),
            ]
            return try commands.map { try #require(try PeakMemory.of($0.0, $0.1), "\($0)") }
        }
        let (small, large) = (try peaks("small"), try peaks("large"))
        #expect(zip(small, large).allSatisfy { Double($1) < Double($0) * 1.1 }, "KiB: \(small), then \(large)")
    }
}
