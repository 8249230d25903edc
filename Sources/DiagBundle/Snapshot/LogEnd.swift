import FieldModel

/// The time of the last record of a log, from which "the last 15 minutes" count.
public enum LogEnd {
    /// Nil where the log has no record with a time.
    public static func of(_ log: String) throws(BundleError) -> WallTime? {
        let members = try LogSnapshot.take(of: log).members
        var end: WallTime?
        // Day files sort by day: the last of each kind has the last record.
        for kind in [MemberKind.events, .samples] {
            guard
                let newest = members.filter({ $0.kind == kind }).max(by: {
                    $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
                })
            else { continue }
            let survey = try SurveyedMember(newest, MemberFilters(), control: WorkControl()) { _ in }
            if let last = survey.last { end = max(end ?? last, last) }
        }
        return end
    }
}
