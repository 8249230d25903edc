import FieldModel

/// What the text of `analyze exits` says, in every language. Causes, confidences and codes of records stand as they are.
enum ExitWords {
    static let none = Phrase("no run has ended", "aucune exécution n'est terminée", "没有已结束的运行")
    static let running = Phrase("; one is still running", " ; une est toujours en cours", "；有一次仍在运行")
    static let count = Phrase("{count:end|ends}", "{count:fin|fins}", "{count} 次结束")
    static let clean = Phrase("{count} clean", "{count:propre|propres}", "{count} 次正常")
    static let crashes = Phrase("{count} by a crash", "{count} par plantage", "{count} 次崩溃")
    static let colon = Phrase(": ", " : ", "：")

    static let inForeground = Phrase("{cause} in the foreground", "{cause} au premier plan", "{cause}（前台）")
    static let inBackground = Phrase("{cause} in the background", "{cause} en arrière-plan", "{cause}（后台）")
    static let bySignal = Phrase("{cause} by signal {signal}", "{cause}, signal {signal}", "{cause}，信号 {signal}")
    static let signalUnknown = Phrase(
        "{cause}, signal unknown (marker cut)", "{cause}, signal inconnu (marque tronquée)", "{cause}，信号未知（标记不完整）")

    static let run = Phrase("run", "exécution", "运行")
    static let noLaunch = Phrase(
        "unknown: the log begins without a launch", "inconnue : le journal commence sans lancement",
        "未知：日志开头没有启动记录")
    static let meaning = Phrase("meaning", "sens", "含义")
    static let confidence = Phrase("confidence", "confiance", "可信度")
    static let judged = Phrase("judged", "jugé", "判定")
    static let byNextLaunch = Phrase("by the next launch", "par le lancement suivant", "由下一次启动")
    static let here = Phrase(
        "here, by the rules the phone uses", "ici, par les règles du téléphone", "在此处，按手机所用规则")
    static let unobserved = Phrase("unobserved", "non observé", "未观察")
    static let untilLaunch = Phrase(
        "{length} until the next launch", "{length} jusqu'au lancement suivant", "距下一次启动 {length}")
    static let untilLaunchFor = Phrase(
        "{length} until the next launch ({reason})", "{length} jusqu'au lancement suivant ({reason})",
        "距下一次启动 {length}（{reason}）")
    static let addresses = Phrase("addresses", "adresses", "地址")
    static let last = Phrase("last", "derniers", "最后")
    static let moreFrames = Phrase(
        "and {count} more; --format json has them", "et {count} de plus ; --format json les donne",
        "另有 {count} 项，见 --format json")
    static let inlined = Phrase("(inlined)", "(intégrée)", "（内联）")
    static let at = Phrase("at {place}", "à {place}", "位于 {place}")
}
