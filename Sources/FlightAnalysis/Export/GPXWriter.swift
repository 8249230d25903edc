import FieldModel
import SystemIO

/// GPX 1.1 (topografix.com/GPX/1/1/gpx.xsd): marks and gaps as waypoints, one track, every line a `trkseg` of its own, and
/// a new one at the antimeridian. Only measured points. Speed and course stand in Garmin's TrackPointExtension v2, since
/// GPX 1.1 has no place for them; accuracies in a namespace of our own, since `hdop` is no length, and beside them every
/// annotation of the point.
struct GPXWriter {
    private var time = TimeText()

    /// GPX has longitudes from -180 to just under 180.
    private static let westmost = Int64(-1_800_000_000)
    private static let eastmost = Int64(1_799_999_999)

    mutating func write(_ drawing: TrackDrawing, to out: inout OutputBuffer) throws(IOError) {
        head(drawing, &out)
        for (index, connector) in drawing.connectors.enumerated() {
            gap(connector, number: index + 1, &out)
            try out.drainIfFull()
        }
        for mark in drawing.marks {
            waypoint(mark, &out)
            try out.drainIfFull()
        }
        if !drawing.lines.isEmpty {
            out.write("  <trk><name>")
            XMLText.append(drawing.name, to: &out.bytes)
            out.write("</name>\n")
            for line in drawing.lines {
                for piece in Antimeridian.pieces(of: line.points) {
                    out.write("    <trkseg>\n")
                    for index in piece {
                        let point = line.points[index]
                        self.point(point, point.note.map { drawing.notes[Int($0)] }, &out)
                        try out.drainIfFull()
                    }
                    out.write("    </trkseg>\n")
                }
            }
            out.write("  </trk>\n")
        }
        out.write("</gpx>\n")
    }

    private mutating func head(_ drawing: TrackDrawing, _ out: inout OutputBuffer) {
        out.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="flightlog analyze" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:fl="urn:flightlog:gpx:1" \
            xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
              <metadata><name>
            """)
        XMLText.append(drawing.name, to: &out.bytes)
        out.write("</name>")
        if let first = drawing.lines.first?.points.first { timeElement(first.fix.sampleTime, &out) }
        if let bounds = GeoBounds(drawing) {
            // Least and greatest cannot say "over the antimeridian": such a track is given the whole width.
            let crosses = bounds.crossesAntimeridian
            out.write("<bounds minlat=\"")
            out.write(Int64(bounds.south), decimals: 7)
            out.write("\" minlon=\"")
            out.write(crosses ? Self.westmost : Int64(bounds.west), decimals: 7)
            out.write("\" maxlat=\"")
            out.write(Int64(bounds.north), decimals: 7)
            out.write("\" maxlon=\"")
            out.write(crosses ? Self.eastmost : min(Int64(bounds.east), Self.eastmost), decimals: 7)
            out.write("\"/>")
        }
        out.write("</metadata>\n")
    }

    /// A gap as a waypoint where the line breaks off.
    private mutating func gap(_ gap: TrackDrawing.Connector, number: Int, _ out: inout OutputBuffer) {
        position("  <wpt", gap.from.fix.latitude, gap.from.fix.longitude, &out)
        timeElement(gap.from.fix.sampleTime, &out)
        out.write("<name>gap ")
        out.write(Int64(number), decimals: 0)
        out.write("</name><desc>")
        XMLText.append(gap.cause, to: &out.bytes)
        out.write(", ")
        out.write(gap.duration, decimals: 3)
        out.write(" s</desc><sym>Flag, Red</sym><type>gap</type></wpt>\n")
    }

    private mutating func waypoint(_ mark: TrackDrawing.Mark, _ out: inout OutputBuffer) {
        position("  <wpt", mark.latitude, mark.longitude, &out)
        timeElement(mark.time, &out)
        out.write("<name>")
        XMLText.append(mark.text.isEmpty ? mark.kind.rawValue : mark.text, to: &out.bytes)
        out.write("</name>")
        if let until = mark.until, TimeText.isWritable(until) {
            out.write("<desc>until ")
            time.append(until, to: &out.bytes)
            out.write("</desc>")
        }
        out.write("<type>")
        out.bytes += mark.kind.rawValue.utf8
        out.write("</type></wpt>\n")
    }

    private mutating func point(_ point: TrackDrawing.Point, _ note: PointNote?, _ out: inout OutputBuffer) {
        let fix = point.fix
        position("      <trkpt", fix.latitude, fix.longitude, &out)
        if let altitude = fix.altitude.number, fix.verticalAccuracy.isValidOrAbsent {
            out.write("<ele>")
            out.write(Int64(altitude), decimals: 2)
            out.write("</ele>")
        }
        timeElement(fix.sampleTime, &out)
        out.write("<extensions>")
        if fix.speed.isValid || fix.course.isValid {
            out.write("<gpxtpx:TrackPointExtension>")
            quantity("gpxtpx:speed", fix.speed, places: 2, &out)
            quantity("gpxtpx:course", fix.course, places: 1, &out)
            out.write("</gpxtpx:TrackPointExtension>")
        }
        quantity("fl:hacc", fix.horizontalAccuracy, places: 2, &out)
        quantity("fl:vacc", fix.verticalAccuracy, places: 2, &out)
        quantity("fl:sacc", fix.speedAccuracy, places: 2, &out)
        quantity("fl:cacc", fix.courseAccuracy, places: 1, &out)
        out.write("<fl:n>")
        out.write(Int64(clamping: point.n), decimals: 0)
        out.write("</fl:n>")
        text("motion", fix.motion?.rawValue ?? "", &out)
        text("app", fix.appState?.rawValue ?? "", &out)
        if let note { annotate(note, &out) }
        out.write("</extensions></trkpt>\n")
    }

    /// What the log says of the point beside its fix; what it does not say is left out.
    private func annotate(_ note: PointNote, _ out: inout OutputBuffer) {
        text("verdict", note.verdict?.rawValue ?? "", &out)
        text("reason", note.reason, &out)
        for (name, cell) in zip(Annotations.names, note.annotations.cells) { text(name, cell, &out) }
    }

    /// An element of our own; nothing where there is no text.
    private func text(_ name: String, _ text: String, _ out: inout OutputBuffer) {
        guard !text.isEmpty else { return }
        out.write("<fl:")
        out.bytes += name.utf8
        out.write(">")
        XMLText.append(text, to: &out.bytes)
        out.write("</fl:")
        out.bytes += name.utf8
        out.write(">")
    }

    private func position(_ open: StaticString, _ latitude: Int32, _ longitude: Int32, _ out: inout OutputBuffer) {
        out.write(open)
        out.write(" lat=\"")
        out.write(Int64(latitude), decimals: 7)
        out.write("\" lon=\"")
        out.write(Int64(GeoBounds.wrapped(Int64(longitude))), decimals: 7)
        out.write("\">")
    }

    private mutating func timeElement(_ instant: WallTime, _ out: inout OutputBuffer) {
        guard TimeText.isWritable(instant) else { return }
        out.write("<time>")
        time.append(instant, to: &out.bytes)
        out.write("</time>")
    }

    /// An element for a valid quantity, nothing for any other.
    private func quantity(_ name: StaticString, _ value: Quantity, places: Int, _ out: inout OutputBuffer) {
        guard value.isValid else { return }
        out.write("<")
        out.write(name)
        out.write(">")
        out.write(Int64(value.rawValue), decimals: places)
        out.write("</")
        out.write(name)
        out.write(">")
    }
}
