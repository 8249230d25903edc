import FieldModel

/// Checks of timers and of the recording itself.
extension FieldCheck {
    static let recorder: [FieldCheck] = [
        FieldCheck(
            code: "late-timers",
            why: Phrase(
                "a timer that fires long after it was due tells of a suspended app",
                "un minuteur qui se déclenche longtemps après l'heure révèle une application suspendue",
                "定时器远远迟于预定时间，说明应用曾被挂起"),
            advice: Phrase(
                "decide on the time that has passed, not on the timer",
                "décider d'après le temps écoulé, pas d'après le minuteur",
                "请依据实际经过的时间判断，而不是定时器")
        ) { facts in facts.events.timers > 0 ? .count(facts.events.found.lateTimers) : .notApplicable },
        FieldCheck(
            code: "unfed-stillness",
            why: Phrase(
                "stillness that was seen once and never again may be a suspended app",
                "une immobilité vue une seule fois peut être une application suspendue", "只出现一次的静止可能其实是应用被挂起"),
            advice: Phrase(
                "ask for a second still reading before stopping the receiver",
                "exiger une seconde lecture d'immobilité avant d'arrêter le récepteur", "停止接收器前请要求第二次静止读数")
        ) { facts in facts.events.timers > 0 ? .count(facts.events.found.unfedStillness) : .notApplicable },
        FieldCheck(
            code: "flapping-motion",
            why: Phrase(
                "a motion classifier that flaps reopens a probe again and again",
                "un classifieur de mouvement qui oscille rouvre la sonde sans cesse", "反复跳变的运动分类会一再重新开始探测"),
            advice: Phrase(
                "debounce it; let unknown keep the last state for some minutes",
                "l'amortir ; laisser « inconnu » garder le dernier état quelques minutes", "请做去抖；让“未知”保持上一状态几分钟")
        ) { facts in
            facts.lives.contains { $0.eventsByKind["motion"] != nil }
                ? .count(facts.events.found.flapping) : .notApplicable
        },
        FieldCheck(
            code: "losses",
            why: Phrase(
                "the recorder could not keep all records", "l'enregistreur n'a pas pu tout garder", "记录器未能保留全部记录"),
            advice: Phrase(
                "look for a full disk, and at what writes more than the buffers hold",
                "chercher un disque plein, et ce qui écrit plus que les tampons ne tiennent", "请检查磁盘是否已满，以及写入量是否超出缓冲")
        ) { facts in
            let lost = facts.report.recordsLost
            return Outcome(
                verdict: lost > 0 ? .fail : .good, value: Double(lost), limit: 0,
                evidence: lost > 0 ? [Evidence(nil, CheckWords.lostRecords, [.init("count", .integer(lost))])] : [])
        },
        FieldCheck(
            code: "sequence",
            why: Phrase(
                "numbers are missing: records were written that are not here",
                "des numéros manquent : des enregistrements écrits ne sont pas là", "序号有缺：写过的记录不在这里"),
            advice: Phrase(
                "look for a file that was left behind, or for what redaction or retention took out",
                "chercher un fichier oublié, ou ce que le caviardage ou la rétention a retiré", "请查找遗漏的文件，或被脱敏、清理移除的部分")
        ) { facts in
            let watches = facts.lives.compactMap(\.sequence)
            guard watches.contains(where: { $0.first != nil }) else { return .notApplicable }
            let missing = facts.report.recordsMissing
            let places = watches.flatMap(\.stretches).map { stretch in
                Evidence(
                    nil, CheckWords.missingNumbers,
                    [.init("from", .whole(stretch.lowerBound)), .init("to", .whole(stretch.upperBound))])
            }
            return Outcome(
                verdict: missing > 0 ? .warn : .good, value: Double(missing), limit: 0,
                evidence: missing > 0 ? places : [])
        },
        FieldCheck(
            code: "damage",
            why: Phrase("part of the log cannot be read", "une partie du journal est illisible", "日志有部分无法读取"),
            advice: Phrase(
                "the rest is read; after a power cut torn tails are to be expected",
                "le reste est lu ; après une coupure de courant, des fins tronquées sont normales",
                "其余照常读取；断电后出现残缺的行尾属正常")
        ) { facts in
            let places = facts.report.damage.flatMap { file in
                file.damage.findings.filter(\.kind.isLoss).map { finding in
                    Evidence(
                        nil, CheckWords.damage,
                        [
                            .init("path", .string(file.path)), .init("line", .whole(finding.line)),
                        ], clauses: [.init("detail", finding.detail)])
                }
            }
            return .any(places)
        },
        FieldCheck(
            code: "release-build",
            why: Phrase(
                "a release build that records is one that was not meant to",
                "une version de production qui enregistre n'était pas censée le faire", "发布版本本不应记录日志"),
            advice: Phrase(
                "compile recording out of release builds", "exclure l'enregistrement des versions de production",
                "请在发布版本中去除记录功能")
        ) { facts in .count(facts.events.found.releaseBuild, .fail) },
        FieldCheck(
            code: "bundle-expiry",
            why: Phrase(
                "the tester agreed to this bundle being kept up to a day, and not longer",
                "le testeur a accepté que ce paquet soit gardé jusqu'à une date, pas au-delà", "测试者同意此数据包只保留到某日为止"),
            advice: Phrase(
                "delete it, and what was unpacked from it", "le supprimer, avec ce qui en a été extrait",
                "请删除它，以及从中解包的内容")
        ) { facts in
            guard let expires = facts.expires else { return .notApplicable }
            guard let now = facts.now else { return .unknown }
            return .any(
                expires < now ? [Evidence(nil, CheckWords.expired, [.init("day", .string(expires.description))])] : [])
        },
    ]
}
