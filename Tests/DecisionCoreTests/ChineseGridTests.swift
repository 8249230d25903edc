import FieldModel
import TestKit
import Testing

@testable import DecisionCore

@Suite struct ChineseGridTests {
    static func position(_ latitude: Double, _ longitude: Double) -> ChineseGrid.Position {
        ChineseGrid.Position(
            latitude: Int32((latitude * 1e7).rounded()), longitude: Int32((longitude * 1e7).rounded()))
    }

    /// Pairs that many implementations publish as their own tests, and others from one in the public domain.
    @Test(
        "published pairs, to a unit of 1e-7 degree",
        arguments: [
            ((39.911954, 116.377817), (39.91334545536069, 116.38404722455657)),
            ((31.1774276, 121.5272106), (31.17530398364597, 121.531541859215)),
            ((22.543847, 113.912316), (22.540796131694766, 113.9171764808363)),
            ((43.8256, 87.6168), (43.82680539311119, 87.61964994946926)),
            ((29.65, 91.1), (29.647300329055074, 91.10156828347536)),
            ((45.75, 126.65), (45.75196555514378, 126.65598759031859)),
            ((18.2528, 109.5119), (18.25109479173564, 109.51598429482667)),
            ((39.4704, 75.9898), (39.470627026037526, 75.99275499023025)),
        ])
    func published(earth: (Double, Double), map: (Double, Double)) {
        let shown = ChineseGrid.shifted(Self.position(earth.0, earth.1))
        let expected = Self.position(map.0, map.1)
        #expect(abs(shown.latitude - expected.latitude) <= 1)
        #expect(abs(shown.longitude - expected.longitude) <= 1)
    }

    @Test(
        "there and back again ends within a unit, and the shift is mostly 140 to 620 m", arguments: [1, 2] as [UInt64])
    func roundTrip(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let inside = (0..<20_000).map { _ in
            Self.position(.random(in: 18...54, using: &random), .random(in: 73...136, using: &random))
        }.filter { ChineseOutline.contains($0) }
        #expect(inside.count > 5_000)
        let back = inside.map { ChineseGrid.unshifted(ChineseGrid.shifted($0)) }
        let worst = zip(inside, back).map { max(abs($0.latitude - $1.latitude), abs($0.longitude - $1.longitude)) }
            .max()
        #expect(worst! <= 1)
        // Of 4,000 places in China the public-domain implementation shifts nine in ten by 139 to 620 m, none by more than
        // 692 m, half of them by more than 424 m.
        let shifts = inside.map { $0.distance(to: ChineseGrid.shifted($0)) }.sorted()
        #expect(shifts[shifts.count - 1] < 720_000)
        #expect((120_000...160_000).contains(shifts[shifts.count / 20]))
        #expect((400_000...450_000).contains(shifts[shifts.count / 2]))
        #expect((600_000...640_000).contains(shifts[shifts.count * 19 / 20]))
    }

    @Test(
        "the grid applies in these towns",
        arguments: [
            (39.9042, 116.4074), (31.2304, 121.4737), (22.5431, 114.0579), (23.1291, 113.2644), (43.8256, 87.6168),
            (39.4704, 75.9898), (53.4800, 122.3700), (29.65, 91.1), (25.0389, 102.7183), (18.2528, 109.5119),
            (40.1244, 124.3947), (24.4798, 118.0894), (22.0017, 100.7979), (22.2707, 113.5767), (45.7732, 126.6576),
            (43.9000, 81.3300), (38.9140, 121.6147), (22.8170, 108.3665), (49.2122, 119.7658),
        ])
    func inside(latitude: Double, longitude: Double) {
        #expect(ChineseOutline.contains(Self.position(latitude, longitude)))
    }

    @Test(
        "and in these it does not: what is shown there stays where it is",
        arguments: [
            (22.2849, 114.1577), (22.1987, 113.5439), (25.0330, 121.5654), (22.6273, 120.3014), (37.5665, 126.9780),
            (39.0392, 125.7625), (47.8864, 106.9057), (21.0285, 105.8542), (27.7172, 85.3240), (43.2220, 76.8512),
            (43.1155, 131.8855), (35.6762, 139.6503), (28.6139, 77.2090), (21.9588, 96.0891), (27.4728, 89.6390),
            (42.8746, 74.5698), (50.2907, 127.5272), (48.4802, 135.0719), (52.0, 10.0), (-33.8688, 151.2093), (0, 0),
        ])
    func outside(latitude: Double, longitude: Double) {
        let position = Self.position(latitude, longitude)
        #expect(!ChineseOutline.contains(position))
        #expect(ChineseGrid.shifted(position) == position)
        #expect(ChineseGrid.unshifted(position) == position)
    }

    @Test(
        "no position makes it trap",
        arguments: [(Int32.min, Int32.min), (.max, .max), (900_000_000, 1_000_000_000), (.min, 1_000_000_000)])
    func anywhere(latitude: Int32, longitude: Int32) {
        let position = ChineseGrid.Position(latitude: latitude, longitude: longitude)
        #expect(ChineseGrid.shifted(position) == position)
        #expect(ChineseGrid.unshifted(position) == position)
    }

    /// A fix in Beijing, where the grid shifts by some 555 m, and a position `part` of that way off.
    @Test(
        "a position read off a map is shifted where it lies 100 m and the accuracy nearer to the grid's",
        arguments: [
            (1, 8, true), (0, 8, false), (0.5, 8, false), (0.57, 8, false), (0.63, 8, true), (0.63, 100, false),
            (0.7, 100, true), (1, 500, false), (1, -1, false),
        ])
    func detector(part: Double, accuracy: Double, isShifted: Bool) {
        var fix = Scene.fix(0, accuracy: accuracy)
        (fix.latitude, fix.longitude) = (399_119_540, 1_163_778_170)
        let grid = ChineseGrid.shifted(ChineseGrid.Position(fix))
        let shown = ChineseGrid.Position(
            latitude: fix.latitude + Int32(Double(grid.latitude - fix.latitude) * part),
            longitude: fix.longitude + Int32(Double(grid.longitude - fix.longitude) * part))
        #expect(ChineseGrid.isShifted(shown, from: fix) == isShifted)
    }

    @Test("where the grid does not apply nothing is shifted, however far off it lies")
    func detectorAbroad() {
        let fix = Scene.fix(0)
        let far = ChineseGrid.Position(latitude: fix.latitude + 14_000, longitude: fix.longitude + 62_000)
        #expect(!ChineseGrid.isShifted(far, from: fix))
    }
}
