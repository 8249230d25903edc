import CommandKit
import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// `--zones FILE`, the same for every verb that can leave places out.
extension PrivacyZones {
    static let flag = Flag(
        "zones", value: .file(name: "FILE"), help: "leave out what lies in these circles (JSON)")

    /// Reads the file of the option.
    static func read(at path: String) throws -> PrivacyZones {
        let bytes = try FileSystem.contents(of: path)
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw Complaint("\(path) is no JSON: \(error)", hint: example)
        }
        do throws(Flaw) { return try PrivacyZones(value) } catch {
            throw Complaint("\(path): \(error)", hint: example)
        }
    }
}
