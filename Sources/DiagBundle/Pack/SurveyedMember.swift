import FieldModel

/// A member after the first pass: read, filtered and hashed once, so that the manifest can lead the bundle.
struct SurveyedMember: Sendable {
    var source: MemberSource
    var filters: MemberFilters
    /// Bytes as they will stand in the bundle.
    var size: Int64
    var sha256: String
    /// Nil for files that are no log files.
    var records: Int64?
    var first: WallTime?
    var last: WallTime?
    var launches: [LineCensus.Launch]
    /// What the filters took out, by rule.
    var removed: [String: Int64]
    /// Where it lies compressed already.
    var ahead: HeadStart.Place?

    /// Reads the member once. `seen` hears how many bytes went by.
    /// - Parameter ahead: compresses it by the way, where its size is known before.
    init(
        _ source: MemberSource, _ filters: MemberFilters, control: WorkControl, ahead: HeadStart? = nil,
        seen: (Int) -> Void
    ) throws(BundleError) {
        let bytes = filters.apply(to: source)
        let early = ahead.flatMap { bytes is FilteredSource ? nil : $0.begin(source.path, size: source.size) }
        var digest = Crypto.Digest()
        var census = LineCensus(source.kind)
        var size: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try control.check()
            let count = try bytes.read(into: buffer)
            if count == 0 { break }
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(chunk)
            census?.add(chunk)
            early?.write(chunk)
            size += Int64(count)
            seen(count)
        }
        census?.finish()
        self.source = source
        self.filters = filters
        self.size = size
        sha256 = Hex.text(digest.finish())
        records = census?.records
        first = census?.first
        last = census?.last
        launches = census?.launches ?? []
        removed = (bytes as? FilteredSource)?.removed ?? [:]
        self.ahead = early?.finish()
    }

    var manifestFile: Manifest.File {
        Manifest.File(path: source.path, bytes: size, sha256: sha256, records: records, first: first, last: last)
    }
}

/// How the lines of a member are changed on their way. Makes fresh filters for each pass.
struct MemberFilters: Sendable {
    var since: WallTime?
    var until: WallTime?
    var rules: RedactionRules?
    var coordinates: CoordinateRules?
    /// Lines of a log file to leave out at its beginning, to meet a size.
    var skippedRecords: Int64 = 0

    /// The member's bytes as they will stand in the bundle.
    func apply(to source: MemberSource) -> any ByteSource {
        let filters = filters(for: source.kind)
        return filters.isEmpty ? source.open() : FilteredSource(source.open(), filters: filters)
    }

    private func filters(for kind: MemberKind) -> [any LineFilter] {
        var filters: [any LineFilter] = []
        switch kind {
        case .events:
            if since != nil || until != nil { filters.append(EventSpanFilter(since: since, until: until)) }
            if let rules, let coordinates { filters.append(EventRedactor(rules, coordinates)) }
        case .samples:
            if since != nil || until != nil { filters.append(SampleSpanFilter(since: since, until: until)) }
            if let rules, let coordinates { filters.append(SampleRedactor(rules, coordinates)) }
        case .database, .settings, .state, .other: return []
        }
        if skippedRecords > 0 { filters.append(HeadFilter(records: skippedRecords, keepsHeader: kind == .samples)) }
        return filters
    }

    /// Why a file is not packed under these rules; nil where it may be.
    func refusal(_ kind: MemberKind) -> String? {
        guard let rules else { return nil }
        switch kind {
        case .events, .samples, .database: return nil
        case .settings: return rules.events != nil || rules.dropsText ? "redact: it repeats what events say" : nil
        case .state, .other: return "redact: what is in it cannot be known"
        }
    }
}

/// Leaves out the first records of a log file.
struct HeadFilter: LineFilter {
    let removed: [String: Int64] = [:]
    private var rest: Int64
    private var isHeader: Bool

    init(records: Int64, keepsHeader: Bool) {
        rest = records
        isHeader = keepsHeader
    }

    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void) {
        if isHeader {
            isHeader = false
            next(line)
        } else if rest > 0 {
            rest -= 1
        } else {
            next(line)
        }
    }
}

extension FilteredSource {
    /// What the filters took out, by rule.
    var removed: [String: Int64] {
        filters.reduce(into: [:]) { $0.merge($1.removed) { $0 + $1 } }
    }
}
