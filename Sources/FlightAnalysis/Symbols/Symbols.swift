import FieldModel
import SystemIO

/// Turns the addresses of crashes into functions and lines, by the files of one or more folders. A file counts only for the
/// very build that crashed; another build of the same program is refused and named, since its lines would be lies.
public struct Symbols: Sendable {
    /// Why an image has no functions.
    public struct Missing: Hashable, Sendable {
        public var image: CrashImage
        /// Files of the same name, each with the build id it has instead.
        public var refused: [Refused]

        /// A file of that name from another build.
        public struct Refused: Hashable, Sendable {
            public var path: String
            public var buildID: String
        }

        var value: Value {
            .object([
                .init("image", .string(image.name)), .init("build_id", .string(image.buildID)),
                .init(
                    "refused",
                    .array(
                        refused.map {
                            .object([.init("file", .string($0.path)), .init("build_id", .string($0.buildID))])
                        })),
            ])
        }
    }

    private let folders: [SymbolFolder]
    private let lines: LineFinder?
    /// The files in use, by the build id they have.
    public private(set) var used: [String: String] = [:]
    /// Images of crashes for which no folder has the file; in the order they were met.
    public private(set) var missing: [Missing] = []
    /// What could not be read on the way, in words.
    public private(set) var troubles: [String] = []
    /// Whether lines were wanted of a file that has them, and no program is there to read them.
    public private(set) var lacksLineProgram = false

    /// The programs that find lines, the better one first.
    public static var linePrograms: [String] { LineFinder.programs }

    /// `lines` is what finds lines; nil for none.
    public init(_ folders: [SymbolFolder], lines: LineFinder? = LineFinder()) {
        self.folders = folders
        self.lines = lines
        troubles = folders.flatMap(\.unreadable)
    }

    /// For the listing: which files were used, and which images have none.
    public var value: Value {
        .object([
            .init(
                "used",
                .array(
                    used.sorted { $0.key < $1.key }
                        .map { .object([.init("build_id", .string($0.key)), .init("file", .string($0.value))]) })),
            .init("missing", .array(missing.map(\.value))), .init("troubles", .texts(troubles)),
            .init("line_program", .text(lines?.path)),
        ])
    }

    /// The frames with everything the folders know about them; a frame with inlined calls becomes several.
    public mutating func explained(_ frames: [CrashFrame]) -> [CrashFrame] {
        var results = frames.map { [$0] }
        let groups = Dictionary(grouping: frames.indices.filter { frames[$0].image != nil }) { frames[$0].image! }
        for image in groups.keys.sorted(by: { groups[$0]![0] < groups[$1]![0] }) {
            guard let path = file(of: image) else { continue }
            do throws(IOError) {
                try explain(image, by: path, groups[image]!, frames, &results)
            } catch { troubles.append(error.description) }
        }
        return results.flatMap { $0 }
    }

    private mutating func file(of image: CrashImage) -> String? {
        if let path = used[image.buildID] { return path }
        if !image.buildID.isEmpty, let path = folders.lazy.compactMap({ $0.file(of: image.buildID) }).first {
            used[image.buildID] = path
            return path
        }
        if !missing.contains(where: { $0.image.buildID == image.buildID && $0.image.path == image.path }) {
            let refused = folders.flatMap { $0.otherBuilds(of: image) }
            missing.append(Missing(image: image, refused: refused.map { .init(path: $0.path, buildID: $0.buildID) }))
        }
        return nil
    }

    private mutating func explain(
        _ image: CrashImage, by path: String, _ indices: [Int], _ frames: [CrashFrame],
        _ results: inout [[CrashFrame]]
    ) throws(IOError) {
        guard let file = try ObjectFile(at: path) else { return }
        let places = indices.map { index in
            // All but the first are where a call returns to: the call itself lies before it.
            frames[index].address &- image.at &+ file.base &- (index == 0 ? 0 : 1)
        }
        let functions = try file.functions(at: places)
        var calls = indices.map { _ in [LineFinder.Call]() }
        if file.hasLines {
            if let lines { calls = try lines.calls(at: places, in: path) } else { lacksLineProgram = true }
        }
        for (position, index) in indices.enumerated() {
            var frame = frames[index]
            if let function = functions[position] {
                frame.symbol = function.name
                frame.function = FunctionName.readable(function.name)
                frame.distance = places[position] &- function.address &+ (index == 0 ? 0 : 1)
            }
            results[index] = Self.spread(frame, over: calls[position])
        }
    }

    /// A frame for each call, the innermost first; the last one is the function itself.
    private static func spread(_ frame: CrashFrame, over calls: [LineFinder.Call]) -> [CrashFrame] {
        guard !calls.isEmpty else { return [frame] }
        return calls.enumerated().map { index, call in
            var result = frame
            (result.file, result.line) = (call.file, call.line)
            if index < calls.count - 1 {
                result.isInlined = true
                (result.symbol, result.distance) = (nil, nil)
                result.function = call.function
            } else if frame.function == nil {
                result.function = call.function
            }
            return result
        }
    }
}
