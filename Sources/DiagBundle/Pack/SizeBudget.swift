import FieldModel

/// Chooses what fits into a size, newest first. Each part of the log has a share that the others cannot take from it;
/// what a part does not need is given to the rest.
///
/// Since the compressor starts afresh at each member, a member costs the same bytes whatever stands around it: the
/// choice is exact, not a guess.
struct SizeBudget {
    /// The shares, in hundredths.
    private enum Part: CaseIterable {
        case events, samples, databases, others
        var share: Int64 {
            switch self {
            case .events: 40
            case .samples: 40
            case .databases: 10
            case .others: 10
            }
        }

        init(_ kind: MemberKind) {
            switch kind {
            case .events: self = .events
            case .samples: self = .samples
            case .database: self = .databases
            case .settings, .state, .other: self = .others
            }
        }
    }

    let level: Int
    let threads: Int
    let time: Int64
    let control: WorkControl

    /// Compressed bytes of a member in the archive, header and padding included.
    func cost(_ member: SurveyedMember) throws(BundleError) -> Int64 {
        try cost(member.source.path, size: member.size, of: member.filters.apply(to: member.source))
    }

    func cost(_ path: String, size: Int64, of content: any ByteSource) throws(BundleError) -> Int64 {
        let counter = CountingSink()
        let gzip = try GzipWriter(to: counter, level: level, threads: threads)
        let archive = ArchiveWriter(to: gzip, time: time)
        try archive.write(path, size: size, from: content) { (_) throws(BundleError) in try control.check() }
        try gzip.finish()
        return counter.count - Self.frame
    }

    /// Bytes around the blocks of a gzip file: header, last block, checksum and length.
    static let frame: Int64 = 20
    /// Two zero blocks of tar, compressed at any level: an upper bound.
    static let archiveEnd: Int64 = 32

    /// Which of the members fit into `room` bytes of compressed archive, and which do not.
    func choose(
        _ members: [SurveyedMember], room: Int64
    ) throws(BundleError) -> (kept: [SurveyedMember], omitted: [SurveyedMember]) {
        var costs: [Int64] = []
        for member in members { costs.append(try cost(member)) }
        if costs.reduce(0, +) <= room { return (members, []) }
        var taken = Set<Int>()
        var spent: Int64 = 0
        for part in Part.allCases {
            var rest = room * part.share / 100
            for index in Self.newestFirst(members) where Part(members[index].source.kind) == part {
                guard costs[index] <= rest else { break }
                rest -= costs[index]
                spent += costs[index]
                taken.insert(index)
            }
        }
        // What the parts left over goes to whatever is newest; a part that met its first gap goes on behind it.
        for index in Self.newestFirst(members) where !taken.contains(index) && spent + costs[index] <= room {
            spent += costs[index]
            taken.insert(index)
        }
        var (kept, omitted) = (members.indices.filter { taken.contains($0) }.map { members[$0] }, [SurveyedMember]())
        for index in Self.newestFirst(members) where !taken.contains(index) {
            // The newest end of the first file that does not fit whole.
            if let part = try tail(of: members[index], room: room - spent, cost: costs[index]) {
                spent += try cost(part)
                kept.append(part)
            }
            omitted.append(members[index])
        }
        return (kept, omitted)
    }

    /// The last records of a log file that fit into `room`; nil where that is not worth it.
    private func tail(of member: SurveyedMember, room: Int64, cost: Int64) throws(BundleError) -> SurveyedMember? {
        guard let records = member.records, records > 1, room > 2048, room < cost else { return nil }
        var share = Double(room) / Double(cost) * 0.95
        for _ in 0..<6 {
            let kept = Int64(Double(records) * share)
            guard kept > 0 else { return nil }
            var filters = member.filters
            filters.skippedRecords = records - kept
            let part = try SurveyedMember(member.source, filters, control: control) { _ in }
            if try self.cost(part) <= room { return part }
            share *= 0.8
        }
        return nil
    }

    private static func newestFirst(_ members: [SurveyedMember]) -> [Int] {
        members.indices.sorted { a, b in
            let (first, second) = (members[a].last ?? WallTime(.max), members[b].last ?? WallTime(.max))
            return first == second ? a < b : first > second
        }
    }
}
