import CommandKit
import DiagBundle
import FieldModel
import LogFormat

/// `diagpack pack`: a log folder as a bundle.
enum PackVerb {
    static let command = Command(
        "pack", summary: "pack a log folder into an encrypted bundle",
        details: [
            """
            The bundle is an age file around gzip around tar: age -d -i key.txt BUNDLE | tar xz opens it as well. The log \
            may be in use: it is taken as it stands, its recorder goes on. Nothing is uploaded, nothing in the log is changed.
            """,
            """
            What cannot be read is named in the bundle's manifest and does not stop the rest. --dry-run lists what would \
            leave this device; --no-encrypt writes the very archive that would be encrypted, for reading.
            """,
        ],
        arguments: [Argument("LOG", help: "the log folder")], flags: PackOptions.flags
    ) { call in
        Interruption.watch()
        let options = try PackOptions(call)
        do {
            return call.isOn("dry-run") ? try list(options, call) : try pack(options, call)
        } catch {
            Interruption.endProcess()
            throw error
        }
    }

    private static func pack(_ options: PackOptions, _ call: Invocation) throws -> ExitStatus {
        let path = try call.required("output")
        var request = options.request
        try refuseSame(path, as: request, force: call.isOn("force"))
        if let entry = try FileSystem.entry(at: path) { request.passingOver.insert(FileIdentity(entry)) }
        let meter = ProgressMeter("packing"), control = control(meter)
        let plan = try BundlePlan(request, sealing: options.sealing, control: control)
        if path == "-" {
            let isText = if case .to(_, let armored) = options.sealing { armored } else { false }
            guard isText || !Terminal.output.isTerminal else {
                throw Complaint.usage(
                    "refusing to write binary data to the terminal", hint: "name a file with -o, or pipe it on")
            }
            try plan.write(to: .standardOutput, sealing: options.sealing, control: control)
        } else {
            try plan.write(
                to: path, replacing: call.isOn("force"), sealing: options.sealing, control: control)
        }
        meter.end()
        try Descriptor.standardError.write(PackListing(plan, options).summary(path: path))
        return plan.manifest.failures.isEmpty ? .done : .damaged
    }

    private static func control(_ meter: ProgressMeter) -> WorkControl {
        WorkControl(progress: meter.update, isCancelled: { Interruption.isRequested })
    }

    private static func list(_ options: PackOptions, _ call: Invocation) throws -> ExitStatus {
        let meter = ProgressMeter("reading")
        var request = options.request
        request.compressesAhead = false
        let plan = try BundlePlan(request, sealing: options.sealing, control: control(meter))
        meter.end()
        let listing = PackListing(plan, options)
        try Descriptor.standardOutput.write(call.text("format") == "json" ? listing.json : listing.text)
        return plan.manifest.failures.isEmpty ? .done : .damaged
    }

    /// Output and input may not be the same file, and an existing one is not replaced unasked. Said before any work.
    private static func refuseSame(_ path: String, as request: PackRequest, force: Bool) throws {
        try Separation.check(output: path, inputs: try content(of: request.log) + request.databases)
        guard path != "-", let entry = try FileSystem.entry(at: path) else { return }
        guard entry.kind != .folder else { throw Complaint.usage("\(path) is a folder", hint: "name a file with -o") }
        guard force else {
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        }
    }

    /// What a bundle must not be written over. A bundle itself may lie in the log it is made of.
    private static func content(of log: String) throws -> [String] {
        guard try FileSystem.entry(at: log)?.kind == .folder else { return [log] }
        return try FileSystem.names(in: log).filter { !$0.hasSuffix(".age") && !$0.hasSuffix(".gz") }
            .map { FileSystem.join(log, $0) }
    }
}
