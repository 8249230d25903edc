import FieldModel

/// Checks of how the app lived.
extension FieldCheck {
    static let life: [FieldCheck] = [
        FieldCheck(
            code: "pulse",
            why: Phrase(
                "the app is suspended between wakes and lives for seconds only",
                "l'application est suspendue entre les réveils et ne vit que quelques secondes", "应用在两次唤醒之间被挂起，每次只存活几秒"),
            advice: Phrase(
                "look at the distance filter and the accuracy: any filter beside significant changes does this",
                "regarder le filtre de distance et la précision : tout filtre à côté des changements significatifs produit cela",
                "请检查距离过滤和精度：与显著位置变化并用的任何过滤都会如此")
        ) { facts in
            guard !facts.gaps.isEmpty else { return .good }
            let pulses = facts.lives.reduce(0) { $0 + pulse(in: $1) }
            let isPulse = pulses >= CheckLimits.pulseCount
            return Outcome(
                verdict: isPulse ? .fail : .good, value: Double(pulses), limit: Double(CheckLimits.pulseCount),
                evidence: isPulse ? [Evidence(nil, CheckWords.pulses, [.init("count", .whole(pulses))])] : [])
        },
        FieldCheck(
            code: "gaps",
            why: Phrase(
                "somebody moved while nothing was recorded", "quelqu'un s'est déplacé sans que rien ne soit enregistré",
                "移动期间没有任何记录"),
            advice: Phrase(
                "analyze gaps lists them; --by config shows under which settings they come",
                "analyze gaps les énumère ; --by config montre sous quels réglages ils viennent",
                "analyze gaps 逐一列出；--by config 显示出现在哪些设置下")
        ) { facts in
            let matter = facts.gaps.filter { $0.matters == true }
            return .any(
                matter.map { gap in
                    Evidence(
                        gap.from.wallTime, CheckWords.gap,
                        [.init("kind", .string(gap.kind.rawValue)), .init("seconds", .whole(gap.duration / 1000))])
                }, .fail)
        },
        FieldCheck(
            code: "ends",
            why: Phrase(
                "a run that crashed or was ended for a reason of its own can be mended",
                "une exécution plantée, ou arrêtée pour une raison qui lui est propre, se répare",
                "崩溃或因自身原因被终止的运行是可以修复的"),
            advice: Phrase(
                "analyze exits has a card for each end", "analyze exits donne une fiche pour chaque fin",
                "analyze exits 为每次结束给出卡片")
        ) { facts in
            let causes = ["crash", "watchdog", "out-of-memory", "cpu", "thermal", "task-timeout"]
            let bad = facts.ends.filter { causes.contains($0.cause) }
            return .any(
                bad.map { Evidence($0.at.wallTime, CheckWords.end, [.init("cause", .string($0.cause))]) }, .fail)
        },
        FieldCheck(
            code: "heartbeats",
            why: Phrase(
                "beats that stop while the app goes on hide whether it lives",
                "des battements qui cessent alors que l'application continue cachent si elle vit",
                "应用继续而心跳停止，就无法判断它是否存活"),
            advice: Phrase(
                "beats must be independent of severity and phase; say hb.off where silence is meant",
                "les battements ne dépendent ni de la gravité ni de la phase ; écrire hb.off si le silence est voulu",
                "心跳不得受级别或阶段影响；有意静默时请写 hb.off")
        ) { facts in
            guard facts.lives.contains(where: { $0.runs.contains { $0.beats > 0 } }) else { return .unknown }
            return .any(stretches(facts.lives.flatMap(\.missingBeats), CheckWords.noBeat))
        },
        FieldCheck(
            code: "silent-receiver",
            why: Phrase(
                "the app was alive and the receiver gave nothing",
                "l'application vivait et le récepteur n'a rien donné",
                "应用存活，而接收器没有输出"),
            advice: Phrase(
                "look at permissions, precise location, and where the device was",
                "regarder les autorisations, la position précise et l'endroit où était l'appareil",
                "请检查权限、精确定位，以及设备所处位置")
        ) { facts in
            guard facts.lives.contains(where: \.knowsReceiver) else { return .unknown }
            return .any(
                stretches(facts.lives.flatMap(\.silent) + facts.lives.flatMap(\.starved), CheckWords.noFix))
        },
        FieldCheck(
            code: "stopped-receiver",
            why: Phrase(
                "the receiver was stopped and no reason to run was left: the app was suspended within about a minute",
                "le récepteur arrêté, plus aucune raison de tourner : suspendue en une minute environ",
                "接收器停止后再无运行理由：约一分钟内被挂起"),
            advice: Phrase(
                "keep another reason to run, or rely on significant changes and regions to come back",
                "garder une autre raison de tourner, ou compter sur les changements significatifs et les régions pour revenir",
                "保留其他运行理由，或依靠显著位置变化和区域恢复")
        ) { facts in
            guard facts.events.hasProfile else { return .unknown }
            let stops = facts.events.receiverStops
            let gaps = facts.gaps.filter { gap in
                gap.kind == .suspended && stops.contains { 0...CheckLimits.stopReach ~= gap.from.wallTime - $0 }
            }
            return .any(
                gaps.map {
                    Evidence($0.from.wallTime, CheckWords.stopped, [.init("seconds", .whole($0.duration / 1000))])
                })
        },
        FieldCheck(
            code: "clock",
            why: Phrase(
                "times before and after a step do not belong together",
                "les heures avant et après un saut ne vont pas ensemble",
                "时钟跳变前后的时间不可混用"),
            advice: Phrase(
                "nothing to change in the app: durations come from the clock that is never set",
                "rien à changer dans l'application : les durées viennent de l'horloge que nul ne règle",
                "应用无需改动：时长来自从不调整的时钟")
        ) { facts in
            let unset = facts.gaps.contains { $0.from.isUnset || $0.to.isUnset }
            let steps = facts.lives.flatMap(\.clockSteps).map {
                Evidence($0.at.wallTime, CheckWords.clockStep, [.init("seconds", .whole($0.by / 1000))])
            }
            return .any(steps + (unset ? [Evidence(nil, CheckWords.clockUnset)] : []))
        },
    ]

    private static func stretches(_ stretches: [Stretch], _ phrase: Phrase) -> [Evidence] {
        stretches.map { Evidence($0.from.wallTime, phrase, [.init("seconds", .whole($0.duration / 1000))]) }
    }

    /// Gaps of the pulse's length that a significant change ended and that another gap followed within seconds.
    private static func pulse(in life: Life) -> Int {
        let gaps = life.gaps
        return gaps.indices.filter { index in
            guard CheckLimits.pulseGap.contains(gaps[index].duration),
                gaps[index].endedBy.hasSuffix("significant-change")
            else { return false }
            let next = index + 1 < gaps.count ? gaps[index + 1].from : life.last ?? gaps[index].to
            return next.elapsed(since: gaps[index].to).millis < CheckLimits.pulseLife
        }.count
    }
}
