import DecisionCore
import FieldModel
import Testing

@Suite struct RunLedgerTests {
    static func point(_ seconds: Double) -> NumberedFix { NumberedFix(Scene.fix(seconds), n: 7) }

    @Test func aRunThatSaysItRecordsWhileNoRecorderIsAliveIsInterruptedAndKeepsItsLastPoint() {
        var ledger = RunLedger()
        ledger.begin("a")
        ledger.add(Self.point(5), distance: 12_000, to: "a")
        let interrupted = ledger.recover()
        #expect(interrupted == ["a"])
        #expect(ledger["a"]?.status == .interrupted)
        #expect(ledger["a"]?.last == Self.point(5))
        #expect(ledger["a"]?.distance == 12_000)
    }

    @Test func ofTwoAfterACrashBothAreInterrupted() {
        var ledger = RunLedger([.init(id: "a"), .init(id: "b"), .init(id: "c", status: .finished)])
        let interrupted = ledger.recover()
        #expect(interrupted == ["a", "b"])
        #expect(ledger.entries.map(\.status) == [.interrupted, .interrupted, .finished])
    }

    @Test func aRunWhoseRecorderIsAliveGoesOn() {
        var ledger = RunLedger([.init(id: "a"), .init(id: "b")])
        let interrupted = ledger.recover(alive: ["b"])
        #expect(interrupted == ["a"])
        #expect(ledger["b"]?.status == .recording)
    }

    @Test(arguments: [RunLedger.Status.paused, .interrupted])
    func resumingBeginsTheNextSegment(_ status: RunLedger.Status) {
        var ledger = RunLedger([.init(id: "a", status: status, segment: 3)])
        let resumed = ledger.resume("a")
        #expect(resumed)
        #expect(ledger["a"]?.segment == 4)
        #expect(ledger["a"]?.status == .recording)
    }

    @Test(arguments: [RunLedger.Status.recording, .finished])
    func whatRecordsOrIsFinishedCannotBeResumed(_ status: RunLedger.Status) {
        var ledger = RunLedger([.init(id: "a", status: status)])
        let (one, other) = (ledger.resume("a"), ledger.resume("b"))
        #expect(!one)
        #expect(!other)
        #expect(ledger["a"]?.segment == 1)
    }

    @Test func aWithdrawnPermissionInterruptsWhatRecordsAndNamesIt() {
        var ledger = RunLedger([.init(id: "a"), .init(id: "b", status: .paused)])
        let interrupted = ledger.permissionWithdrawn()
        #expect(interrupted == ["a"])
        #expect(ledger["b"]?.status == .paused)
    }

    @Test func aPointOfARunThatDoesNotRecordIsDropped() {
        var ledger = RunLedger([.init(id: "a")])
        ledger.pause("a")
        ledger.add(Self.point(1), distance: 1, to: "a")
        #expect(ledger["a"]?.last == nil)
    }

    @Test(arguments: [
        (Authorization.Location.always, true, false, RunStart.start), (.whenInUse, true, false, .start),
        (.whenInUse, false, false, .askFullAccuracy), (.always, false, true, .refused(.reducedAccuracy)),
        (.denied, true, false, .refused(.locationDenied)), (.restricted, true, true, .refused(.locationDenied)),
        (.notDetermined, true, false, .refused(.locationDenied)),
    ]) func reducedAccuracyIsAskedAboutOnceAndThenRefuses(
        _ location: Authorization.Location, _ precise: Bool, _ wasAsked: Bool, _ start: RunStart
    ) {
        #expect(RunStart(Authorization(location: location, precise: precise), wasAsked: wasAsked) == start)
    }
}
