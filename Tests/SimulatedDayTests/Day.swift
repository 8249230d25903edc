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
    /// Drawn once for all tests.
    static let first = SimulatedDay(seed: 1)

    var fixes: [Fix] {
        signals.compactMap { if case .fixArrived(let fix) = $0.signal { fix } else { nil } }
    }

    /// The trouble that was on at a fix's own time.
    func trouble(of fix: Fix) -> Trouble? {
        let second = Int((fix.sampleTime - truth[0].time) / 1000)
        return truth.indices.contains(second) ? truth[second].trouble : nil
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

extension [Double] {
    var mean: Double { reduce(0, +) / Double(count) }
    var median: Double { sorted()[count / 2] }

    /// Correlation of each value with the next.
    var lagOneAutocorrelation: Double {
        let mean = mean
        let products = zip(self, dropFirst()).map { ($0 - mean) * ($1 - mean) }
        return products.reduce(0, +) / map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    }

    func share(where condition: (Double) -> Bool) -> Double {
        Double(count(where: condition)) / Double(count)
    }
}
