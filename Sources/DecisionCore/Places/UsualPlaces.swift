import FieldModel

/// Where somebody usually is, without a mean: a mean wanders, and a week abroad would drag it to sea.
///
/// A place is the visits that lie near its first one; it never grows beyond that. An anchor is a place visited on enough
/// days over a long enough time. Away is the distance to the nearest anchor.
public struct UsualPlaces: Equatable, Sendable {
    /// A visit as it was reported.
    public struct Visit: Equatable, Sendable {
        /// 1e-7 degree
        public var latitude: Int32
        /// 1e-7 degree
        public var longitude: Int32
        /// cm
        public var accuracy: Quantity
        /// Local day, counted since 1970-01-01.
        public var day: Int64

        public init(latitude: Int32, longitude: Int32, accuracy: Quantity, day: Int64) {
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
            self.day = day
        }
    }

    /// Visits near to one another.
    public struct Place: Equatable, Sendable {
        /// The one that all others are measured from.
        public var first: Visit
        public var visits: Int
        /// The days it was visited on, each once, in order.
        public var days: [Int64]
        public var isAnchor: Bool
    }

    /// In the order of their first visits.
    public let places: [Place]

    /// Files visits in the order given.
    public init(_ visits: some Sequence<Visit>, rules: VisitRules = VisitRules()) {
        var places: [Place] = []
        for visit in visits {
            let near = places.indices.map { ($0, places[$0].first.distance(to: visit)) }
                .filter { $1 <= Self.reach(places[$0].first, visit, rules) }.min { $0.1 < $1.1 }
            if let (index, _) = near {
                places[index].visits += 1
                places[index].days.append(visit.day)
            } else {
                places.append(Place(first: visit, visits: 1, days: [visit.day], isAnchor: false))
            }
        }
        for index in places.indices {
            let days = Set(places[index].days).sorted()
            places[index].days = days
            places[index].isAnchor =
                Int64(days.count) >= rules.anchorDays && days[days.count - 1] - days[0] >= rules.anchorSpan
        }
        self.places = places
    }

    /// mm to the nearest anchor; nil where there is none.
    public func away(latitude: Int32, longitude: Int32) -> Int64? {
        places.lazy.filter(\.isAnchor).map { place in
            Distance.between(
                latitude: place.first.latitude, longitude: place.first.longitude, and: latitude, longitude)
        }.min()
    }

    /// mm within which two visits are of one place.
    private static func reach(_ a: Visit, _ b: Visit, _ rules: VisitRules) -> Int64 {
        max(rules.placeRadius, Int64(a.accuracy.rawValue) * 10, Int64(b.accuracy.rawValue) * 10)
    }
}

extension UsualPlaces.Visit {
    /// The visit as it was reported; nil where it has neither arrival nor departure, and so no day. `offset`: seconds east.
    public init?(_ visit: ShownVisit, offset: Int) {
        guard let time = visit.arrival.time ?? visit.departure.time else { return nil }
        self.init(
            latitude: visit.latitude, longitude: visit.longitude, accuracy: visit.accuracy,
            day: time.day(offset: offset))
    }

    fileprivate func distance(to other: Self) -> Int64 {
        Distance.between(latitude: latitude, longitude: longitude, and: other.latitude, other.longitude)
    }
}
