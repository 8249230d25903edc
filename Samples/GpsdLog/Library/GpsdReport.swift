/// One line of gpsd's JSON stream. What the line does not say stays absent; what is unknown is passed over, so that a
/// newer gpsd can say more. Source: the manual gpsd_json(5) of gpsd 3.22, protocol 3.14.
import FieldModel
import LogFormat

public enum GpsdReport: Hashable, Sendable {
    /// The greeting: which gpsd it is (`release`).
    case version(String)
    /// Receivers that gpsd has open, all of them or the one that came or went.
    case devices([GpsdDevice])
    case position(GpsdPosition)
    case sky(GpsdSky)
    /// gpsd complains about what it was asked, or about a receiver.
    case failure(String)
    /// A class that this reader has no use for.
    case other(String)

    /// - Throws: `GpsdError` where the line is no JSON object or has no class.
    public init(_ line: [UInt8]) throws(GpsdError) {
        let value: Value
        do { value = try JSON.parse(line) } catch { throw .notJSON("\(error)") }
        guard value.fields != nil else { throw .noObject }
        guard let name = value["class"]?.string else { throw .noClass }
        switch name {
        case "VERSION": self = .version(value["release"]?.string ?? "")
        case "DEVICES": self = .devices((value["devices"]?.array ?? []).map(GpsdDevice.init))
        case "DEVICE": self = .devices([GpsdDevice(value)])
        case "TPV": self = .position(GpsdPosition(value))
        case "SKY": self = .sky(GpsdSky(value))
        case "ERROR": self = .failure(value["message"]?.string ?? "")
        default: self = .other(name)
        }
    }
}

/// Why a line of the stream is none.
public enum GpsdError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(String)
    case noObject
    case noClass

    public var description: String {
        switch self {
        case .notJSON(let why): "wanted a line of JSON from gpsd: \(why)"
        case .noObject: "wanted a JSON object from gpsd, found another value"
        case .noClass: "wanted a report of gpsd with a class, found an object without"
        }
    }
}
