import FieldModel

/// A permission, a setting or a property of the receiver's profile that became another one; the first value of each
/// counts as one too.
public struct SettingChange: Hashable, Sendable {
    /// What kind of thing it is.
    public enum Group: String, Sendable { case permission, setting, profile }

    public var at: WallTime
    public var group: Group
    public var key: String
    /// Nil where nothing was known before.
    public var before: Value?
    public var after: Value

    /// What became another one between two states.
    static func between(_ old: LifeContext, _ new: LifeContext, at time: WallTime) -> [SettingChange] {
        changes(old.authorization, new.authorization, .permission, time)
            + changes(old.settings, new.settings, .setting, time) + changes(old.profile, new.profile, .profile, time)
    }

    private static func changes(
        _ old: [Record.Field], _ new: [Record.Field], _ group: Group, _ time: WallTime
    ) -> [SettingChange] {
        guard old != new else { return [] }
        return new.compactMap { field in
            let before = old.first { $0.key == field.key }?.value
            return before == field.value
                ? nil : SettingChange(at: time, group: group, key: field.key, before: before, after: field.value)
        }
    }
}
