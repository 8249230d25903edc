import FieldModel

/// Arriving, playing, pausing, leaving, and what the user allows.
extension WalkCore {
    mutating func go(to next: Phase, by cause: String, _ decisions: inout [Decision]) {
        decisions.append(
            .stateChanged(StateChange("walk", from: phase.rawValue, to: next.rawValue, cause: cause)))
        phase = next
    }

    /// Somebody walks.
    mutating func walk(by cause: String, _ decisions: inout [Decision]) {
        if phase == .arriving || phase == .paused { go(to: .playing, by: cause, &decisions) }
    }

    // MARK: Towns

    /// Looks at all towns from a position: watches the nearest ones, and begins a session in one that it lies in.
    mutating func look(around fix: Fix, by cause: String, _ decisions: inout [Decision]) {
        guard isOn else { return }
        watch(nearest: fix, &decisions)
        enter(at: fix, by: cause, &decisions)
    }

    /// Begins a session where a position lies in a town.
    mutating func enter(at fix: Fix, by cause: String, _ decisions: inout [Decision]) {
        guard isOn, phase == .dormant else { return }
        let inside = pack.towns.lazy.map { (town: $0, distance: $0.distance(to: fix)) }
            .filter { $0.distance <= $0.town.radius }.min { $0.distance < $1.distance }
        if let inside { reach(inside.town.id, by: cause, &decisions) }
    }

    /// A town was reached.
    mutating func reach(_ id: String, by cause: String, _ decisions: inout [Decision]) {
        guard isOn, phase == .dormant, pack.towns.contains(where: { $0.id == id }) else { return }
        // Only with location always may a receiver be started from the background.
        guard authorization.location == .always || isForeground else {
            if authorization.location == .whenInUse, offered != id {
                offered = id
                if notificationsAllowed { decisions.append(.effect(.offerStart(place: id))) }
            }
            return
        }
        begin(in: id, by: cause, &decisions)
    }

    mutating func takeUpOffer(_ decisions: inout [Decision]) {
        guard let offered, isOn, phase == .dormant else { return }
        begin(in: offered, by: "user", &decisions)
    }

    private mutating func begin(in id: String, by cause: String, _ decisions: inout [Decision]) {
        guard authorization.precise != false else {
            offered = id
            if !wasAskedForAccuracy {
                wasAskedForAccuracy = true
                decisions.append(.effect(.askFullAccuracy))
            }
            return
        }
        offered = nil
        town = id
        fastFixes = 0
        go(to: .arriving, by: cause, &decisions)
        let path = Capability.motion.path(for: authorization.motion.map { .string($0.rawValue) })
        decisions.append(.pathChosen(PathChoice(Capability.motion.name, path: path)))
        decisions.append(.setProfile(Self.profile))
        startTick(&decisions)
        if motion.kind == .walking || motion.kind == .running { walk(by: "motion", &decisions) }
    }

    mutating func leaveIfOutside(_ fix: Fix, _ decisions: inout [Decision]) {
        guard let town = pack.towns.first(where: { $0.id == self.town }),
            town.distance(to: fix) > town.radius + Int64(fix.horizontalAccuracy.rawValue) * 10
        else { return }
        leave(by: "fix", &decisions)
    }

    mutating func leave(by cause: String, _ decisions: inout [Decision]) {
        guard phase != .dormant else { return }
        go(to: .dormant, by: cause, &decisions)
        town = nil
        fastFixes = 0
        decisions.append(.effect(.cancelTimer(id: Self.tick)))
        decisions.append(.setProfile(PhaseProfile.off))
    }

    /// The nearest towns as regions; told only when they are others than before.
    private mutating func watch(nearest fix: Fix, _ decisions: inout [Decision]) {
        guard pack.towns.count > Int(clamping: rules.regions) else { return watchFirst(&decisions) }
        let nearest = pack.towns.indices.map { (index: $0, distance: pack.towns[$0].distance(to: fix)) }
            .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(Int(clamping: rules.regions))
        watch(nearest.map(\.index).sorted().map { pack.towns[$0].id }, &decisions)
    }

    /// Before any position is known: the first of the pack.
    private mutating func watchFirst(_ decisions: inout [Decision]) {
        watch(pack.towns.prefix(Int(clamping: rules.regions)).map(\.id), &decisions)
    }

    private mutating func watch(_ ids: [String], _ decisions: inout [Decision]) {
        guard ids != watched else { return }
        watched = ids
        decisions.append(.effect(.armRegions(ids)))
    }

    // MARK: What the user allows

    mutating func turn(on: Bool, _ decisions: inout [Decision]) {
        guard on != isOn || on && watched.isEmpty else { return }
        isOn = on
        if on {
            decisions.append(.effect(.start(.wakes)))
            decisions.append(.effect(.start(.motion)))
            watchFirst(&decisions)
        } else {
            leave(by: "tracking-off", &decisions)
            offered = nil
            watch([], &decisions)
            decisions.append(.effect(.stop(.motion)))
            decisions.append(.effect(.stop(.wakes)))
        }
    }

    /// A new process: receiver and timer died with the old one, what the system watches stays watched.
    mutating func restart(_ decisions: inout [Decision]) {
        validity.beginRun()
        motion = MotionDebouncer()
        isForeground = false
        if phase != .dormant { go(to: .dormant, by: "launch", &decisions) }
        town = nil
        fastFixes = 0
        guard isOn else { return decisions.append(.effect(.stop(.wakes))) }
        decisions.append(.effect(.start(.wakes)))
        decisions.append(.effect(.start(.motion)))
        if watched.isEmpty { watchFirst(&decisions) }
    }

    mutating func authorize(_ change: Authorization, _ decisions: inout [Decision]) {
        authorization.location = change.location ?? authorization.location
        authorization.precise = change.precise ?? authorization.precise
        authorization.motion = change.motion ?? authorization.motion
        if let location = change.location { choose(.always, for: .string(location.rawValue), &decisions) }
        if let precise = change.precise { choose(.precise, for: .bool(precise), &decisions) }
        if let motion = change.motion { choose(.motion, for: .string(motion.rawValue), &decisions) }
        switch authorization.location {
        case .denied, .restricted, .notDetermined: leave(by: "permission", &decisions)
        default: break
        }
        if change.precise == true, authorization.location == .always || isForeground { takeUpOffer(&decisions) }
    }

    mutating func set(_ fields: [Record.Field], _ decisions: inout [Decision]) {
        for field in fields {
            for row in Capability.matrix where row.field == "settings.\(field.key)" {
                if row == .notifications { notificationsAllowed = row.givenBy.contains(field.value) }
                choose(row, for: field.value, &decisions)
            }
        }
    }

    /// Tells the path a capability leads to, where it is another one than before.
    private mutating func choose(_ row: Capability, for value: Value, _ decisions: inout [Decision]) {
        guard let index = Capability.matrix.firstIndex(of: row) else { return }
        let path = row.path(for: value)
        guard paths[index] != path else { return }
        paths[index] = path
        decisions.append(.pathChosen(PathChoice(row.name, path: path)))
    }

    mutating func startTick(_ decisions: inout [Decision]) {
        decisions.append(.effect(.startTimer(id: Self.tick, milliseconds: rules.tickTime)))
    }
}
