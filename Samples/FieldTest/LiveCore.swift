/// Which core a tracker runs, by its name.
import CommandKit
import DecisionCore
import LogFormat
import SystemIO

struct LiveCore {
    static let allNames = [TrailCore.name, PhaseCore.name, RunCore.name, VisitCore.name, WalkCore.name]

    let name: String
    private let pack: StreetPack

    /// - Parameters:
    ///   - name: one of `allNames`.
    ///   - pack: the file of a walking game's pack.
    init(_ name: String, pack path: String?) throws {
        self.name = name
        guard name == WalkCore.name else {
            pack = StreetPack()
            return
        }
        guard let path else {
            throw Complaint.usage("core walk needs --pack FILE", hint: "the towns and streets that are walked")
        }
        pack = try StreetPack(JSON.parse(FileSystem.contents(of: path)))
    }

    /// The core as it was kept, or a new one.
    func core(from memory: CoreMemory) -> any DecidingCore {
        switch name {
        case PhaseCore.name: return memory.recall(PhaseCore.self) ?? PhaseCore()
        case RunCore.name: return memory.recall(RunCore.self) ?? RunCore()
        case VisitCore.name: return memory.recall(VisitCore.self) ?? VisitCore()
        case WalkCore.name:
            var core = memory.recall(WalkCore.self) ?? WalkCore()
            core.pack = pack
            return core
        default: return memory.recall(TrailCore.self) ?? TrailCore()
        }
    }
}
