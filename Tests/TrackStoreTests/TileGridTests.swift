import FieldModel
import TestKit
import Testing

@testable import TrackStore

@Suite struct TileGridTests {
    /// Tile numbers of zoom 19 worked out beforehand in floating point from the published formula.
    private static let places: [(latitude: Int32, longitude: Int32, column: Int64, row: Int64)] = [
        (475_596_000, 75_886_000, 273_195, 183_204), (-338_688_000, 1_512_093_000, 482_358, 314_621),
        (0, 0, 262_144, 262_144), (850_600_000, -1_800_000_000, 0, 0), (641_466_000, -219_426_000, 230_187, 139_335),
    ]

    @Test("positions fall into the tiles of web maps", arguments: places)
    func tiles(latitude: Int32, longitude: Int32, column: Int64, row: Int64) {
        let place = TileGrid.place(latitude: latitude, longitude: longitude)
        #expect((place.x >> 8, place.y >> 8) == (column, row))
    }

    @Test("a line passes every tile that a dense walk along it meets, each next to the one before")
    func walk() {
        var random = SeededRandom(seed: 8)
        let lines = (0..<200).map { _ in
            let a = GridPoint(
                x: .random(in: 5_000..<9_000, using: &random), y: .random(in: 5_000..<9_000, using: &random))
            return (
                a,
                GridPoint(
                    x: a.x + .random(in: -2_000...2_000, using: &random),
                    y: a.y + .random(in: -2_000...2_000, using: &random))
            )
        }
        #expect(lines.allSatisfy { passes($0.0, $0.1) })
    }

    private func passes(_ a: GridPoint, _ b: GridPoint) -> Bool {
        var visited: [[Int64]] = []
        TileGrid.walk(from: a, to: b) { visited.append([$0, $1]) }
        let adjoining = zip(visited, visited.dropFirst()).allSatisfy { abs($0[0] - $1[0]) + abs($0[1] - $1[1]) == 1 }
        // Ends included; a sample on a border belongs to either side, so samples are taken inside a unit.
        let samples = (0...200).map { step -> [Int64] in
            let share = Double(step) / 200
            let (x, y) = (Double(a.x) + Double(b.x - a.x) * share, Double(a.y) + Double(b.y - a.y) * share)
            return [Int64(x.rounded()) >> 8, Int64(y.rounded()) >> 8]
        }
        let missed = Set(samples).subtracting(visited)
        return adjoining && visited.last == [b.x >> 8, b.y >> 8] && missed.allSatisfy { isCorner($0, visited) }
    }

    /// A sample's rounding may put it across a corner that the line only touches.
    private func isCorner(_ tile: [Int64], _ visited: [[Int64]]) -> Bool {
        visited.contains { abs($0[0] - tile[0]) <= 1 && abs($0[1] - tile[1]) <= 1 }
    }

    @Test("over the 180th meridian a line takes the short way")
    func dateLine() {
        var columns: Set<Int64> = []
        TileGrid.walk(
            from: TileGrid.place(latitude: 0, longitude: 1_799_990_000),
            to: TileGrid.place(latitude: 0, longitude: -1_799_990_000)
        ) { column, _ in columns.insert(column) }
        #expect(columns == [524_286, 524_287, 0, 1])
    }

    @Test("coverage comes back from its bytes")
    func bytes() {
        var coverage = Coverage()
        for tile in [(5, 5), (63, 63), (64, 0), (8_000, 4_000)] as [(Int64, Int64)] {
            coverage.cover(column: tile.0, row: tile.1)
        }
        var copy = Coverage()
        for block in coverage.blocks { copy.add(coverage.bytes(of: block), of: block) }
        #expect(copy == coverage && copy.tiles == 4 && copy.blocks.count == 3)
    }
}
