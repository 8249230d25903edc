import CCrashTap
import FieldModel

extension Stamp {
    init(_ stamp: ct_stamp) {
        self.init(
            n: stamp.n, wallTime: WallTime(stamp.wall), bootTime: BootTime(stamp.boot), uptime: Uptime(stamp.up))
    }
}
