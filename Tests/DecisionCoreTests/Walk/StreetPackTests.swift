import DecisionCore
import FieldModel
import TestKit
import Testing

@Suite struct StreetPackTests {
    @Test func aDotLiesAtTheBeginningAndEvery20MetresOfAStreet() throws {
        let pack = try StreetPack(WalkScene.pack)
        #expect(pack.dots.count == 51 + 6)
        let steps = zip(pack.dots, pack.dots.dropFirst()).prefix(50).map { a, b in
            Distance.between(latitude: a.latitude, longitude: a.longitude, and: b.latitude, b.longitude)
        }
        #expect(steps.allSatisfy { abs($0 - 20_000) <= 15 }, "whole 1e-7 degrees are 11 mm")
        #expect(pack.town(of: 50)?.id == "home")
        #expect(pack.town(of: 51)?.id == "other")
    }

    @Test func theSpacingGoesOnRoundACorner() throws {
        let line: Value = [WalkScene.position(0, 0), WalkScene.position(30, 0), WalkScene.position(30, 35)]
        let pack = try StreetPack(
            ["towns": [WalkScene.town("t", north: 0, east: 0, streets: [["line": line]])]])
        #expect(pack.dots.count == 4)
        let third = pack.dots[2]
        let corner = Scene.fix(0, north: 30)
        let from = Distance.between(
            latitude: third.latitude, longitude: third.longitude, and: corner.latitude, corner.longitude)
        #expect(abs(from - 10_000) < 40)
    }

    static let faulty: [(Value, String)] = [
        ([:], "a pack with \"towns\""), (["towns": [["lat": 1, "lon": 1]]], "\"id\" in towns[0]"),
        (["towns": [["id": "a", "lat": 91, "lon": 1, "radius_m": 1]]], "in towns[0]"),
        (["towns": [["id": "a", "lat": 1, "lon": 1]]], "\"radius_m\""),
        (["towns": [["id": "a", "lat": 1, "lon": 1, "radius_m": -5]]], "\"radius_m\""),
        (["towns": [["id": "a", "lat": 1, "lon": 1, "radius_m": 5, "streets": [["line": [[1, 1]]]]]]], "streets[0]"),
        (
            ["towns": [["id": "a", "lat": 1, "lon": 1, "radius_m": 5, "streets": [["line": [[1, 1], ["x"]]]]]]],
            "streets[0].line[1]"
        ),
    ]

    @Test(arguments: faulty) func aFaultyPackSaysWhereAndWhatWasWanted(_ pack: Value, _ place: String) {
        let error = #expect(throws: CoreError.self) { try StreetPack(pack) }
        #expect(error.map { "\($0)" }?.contains(place) == true, "\(String(describing: error))")
    }

    /// Streets all over a square of 1.2 km, at a latitude and longitude.
    static func scattered(_ seed: UInt64, latitude: Double, longitude: Double) throws -> StreetPack {
        var random = SeededRandom(seed: seed)
        func position() -> Value {
            let lon = longitude + Double.random(in: -0.02...0.02, using: &random)
            return [
                .number(latitude + Double.random(in: -0.005...0.005, using: &random)),
                .number(lon > 180 ? lon - 360 : lon),
            ]
        }
        let streets = (0..<20).map { _ -> Value in
            let start = position()
            let end: Value = [
                .number(start.array![0].double! + Double.random(in: -0.002...0.002, using: &random)),
                start.array![1],
            ]
            return ["line": [start, end]]
        }
        return try StreetPack(
            [
                "towns": [
                    [
                        "id": "t", "lat": .number(latitude), "lon": .number(longitude), "radius_m": 5000,
                        "streets": .array(streets),
                    ]
                ]
            ])
    }

    static let places: [(Double, Double)] = [(0, 0), (50, 10), (-33.9, 151.2), (69.6, 18.9), (88, 10), (-17, 180)]

    @Test(arguments: places) func theGridFindsWhatAScanOfAllDotsFinds(_ latitude: Double, _ longitude: Double) throws {
        let pack = try Self.scattered(11, latitude: latitude, longitude: longitude)
        var rules = WalkRules()
        rules.accuracy = 1_000_000
        var random = SeededRandom(seed: 5)
        let fresh = WalkCore(rules: rules, pack: pack)
        var found = 0
        var wrong = 0
        for second in 0..<300 {
            let near = pack.dots[Int(random.next() % UInt64(pack.dots.count))]
            let north = Int32.random(in: -3000...3000, using: &random)
            let fix = Fix(
                sampleTime: WallTime(Scene.start + Int64(second) * 1000),
                receiveTime: WallTime(Scene.start + Int64(second) * 1000), latitude: near.latitude + north,
                longitude: near.longitude, horizontalAccuracy: Quantity(500))
            var core = fresh
            var decisions: [Decision] = []
            core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
            let told = decisions.compactMap { decision -> Int? in
                if case .dotRuled(let ruling) = decision { ruling.dot } else { nil }
            }
            let scanned = pack.dots.indices.filter { index in
                Distance.between(
                    latitude: pack.dots[index].latitude, longitude: pack.dots[index].longitude, and: fix.latitude,
                    fix.longitude) <= 25_000
            }
            found += scanned.count
            if told.sorted() != scanned { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(found > 300)
    }
}
