/// The checks of the trail in the order a fix meets them; the first that fails decides.
public enum TrailCheck: String, CaseIterable, Sendable {
    // A. Valid?
    case source, entry, coordinate, accuracyGiven, sameTime, future, stale, order, cachedRepeat
    // B. Plausible by itself?
    case accuracy, fakeSpeed, deadReckoning
    // C. Dwelling?
    case dwelling
    // D. Moved?
    case spacing, ownError, bothErrors, stillSensor, jump
}
