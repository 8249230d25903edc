/// What an audit can say: what was received, which tests were made, what was decided. The codes are stable; what they
/// mean for people stands in the sentences, by language.
public enum AuditCode: String, CaseIterable, Sendable {
    // Received.
    case fix = "received.fix"
    case motion = "received.motion"
    case steps = "received.steps"
    case burst = "received.burst"
    case wake = "received.wake"
    case region = "received.region"
    case visit = "received.visit"
    case timer = "received.timer"
    case app = "received.app"
    case trackingOn = "received.tracking-on"
    case trackingOff = "received.tracking-off"
    case authorization = "received.authorization"
    case battery = "received.battery"
    case settings = "received.settings"
    case launch = "received.launch"
    case hole = "received.hole"
    case zone = "received.zone"

    // Tested. The outcome is a code of its own.
    case testEntry = "test.entry"
    case testAccuracyGiven = "test.accuracyGiven"
    case testAccuracy = "test.accuracy"
    case testFuture = "test.future"
    case testStale = "test.stale"
    case testOrder = "test.order"
    case testDuplicate = "test.duplicate"
    case testCachedRepeat = "test.cachedRepeat"
    // Of the trail.
    case testSource = "test.source"
    case testCoordinate = "test.coordinate"
    case testSameTime = "test.sameTime"
    case testFakeSpeed = "test.fakeSpeed"
    case testDeadReckoning = "test.deadReckoning"
    case testDwelling = "test.dwelling"
    case testSpacing = "test.spacing"
    case testOwnError = "test.ownError"
    case testBothErrors = "test.bothErrors"
    case testStillSensor = "test.stillSensor"
    case testJump = "test.jump"
    // Of a run.
    case testRecording = "test.recording"
    case testReachable = "test.reachable"
    case testMoved = "test.moved"
    /// A test that this version has no sentence for.
    case testOther = "test.other"
    case passed = "outcome.passed"
    case failed = "outcome.failed"
    case skipped = "outcome.skipped"
    case notApplicable = "outcome.not-applicable"

    // Decided.
    case accepted, rejected, coarse, candidate, dwelling
    case settled, motionBecame, receiverOn, receiverOff, dwellBegan, dwellEnded
    case timerStarted = "effect.start-timer"
    case timerCancelled = "effect.cancel-timer"
    case serviceStarted = "effect.start"
    case serviceStopped = "effect.stop"
    case regionsArmed = "effect.arm-regions"
    case startOffered = "effect.offer-start"
    case accuracyAsked = "effect.ask-full-accuracy"
    case stateChanged, visitFiled, pathChosen

    // On a dot.
    case dotCollected = "dot.collected"
    case dotPaused = "dot.paused"
    case dotAccuracy = "dot.accuracy"
    case dotNotPlaying = "dot.not-playing"
    case dotAlready = "dot.already"

    // On power.
    case powerPasses = "power.passes"
    case powerFails = "power.fails"
    case powerControlLeg = "power.needs-control-leg"
    case powerCapacity = "power.needs-capacity-and-health"
    case powerCharging = "power.charging"
    case powerTooShort = "power.too-short"
    case powerControlCharging = "power.control-charging"
    case powerControlTooShort = "power.control-too-short"
    case powerUndecided = "power.undecided"
}
