import FieldModel

/// What each kind of gap was, and what to do about it. Between runs the kinds are the causes of ends, letter for letter.
extension GapKind {
    /// One sentence; nil for a code of another version.
    public var meaning: Phrase? { Self.meanings[rawValue] }

    /// What to look at; nil where there is nothing to mend.
    public var advice: Phrase? { Self.advices[rawValue] }

    /// Every code that has a sentence.
    public static var known: [GapKind] { meanings.keys.sorted().map { GapKind(rawValue: $0) } }

    private static let meanings: [String: Phrase] = [
        "suspended": Phrase(
            "the process was there and was not allowed to run",
            "le processus existait, mais n'avait pas le droit de tourner",
            "进程仍在，但未获准运行"),
        "stalled": Phrase(
            "the process ran, and something kept it silent",
            "le processus tournait, mais quelque chose l'a réduit au silence",
            "进程在运行，但被卡住而没有写入"),
        "off": Phrase("switched off on purpose", "arrêté volontairement", "被有意关闭"),
        "unwritten": Phrase(
            "the recorder could not write", "l'enregistreur n'a pas pu écrire", "记录器无法写入"),
        "silence": Phrase(
            "nothing came, in a log without heartbeats", "rien n'est venu, dans un journal sans battements",
            "没有任何记录，且日志不含心跳"),
        "end-unknown": Phrase(
            "the log stops, and no later run tells why",
            "le journal s'arrête, et aucune exécution ultérieure ne dit pourquoi",
            "日志到此为止，后面没有运行可说明原因"),
        "running": Phrase("still running", "toujours en cours", "仍在运行"),
        "first-launch": Phrase(
            "the first launch: nothing came before", "premier lancement : rien avant", "首次启动，此前没有运行"),
        "state-lost": Phrase(
            "what the run had left was lost, so nobody can tell how it ended",
            "la trace de l'exécution est perdue : sa fin reste inconnue", "上次运行留下的状态已丢失，无法判断如何结束"),
        "still-running": Phrase(
            "the earlier process is still there", "le processus précédent est toujours là", "先前的进程仍在"),
        "crash": Phrase("a fatal signal", "un signal fatal", "收到致命信号而崩溃"),
        "exit": Phrase("ended on purpose, and said so", "terminé volontairement, et annoncé", "主动退出，并有说明"),
        "killed-while-terminating": Phrase(
            "killed while it was being ended", "tué pendant son arrêt", "在退出过程中被终止"),
        "debugger": Phrase("ended by a debugger", "arrêté par un débogueur", "被调试器终止"),
        "reboot": Phrase("the device was started anew", "l'appareil a redémarré", "设备重新启动"),
        "update": Phrase("replaced by another build", "remplacé par une autre version", "应用被更新"),
        "watchdog": Phrase(
            "the main thread did not answer, and the system ended it",
            "le fil principal ne répondait plus, le système l'a arrêté", "主线程无响应，被系统终止"),
        "out-of-memory": Phrase("ended for memory", "arrêté faute de mémoire", "因内存不足被终止"),
        "task-timeout": Phrase(
            "a background task ran past its limit", "une tâche d'arrière-plan a dépassé sa limite", "后台任务超时"),
        "cpu": Phrase("ended for its use of the processor", "arrêté pour usage du processeur", "因处理器占用过高被终止"),
        "thermal": Phrase("ended for heat", "arrêté pour surchauffe", "因过热被终止"),
        "prewarm": Phrase(
            "started ahead of need by the system, and never used", "préchargé par le système, jamais utilisé",
            "被系统预热，从未使用"),
        "killed": Phrase(
            "ended by the system or by the user: from inside nobody can tell them apart",
            "tué par le système ou par l'utilisateur : de l'intérieur, impossible de les distinguer",
            "被系统或用户终止：从内部无法区分"),
    ]

    private static let advices: [String: Phrase] = [
        "suspended": Phrase(
            "the system put the app to sleep; look at --by config, the distance filter and the pausing setting",
            "le système a endormi l'application ; voir --by config, le filtre de distance et le réglage de pause",
            "系统让应用休眠；请查看 --by config、距离过滤和自动暂停设置"),
        "stalled": Phrase(
            "the app ran but wrote nothing; look for a blocked main thread or a blocked writer",
            "l'application tournait sans rien écrire ; chercher un fil principal ou un écrivain bloqué",
            "应用在运行却没有写入；请检查主线程或写入线程是否被阻塞"),
        "killed": Phrase(
            "look at memory use before it, and at what relaunches the app",
            "regarder la mémoire utilisée avant, et ce qui relance l'application", "请查看此前的内存用量，以及由什么重新启动应用"),
        "crash": Phrase(
            "analyze exits has the signal and the addresses", "analyze exits donne le signal et les adresses",
            "analyze exits 列出信号和地址"),
        "out-of-memory": Phrase(
            "look at the memory in the last beats (analyze exits)",
            "regarder la mémoire des derniers battements (analyze exits)", "请查看最后几次心跳中的内存（analyze exits）"),
        "watchdog": Phrase(
            "move work off the main thread", "sortir le travail du fil principal", "请把耗时工作移出主线程"),
        "unwritten": Phrase(
            "look for a full disk", "chercher un disque plein", "请检查磁盘是否已满"),
        "silence": Phrase(
            "a log without beats cannot tell sleep from a receiver that gave nothing; record heartbeats",
            "sans battements, rien ne distingue le sommeil d'un récepteur muet ; enregistrer des battements",
            "没有心跳就无法区分休眠与接收器无输出；请记录心跳"),
    ]
}
