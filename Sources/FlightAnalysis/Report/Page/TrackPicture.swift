import DecisionCore
import FieldModel

/// The track as a flat picture: decimetres east and north of its middle, in lines that may be drawn, connectors that may
/// only be dashed, and gaps, over which nothing is drawn.
///
/// The projection has the right scale in the middle of the track. A track that reaches over half the Earth is out of
/// shape at its ends, not in its order.
struct TrackPicture {
    /// Kept points of the track.
    static let budget = 40_000

    let latitude: Int32
    let longitude: Int32
    private let east: Double
    private let north: Double
    private(set) var lines: ThinnedSeries
    let drawing: TrackDrawing

    /// Nil where there is no place at all.
    init?(_ drawing: TrackDrawing, dropped: [ThinnedSeries]) {
        self.drawing = drawing
        if let bounds = GeoBounds(drawing) {
            latitude = Int32((Int64(bounds.south) + Int64(bounds.north)) / 2)
            let width =
                Int64(bounds.east) - Int64(bounds.west) + (bounds.crossesAntimeridian ? GeoBounds.wholeCircle : 0)
            longitude = GeoBounds.wrapped(Int64(bounds.west) + width / 2)
        } else if let place = dropped.first(where: { !$0.isEmpty })?.points.first {
            (latitude, longitude) = (place.a, place.b)
        } else {
            return nil
        }
        // A tenth of a degree each way gives the scale; towards the pole there is no east to speak of.
        let step: Int32 = 1_000_000
        east =
            Double(Distance.between(latitude: latitude, longitude: 0, and: latitude, step)) / Double(step) / 100
        let away = latitude > 0 ? latitude - step : latitude + step
        north = Double(Distance.between(latitude: latitude, longitude: 0, and: away, 0)) / Double(step) / 100
        lines = ThinnedSeries(budget: Self.budget)
        for line in drawing.lines {
            for (index, point) in line.points.enumerated() {
                lines.add(
                    point.fix.receiveTime.rawValue, point.fix.latitude, point.fix.longitude, beginsLine: index == 0)
            }
        }
        lines.shrink()
    }

    /// dm east and north of the middle.
    func place(_ latitude: Int32, _ longitude: Int32) -> (x: Int64, y: Int64) {
        let x = Double(GeoBounds.step(from: self.longitude, to: longitude)) * east
        let y = Double(Int64(latitude) - Int64(self.latitude)) * north
        return (Int64(x.rounded()), Int64(y.rounded()))
    }

    func place(_ point: TrackDrawing.Point) -> (x: Int64, y: Int64) { place(point.fix.latitude, point.fix.longitude) }
}
