/// Roughly where the Chinese grid applies: mainland China with Hainan, without Hong Kong, Macau and Taiwan. A polygon
/// of border towns, capes and passes read to a tenth of a degree: within some 40 km of the border it may be wrong
/// either way.
enum ChineseOutline {
    static func contains(_ position: ChineseGrid.Position) -> Bool {
        guard isNear(position) else { return false }
        let (latitude, longitude) = (Double(position.latitude) / 1e7, Double(position.longitude) / 1e7)
        if excluded.contains(where: { $0.contains(latitude, longitude) }) { return false }
        return isInside(latitude, longitude, of: hainan) || isInside(latitude, longitude, of: mainland)
    }

    /// Within the box around all of it.
    static func isNear(_ position: ChineseGrid.Position) -> Bool {
        (180_000_000...537_000_000).contains(position.latitude)
            && (734_000_000...1_352_000_000).contains(position.longitude)
    }

    /// Even-odd: a ray eastwards crosses the outline an odd number of times.
    private static func isInside(_ latitude: Double, _ longitude: Double, of outline: [Corner]) -> Bool {
        guard var before = outline.last else { return false }
        var isInside = false
        for corner in outline {
            if (corner.latitude > latitude) != (before.latitude > latitude) {
                let share = (latitude - before.latitude) / (corner.latitude - before.latitude)
                if longitude < before.longitude + share * (corner.longitude - before.longitude) { isInside.toggle() }
            }
            before = corner
        }
        return isInside
    }

    /// Degrees.
    struct Corner: Sendable {
        var latitude: Double
        var longitude: Double

        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    private struct Box: Sendable {
        var south, north, west, east: Double

        func contains(_ latitude: Double, _ longitude: Double) -> Bool {
            latitude > south && latitude < north && longitude > west && longitude < east
        }
    }

    private static let excluded = [
        // Hong Kong, south of the Shenzhen river; Macau, south of Gongbei; Kinmen, off Xiamen.
        Box(south: 22.13, north: 22.505, west: 113.83, east: 114.45),
        Box(south: 22.08, north: 22.216, west: 113.525, east: 113.61),
        Box(south: 24.36, north: 24.54, west: 118.2, east: 118.5),
    ]

    private static let hainan = [
        Corner(20.2, 110.3), Corner(20.2, 111.0), Corner(19.4, 111.2), Corner(18.1, 110.0), Corner(18.1, 108.9),
        Corner(19.2, 108.5), Corner(20.0, 109.2),
    ]

    /// From the mouth of the Beilun clockwise: the south-west, the mountains, the steppe, the Amur, the sea.
    private static let mainland = [
        Corner(21.5, 108.0), Corner(22.0, 106.7), Corner(22.9, 106.7), Corner(22.9, 105.5), Corner(23.3, 105.2),
        Corner(22.5, 103.9), Corner(22.7, 102.4), Corner(22.3, 101.7), Corner(21.2, 101.8), Corner(21.5, 100.2),
        Corner(22.2, 99.2), Corner(23.2, 98.9), Corner(23.9, 98.7), Corner(24.1, 97.7), Corner(25.2, 97.9),
        Corner(26.0, 98.6),
        Corner(27.6, 98.6), Corner(28.2, 97.5), Corner(28.5, 97.0), Corner(29.4, 96.1), Corner(29.2, 95.0),
        Corner(28.2, 93.2),
        Corner(27.8, 91.6), Corner(28.2, 89.8), Corner(27.4, 89.0), Corner(28.0, 88.0), Corner(28.0, 86.5),
        Corner(28.3, 85.5), Corner(29.2, 84.2), Corner(30.2, 82.0), Corner(30.4, 81.0), Corner(31.2, 79.0),
        Corner(32.6, 78.6), Corner(33.6, 78.8), Corner(34.6, 78.2), Corner(35.5, 77.8), Corner(36.0, 76.0),
        Corner(37.0, 74.8), Corner(38.4, 74.8), Corner(38.9, 73.7), Corner(39.8, 73.8), Corner(40.4, 74.9),
        Corner(40.9, 76.9), Corner(41.9, 79.8), Corner(42.9, 80.4), Corner(43.6, 80.7), Corner(44.9, 80.0),
        Corner(45.2, 82.5),
        Corner(47.1, 82.9), Corner(47.2, 85.5), Corner(48.5, 85.8), Corner(49.1, 87.6), Corner(47.9, 89.8),
        Corner(46.5, 91.0), Corner(45.1, 91.2), Corner(44.4, 94.5), Corner(42.8, 96.4), Corner(42.6, 100.0),
        Corner(41.9, 103.5), Corner(41.6, 105.0), Corner(42.4, 107.5), Corner(42.7, 110.2), Corner(43.7, 111.8),
        Corner(45.1, 111.9), Corner(44.9, 114.0), Corner(45.6, 115.8), Corner(46.6, 117.0), Corner(46.7, 119.7),
        Corner(47.8, 118.5), Corner(47.9, 115.9), Corner(49.8, 116.7), Corner(49.6, 117.9), Corner(50.3, 119.2),
        Corner(52.3, 120.1), Corner(53.5, 121.0), Corner(53.6, 123.6), Corner(52.9, 125.7), Corner(51.3, 126.9),
        Corner(50.3, 127.5), Corner(49.6, 127.8), Corner(48.9, 130.7), Corner(47.9, 131.0), Corner(47.8, 132.6),
        Corner(48.4, 134.7), Corner(47.3, 134.7), Corner(45.2, 133.1), Corner(45.3, 131.9), Corner(44.9, 131.0),
        Corner(44.0, 131.2),
        Corner(42.9, 131.1), Corner(42.4, 130.6), Corner(42.9, 130.1), Corner(42.0, 128.9), Corner(41.4, 128.1),
        Corner(41.8, 126.9), Corner(40.9, 125.9), Corner(40.1, 124.5), Corner(39.7, 124.1), Corner(38.6, 121.3),
        Corner(38.3, 120.6), Corner(37.6, 122.8), Corner(36.7, 122.7), Corner(35.4, 120.0), Corner(33.5, 121.5),
        Corner(31.5, 122.4), Corner(30.0, 122.9), Corner(28.0, 121.9), Corner(26.4, 120.4), Corner(25.2, 119.9),
        Corner(24.2, 118.5), Corner(23.3, 117.4), Corner(22.6, 115.5), Corner(22.0, 114.0), Corner(21.5, 112.4),
        Corner(20.2, 110.7), Corner(20.2, 109.7), Corner(21.3, 109.4),
    ]
}
