import FieldModel
import LogFormat

/// Any bytes: parsed or refused, never a trap; what was parsed reads back as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let value = try? JSON.parse(bytes) else { return 0 }  // refusing is the right answer to most inputs
    var text: [UInt8] = []
    JSON.append(value, to: &text)
    guard let again = try? JSON.parse(text) else { preconditionFailure("what was written is not read") }
    precondition(again == value, "what was written reads back as something else")
    return 0
}
