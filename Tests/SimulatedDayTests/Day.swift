import FieldModel
import SimulatedDay

/// A received fix beside the truth of its own time.
struct Observed {
    var fix: Fix
    var row: TruthRow

    /// Metres north and east of the truth.
    var error: Offset { row.place.offset(to: fix.place) }
    /// Claimed radius in metres.
    var claim: Double { Double(fix.horizontalAccuracy.rawValue) / 100 }
}

extension SimulatedDay {
    var fixes: [Fix] {
        signals.compactMap { if case .fixArrived(let fix) = $0.signal { fix } else { nil } }
    }

    /// The receiver's fixes whose own time lies in the day, by the trouble that was on then.
    func observed(during trouble: Trouble?) -> [Observed] {
        fixes.filter { $0.source == .gps }.compactMap { fix in
            let second = Int((fix.sampleTime - truth[0].time) / 1000)
            guard truth.indices.contains(second), truth[second].trouble == trouble else { return nil }
            return Observed(fix: fix, row: truth[second])
        }
    }
}

extension Fix {
    var place: Place { Place(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7) }
}

extension Sequence<Double> {
    var mean: Double { reduce(0, +) / Double(Array(self).count) }
    var median: Double { sorted()[Array(self).count / 2] }

    /// Correlation of each value with the next.
    var lagOneAutocorrelation: Double {
        let values = Array(self)
        let mean = values.mean
        let products = zip(values, values.dropFirst()).map { ($0 - mean) * ($1 - mean) }
        return products.reduce(0, +) / values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    }

    func share(where condition: (Double) -> Bool) -> Double {
        Double(Array(self).count(where: condition)) / Double(Array(self).count)
    }
}
