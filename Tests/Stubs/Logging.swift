/// Stands in for the module of swift-log where it cannot be fetched: the public signatures that a handler meets, and nothing
/// behind them. Source: https://swiftpackageindex.com/apple/swift-log/documentation/logging/loghandler (1.x).
public struct Logger: Sendable {
    public enum Level: String, CaseIterable, Sendable { case trace, debug, info, notice, warning, error, critical }
    public struct Message: Sendable, CustomStringConvertible { public var description: String { "" } }
    public enum MetadataValue: Sendable, CustomStringConvertible {
        case string(String)
        public var description: String { "" }
    }
    public typealias Metadata = [String: MetadataValue]
}

public protocol LogHandler: Sendable {
    func log(
        level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
        function: String, line: UInt)
    subscript(metadataKey _: String) -> Logger.MetadataValue? { get set }
    var metadata: Logger.Metadata { get set }
    var logLevel: Logger.Level { get set }
}

public enum LoggingSystem {
    public static func bootstrap(_ factory: @escaping @Sendable (String) -> any LogHandler) { _ = factory }
}
