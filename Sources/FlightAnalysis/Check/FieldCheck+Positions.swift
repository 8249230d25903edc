import FieldModel

/// Checks of the fixes themselves.
extension FieldCheck {
    static let positions: [FieldCheck] = [
        FieldCheck(
            code: "week-rollover",
            why: Phrase(
                "the receiver's week number began anew: all its dates are 1,024 weeks off",
                "le numéro de semaine du récepteur est reparti de zéro : toutes ses dates sont décalées de 1 024 semaines",
                "接收器的周数重新计数：所有日期相差 1,024 周"),
            advice: Phrase(
                "shift the sample times of the whole file once; nothing else is wrong with them",
                "décaler une fois les heures de tout le fichier ; rien d'autre n'est faux", "把整个文件的采样时间统一平移一次即可，其余无误")
        ) { facts in
            guard facts.samples.count > 0 else { return .notApplicable }
            return .count(facts.samples.found.rolledOver, .fail)
        },
        FieldCheck(
            code: "late-fixes",
            why: Phrase(
                "a fix that is old at its arrival says where the device was, not where it is",
                "une position âgée à l'arrivée dit où était l'appareil, pas où il est", "到达时已陈旧的定位说明的是过去的位置，而非现在"),
            advice: Phrase(
                "judge fixes by their own time; a late batch is no repeat",
                "juger les positions à leur propre heure ; un lot tardif n'est pas une répétition",
                "请按定位自身的时间判断；迟到的批次并非重复")
        ) { facts in
            guard facts.samples.count > 0 else { return .notApplicable }
            var outcome = Outcome.count(facts.samples.found.late)
            if facts.samples.found.late.count > 0 {
                let worst = Evidence(nil, CheckWords.oldest, [.init("age", .whole(facts.samples.worstAge / 1000))])
                outcome.evidence.insert(worst, at: 0)
            }
            return outcome
        },
        FieldCheck(
            code: "repeated-fixes",
            why: Phrase(
                "the same position comes again with a new time: a cache, not a measurement",
                "la même position revient avec une nouvelle heure : un cache, pas une mesure", "同一位置带着新时间再次出现：是缓存而非测量"),
            advice: Phrase(
                "compare with the last ten fixes without a satellite speed",
                "comparer aux dix dernières positions sans vitesse satellite", "请与最近十个没有卫星速度的定位比较")
        ) { facts in facts.samples.count > 0 ? .count(facts.samples.found.repeated) : .notApplicable },
        FieldCheck(
            code: "fake-speed",
            why: Phrase(
                "a speed without its accuracies was not measured: a phone lying still drives off",
                "une vitesse sans ses précisions n'a pas été mesurée : un téléphone immobile part en voyage",
                "缺少精度的速度不是测得的：静置的手机会“开走”"),
            advice: Phrase(
                "take no speed without speedAccuracy, course and courseAccuracy",
                "ne prendre aucune vitesse sans speedAccuracy, course et courseAccuracy",
                "没有 speedAccuracy、course 和 courseAccuracy 的速度不要采用")
        ) { facts in facts.samples.count > 0 ? .count(facts.samples.found.fakeSpeed) : .notApplicable },
        FieldCheck(
            code: "dead-reckoned",
            why: Phrase(
                "fixes whose accuracy only gets worse are extrapolated: a tunnel",
                "des positions dont la précision ne fait que baisser sont extrapolées : un tunnel", "精度持续变差的定位是推算的：隧道"),
            advice: Phrase("draw no line through them", "ne pas tracer de ligne à travers elles", "不要用它们连线")
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.found.deadReckoned) : .notApplicable },
        FieldCheck(
            code: "chinese-grid",
            why: Phrase(
                "positions read off maps of mainland China are shifted by up to 700 m (GCJ-02)",
                "les positions lues sur les cartes de Chine continentale sont décalées de 700 m au plus (GCJ-02)",
                "从中国大陆地图读取的位置偏移可达 700 米（GCJ-02）"),
            advice: Phrase(
                "store what the receiver gives; convert only what is drawn on such a map, or was read off one",
                "garder ce que donne le récepteur ; ne convertir que ce qui est tracé sur une telle carte, ou lu dessus",
                "请保存接收器给出的位置；只转换画到或取自此类地图的位置")
        ) { facts in facts.grid.compared > 0 ? .count(facts.grid.shifted, .fail) : .notApplicable },
        FieldCheck(
            code: "wake-in-track",
            why: Phrase(
                "the position of a significant change or a visit is off by hundreds of metres",
                "la position d'un changement significatif ou d'une visite est fausse de centaines de mètres",
                "显著位置变化或到访的位置会偏差数百米"),
            advice: Phrase(
                "use it to wake, never as a point", "s'en servir pour se réveiller, jamais comme point", "只用来唤醒，不要当作轨迹点"
            )
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.found.wakesInTrack, .fail) : .notApplicable },
        FieldCheck(
            code: "first-fix",
            why: Phrase(
                "the first fix after a launch is often one that was cached long ago",
                "la première position après un lancement vient souvent d'un cache ancien", "启动后的首个定位往往是很久以前的缓存"),
            advice: Phrase(
                "judge it by its age like any other", "la juger à son âge comme toute autre", "像其他定位一样按其时效判断")
        ) { facts in
            facts.samples.hasVerdicts ? .count(facts.samples.found.firstUnconditional, .fail) : .notApplicable
        },
        FieldCheck(
            code: "end-uncertain",
            why: Phrase(
                "no good fix followed the last point: the trip may have ended elsewhere",
                "aucune bonne position après le dernier point : le trajet a pu finir ailleurs", "最后一点之后没有可靠定位：行程可能在别处结束"
            ),
            advice: Phrase("show the end as uncertain", "montrer la fin comme incertaine", "请把终点显示为不确定")
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.found.uncertainEnds) : .notApplicable },
        FieldCheck(
            code: "old-fix",
            why: Phrase(
                "the newest fix is older than 30 min while the receiver should be on",
                "la position la plus récente a plus de 30 min alors que le récepteur devrait tourner",
                "接收器应在工作，而最新定位已超过 30 分钟"),
            advice: Phrase(
                "start the updates anew at the next wake, and look at permissions",
                "relancer les mises à jour au prochain réveil, et regarder les autorisations", "下次唤醒时重新启动更新，并检查权限")
        ) { facts in facts.events.knowsAge ? .count(facts.events.found.oldFixes) : .unknown },
        FieldCheck(
            code: "visit-in-motion",
            why: Phrase(
                "the platform reported a visit while the motion sensor saw a ride",
                "le système a signalé une visite pendant que le capteur voyait un trajet", "运动传感器显示在行进，系统却报告到访"),
            advice: Phrase(
                "wait for the settled report of a visit", "attendre le rapport définitif de la visite", "等待到访的最终报告")
        ) { facts in facts.events.visits > 0 ? .count(facts.events.found.visitsInMotion) : .notApplicable },
    ]
}
