import FieldModel

/// Checks of how location was asked for.
extension FieldCheck {
    static let configuration: [FieldCheck] = [
        FieldCheck(
            code: "filter-with-significant-changes",
            why: Phrase(
                "a distance filter lets the system suspend the app until the next significant change",
                "un filtre de distance laisse le système suspendre l'application jusqu'au prochain changement significatif",
                "距离过滤会让系统把应用挂起到下一次显著位置变化"),
            advice: Phrase(
                """
                some apps record well with a filter of 5 to 10 m and some are suspended by any; try without one where \
                there are gaps
                """,
                """
                certaines applications enregistrent bien avec un filtre de 5 à 10 m, d'autres sont suspendues par tout \
                filtre ; essayer sans là où il y a des trous
                """, "有的应用用 5 至 10 米的过滤记录良好，有的任何过滤都会被挂起；出现中断处请试试不用过滤")
        ) { facts in
            guard facts.events.hasSettings, facts.events.hasProfile else { return .unknown }
            return .count(facts.events.found.filterWithSignificantChanges)
        },
        FieldCheck(
            code: "coarse-with-significant-changes",
            why: Phrase(
                "an accuracy coarser than 100 m beside significant changes lets the system suspend the app",
                """
                une précision moindre que 100 m à côté des changements significatifs laisse le système suspendre \
                l'application
                """, "与显著位置变化并用时，低于 100 米的精度会让系统挂起应用"),
            advice: Phrase(
                "ask for 100 m at the coarsest while significant changes are armed",
                "demander au pire 100 m tant que les changements significatifs sont armés", "启用显著位置变化时，精度最低应要求 100 米")
        ) { facts in
            guard facts.events.hasSettings, facts.events.hasProfile else { return .unknown }
            return .count(facts.events.found.coarseWithSignificantChanges)
        },
        FieldCheck(
            code: "automatic-pausing",
            why: Phrase(
                "the system stops the updates by itself, and does not start them again",
                "le système arrête les mises à jour de lui-même, et ne les relance pas", "系统会自行停止更新，且不再恢复"),
            advice: Phrase(
                "turn pausesLocationUpdatesAutomatically off, or keep another reason to run",
                "désactiver pausesLocationUpdatesAutomatically, ou garder une autre raison de tourner",
                "关闭 pausesLocationUpdatesAutomatically，或保留其他运行理由")
        ) { facts in facts.events.hasSettings ? .count(facts.events.found.pausing) : .unknown },
        FieldCheck(
            code: "started-in-background",
            why: Phrase(
                "updates started in the background outside a wake last seconds",
                "des mises à jour lancées en arrière-plan hors d'un réveil durent quelques secondes",
                "未经唤醒而在后台启动的更新只能维持几秒"),
            advice: Phrase(
                "start them in the foreground, or right after a wake",
                "les lancer au premier plan, ou juste après un réveil",
                "请在前台或唤醒后立即启动")
        ) { facts in facts.events.hasProfile ? .count(facts.events.found.startedInBackground) : .unknown },
        FieldCheck(
            code: "session-in-background",
            why: Phrase(
                "a background session begun in the background confers nothing",
                "une session d'arrière-plan commencée en arrière-plan ne donne aucun droit", "在后台开始的后台会话不起作用"),
            advice: Phrase(
                "begin it while the app is in front", "la commencer quand l'application est devant", "请在应用位于前台时开始")
        ) { facts in facts.events.hasSettings ? .count(facts.events.found.sessionInBackground) : .unknown },
        FieldCheck(
            code: "indicator",
            why: Phrase(
                "without Always the system shows the indicator and may end the updates",
                "sans « Toujours », le système montre l'indicateur et peut arrêter les mises à jour",
                "没有“始终”权限时，系统会显示指示器并可能停止更新"),
            advice: Phrase(
                """
                some keep the indicator shown and are left alone, some hide it with Always; hidden without Always is \
                neither
                """,
                """
                certains montrent l'indicateur et restent tranquilles, d'autres le masquent avec « Toujours » ; masqué \
                sans « Toujours », ce n'est ni l'un ni l'autre
                """, "有的保持显示指示器而不受干扰，有的凭“始终”权限隐藏；没有“始终”却隐藏则两头不靠")
        ) { facts in facts.events.hasSettings ? .count(facts.events.found.hiddenWithoutAlways) : .unknown },
        FieldCheck(
            code: "motion-access",
            why: Phrase(
                "the rules need the motion sensor, and the stream may not run without it",
                "les règles ont besoin du capteur de mouvement, et le flux peut ne pas tourner sans lui",
                "规则需要运动传感器，缺少它位置流可能无法运行"),
            advice: Phrase(
                "ask for motion access before tracking, and fall back openly where it is denied",
                "demander l'accès au mouvement avant le suivi, et dire clairement ce qui se passe s'il est refusé",
                "记录前请求运动权限；被拒绝时明确采用替代方案")
        ) { facts in facts.events.motionKnown ? .count(facts.events.found.motionDenied) : .unknown },
        FieldCheck(
            code: "one-manager",
            why: Phrase(
                "one manager for continuous updates and significant changes: their positions cannot be told apart",
                """
                un seul gestionnaire pour les mises à jour continues et les changements significatifs : leurs positions \
                ne se distinguent pas
                """, "连续更新与显著位置变化共用一个管理器：两者的位置无法区分"),
            advice: Phrase(
                "use a manager of its own for significant changes and visits",
                "un gestionnaire à part pour les changements significatifs et les visites", "显著位置变化和到访请使用单独的管理器")
        ) { facts in
            guard facts.samples.count > 0, facts.events.usesSignificantChanges else { return .notApplicable }
            return facts.samples.mixedSources ? .good : Outcome(verdict: .unknown)
        },
    ]
}
