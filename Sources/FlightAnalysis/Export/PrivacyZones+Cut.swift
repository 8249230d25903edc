import DecisionCore
import FieldModel

/// What privacy zones do to an export: what lies in one is left out, lines end before it, and no connector leads through it
/// to the other side.
extension PrivacyZones {
    func contains(_ fix: Fix) -> Bool {
        fix.defect == nil && contains(latitude: fix.latitude, longitude: fix.longitude)
    }
}

extension TrackDrawing {
    /// The drawing without what lies in the zones.
    public func cut(by zones: PrivacyZones) -> TrackDrawing {
        guard !zones.isEmpty else { return self }
        var cut = self
        cut.lines = lines.flatMap { line in
            line.points.split { zones.contains($0.fix) }.map { Line(points: Array($0)) }
        }
        cut.connectors.removeAll { zones.contains($0.from.fix) || zones.contains($0.to.fix) }
        cut.marks.removeAll { zones.contains(latitude: $0.latitude, longitude: $0.longitude) }
        return cut
    }
}

extension Record {
    /// The record without any place that lies in the zones: such coordinates become null. A core's state holds places in
    /// a form of its own, and is left out whole.
    func cut(by zones: PrivacyZones) -> Record {
        guard !zones.isEmpty else { return self }
        var cut = self
        if knownKind == .core { cut.fields.removeAll { $0.key == "state" } }
        cut.fields = cut.fields.cut(by: zones)
        return cut
    }
}

extension [Record.Field] {
    fileprivate func cut(by zones: PrivacyZones) -> [Record.Field] {
        let place = (last { $0.key == "lat" }?.value.double, last { $0.key == "lon" }?.value.double)
        var hidden = false
        if case (let latitude?, let longitude?) = place,
            let latitude = Quantity(latitude, scale: 1e7)?.number,
            let longitude = Quantity(longitude, scale: 1e7)?.number
        {
            hidden = zones.contains(latitude: latitude, longitude: longitude)
        }
        return map { field in
            if hidden, field.key == "lat" || field.key == "lon" { return Record.Field(field.key, .null) }
            return Record.Field(field.key, field.value.cut(by: zones))
        }
    }
}

extension Value {
    fileprivate func cut(by zones: PrivacyZones) -> Value {
        switch self {
        case .object(let fields): .object(fields.cut(by: zones))
        case .array(let elements): .array(elements.map { $0.cut(by: zones) })
        default: self
        }
    }
}
