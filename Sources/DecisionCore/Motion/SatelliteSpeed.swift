import FieldModel

/// What a fix's speed is worth. A column that the source never carries is not asked for.
extension Fix {
    /// The receiver measured a speed.
    @inline(__always)
    var hasSatelliteSpeed: Bool { speed.isValid }

    /// Speed accuracy, course and course accuracy all come with the speed, as far as the source has them.
    @inline(__always)
    var speedIsComplete: Bool {
        speedAccuracy.isValidOrAbsent && course.isValidOrAbsent && courseAccuracy.isValidOrAbsent
    }

    /// Satellite speed of a walk or more, with all that comes with a true one.
    @inline(__always)
    func isInMotion(_ rules: TrailRules) -> Bool {
        Int64(speed.rawValue) >= rules.movingSpeed && speed.isValid && speedIsComplete
    }

    /// A speed that the judge and totals may go by.
    public func hasReliableSpeed(_ rules: TrailRules) -> Bool {
        guard speed.isValid else { return false }
        let courseHolds =
            courseAccuracy.isAbsent
            || courseAccuracy.isValid && Int64(courseAccuracy.rawValue) <= rules.reliableCourse
        guard !speedAccuracy.isAbsent else { return courseHolds && Int64(speed.rawValue) >= rules.reliableSpeed }
        return courseHolds && speedAccuracy.isValid && speedAccuracy.rawValue < speed.rawValue
    }
}
