/// Circles that nothing tells of once it leaves the device: an upload, an export, a bundle, a share. The owner's own
/// record stays whole; a zone holds for old runs as well, from the moment it is added.
import DecisionCore
import FieldModel

public struct PrivacyZones: Hashable, Sendable {
    public struct Zone: Hashable, Sendable {
        /// 1e-7 degree; the same for longitude.
        public var latitude: Int32
        public var longitude: Int32
        /// mm
        public var radius: Int64

        public init(latitude: Int32, longitude: Int32, radius: Int64) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    public var zones: [Zone]

    public init(_ zones: [Zone] = []) { self.zones = zones }

    /// Whether a place may be told: it lies in no zone, nor on the border of one.
    public func mayLeave(latitude: Int32, longitude: Int32) -> Bool {
        zones.allSatisfy {
            Distance.between(latitude: latitude, longitude: longitude, and: $0.latitude, $0.longitude) > $0.radius
        }
    }
}
