import DecisionCore
import FieldModel
import Testing

@Suite struct PrivacyZonesTests {
    /// 200 m around 50 N 10 E.
    static let home = PrivacyZones([.init(name: "home", latitude: 500_000_000, longitude: 100_000_000, radius: 200_000)]
    )

    @Test("A zones file is read, metres to whole millimetres; a zone that says no radius has 200 m")
    func reads() throws {
        let zone: Value = ["name": "home", "lat": 50.0, "lon": 10, "radius_m": 200]
        #expect(try PrivacyZones(["zones": [zone]]) == Self.home)
        #expect(try PrivacyZones(["zones": [["name": "home", "lat": 50.0, "lon": 10]]]) == Self.home)
        #expect(try PrivacyZones(["zones": []]).isEmpty)
    }

    static let flawed: [(Value, String)] = [
        ([], "expected an object, found something else"),
        ([:], "expected a list in zones, found none"),
        (["zone": []], "expected the key zones, found 'zone'"),
        (["zones": 7], "expected a list in zones, found something else"),
        (["zones": [["lat": 91, "lon": 0]]], "expected lat from -90 to 90 in zone 1, found something else"),
        (["zones": [["lat": 1, "lon": -181]]], "expected lon from -180 to 180 in zone 1, found something else"),
        (
            ["zones": [["lat": 1, "lon": 0, "radius": 1]]],
            "expected name, lat, lon or radius_m in zone 1, found 'radius'"
        ),
        (
            ["zones": [["lat": 1, "lon": 2], ["lat": 1, "lon": 2, "radius_m": 0]]],
            "expected radius_m above 0, in metres, in zone 2, found something else"
        ),
    ]

    @Test("What is no zones file is refused with what was expected", arguments: flawed)
    func refuses(file: Value, message: String) {
        #expect(throws: PrivacyZones.Flaw(description: message)) { try PrivacyZones(file) }
    }

    @Test("The border belongs to the zone: 0.0018 degrees north are 200.15 m, 0.00179 are 199.04 m")
    func border() {
        #expect(Self.home.contains(latitude: 500_017_900, longitude: 100_000_000))
        #expect(!Self.home.contains(latitude: 500_018_000, longitude: 100_000_000))
        #expect(Self.home.zone(latitude: 500_000_000, longitude: 100_000_000)?.name == "home")
    }

    @Test("A zone at the date line holds what lies on its other side")
    func dateLine() {
        let zone = PrivacyZones([.init(latitude: 0, longitude: 1_799_995_000, radius: 200_000)])
        #expect(zone.contains(latitude: 0, longitude: -1_799_995_000))
        #expect(!zone.contains(latitude: 0, longitude: -1_799_980_000))
    }
}
