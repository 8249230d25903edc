import FieldModel
import SystemIO

/// KML 2.2 with Google's extension gx:Track: one gx:MultiTrack that says not to bridge its tracks, gaps as thin lines of
/// their own, marks as points. Nothing is drawn across the antimeridian: such a gap is only listed by its ends.
struct KMLWriter {
    private var time = TimeText()

    /// The values that go with each point, as arrays: name, column, decimals, what people read.
    private static let arrays:
        [(name: StaticString, value: @Sendable (Fix) -> Quantity, places: Int, label: StaticString)] = [
            ("hacc", { $0.horizontalAccuracy }, 2, "horizontal accuracy (m)"),
            ("speed", { $0.speed }, 2, "speed (m/s)"),
            ("course", { $0.course }, 1, "course (degrees)"),
        ]

    mutating func write(_ drawing: TrackDrawing, to out: inout OutputBuffer) throws(IOError) {
        head(drawing, &out)
        if !drawing.lines.isEmpty {
            out.write("<Placemark><name>track</name><styleUrl>#line</styleUrl>\n<gx:MultiTrack>")
            out.write("<altitudeMode>clampToGround</altitudeMode><gx:interpolate>0</gx:interpolate>\n")
            for line in drawing.lines {
                for piece in Antimeridian.pieces(of: line.points) { try track(line.points[piece], &out) }
            }
            out.write("</gx:MultiTrack></Placemark>\n")
        }
        for (index, connector) in drawing.connectors.enumerated() {
            gap(connector, number: index + 1, &out)
            try out.drainIfFull()
        }
        for mark in drawing.marks {
            placemark(mark, &out)
            try out.drainIfFull()
        }
        out.write("</Document></kml>\n")
    }

    private func head(_ drawing: TrackDrawing, _ out: inout OutputBuffer) {
        out.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>
            """)
        XMLText.append(drawing.name, to: &out.bytes)
        // Colours are alpha, blue, green, red.
        out.write(
            """
            </name>
            <Style id="line"><LineStyle><color>ffb27200</color><width>4</width></LineStyle></Style>
            <Style id="gap"><LineStyle><color>800000d5</color><width>1</width></LineStyle></Style>
            <Schema id="fl">
            """)
        for array in Self.arrays {
            out.write("<gx:SimpleArrayField name=\"")
            out.write(array.name)
            out.write("\" type=\"float\"><displayName>")
            out.write(array.label)
            out.write("</displayName></gx:SimpleArrayField>")
        }
        out.write("</Schema>\n")
    }

    private mutating func track(_ points: ArraySlice<TrackDrawing.Point>, _ out: inout OutputBuffer) throws(IOError) {
        out.write("<gx:Track>\n")
        for point in points {
            out.write("<when>")
            if TimeText.isWritable(point.fix.sampleTime) { time.append(point.fix.sampleTime, to: &out.bytes) }
            out.write("</when>\n")
            try out.drainIfFull()
        }
        for point in points {
            out.write("<gx:coord>")
            coordinate(point.fix, separator: UInt8(ascii: " "), &out)
            out.write("</gx:coord>\n")
            try out.drainIfFull()
        }
        out.write("<ExtendedData><SchemaData schemaUrl=\"#fl\">\n")
        for array in Self.arrays {
            out.write("<gx:SimpleArrayData name=\"")
            out.write(array.name)
            out.write("\">")
            for point in points {
                let value = array.value(point.fix)
                out.write("<gx:value>")
                if value.isValid { out.write(Int64(value.rawValue), decimals: array.places) }
                out.write("</gx:value>")
                try out.drainIfFull()
            }
            out.write("</gx:SimpleArrayData>\n")
        }
        out.write("</SchemaData></ExtendedData></gx:Track>\n")
    }

    /// Longitude, latitude and, where there is one, height above the sea.
    private func coordinate(_ fix: Fix, separator: UInt8, _ out: inout OutputBuffer) {
        out.write(Int64(fix.longitude), decimals: 7)
        out.bytes.append(separator)
        out.write(Int64(fix.latitude), decimals: 7)
        guard let altitude = fix.altitude.number, fix.verticalAccuracy.isValidOrAbsent else { return }
        out.bytes.append(separator)
        out.write(Int64(altitude), decimals: 2)
    }

    private mutating func gap(_ gap: TrackDrawing.Connector, number: Int, _ out: inout OutputBuffer) {
        out.write("<Placemark><name>gap ")
        out.write(Int64(number), decimals: 0)
        out.write("</name><description>")
        XMLText.append(gap.cause, to: &out.bytes)
        out.write(", ")
        out.write(gap.duration, decimals: 3)
        out.write(" s</description>")
        span(from: gap.from.fix.sampleTime, to: gap.to.fix.sampleTime, &out)
        out.write("<styleUrl>#gap</styleUrl>")
        if Antimeridian.lies(between: gap.from.fix.longitude, and: gap.to.fix.longitude) {
            out.write("<MultiGeometry>")
            for end in [gap.from, gap.to] {
                out.write("<Point><coordinates>")
                coordinate(end.fix, separator: UInt8(ascii: ","), &out)
                out.write("</coordinates></Point>")
            }
            out.write("</MultiGeometry>")
        } else {
            out.write("<LineString><tessellate>1</tessellate><coordinates>")
            coordinate(gap.from.fix, separator: UInt8(ascii: ","), &out)
            out.write(" ")
            coordinate(gap.to.fix, separator: UInt8(ascii: ","), &out)
            out.write("</coordinates></LineString>")
        }
        out.write("</Placemark>\n")
    }

    private mutating func placemark(_ mark: TrackDrawing.Mark, _ out: inout OutputBuffer) {
        out.write("<Placemark><name>")
        XMLText.append(mark.text.isEmpty ? mark.kind.rawValue : mark.text, to: &out.bytes)
        out.write("</name><description>")
        out.bytes += mark.kind.rawValue.utf8
        out.write("</description>")
        if let until = mark.until {
            span(from: mark.time, to: until, &out)
        } else if TimeText.isWritable(mark.time) {
            out.write("<TimeStamp><when>")
            time.append(mark.time, to: &out.bytes)
            out.write("</when></TimeStamp>")
        }
        out.write("<Point><coordinates>")
        out.write(Int64(mark.longitude), decimals: 7)
        out.write(",")
        out.write(Int64(mark.latitude), decimals: 7)
        out.write("</coordinates></Point></Placemark>\n")
    }

    private mutating func span(from begin: WallTime, to end: WallTime, _ out: inout OutputBuffer) {
        guard TimeText.isWritable(begin), TimeText.isWritable(end) else { return }
        out.write("<TimeSpan><begin>")
        time.append(begin, to: &out.bytes)
        out.write("</begin><end>")
        time.append(end, to: &out.bytes)
        out.write("</end></TimeSpan>")
    }
}
