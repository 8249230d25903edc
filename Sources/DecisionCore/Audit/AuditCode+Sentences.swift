import FieldModel

/// The sentences of every code, in every language.
extension AuditCode {
    /// The sentence with `{name}` for its parameters.
    public func sentence(in language: Language) -> String { phrase[language] }

    var phrase: Phrase { received ?? tested ?? decided ?? other }

    private var received: Phrase? {
        switch self {
        case .fix:
            Phrase(
                "fix received: accuracy {accuracy} m, speed {speed} m/s, {age} s old",
                "position reçue : précision {accuracy} m, vitesse {speed} m/s, âge {age} s",
                "收到定位：精度 {accuracy} 米，速度 {speed} 米/秒，{age} 秒前")
        case .motion:
            Phrase(
                "motion sensor: {kind}, confidence {confidence}",
                "capteur de mouvement : {kind}, confiance {confidence}",
                "运动传感器：{kind}，可信度 {confidence}")
        case .steps: Phrase("{count} new steps", "{count} nouveaux pas", "新增 {count} 步")
        case .burst:
            Phrase(
                "accelerometer: {rms} mg on average, {peak} mg at most",
                "accéléromètre : {rms} mg en moyenne, {peak} mg au plus", "加速度计：平均 {rms} mg，最大 {peak} mg")
        case .wake: Phrase("woken by {by}", "réveillé par {by}", "被唤醒：{by}")
        case .region:
            Phrase("region {id}: {edge}", "région {id} : {edge}", "区域 {id}：{edge}")
        case .visit: Phrase("a visit was reported", "une visite a été signalée", "系统报告了一次到访")
        case .timer: Phrase("timer {id} fired", "le minuteur {id} s'est déclenché", "定时器 {id} 到时")
        case .app: Phrase("the app moved to {to}", "l'application passe à {to}", "应用转为 {to}")
        case .trackingOn: Phrase("tracking was turned on", "le suivi a été activé", "已开启记录")
        case .trackingOff: Phrase("tracking was turned off", "le suivi a été désactivé", "已关闭记录")
        case .authorization:
            Phrase(
                "permissions: location {location}, motion {motion}",
                "autorisations : position {location}, mouvement {motion}",
                "权限：定位 {location}，运动 {motion}")
        case .battery: Phrase("battery at {level} %", "batterie à {level} %", "电量 {level}%")
        case .settings: Phrase("settings changed", "les réglages ont changé", "设置已更改")
        case .launch: Phrase("a new process was launched", "un nouveau processus a démarré", "新进程已启动")
        case .hole:
            Phrase(
                "the process did not run for {seconds} s", "le processus n'a pas tourné pendant {seconds} s",
                "进程有 {seconds} 秒未运行")
        case .zone: Phrase("time zone: {offset} s east", "fuseau horaire : {offset} s est", "时区：东 {offset} 秒")
        default: nil
        }
    }

    private var decided: Phrase? {
        switch self {
        case .accepted: Phrase("fix accepted", "position acceptée", "定位已接受")
        case .rejected: Phrase("fix rejected: {reason}", "position rejetée : {reason}", "定位被拒绝：{reason}")
        case .coarse: Phrase("fix kept as coarse", "position gardée comme grossière", "定位作为粗略位置保留")
        case .candidate:
            Phrase("fix waits for confirmation", "position en attente de confirmation", "定位等待确认")
        case .dwelling: Phrase("still in the same place", "toujours au même endroit", "仍在原处")
        case .settled:
            Phrase("fix {of} settled: {code}", "position {of} tranchée : {code}", "定位 {of} 已定：{code}")
        case .motionBecame: Phrase("motion is now {to}", "le mouvement est maintenant {to}", "运动状态变为 {to}")
        case .receiverOn:
            Phrase(
                "receiver on: {accuracy}, filter {filter} m ({label})",
                "récepteur en marche : {accuracy}, filtre {filter} m ({label})",
                "接收机开启：{accuracy}，间隔 {filter} 米（{label}）")
        case .receiverOff: Phrase("receiver off", "récepteur arrêté", "接收机关闭")
        case .dwellBegan: Phrase("a dwell began: {cause}", "un séjour commence : {cause}", "停留开始：{cause}")
        case .dwellEnded: Phrase("a dwell ended: {cause}", "un séjour se termine : {cause}", "停留结束：{cause}")
        case .timerStarted:
            Phrase("timer {id} started: {ms} ms", "minuteur {id} lancé : {ms} ms", "定时器 {id} 启动：{ms} 毫秒")
        case .timerCancelled: Phrase("timer {id} cancelled", "minuteur {id} annulé", "定时器 {id} 取消")
        case .serviceStarted: Phrase("service {service} started", "service {service} démarré", "服务 {service} 启动")
        case .serviceStopped: Phrase("service {service} stopped", "service {service} arrêté", "服务 {service} 停止")
        case .regionsArmed: Phrase("regions watched: {ids}", "régions surveillées : {ids}", "监视区域：{ids}")
        case .startOffered:
            Phrase("arrival at {place} notified", "arrivée à {place} notifiée", "已通知到达 {place}")
        case .accuracyAsked:
            Phrase("full accuracy asked for, once", "précision complète demandée, une fois", "已请求一次精确定位")
        case .stateChanged:
            Phrase(
                "{code}: from {from} to {to}, because of {cause}", "{code} : de {from} à {to}, à cause de {cause}",
                "{code}：由 {from} 变为 {to}，原因 {cause}")
        case .visitFiled: Phrase("visit {visit}: {code}", "visite {visit} : {code}", "到访 {visit}：{code}")
        case .pathChosen: Phrase("{name}: {path} runs", "{name} : {path} est utilisé", "{name}：采用 {path}")
        default: nil
        }
    }

    private var other: Phrase {
        switch self {
        case .dotCollected:
            Phrase(
                "dot {dot} collected at {measured} mm", "point {dot} pris à {measured} mm", "在 {measured} 毫米处收集到点 {dot}"
            )
        case .dotPaused: Phrase("dot {dot} refused: paused", "point {dot} refusé : en pause", "点 {dot} 被拒：已暂停")
        case .dotAccuracy:
            Phrase(
                "dot {dot} refused: accuracy {measured} cm is over {limit} cm",
                "point {dot} refusé : précision {measured} cm au-delà de {limit} cm",
                "点 {dot} 被拒：精度 {measured} 厘米超过 {limit} 厘米")
        case .dotNotPlaying:
            Phrase("dot {dot} refused: nobody plays", "point {dot} refusé : personne ne joue", "点 {dot} 被拒：未在游戏中")
        case .dotAlready:
            Phrase("dot {dot} refused: collected before", "point {dot} refusé : déjà pris", "点 {dot} 被拒：早已收集")
        case .powerPasses: Phrase("passes", "respecté", "通过")
        case .powerFails: Phrase("fails", "dépassé", "未通过")
        case .powerControlLeg:
            Phrase("no verdict: needs a control leg", "pas de verdict : il faut un trajet témoin", "无结论：需要对照路程")
        case .powerCapacity:
            Phrase(
                "no verdict: needs the battery's own capacity and health",
                "pas de verdict : il faut la capacité et la santé de la batterie", "无结论：需要该电池的容量和健康度")
        case .powerCharging:
            Phrase(
                "no verdict: the phone was charged", "pas de verdict : le téléphone a été rechargé", "无结论：途中充过电")
        case .powerTooShort:
            Phrase("no verdict: too few readings", "pas de verdict : trop peu de mesures", "无结论：读数太少")
        case .powerControlCharging:
            Phrase(
                "no verdict: the phone was charged on the control leg",
                "pas de verdict : le téléphone a été rechargé pendant le trajet témoin", "无结论：对照路程中充过电")
        case .powerControlTooShort:
            Phrase(
                "no verdict: too few readings on the control leg",
                "pas de verdict : trop peu de mesures sur le trajet témoin", "无结论：对照路程读数太少")
        case .powerUndecided:
            Phrase(
                "no verdict: the limit lies within what the readings leave open",
                "pas de verdict : la limite est dans l'intervalle des mesures", "无结论：限值落在读数的区间之内")
        default: Phrase(rawValue, rawValue, rawValue)
        }
    }
}
