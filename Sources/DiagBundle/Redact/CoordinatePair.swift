/// Two names that belong to one place: latitude and longitude by any of the spellings in use, with the same words before
/// and the same digits behind: `lat` and `lng`, `start_latitude` and `start_longitude`, `Lat2` and `Lon2`.
struct CoordinatePair: Hashable {
    /// Places among the names.
    var latitude: Int
    var longitude: Int

    /// The longer ones first: each ends with a shorter one or not at all.
    private static let latitudes = ["latitude", "lat"]
    private static let longitudes = ["longitude", "long", "lng", "lon"]

    /// All pairs among names, in their order.
    static func all(in names: [String]) -> [CoordinatePair] {
        var partners: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            if let rest = rest(of: name, without: longitudes), partners[rest] == nil { partners[rest] = index }
        }
        return names.indices.compactMap { index in
            guard let rest = rest(of: names[index], without: latitudes), let partner = partners[rest] else {
                return nil
            }
            return CoordinatePair(latitude: index, longitude: partner)
        }
    }

    /// What is left of a name without one of `words` at its end, before any digits; nil where none stands there.
    private static func rest(of name: String, without words: [String]) -> String? {
        let name = name.lowercased()
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let stem = name.dropLast(digits)
        guard let word = words.first(where: stem.hasSuffix) else { return nil }
        return stem.dropLast(word.count) + "*" + name.suffix(digits)
    }
}
