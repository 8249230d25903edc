/// The class of a coordinate that is not to be told.
enum CoordinateClass: String {
    case empty
    case notANumber = "nan"
    case zero
    /// Outside of the range of coordinates, or a whole-number stand-in for "unknown" such as -1/-1 or 180/90.
    case sentinel
    case northEast = "ne"
    case northWest = "nw"
    case southEast = "se"
    case southWest = "sw"

    /// Of the texts as they stand in a log.
    init(latitude: String, longitude: String) {
        if latitude.isEmpty || longitude.isEmpty {
            self = .empty
        } else if let latitude = Double(latitude), let longitude = Double(longitude) {
            self.init(latitude: latitude, longitude: longitude)
        } else {
            self = .notANumber
        }
    }

    init(latitude: Double, longitude: Double) {
        let isSentinel =
            abs(latitude) >= 90 || abs(longitude) >= 180 || latitude == longitude && latitude.rounded() == latitude
        if latitude.isNaN || longitude.isNaN {
            self = .notANumber
        } else if latitude == 0 && longitude == 0 {
            self = .zero
        } else if isSentinel {
            self = .sentinel
        } else if latitude >= 0 {
            self = longitude >= 0 ? .northEast : .northWest
        } else {
            self = longitude >= 0 ? .southEast : .southWest
        }
    }

    var isPlace: Bool { [.northEast, .northWest, .southEast, .southWest].contains(self) }
}
