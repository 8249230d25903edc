import FieldModel

/// What the text of `analyze gaps` says, in every language.
enum GapWords {
    static let comma = Phrase(", ", ", ", "，")
    static let none = Phrase("no gap", "aucun trou", "没有中断")
    static let count = Phrase("{count:gap|gaps}", "{count:trou|trous}", "{count} 处中断")
    static let matter = Phrase(
        "{count:that matters|that matter}", "dont {count:important|importants}", "其中 {count} 处有影响")
    static let withoutFix = Phrase(
        "{count} without a fix on both sides", "{count} sans position des deux côtés", "{count} 处前后缺少定位")
    static let longest = Phrase("longest {length}", "le plus long {length}", "最长 {length}")
    static let nothingInPart = Phrase(
        "nothing was recorded between --since and --until", "rien n'a été enregistré entre --since et --until",
        "--since 与 --until 之间没有记录")
    static let recorded = Phrase("{length} recorded", "{length} enregistrés", "共记录 {length}")
    static let period = Phrase("a beat every {length}", "un battement toutes les {length}", "每 {length} 一次心跳")
    static let noBeats = Phrase(
        "no beats: silence is all that can be told", "pas de battements : seul le silence se voit", "没有心跳：只能看出静默")
    static let alive = Phrase("alive {share} of the time", "en vie {share} du temps", "存活时间占 {share}")
    static let heard = Phrase("heard from {share} of the time", "entendu {share} du temps", "有信号的时间占 {share}")
    static let intended = Phrase(
        " ({length} off on purpose not counted)", " (sans compter {length} d'arrêt volontaire)", "（有意关闭的 {length} 不计）")
    static let nobodyMoved = Phrase("nobody moved", "personne n'a bougé", "没有移动")
    static let noFixes = Phrase("no fixes", "aucune position", "没有定位")
    static let moved = Phrase(
        "{share} of {way} moved is recorded", "{share} des {way} parcourus sont enregistrés", "移动的 {way} 中记录了 {share}")

    static let length = Phrase("length", "durée", "时长")
    static let missed = Phrase("missed", "manqués", "缺失心跳")
    static let kind = Phrase("kind", "genre", "类型")
    static let sure = Phrase("sure", "sûreté", "可信度")
    static let way = Phrase("moved", "parcouru", "移动")
    static let before = Phrase("before", "avant", "之前状态")
    static let endedBy = Phrase("ended by", "terminé par", "结束于")
    static let inGaps = Phrase("in gaps", "en trous", "中断时长")
    static let mattering = Phrase("matter", "importants", "有影响")
    static let anHour = Phrase("gaps an hour", "trous par heure", "每小时中断")

    static let setBack = Phrase(
        "the wall clock was set back by {length}", "l'horloge murale a été reculée de {length}", "系统时钟被调回 {length}")
    static let setForward = Phrase(
        "the wall clock was set forward by {length}", "l'horloge murale a été avancée de {length}", "系统时钟被调快 {length}")
    static let silent = Phrase(
        "the receiver gave nothing, the app was alive", "le récepteur n'a rien donné, l'application vivait",
        "接收器无输出，应用存活")
    static let starved = Phrase(
        "under a tenth of the usual fixes", "moins d'un dixième des positions habituelles", "定位不足平常的十分之一")
    static let missingBeats = Phrase(
        "no beat, though other records went on", "aucun battement, alors que d'autres enregistrements continuaient",
        "没有心跳，但其他记录仍在继续")
    static let stretch = Phrase("{from} to {to}, {length}", "{from} à {to}, {length}", "{from} 至 {to}，{length}")
    static let beats = Phrase("{count:beat|beats}", "{count:battement|battements}", "{count} 次心跳")
    static let worst = Phrase("the worst by {length}", "le pire de {length}", "最多迟 {length}")
}
