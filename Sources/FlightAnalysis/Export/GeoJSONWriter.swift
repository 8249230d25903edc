import FieldModel
import LogFormat
import SystemIO

/// GeoJSON (RFC 7946): a feature a line, a feature a gap with `kind` "gap", so that a style can dot it, and a point a
/// mark. Positions are longitude and latitude only: the third number would be a height over the ellipsoid, and what a log
/// has is a height above the sea; it stands in the properties. Times in `coordTimes`, parallel to the coordinates.
struct GeoJSONWriter {
    private var time = TimeText()
    private var isFirst = true

    mutating func write(_ drawing: TrackDrawing, to out: inout OutputBuffer) throws(IOError) {
        out.write("{\"type\":\"FeatureCollection\"")
        if let bounds = GeoBounds(drawing) {
            out.write(",\"bbox\":[")
            for (index, edge) in [bounds.west, bounds.south, bounds.east, bounds.north].enumerated() {
                if index > 0 { out.write(",") }
                out.write(Int64(edge), decimals: 7)
            }
            out.write("]")
        }
        out.write(",\"features\":[")
        for line in drawing.lines { try self.line(line.points, &out) }
        for connector in drawing.connectors {
            gap(connector, &out)
            try out.drainIfFull()
        }
        for mark in drawing.marks {
            self.mark(mark, &out)
            try out.drainIfFull()
        }
        out.write("\n]}\n")
    }

    // MARK: Features

    private mutating func line(_ points: [TrackDrawing.Point], _ out: inout OutputBuffer) throws(IOError) {
        guard let first = points.first, let last = points.last else { return }
        let positions = Self.positions(of: points)
        feature("segment", &out)
        property("start", first.fix.sampleTime, &out)
        property("end", last.fix.sampleTime, &out)
        out.write(",\"points\":")
        out.write(Int64(points.count), decimals: 0)
        if points.count == 1 { property("time", first.fix.sampleTime, &out) }
        out.write(",\"coordTimes\":")
        try nested(positions, &out) { (writer, position, out) in writer.timeText(position.time, &out) }
        for column in Self.columns {
            out.write(",\"")
            out.write(column.name)
            out.write("\":")
            try nested(positions, &out) { (writer, position, out) in
                let value = position.fix.map(column.value) ?? .empty
                guard let number = value.number, number >= 0 || column.maybeNegative else { return out.write("null") }
                out.write(Int64(number), decimals: column.places)
            }
        }
        out.write("},\"geometry\":{\"type\":\"")
        out.write(points.count == 1 ? "Point" : positions.count == 1 ? "LineString" : "MultiLineString")
        out.write("\",\"coordinates\":")
        if points.count == 1 {
            coordinate(first.fix.longitude, first.fix.latitude, &out)
        } else {
            try nested(positions, &out) { (writer, position, out) in
                writer.coordinate(position.longitude, position.latitude, &out)
            }
        }
        out.write("}}")
    }

    private mutating func gap(_ gap: TrackDrawing.Connector, _ out: inout OutputBuffer) {
        feature("gap", &out)
        property("start", gap.from.fix.sampleTime, &out)
        property("end", gap.to.fix.sampleTime, &out)
        out.write(",\"seconds\":")
        out.write(gap.duration, decimals: 3)
        out.write(",\"cause\":")
        JSON.append(gap.cause, to: &out.bytes)
        let positions = Self.positions(of: [gap.from, gap.to])
        out.write("},\"geometry\":{\"type\":\"")
        out.write(positions.count == 1 ? "LineString" : "MultiLineString")
        out.write("\",\"coordinates\":")
        if positions.count > 1 { out.write("[") }
        for (index, piece) in positions.enumerated() {
            out.write(index == 0 ? "[" : ",[")
            for (place, position) in piece.enumerated() {
                if place > 0 { out.write(",") }
                coordinate(position.longitude, position.latitude, &out)
            }
            out.write("]")
        }
        if positions.count > 1 { out.write("]") }
        out.write("}}")
    }

    private mutating func mark(_ mark: TrackDrawing.Mark, _ out: inout OutputBuffer) {
        feature("mark", &out)
        out.write(",\"mark\":\"")
        out.bytes += mark.kind.rawValue.utf8
        out.write("\"")
        property("time", mark.time, &out)
        if let until = mark.until { property("until", until, &out) }
        out.write(",\"text\":")
        JSON.append(mark.text, to: &out.bytes)
        out.write("},\"geometry\":{\"type\":\"Point\",\"coordinates\":")
        coordinate(mark.longitude, mark.latitude, &out)
        out.write("}}")
    }

    // MARK: Parts

    /// A place of a line: measured, or where the line is cut at the antimeridian.
    private struct Position {
        var longitude: Int32
        var latitude: Int32
        var time: WallTime
        /// Nil at the antimeridian: nothing was measured there.
        var fix: Fix?

        init(_ point: TrackDrawing.Point) {
            (longitude, latitude) = (point.fix.longitude, point.fix.latitude)
            (time, fix) = (point.fix.sampleTime, point.fix)
        }

        init(_ crossing: Antimeridian.Crossing, longitude: Int32) {
            (self.longitude, latitude, time) = (longitude, crossing.latitude, crossing.time)
        }
    }

    /// Pieces that each stay on one side of the antimeridian and reach to it.
    private static func positions(of points: [TrackDrawing.Point]) -> [[Position]] {
        var pieces: [[Position]] = []
        for range in Antimeridian.pieces(of: points) {
            var piece = points[range].map(Position.init)
            if range.lowerBound > 0 {
                let crossing = Antimeridian.crossing(from: points[range.lowerBound - 1], to: points[range.lowerBound])
                pieces[pieces.count - 1].append(Position(crossing, longitude: crossing.leaving))
                piece.insert(Position(crossing, longitude: -crossing.leaving), at: 0)
            }
            pieces.append(piece)
        }
        return pieces
    }

    /// What stands beside the coordinates, parallel to them.
    private static let columns:
        [(name: StaticString, value: @Sendable (Fix) -> Quantity, places: Int, maybeNegative: Bool)] = [
            ("hacc", { $0.horizontalAccuracy }, 2, false), ("speed", { $0.speed }, 2, false),
            ("course", { $0.course }, 1, false),
            ("altitudeAboveSea", { $0.verticalAccuracy.isValidOrAbsent ? $0.altitude : .empty }, 2, true),
        ]

    private mutating func feature(_ kind: StaticString, _ out: inout OutputBuffer) {
        out.write(isFirst ? "\n" : ",\n")
        isFirst = false
        out.write("{\"type\":\"Feature\",\"properties\":{\"kind\":\"")
        out.write(kind)
        out.write("\"")
    }

    private mutating func property(_ name: StaticString, _ instant: WallTime, _ out: inout OutputBuffer) {
        out.write(",\"")
        out.write(name)
        out.write("\":")
        timeText(instant, &out)
    }

    private mutating func timeText(_ instant: WallTime, _ out: inout OutputBuffer) {
        guard TimeText.isWritable(instant) else { return out.write("null") }
        out.write("\"")
        time.append(instant, to: &out.bytes)
        out.write("\"")
    }

    private func coordinate(_ longitude: Int32, _ latitude: Int32, _ out: inout OutputBuffer) {
        out.write("[")
        out.write(Int64(longitude), decimals: 7)
        out.write(",")
        out.write(Int64(latitude), decimals: 7)
        out.write("]")
    }

    /// A list of one value a position; for several pieces a list of such lists.
    private mutating func nested(
        _ pieces: [[Position]], _ out: inout OutputBuffer,
        each: (inout Self, Position, inout OutputBuffer) -> Void
    ) throws(IOError) {
        if pieces.count > 1 { out.write("[") }
        for (index, piece) in pieces.enumerated() {
            out.write(index == 0 ? "[" : ",[")
            for (place, position) in piece.enumerated() {
                if place > 0 { out.write(",") }
                each(&self, position, &out)
                try out.drainIfFull()
            }
            out.write("]")
        }
        if pieces.count > 1 { out.write("]") }
    }
}
