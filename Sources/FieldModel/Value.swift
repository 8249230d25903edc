/// A JSON value. Objects keep the order of their keys, integers stay integers.
public enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Finite: JSON has no other.
    case number(Double)
    case string(String)
    case array([Value])
    case object([Record.Field])

    public var bool: Bool? { if case .bool(let it) = self { it } else { nil } }
    public var string: String? { if case .string(let it) = self { it } else { nil } }
    public var array: [Value]? { if case .array(let it) = self { it } else { nil } }
    public var fields: [Record.Field]? { if case .object(let it) = self { it } else { nil } }

    /// A whole number, also where it was written with a fraction of zero; nil beyond 64 bits.
    public var integer: Int64? {
        switch self {
        case .integer(let it): it
        case .number(let it): Int64(exactly: it)
        default: nil
        }
    }

    public var double: Double? {
        switch self {
        case .integer(let it): Double(it)
        case .number(let it): it
        default: nil
        }
    }

    /// The value of an object's key; the last one where a key is repeated, as JSON readers commonly do.
    public subscript(key: String) -> Value? { fields?.last { $0.key == key }?.value }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Record.Field($0.0, $0.1) })
    }
    public init(nilLiteral: ()) { self = .null }
}
