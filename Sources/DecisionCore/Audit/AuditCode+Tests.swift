import FieldModel

/// The sentences of the tests that a fix is put to. Each says what it takes to pass, with what was measured and the limit in
/// the test's own unit; how it came out is said behind it.
extension AuditCode {
    var tested: Phrase? { testedByItself ?? testedAgainstAnother ?? outcome }

    /// What is asked of a fix whatever came before it.
    private var testedByItself: Phrase? {
        switch self {
        case .testEntry: Phrase("the reading is a number", "la mesure est un nombre", "读数为有效数字")
        case .testSource:
            Phrase(
                "the position comes from the receiver, not from a wake",
                "la position vient du récepteur, pas d'un réveil", "位置来自接收机，而非唤醒")
        case .testCoordinate:
            Phrase("the position lies on the globe", "la position est sur le globe", "位置在地球范围之内")
        case .testAccuracyGiven:
            Phrase(
                "accuracy {measured} cm is more than 0", "précision {measured} cm supérieure à 0",
                "精度 {measured} 厘米大于 0")
        case .testAccuracy:
            Phrase(
                "accuracy {measured} cm is within {limit} cm", "précision {measured} cm dans la limite de {limit} cm",
                "精度 {measured} 厘米不超过 {limit} 厘米")
        case .testFuture:
            Phrase(
                "age {measured} ms is no less than {limit} ms, so not in the future",
                "âge {measured} ms d'au moins {limit} ms, donc pas dans le futur", "时龄 {measured} 毫秒不小于 {limit} 毫秒，不在将来"
            )
        case .testStale:
            Phrase(
                "not stale: {measured} ms old, limit {limit} ms",
                "pas périmée : âge {measured} ms, limite {limit} ms", "未过时：时龄 {measured} 毫秒，限值 {limit} 毫秒")
        case .testFakeSpeed:
            Phrase(
                "a true speed: {measured} cm/s, from {limit} cm/s on only with its accuracies and a course",
                "vitesse vraie : {measured} cm/s, dès {limit} cm/s seulement avec ses précisions et un cap",
                "速度真实：{measured} 厘米/秒，达到 {limit} 厘米/秒须附带精度和航向")
        case .testRecording: Phrase("a run is being recorded", "une course est enregistrée", "正在记录一次跑步")
        case .testOther:
            Phrase(
                "test {name}: measured {measured}, limit {limit}", "test {name} : mesure {measured}, limite {limit}",
                "检查 {name}：测得 {measured}，限值 {limit}")
        default: nil
        }
    }

    /// What is asked of it beside another fix.
    private var testedAgainstAnother: Phrase? {
        switch self {
        case .testSameTime:
            Phrase(
                "not of the time of the newest valid fix, {measured} ms from it",
                "pas à l'heure de la dernière position valide, à {measured} ms d'elle", "时间不同于最新的有效定位，相差 {measured} 毫秒")
        case .testOrder:
            Phrase(
                "{measured} ms later than the last accepted fix", "{measured} ms après la dernière position acceptée",
                "比上一个接受的定位晚 {measured} 毫秒")
        case .testDuplicate:
            Phrase(
                "{measured} mm from the last accepted fix, more than {limit} mm",
                "à {measured} mm de la dernière position acceptée, plus de {limit} mm",
                "距上一个接受的定位 {measured} 毫米，大于 {limit} 毫米")
        case .testCachedRepeat:
            Phrase(
                "repeats no fix of the last {limit} ms (the same one came {measured} ms before)",
                "ne répète aucune position des {limit} dernières ms (la même est venue {measured} ms avant)",
                "不是过去 {limit} 毫秒内定位的重复（相同的定位在 {measured} 毫秒前）")
        case .testDeadReckoning:
            Phrase(
                "not reckoned on from the last speed: accuracy {measured} cm, growing no further than {limit} cm",
                "pas extrapolée de la dernière vitesse : précision {measured} cm, sans croître au-delà de {limit} cm",
                "并非由最后速度推算：精度 {measured} 厘米，增长未超过 {limit} 厘米")
        case .testDwelling:
            Phrase(
                "away from the dwell: {measured} mm from its anchor, limit {limit} mm",
                "hors du séjour : à {measured} mm de son ancre, limite {limit} mm",
                "已离开停留处：距锚点 {measured} 毫米，限值 {limit} 毫米")
        case .testSpacing:
            Phrase(
                "{measured} mm from the last point, at least {limit} mm",
                "à {measured} mm du dernier point, au moins {limit} mm", "距上一个点 {measured} 毫米，至少 {limit} 毫米")
        case .testOwnError:
            Phrase(
                "{measured} mm moved, more than its own error of {limit} mm",
                "déplacement de {measured} mm, plus que sa propre erreur de {limit} mm",
                "移动 {measured} 毫米，大于自身误差 {limit} 毫米")
        case .testBothErrors:
            Phrase(
                "{measured} mm moved, more than both errors together, {limit} mm",
                "déplacement de {measured} mm, plus que les deux erreurs ensemble, {limit} mm",
                "移动 {measured} 毫米，大于两者误差之和 {limit} 毫米")
        case .testStillSensor:
            Phrase(
                "{measured} mm moved while the sensor says still, more than {limit} mm",
                "déplacement de {measured} mm alors que le capteur dit immobile, plus de {limit} mm",
                "传感器显示静止，移动 {measured} 毫米，大于 {limit} 毫米")
        case .testJump:
            Phrase(
                "a jump of {measured} mm (limit {limit} mm) was confirmed by another fix",
                "un saut de {measured} mm (limite {limit} mm) confirmé par une autre position",
                "{measured} 毫米的跳跃（限值 {limit} 毫米）已由另一定位证实")
        case .testReachable:
            Phrase(
                "reached at {measured} cm/s from the last fix kept, no faster than {limit} cm/s",
                "atteinte à {measured} cm/s depuis la dernière position gardée, au plus {limit} cm/s",
                "自上一个保留的定位以 {measured} 厘米/秒到达，不超过 {limit} 厘米/秒")
        case .testMoved:
            Phrase(
                "{measured} mm from the last fix counted, at least {limit} mm",
                "à {measured} mm de la dernière position comptée, au moins {limit} mm",
                "距上一个计入的定位 {measured} 毫米，至少 {limit} 毫米")
        default: nil
        }
    }

    private var outcome: Phrase? {
        switch self {
        case .passed: Phrase("passed", "réussi", "通过")
        case .failed: Phrase("failed", "échoué", "未通过")
        case .skipped: Phrase("skipped, decided already", "omis, déjà décidé", "略过，已有结论")
        case .notApplicable: Phrase("does not apply", "sans objet", "不适用")
        default: nil
        }
    }
}
