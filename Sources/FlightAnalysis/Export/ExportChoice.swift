import DecisionCore
import FieldModel

/// Which part of a log is exported, and what is hidden of it.
public struct ExportChoice: Sendable {
    /// Only what was received in this span. What was the case when it began is known all the same.
    public var window: TimeWindow
    /// Places that nothing may tell of.
    public var zones: PrivacyZones
    /// What the result is called: a free text.
    public var name: String

    public init(window: TimeWindow = TimeWindow(), zones: PrivacyZones = PrivacyZones(), name: String) {
        self.window = window
        self.zones = zones
        self.name = name
    }

    /// Whether a record stands in the window, by the clock it was received on.
    func includes(_ stamp: Stamp) -> Bool { window.isEverything || window.contains(stamp.wallTime) }

    /// Whether a sample lies in a zone.
    func hides(_ sample: Sample) -> Bool { !zones.isEmpty && zones.contains(sample.fix) }
}

extension TrackDrawing {
    /// The drawing of what was received within a window; a line that begins before it is cut there.
    func within(_ window: TimeWindow) -> TrackDrawing {
        guard !window.isEverything else { return self }
        var part = self
        part.lines = lines.flatMap { line in
            line.points.split { !window.contains($0.fix.receiveTime) }.map { Line(points: Array($0)) }
        }
        part.connectors.removeAll {
            !window.contains($0.from.fix.receiveTime) || !window.contains($0.to.fix.receiveTime)
        }
        part.marks.removeAll { !window.touches($0.time, $0.until ?? $0.time) }
        return part
    }
}
