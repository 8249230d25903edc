/// What a person asked for: the words of the command line, sorted by the table of its command. Asking for a flag that
/// the table lacks is a mistake of the program and traps.
public struct Invocation: Sendable {
    public let command: Command
    /// The words beside the options, in order.
    public let arguments: [String]
    let values: [String: [String]]

    /// Whether an option stands there at all.
    public func isOn(_ flag: String) -> Bool { !all(flag).isEmpty }

    /// The value of an option, the last one where it stands more than once.
    public func text(_ flag: String) -> String? { all(flag).last }

    /// All values of an option, in order.
    public func all(_ flag: String) -> [String] {
        precondition(
            command.allFlags.contains { $0.name == flag }, "\(command.name) has no option --\(flag) in its table")
        return values[flag] ?? []
    }

    /// The value as a whole number within `range`.
    public func integer(_ flag: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(flag) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Complaint.usage(
                "--\(flag) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// The value as a number of at least `minimum`.
    public func number(_ flag: String, atLeast minimum: Double = -.greatestFiniteMagnitude) throws -> Double? {
        guard let text = text(flag) else { return nil }
        guard let number = Double(text), number.isFinite, number >= minimum else {
            let least = minimum == -.greatestFiniteMagnitude ? "" : " of at least \(minimum)"
            throw Complaint.usage("--\(flag) takes a number\(least), not '\(text)'")
        }
        return number
    }

    /// The value, which must be there.
    public func required(_ flag: String) throws -> String {
        if let text = text(flag) { return text }
        throw Complaint.usage(
            "--\(flag) is missing", hint: "\(command.name) cannot work without it; see \(command.name) --help")
    }
}
