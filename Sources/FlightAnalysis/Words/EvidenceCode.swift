import FieldModel
import LogFormat

/// What a verdict on a gap or an end rests on: a stable code, and its sentence.
public struct EvidenceCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One clause; nil for a code of another version.
    public var meaning: Phrase? {
        Self.gaps[rawValue] ?? ExitEvidence(rawValue: rawValue).map(Self.meaning)
    }

    /// The clause in a language; a code of another version stands for itself.
    public func text(in language: Language) -> String { meaning?[language] ?? rawValue }

    /// Every code that has a sentence.
    public static var known: [EvidenceCode] {
        (gaps.keys.sorted() + ExitEvidence.allCases.map(\.rawValue)).map { EvidenceCode(rawValue: $0) }
    }

    private static let gaps: [String: Phrase] = [
        "same-run": Phrase("the same run goes on", "la même exécution continue", "同一次运行随后继续"),
        "new-run": Phrase("a new run follows", "une nouvelle exécution suit", "随后是新的运行"),
        "no-later-run": Phrase("no later run", "aucune exécution ensuite", "之后没有运行"),
        "cpu-idle": Phrase(
            "the process used no processor time", "le processus n'a pas utilisé le processeur", "进程没有使用处理器时间"),
        "cpu-outside": Phrase(
            "the processor time fits the life around it", "le temps processeur s'explique par la vie autour",
            "处理器时间可由前后的活动解释"),
        "cpu-grew": Phrase("processor time was used in it", "du temps processeur a été utilisé", "期间使用了处理器时间"),
        "no-cpu-time": Phrase("the log has no processor time", "le journal n'a pas de temps processeur", "日志没有处理器时间"),
        "beat-late": Phrase("a beat due inside came late", "un battement attendu est venu en retard", "期间应有的心跳迟到"),
        "device-slept": Phrase("the device itself slept", "l'appareil lui-même dormait", "设备本身处于睡眠"),
        "hole-noted": Phrase("the recorder noted the hole", "l'enregistreur a noté le trou", "记录器注明了空洞"),
        "wall-clock": Phrase(
            "measured by the wall clock only", "mesuré par l'horloge murale seulement", "仅凭系统时钟测得"),
        "clock-back": Phrase(
            "the wall clock was set back, so the length is unknown",
            "l'horloge murale a reculé : durée inconnue", "系统时钟被调回，时长未知"),
        "clock-unset": Phrase("the wall clock was not set yet", "l'horloge n'était pas encore réglée", "系统时钟尚未设置"),
        "records-lost": Phrase("the recorder counts losses", "l'enregistreur compte des pertes", "记录器统计到丢失"),
        "tracking-off": Phrase("tracking was off", "le suivi était arrêté", "记录已关闭"),
        "beats-off": Phrase("beats were turned off", "les battements étaient coupés", "心跳已关闭"),
        "no-beats": Phrase("no heartbeats in this log", "pas de battements dans ce journal", "日志没有心跳"),
        "end-from-state": Phrase(
            "the state file kept a later sign of life", "le fichier d'état garde un signe de vie plus tardif",
            "状态文件保留了更晚的存活迹象"),
    ]

    private static func meaning(_ code: ExitEvidence) -> Phrase {
        switch code {
        case .noEarlierLog: Phrase("no earlier log", "pas de journal antérieur", "没有更早的日志")
        case .stateMissing: Phrase("its state file is missing", "son fichier d'état manque", "状态文件缺失")
        case .stateUnreadable: Phrase("its state file cannot be read", "son fichier d'état est illisible", "状态文件无法读取")
        case .stateEmpty: Phrase("its state file is empty", "son fichier d'état est vide", "状态文件为空")
        case .processAlive: Phrase("its process is still there", "son processus est toujours là", "其进程仍在")
        case .crashMarker: Phrase("a crash marker", "une marque de plantage", "有崩溃标记")
        case .crashMarkerCut:
            Phrase("a crash marker that was cut off", "une marque de plantage tronquée", "崩溃标记不完整")
        case .signalSurvived: Phrase("a signal was survived", "un signal a été surmonté", "收到信号但未退出")
        case .exitByUser: Phrase("the user ended it", "l'utilisateur l'a fermé", "用户主动关闭")
        case .exitBySignal: Phrase("a signal asked it to end", "un signal a demandé l'arrêt", "信号要求退出")
        case .exitByCall: Phrase("the app ended itself", "l'application s'est arrêtée elle-même", "应用自行退出")
        case .exitOther: Phrase("it announced its end", "elle a annoncé sa fin", "已声明退出")
        case .terminating: Phrase("it was being ended", "elle était en cours d'arrêt", "正在退出")
        case .debuggerAttached: Phrase("a debugger was attached", "un débogueur était attaché", "已连接调试器")
        case .bootChanged: Phrase("another start of the device", "un autre démarrage de l'appareil", "设备已重启")
        case .bootClockWentBack:
            Phrase("the boot clock began anew", "l'horloge de démarrage est repartie de zéro", "启动时钟重新计数")
        case .osChanged: Phrase("another system version", "une autre version du système", "系统版本已变")
        case .batteryEmpty: Phrase("the battery was empty", "la batterie était vide", "电池耗尽")
        case .appChanged: Phrase("another version of the app", "une autre version de l'application", "应用版本已变")
        case .buildChanged: Phrase("another build", "un autre build", "构建号已变")
        case .binaryChanged: Phrase("another binary", "un autre binaire", "二进制已变")
        case .mainThreadHung:
            Phrase("the main thread did not answer", "le fil principal ne répondait pas", "主线程无响应")
        case .memoryKill: Phrase("the kernel counted a memory kill", "le noyau compte un arrêt mémoire", "内核记录了内存终止")
        case .lowMemory: Phrase("memory was low", "la mémoire était basse", "内存不足告警")
        case .taskLimit: Phrase("a task past its limit", "une tâche hors limite", "任务超时")
        case .cpuLimit: Phrase("processor use past the limit", "processeur au-delà de la limite", "处理器占用超限")
        case .thermalCritical: Phrase("the device was critically hot", "l'appareil était brûlant", "设备过热")
        case .neverLaunched: Phrase("it was never used", "elle n'a jamais servi", "从未使用")
        case .inBackground: Phrase("in the background", "en arrière-plan", "在后台")
        case .inForeground: Phrase("in the foreground", "au premier plan", "在前台")
        case .stateUnknown: Phrase("where it stood is unknown", "position inconnue", "前后台状态未知")
        case .noCrashMarker: Phrase("no crash marker", "aucune marque de plantage", "没有崩溃标记")
        case .noCleanExit: Phrase("no announced end", "aucune fin annoncée", "没有声明退出")
        }
    }
}
