/// A line on stderr that says how far long work has come: bytes, rate, time left. Silent where stderr is no terminal or
/// one that cannot be painted over, and in the first half second: short work needs no line.
public struct Progress: ~Copyable {
    private let label: String
    private let total: Int64?
    private let isShown = Terminal.errors.canRepaint
    private let began = Progress.seconds()
    private var drawn = 0.0

    /// - Parameter total: bytes in all, where known.
    public init(_ label: String, total: Int64? = nil) {
        self.label = Terminal.visible(label)
        self.total = total
    }

    /// Says that `done` bytes are through. Cheap: draws at most ten times a second.
    public mutating func update(_ done: Int64) {
        guard isShown else { return }
        let now = Self.seconds()
        guard now - began > 0.5, now - drawn > 0.1 else { return }
        drawn = now
        let rate = Double(done) / (now - began)
        var text = "\(label): \(ByteCount.text(done))"
        if let total, total > 0 {
            text += " of \(ByteCount.text(total)) (\(min(100, done * 100 / total)) %)"
            if rate > 0, done < total { text += ", \(Int(Double(total - done) / rate) + 1) s left" }
        }
        text += ", \(ByteCount.text(Int64(rate)))/s"
        // A line that wraps could not be taken away again.
        show("\r\u{1B}[K" + text.prefix(max(0, Terminal.errors.width - 1)))
    }

    deinit {
        if drawn > 0 { show("\r\u{1B}[K") }
    }

    private func show(_ text: String) {
        // Progress is a courtesy: work goes on where it cannot be shown.
        try? Descriptor.standardError.write(text)
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Sizes as people write them.
public enum ByteCount {
    /// `512 B`, `91.7 MB`: decimal units, one decimal from kB on.
    public static func text(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var tenths = (bytes + 50) / 100
        for unit in ["kB", "MB", "GB"] {
            if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
            tenths = (tenths + 500) / 1000
        }
        return "\(tenths / 10).\(tenths % 10) TB"
    }

    /// Reads `4096`, `64k`, `10MB`, `1.5 MiB`: decimal units, binary ones with an `i`. Nil for anything else.
    public static func parse(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        let scale: [String: Double] = [
            "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "ki": 1024, "kib": 1024,
            "mi": 1_048_576, "mib": 1_048_576, "gi": 1_073_741_824, "gib": 1_073_741_824,
        ]
        guard let number = Double(digits), let factor = scale[unit], number * factor < 9e18 else { return nil }
        return Int64(number * factor)
    }
}
