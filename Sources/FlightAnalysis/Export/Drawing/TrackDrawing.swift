import FieldModel

/// What a map shows of a log, ready to be written in any format: lines of points, what lies between them, and marks.
/// Lines and connectors are in order of time. A line is solid: its length was walked. Between two lines nobody knows the
/// way, and no format may draw one as if it did.
public struct TrackDrawing: Hashable, Sendable {
    /// A stored point: its number in the log and the fix as it was recorded.
    public struct Point: Hashable, Sendable {
        public var n: SequenceNumber
        public var fix: Fix
        /// Its note's place among the drawing's `notes`; nil where the log says nothing more of it.
        public var note: Int32?

        public init(n: SequenceNumber, fix: Fix, note: Int32? = nil) {
            self.n = n
            self.fix = fix
            self.note = note
        }
    }

    /// Points that follow one another without a gap; one or more.
    public struct Line: Hashable, Sendable {
        public var points: [Point]

        public init(points: [Point]) { self.points = points }
    }

    /// From the last point of a line to the first of the next: no length, nothing uncovered.
    public struct Connector: Hashable, Sendable {
        public var from: Point
        public var to: Point
        /// What broke the line, a stable code: the kind of the gap where one lies between (`suspended`, `killed` …),
        /// else what the judge says.
        public var cause: String

        public init(from: Point, to: Point, cause: String) {
            self.from = from
            self.to = to
            self.cause = cause
        }

        /// Milliseconds, never negative.
        public var duration: Int64 { max(0, to.fix.sampleTime - from.fix.sampleTime) }
    }

    /// Something that happened, at the last place known then.
    public struct Mark: Hashable, Sendable {
        /// What a mark stands for.
        public enum Kind: String, Sendable {
            /// The tester's own mark.
            case mark
            /// A stay: being still in one place.
            case stay
            /// The end of a run: its cause is the text.
            case exit
        }

        public var kind: Kind
        public var time: WallTime
        /// Of a stay, else nil.
        public var until: WallTime?
        /// Free text of whoever wrote the log: hostile until it is escaped.
        public var text: String
        /// 1e-7 degree.
        public var latitude: Int32
        /// 1e-7 degree.
        public var longitude: Int32

        public init(
            kind: Kind, time: WallTime, until: WallTime? = nil, text: String, latitude: Int32, longitude: Int32
        ) {
            self.kind = kind
            self.time = time
            self.until = until
            self.text = text
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// What the reader is to call it: free text.
    public var name: String
    public var lines: [Line]
    public var connectors: [Connector]
    public var marks: [Mark]
    /// What the log says of its points beside their fixes, each once.
    public var notes: [PointNote] = []

    public init(name: String, lines: [Line] = [], connectors: [Connector] = [], marks: [Mark] = []) {
        self.name = name
        self.lines = lines
        self.connectors = connectors
        self.marks = marks
    }

    /// Whether there is nothing to see.
    public var isEmpty: Bool { lines.isEmpty && marks.isEmpty }
}
