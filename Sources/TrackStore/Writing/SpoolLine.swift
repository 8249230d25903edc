/// One line of the spool: what it says, of which run, its numbers, and a check at the end. A line cut short, or with any
/// byte changed, is not a line.
///
///     run,NAME,started,boot,zone,CHECK
///     point,NAME,seq,(columns of FixRow),CHECK
///     doubted,NAME,seq,(columns of FixRow),reason,CHECK
///     transition,NAME,seq,before,t,kind,until,value,lat,lon,note,CHECK
///
/// An empty cell is null. In names and notes `%`, comma and control characters are written as % and two hex digits.
import DecisionCore
import FieldModel

enum SpoolLine {
    /// The run that the lines below it belong to.
    case run(name: String, RunStart)
    case fact(run: String, NumberedFact)

    /// The line with its check and line end.
    static func run(_ name: String, _ start: RunStart) -> String {
        sealed(["run", escaped(name), cell(start.wallTime), cell(start.bootTime), cell(start.zone)])
    }

    /// The line with its check and line end. `start` is the run's.
    static func fact(_ fact: NumberedFact, of run: String, _ start: RunStart) throws(TrackStoreError) -> String {
        let head = [escaped(run), cell(fact.seq)]
        switch fact.fact {
        case .point(let point):
            return sealed(["point"] + head + (try FixRow(point, start: start)).values.map(cell))
        case .doubted(let point, let reason):
            let code = try DoubtCode.code(reason)
            return sealed(["doubted"] + head + (try FixRow(point, start: start)).values.map(cell) + [cell(code)])
        case .transition(let it):
            return sealed(
                ["transition"] + head + [
                    cell(fact.before), cell(it.time.rawValue), it.kind.rawValue, cell(it.until?.rawValue),
                    cell(it.value), cell(it.latitude.map(Int64.init)), cell(it.longitude.map(Int64.init)),
                    it.note.map { "'" + escaped($0) } ?? "",
                ])
        }
    }

    /// Reads a line without its line end; nil where it is damaged. `start` answers where a run began.
    init?(_ line: String, start: (String) -> RunStart?) {
        guard let comma = line.lastIndex(of: ","), line[line.index(after: comma)...] == Self.check(line[..<comma])
        else {
            return nil
        }
        let cells = line[..<comma].split(separator: "," as Character, omittingEmptySubsequences: false).map(String.init)
        guard cells.count >= 3, let name = Self.unescaped(cells[1]) else { return nil }
        if cells[0] == "run" {
            guard cells.count == 5, let started = Int64(cells[2]) else { return nil }
            self = .run(name: name, RunStart(wallTime: started, bootTime: Int64(cells[3]), zone: Int64(cells[4])))
            return
        }
        guard let seq = Int64(cells[2]), let start = start(name), let fact = Self.fact(cells, seq, start) else {
            return nil
        }
        self = .fact(run: name, fact)
    }

    private static func fact(_ cells: [String], _ seq: Int64, _ start: RunStart) -> NumberedFact? {
        let width = FixRow.names.count
        func point() -> TrailPoint? { TrailPoint(start: start, segment: 0) { Int64(cells[3 + $0]) } }
        switch cells[0] {
        case "point":
            guard cells.count == 3 + width, let point = point() else { return nil }
            return NumberedFact(seq: seq, .point(point))
        case "doubted":
            guard cells.count == 4 + width, let point = point(),
                let reason = Int64(cells[3 + width]).flatMap(DoubtCode.reason)
            else { return nil }
            return NumberedFact(seq: seq, .doubted(point, reason))
        case "transition":
            guard cells.count == 11, let before = Int64(cells[3]), let time = Int64(cells[4]),
                let kind = Transition.Kind(rawValue: cells[5])
            else { return nil }
            let transition = Transition(
                kind, at: WallTime(time), until: Int64(cells[6]).map { WallTime($0) }, value: Int64(cells[7]),
                latitude: Int32(cells[8]), longitude: Int32(cells[9]),
                note: cells[10].isEmpty ? nil : unescaped(String(cells[10].dropFirst())))
            return NumberedFact(seq: seq, before: before, .transition(transition))
        default: return nil
        }
    }

    // MARK: Cells

    private static func cell(_ number: Int64?) -> String { number.map(String.init) ?? "" }

    private static func sealed(_ cells: [String]) -> String {
        let line = cells.joined(separator: ",")
        return line + "," + check(line) + "\n"
    }

    /// FNV-1a, 32 bits, in hex: an offset, and for every byte an exclusive or and a product.
    private static func check(_ text: some StringProtocol) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return String(hash, radix: 16)
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte < 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "%") {
                let digits = Array(String(byte, radix: 16).utf8)
                bytes += [UInt8(ascii: "%")] + (digits.count == 1 ? [UInt8(ascii: "0")] : []) + digits
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescaped(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
