import CommandKit
import SimulatedDay

/// The numbers of the simulation on the command line.
enum ParameterListing {
    static func print() throws -> ExitStatus {
        var table = TextTable([("name", .left), ("value", .right), ("unit", .left), ("source", .left)])
        for row in Parameters.table {
            table.add([row.name, row.value.formatted, row.unit, row.source])
        }
        try Descriptor.standardOutput.write(table.text())
        return .done
    }

    /// `sky.sigma=4`
    static func set(_ text: String, in parameters: inout Parameters) throws {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let row = Parameters.table.first(where: { $0.name == parts[0] }) else {
            throw Complaint.usage(
                "--set takes NAME=VALUE, not '\(text)'", hint: "fieldsim --list-parameters has the names")
        }
        guard let value = Double(parts[1]), value.isFinite, value >= 0 else {
            throw Complaint.usage("\(row.name) takes a number of at least 0, not '\(parts[1])'")
        }
        parameters[row.parameter] = value
    }
}

extension Double {
    /// Whole numbers without a point, others with three decimals at most.
    fileprivate var formatted: String {
        self == rounded() ? String(Int(self)) : String((self * 1000).rounded() / 1000)
    }
}
