import FieldModel

/// What a report says, in every language. Codes, keys and numbers are the same in all of them.
enum ReportWords {
    // MARK: Headline
    static let alive = Phrase("alive of the time", "du temps en vie", "存活时间")
    static let heard = Phrase("heard from, of the time", "du temps entendu", "有信号的时间")
    static let recorded = Phrase("of {way} moved is recorded", "des {way} parcourus enregistrés", "移动的 {way} 中已记录")
    static let nobodyMoved = Phrase("nobody moved", "personne n'a bougé", "没有移动")
    static let mattering = Phrase(
        "of {count:gap|gaps} matter", "trous importants sur {count}", "处有影响（共 {count} 处中断）")
    static let longest = Phrase("longest {length}", "le plus long {length}", "最长 {length}")
    static let ends = Phrase("ends of runs", "fins d'exécution", "次运行结束")
    static let end = Phrase("end of a run", "fin d'exécution", "次运行结束")
    static let noEnds = Phrase("no run has ended", "aucune exécution terminée", "没有运行结束")
    static let kept = Phrase(
        "of {count:fix|fixes} became points", "points sur {count:position|positions}", "个点（共 {count} 次定位）")
    static let whyStopped = Phrase("Why did it stop?", "Pourquoi s'est-il arrêté ?", "为什么停了？")
    static let noGap = Phrase(
        "It did not: there was no gap.", "Il ne s'est pas arrêté : aucun trou.", "没有停：没有任何中断。")
    static let worstGap = Phrase(
        "Longest from {from} to {to} ({length}): {meaning}.", "Le plus long de {from} à {to} ({length}) : {meaning}.",
        "最长的一次从 {from} 到 {to}（{length}）：{meaning}。")
    static let worstMove = Phrase(
        "{way} were covered in it.", "{way} parcourus pendant ce temps.", "期间移动了 {way}。")

    // MARK: Banners
    static let crashed = Phrase(
        "{count:crash|crashes}. The last one at {at}: signal {signal}.",
        "{count:plantage|plantages}. Le dernier à {at} : signal {signal}.", "{count} 次崩溃，最近一次在 {at}：信号 {signal}。")
    static let damaged = Phrase(
        "The log is damaged: {lines} lines and {bytes} bytes skipped, {records} records lost.",
        "Le journal est endommagé : {lines} lignes et {bytes} octets ignorés, {records} enregistrements perdus.",
        "日志已损坏：跳过 {lines} 行、{bytes} 字节，丢失 {records} 条记录。")
    static let empty = Phrase("No record could be read.", "Aucun enregistrement lisible.", "没有可读取的记录。")

    // MARK: Sections
    static let timeline = Phrase("Timeline", "Chronologie", "时间线")
    static let track = Phrase("Track", "Trace", "轨迹")
    static let gaps = Phrase("Gaps", "Trous", "中断")
    static let exits = Phrase("Ends of runs", "Fins d'exécution", "运行的结束")
    static let findings = Phrase("What the checks found", "Ce que disent les contrôles", "检查结果")
    static let decisions = Phrase("Decisions then and now", "Décisions d'alors et d'aujourd'hui", "当时与现在的判定")
    static let settings = Phrase("Permissions and settings", "Autorisations et réglages", "权限与设置")
    static let compared = Phrase("Compared with {name}", "Comparé à {name}", "与 {name} 比较")
    static let reproduce = Phrase("How to reproduce each figure", "Comment retrouver chaque chiffre", "如何重现每个数字")
    static let battery = Phrase("Battery", "Batterie", "电池")

    // MARK: Timeline
    static let help = Phrase(
        "Drag or arrow keys move, Ctrl and the wheel, + and − zoom, 0 shows all, n and p go from gap to gap.",
        "Glisser ou flèches : déplacer ; Ctrl et molette, + et − : zoomer ; 0 : tout ; n et p : d'un trou à l'autre.",
        "拖动或方向键移动，Ctrl 加滚轮、+ 与 − 缩放，0 显示全部，n 与 p 在中断之间跳转。")
    static let trackHelp = Phrase(
        "Drag or arrow keys move, Ctrl and the wheel, + and − zoom, 0 shows all. Nothing is drawn across a gap.",
        "Glisser ou flèches : déplacer ; Ctrl et molette, + et − : zoomer ; 0 : tout. Rien n'est tracé à travers un trou.",
        "拖动或方向键移动，Ctrl 加滚轮、+ 与 − 缩放，0 显示全部。中断处不画线。")
    static let needsScript = Phrase(
        "The pictures need scripts; the tables below say the same.",
        "Les images demandent des scripts ; les tableaux disent la même chose.", "图形需要脚本；下面的表格内容相同。")
    static let asTable = Phrase("As tables", "En tableaux", "以表格显示")
    static let thinned = Phrase(
        "Measurements are thinned to the extremes of each {length}; --since and --until show a part in full.",
        "Mesures réduites aux extrêmes de chaque {length} ; --since et --until montrent une partie en entier.",
        "测量值按每 {length} 保留极值；--since 与 --until 可完整显示一段。")
    static let noTrack = Phrase("No fix became a point.", "Aucune position n'est devenue un point.", "没有定位成为轨迹点。")

    // MARK: Cards
    static let before = Phrase("before", "avant", "之前")
    static let endedBy = Phrase("ended by", "terminé par", "结束于")
    static let rests = Phrase("rests on", "repose sur", "依据")
    static let missed = Phrase("beats missed", "battements manqués", "缺失心跳")
    static let asleep = Phrase("device asleep", "appareil endormi", "设备睡眠")
    static let moved = Phrase("moved", "parcouru", "移动")
    static let toDo = Phrase("to do", "à faire", "建议")
    static let sure = Phrase("sure", "sûreté", "可信度")
    static let unobserved = Phrase("until the next launch", "jusqu'au lancement suivant", "至下次启动")
    static let addresses = Phrase("addresses", "adresses", "地址")
    static let lastRecords = Phrase("last records", "derniers enregistrements", "最后的记录")
    static let matters = Phrase("matters", "important", "有影响")
    static let still = Phrase("nobody moved", "personne n'a bougé", "没有移动")
    static let movementUnknown = Phrase("movement unknown", "mouvement inconnu", "移动未知")
    static let others = Phrase(
        "{count} more in the table.", "{count} de plus dans le tableau.", "另有 {count} 处见表格。")
    static let inTimeline = Phrase("show in the timeline", "voir dans la chronologie", "在时间线中显示")
    static let moreRows = Phrase(
        "{count} more rows: {command}", "{count} lignes de plus : {command}", "另有 {count} 行：{command}")

    // MARK: Tables
    static let from = Phrase("from", "de", "开始")
    static let to = Phrase("to", "à", "结束")
    static let at = Phrase("at", "à", "时间")
    static let length = Phrase("length", "durée", "时长")
    static let kind = Phrase("kind", "genre", "类型")
    static let state = Phrase("state", "état", "状态")
    static let value = Phrase("value", "valeur", "值")
    static let verdict = Phrase("verdict", "verdict", "判定")
    static let reason = Phrase("reason", "raison", "原因")
    static let then = Phrase("then", "alors", "当时")
    static let now = Phrase("now", "maintenant", "现在")
    static let change = Phrase("change", "écart", "变化")
    static let figure = Phrase("figure", "chiffre", "数字")
    static let command = Phrase("command", "commande", "命令")
    static let points = Phrase("points", "points", "点")
    static let cause = Phrase("cause", "cause", "原因")
    static let group = Phrase("group", "groupe", "组")
    static let previous = Phrase("before", "avant", "之前")
    static let after = Phrase("after", "après", "之后")
    static let check = Phrase("check", "contrôle", "检查")
    static let evidence = Phrase("evidence", "preuves", "依据")
    static let unknown = Phrase("unknown", "inconnu", "未知")
    static let thisLog = Phrase("this log", "ce journal", "本日志")
    static let otherLog = Phrase("the other", "l'autre", "另一份")
    static let lines = Phrase("Lines of the track", "Lignes de la trace", "轨迹的各段")
    static let connectors = Phrase("What lies between them", "Ce qui les sépare", "各段之间")

    // MARK: Sentences on the rest
    static let sameDecisions = Phrase(
        "The rules decide today what they decided on the phone: {count:fix|fixes} compared.",
        "Les règles décident aujourd'hui comme sur le téléphone : {count:position comparée|positions comparées}.",
        "规则现在的判定与手机上相同：已比较 {count} 次定位。")
    static let changedDecisions = Phrase(
        "{count:decision is another one|decisions are others} now, the first at record {n}.",
        "{count:décision diffère|décisions diffèrent}, la première à l'enregistrement {n}.",
        "现在有 {count} 项判定不同，最早在记录 {n}。")
    static let nothingCompared = Phrase(
        "The log has no verdicts to compare with.", "Le journal n'a aucun verdict à comparer.", "日志中没有可比较的判定。")
    static let replayable = Phrase("replayable: {verdict}", "rejouable : {verdict}", "可重放：{verdict}")
    static let charge = Phrase(
        "From {from} to {to} in {length}.", "De {from} à {to} en {length}.", "{length} 内从 {from} 到 {to}。")
    static let chargeCharging = Phrase(
        "It was charged meanwhile: no draw can be told.", "Elle a été chargée entre-temps : consommation inconnue.",
        "期间有充电，无法得出耗电。")
    static let noBattery = Phrase("The log has no battery readings.", "Aucune mesure de batterie.", "日志没有电池读数。")
    static let noSettings = Phrase(
        "The log has neither permissions nor settings.", "Ni autorisations ni réglages dans le journal.", "日志没有权限与设置。")
    static let noFindings = Phrase("No check has anything to say.", "Aucun contrôle n'a rien à dire.", "没有检查结果需要说明。")
    static let offline = Phrase(
        "One page, nothing loaded from anywhere. Made by analyze report.",
        "Une seule page, rien n'est chargé d'ailleurs. Faite par analyze report.", "单一页面，不从任何地方加载。由 analyze report 生成。")

    /// Words that the scripts of the page need.
    static func pictured(in language: Language) -> Value {
        .object(scripted.map { Record.Field($0.key, .string($0.phrase[language])) })
    }

    private static let scripted: [(key: String, phrase: Phrase)] = [
        ("life", Phrase("life", "vie", "存活")), ("app", Phrase("app", "appli", "应用")),
        ("motion", Phrase("motion", "mouvement", "运动")), ("receiver", Phrase("receiver", "récepteur", "接收器")),
        ("fixes", Phrase("fixes a minute", "positions/min", "每分钟定位")),
        ("accuracy", Phrase("accuracy", "précision", "精度")), ("speed", Phrase("speed", "vitesse", "速度")),
        ("battery", Phrase("battery", "batterie", "电池")),
        ("events", Phrase("wakes, marks", "réveils, repères", "唤醒与标记")),
        ("zoomIn", Phrase("zoom in", "agrandir", "放大")), ("zoomOut", Phrase("zoom out", "réduire", "缩小")),
        ("earlier", Phrase("earlier", "plus tôt", "向前")), ("later", Phrase("later", "plus tard", "向后")),
        ("all", Phrase("all", "tout", "全部")), ("previousGap", Phrase("gap before", "trou précédent", "上一处中断")),
        ("nextGap", Phrase("next gap", "trou suivant", "下一处中断")),
        ("local", Phrase("local time", "heure locale", "当地时间")),
        ("here", Phrase("shown part only", "partie visible", "仅显示部分")),
        ("solid", Phrase("recorded way", "chemin enregistré", "已记录路线")),
        ("dashed", Phrase("way not known", "chemin inconnu", "路线未知")),
        ("gapEnds", Phrase("ends of a gap", "bords d'un trou", "中断两端")),
        ("stay", Phrase("stay", "séjour", "停留")), ("mark", Phrase("mark", "repère", "标记")),
        ("exit", Phrase("end of a run", "fin d'exécution", "运行结束")),
        ("alive", Phrase("alive", "en vie", "存活")), ("gap", Phrase("gap", "trou", "中断")),
        ("moved", Phrase("moved", "parcouru", "移动")), ("accepted", Phrase("accepted", "acceptées", "已接受")),
        ("other", Phrase("others", "autres", "其他")), ("wake", Phrase("wake", "réveil", "唤醒")),
        ("change", Phrase("setting", "réglage", "设置")),
        ("timelineLabel", Phrase("Timeline of the log", "Chronologie du journal", "日志时间线")),
        ("trackLabel", Phrase("Map of the track", "Carte de la trace", "轨迹图")), ("north", Phrase("N", "N", "北")),
    ]
}
