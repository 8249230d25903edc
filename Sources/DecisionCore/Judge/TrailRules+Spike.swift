import FieldModel

/// Out and straight back: the judge marks the point between, and the gate believes the fix that comes back.
extension TrailRules {
    /// Whether `b` lies so far off the way from `a` to `c` that it is a spike.
    func isSpike(_ b: Fix, between a: Fix, and c: Fix) -> Bool {
        let reliable = b.hasReliableSpeed(self)
        let leg = reliable ? spikeReliableDistance : spikeDistance
        guard c.sampleTime - a.sampleTime <= (reliable ? spikeReliableTime : spikeTime) else { return false }
        let out = Distance.between(a, b)
        guard out > leg else { return false }
        let back = Distance.between(b, c)
        guard back > leg else { return false }
        let part = reliable ? spikeReliableReturn : spikeReturn
        return Distance.between(a, c).saturatingMultiply(1000) < min(out, back).saturatingMultiply(part)
    }
}
