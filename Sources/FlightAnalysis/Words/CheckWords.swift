import FieldModel

/// What the checks found, in every language.
enum CheckWords {
    static let releaseBuild = Phrase("a release build", "une version de production", "发布版本")
    static let startedInBackground = Phrase(
        "receiver started in the background, no wake before it", "récepteur démarré en arrière-plan, sans réveil avant",
        "在后台启动接收器，此前没有唤醒")
    static let pausesOn = Phrase("pauses on", "pauses activées", "已开启自动暂停")
    static let sessionInBackground = Phrase(
        "background session begun in the background", "session d'arrière-plan commencée en arrière-plan", "在后台开始后台会话")
    static let configuration = Phrase("{text}", "réglage : {text}", "配置：{text}")
    static let motionAccess = Phrase("motion {state}", "mouvement : {state}", "运动权限：{state}")
    static let indicatorHidden = Phrase(
        "indicator hidden, location {state}", "indicateur masqué, position : {state}", "指示器隐藏，定位权限：{state}")
    static let oldFix = Phrase(
        "the newest fix is {age} s old", "la position la plus récente a {age} s", "最新定位已过去 {age} 秒")
    static let lateTimer = Phrase(
        "{id} fired {late} s late", "{id} s'est déclenché avec {late} s de retard", "{id} 迟到 {late} 秒")
    static let unfedStillness = Phrase(
        "{id} fired without a second still reading", "{id} s'est déclenché sans seconde lecture d'immobilité",
        "{id} 触发时没有第二次静止读数")
    static let flapping = Phrase(
        "{count:change|changes} within 120 s", "{count:changement|changements} en 120 s", "120 秒内变化 {count} 次")
    static let visitInMotion = Phrase("visit while {motion}", "visite pendant {motion}", "{motion} 期间报告到访")

    static let shifted = Phrase("the position of a {what}", "la position de : {what}", "{what} 的位置")
    static let wakeInTrack = Phrase("a position of {source}", "une position de {source}", "来自 {source} 的位置")
    static let deadReckoned = Phrase("accuracy {accuracy} m", "précision {accuracy} m", "精度 {accuracy} 米")
    static let fakeSpeed = Phrase(
        "{speed} m/s without its accuracies", "{speed} m/s sans ses précisions", "{speed} 米/秒，缺少相应精度")
    static let rolledBehind = Phrase(
        "a sample dated {dated}: receiver clock {seconds} s = {days} days = {weeks} weeks behind",
        "une mesure datée {dated} : horloge du récepteur en retard de {seconds} s = {days} jours = {weeks} semaines",
        "采样日期 {dated}：接收器时钟慢 {seconds} 秒 = {days} 天 = {weeks} 周")
    static let rolledAhead = Phrase(
        "a sample dated {dated}: receiver clock {seconds} s = {days} days = {weeks} weeks ahead",
        "une mesure datée {dated} : horloge du récepteur en avance de {seconds} s = {days} jours = {weeks} semaines",
        "采样日期 {dated}：接收器时钟快 {seconds} 秒 = {days} 天 = {weeks} 周")
    static let late = Phrase("{age} s old at its arrival", "âgée de {age} s à l'arrivée", "到达时已过去 {age} 秒")
    static let oldest = Phrase("the oldest by {age} s", "la plus ancienne de {age} s", "最旧的迟 {age} 秒")
    static let firstFix = Phrase(
        "the first fix of a run, {age} s old, was accepted",
        "la première position d'une exécution, âgée de {age} s, acceptée",
        "运行的首个定位已过去 {age} 秒却被接受")
    static let repeated = Phrase(
        "the same position again, first seen {age} s before", "la même position, vue {age} s plus tôt",
        "{age} 秒前的同一位置再次出现")
    static let endUncertain = Phrase(
        "end uncertain: next {seconds} s without a good fix",
        "fin incertaine : {seconds} s suivantes sans bonne position",
        "终点不确定：此后 {seconds} 秒没有可靠定位")

    static let pulses = Phrase(
        "{count:gap|gaps} of 3 to 7 min, each ended by a significant change",
        "{count:trou|trous} de 3 à 7 min, terminés chacun par un changement significatif",
        "{count} 处 3 至 7 分钟的中断，均由显著位置变化结束")
    static let gap = Phrase("{kind}, {seconds} s", "{kind}, {seconds} s", "{kind}，{seconds} 秒")
    static let end = Phrase("{cause}", "cause : {cause}", "原因：{cause}")
    static let noBeat = Phrase("{seconds} s without a beat", "{seconds} s sans battement", "{seconds} 秒没有心跳")
    static let noFix = Phrase("{seconds} s of silence", "{seconds} s de silence", "静默 {seconds} 秒")
    static let clockStep = Phrase("set by {seconds} s", "réglée de {seconds} s", "调整了 {seconds} 秒")
    static let clockUnset = Phrase(
        "times before the clock was set were worked out backwards",
        "les heures d'avant le réglage ont été recalculées", "时钟设置之前的时间已反推")
    static let stopped = Phrase(
        "receiver off, then suspended for {seconds} s", "récepteur arrêté, puis suspendue pendant {seconds} s",
        "接收器关闭后被挂起 {seconds} 秒")

    static let lostRecords = Phrase("{count:record|records}", "{count:enregistrement|enregistrements}", "{count} 条记录")
    static let missingNumbers = Phrase("n {from} to {to}", "n {from} à {to}", "n {from} 至 {to}")
    static let damage = Phrase(
        "{path}, line {line}: {detail}", "{path}, ligne {line} : {detail}", "{path}，第 {line} 行：{detail}")

    static let expired = Phrase("expired {day}", "expiré le {day}", "已于 {day} 过期")

    static let gate = Phrase("a gate of this project", "un seuil de ce projet", "本项目设定的门槛")
    static let gateAdvice = Phrase(
        "analyze gaps has the details", "analyze gaps donne les détails", "详情见 analyze gaps")
}
