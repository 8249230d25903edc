import FieldModel
import Foundation
import SystemIO
import TestKit
import Testing

@testable import DiagBundle

/// A small log folder and the bundle of it, in one temporary folder.
struct PackedLog {
    let folder = TemporaryFolder()
    var log: String { folder.appending("log") }
    var bundle: String { folder.appending("log.tar.gz.age") }
    static let created = WallTime(rfc3339: "2026-11-30T12:00:00Z")!

    static let events = (0..<200).map { index -> String in
        let time = 1_796_000_000_000 + index * 60_000
        return index == 0
            ? "{\"n\":1,\"t\":\(time),\"m\":0,\"u\":0,\"k\":\"launch\",\"run\":\"R-1\",\"os\":\"x\",\"reason\":\"user\"}\n"
            : "{\"n\":\(index * 2 + 1),\"t\":\(time),\"m\":\(index * 60_000),\"u\":0,\"k\":\"hb\",\"app\":\"bg\",\"cb\":\(index)}\n"
    }.joined()
    static let samples =
        "n,m,recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion,app,verdict,reason\n"
        + (0..<300).map { index in
            let time = 1_796_000_000_000 + index * 1000
            return "\(index * 2 + 2),\(index * 1000),\(time + 20),\(time),50.\(1_000_000 + index * 90),10.0000000,5.00,"
                + "100.00,3.00,1.40,0.30,0.0,5.0,gps,walking,bg,a,\n"
        }.joined()

    /// With all of the records, or the first of them.
    init(events: Int = .max, samples: Int = .max) throws {
        try folder.write(Self.lines(Self.events, events), to: "log/events/2026-11-30.jsonl")
        try folder.write(Self.lines(Self.samples, samples), to: "log/samples/2026-11-30.csv")
        try folder.write("{\"pauses\":false}\n", to: "log/settings.json")
    }

    private static func lines(_ text: String, _ count: Int) -> String {
        text.split(separator: "\n").prefix(count).map { $0 + "\n" }.joined()
    }

    var request: PackRequest {
        var request = PackRequest(log: log, created: Self.created, scratch: folder.path)
        request.threads = 2
        return request
    }

    /// Packs, and returns the plan.
    @discardableResult
    func pack(_ sealing: Sealing? = nil, change: (inout PackRequest) -> Void = { _ in }) throws -> BundlePlan {
        var request = request
        change(&request)
        let sealing = try sealing ?? .to([Keys.recipient])
        let plan = try BundlePlan(request, sealing: sealing)
        try plan.write(to: bundle, replacing: true, sealing: sealing)
        return plan
    }

    var bytes: [UInt8] { get throws { try folder.read("log.tar.gz.age") } }
}

/// Contents by path.
func members(of bundle: [UInt8], keyring: borrowing Keyring) throws -> [String: [UInt8]] {
    let reader = try BundleReader(source: MemorySource(bundle, path: "bundle"), keyring: keyring)
    var found: [String: [UInt8]] = [:]
    while let member = try reader.nextMember() { found[member.path] = try reader.contents() }
    return found
}

/// The fault that opening a bundle ends in; nil where it opens.
func fault(of bundle: [UInt8], keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits()) -> BundleError? {
    do throws(BundleError) {
        let reader = try BundleReader(source: MemorySource(bundle, path: "bundle"), keyring: keyring, limits: limits)
        while try reader.nextMember() != nil {}
        return nil
    } catch { return error }
}

/// An archive sealed as a bundle.
func bundle(_ archive: [UInt8]) throws -> [UInt8] {
    let sink = MemorySink()
    let gzip = try GzipWriter(to: AgeWriter(to: sink, recipients: [Keys.recipient]))
    try gzip.write(archive)
    try gzip.finish()
    return sink.bytes
}

/// Names in a folder, at any depth.
func tree(_ folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
}
