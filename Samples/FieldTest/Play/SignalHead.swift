import CommandKit
import FieldModel
import LogFormat

/// What can be known of a source before all of it is read: when it begins, and what it gives. Enough to open the log.
struct SignalHead {
    /// Wall clock at the first signal.
    let begins: WallTime
    /// What the source gives at all. The log has to leave out the rest as well: a column that is there and empty says
    /// *invalid*, and the rules treat that differently from *never given*.
    let columns: SampleColumns

    /// Bytes of each file that are looked at; where they hold no signal, the whole of it is.
    private static let reach = 65_536

    /// - Parameter path: a log folder or a samples file.
    init(of path: String) throws {
        let files = try SignalSource.files(of: path)
        var missing: Set<FixColumn> = [.alt, .vacc, .speed, .sacc, .course, .cacc]
        var first: Stamp?
        for file in files {
            var header: SampleHeader?
            var found = try file.read(limit: Self.reach, header: &header)
            if found.isEmpty { found = try file.read() }
            if let header { missing = missing.filter { !header.has($0) } }
            for (stamp, _) in found where first.map({ (stamp.n, stamp.wallTime) < ($0.n, $0.wallTime) }) ?? true {
                first = stamp
            }
        }
        guard let first else {
            throw Complaint(
                "\(path) holds no signal", hint: "give a log folder, or a CSV with the columns t,lat,lon,hacc")
        }
        begins = first.wallTime
        columns = SampleColumns(omitting: missing)
    }
}
