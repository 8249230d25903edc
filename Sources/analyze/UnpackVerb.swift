import CommandKit
import DiagBundle

/// `analyze unpack`: a bundle as a folder.
enum UnpackVerb {
    static let command = Command(
        "unpack", summary: "decrypt a bundle, verify it, and write its files",
        details: [
            """
            The folder appears whole or not at all. Every file is compared with the bundle's manifest; a bundle without \
            one (made with tar and age) opens, and is said to be unverified.
            """,
            """
            With --salvage a bundle that is cut off or damaged gives what is authentic in it: whole files, log files up \
            to their last whole line, of other files the beginning as FILE.partial. What is missing is listed.
            """,
        ],
        arguments: [Argument("BUNDLE", help: "a bundle, encrypted or not, - for standard input")],
        flags: KeyOptions.flags + [
            .output("the folder to make"),
            Flag("salvage", help: "of a damaged bundle, keep all that is authentic, and end with status 3"),
            Flag("max-bytes", value: .text(name: "SIZE"), help: "the most it may inflate to (64GiB unless said)"),
            Flag("max-ratio", value: .text(name: "N"), help: "the most it may inflate by (400 unless said)"),
            Flag("max-files", value: .text(name: "N"), help: "the most members it may have (100000 unless said)"),
            .force,
        ]
    ) { call in
        Interruption.watch()
        do { return try unpack(call) } catch {
            Interruption.endProcess()
            throw error
        }
    }

    private static func unpack(_ call: Invocation) throws -> ExitStatus {
        let folder = try call.required("output")
        try Separation.check(output: folder, inputs: call.arguments + call.all("identity"))
        if call.isOn("force") { try Separation.checkReplaceable(folder: folder) }
        if call.isOn("salvage") { return try salvage(call, to: folder) }
        var unpacker = Unpacker()
        unpacker.replaces = call.isOn("force")
        unpacker.limits = try limits(call)
        let meter = ProgressMeter("unpacking")
        unpacker.control = control(meter)
        let report = try unpacker.unpack(call.arguments[0], keyring: KeyOptions.keyring(call), to: folder)
        meter.end()
        try Descriptor.standardError.write(summary(report, folder))
        if let manifest = report.manifest { try Expiry.warn(manifest, of: call.arguments[0]) }
        return .done
    }

    private static func salvage(_ call: Invocation, to folder: String) throws -> ExitStatus {
        var salvager = Salvager()
        salvager.replaces = call.isOn("force")
        salvager.limits = try limits(call)
        let meter = ProgressMeter("salvaging")
        salvager.control = control(meter)
        let report = try salvager.salvage(call.arguments[0], keyring: KeyOptions.keyring(call), to: folder)
        meter.end()
        try Descriptor.standardError.write(SalvageText.lines(report, folder))
        if let manifest = report.manifest { try Expiry.warn(manifest, of: call.arguments[0]) }
        return report.isWhole ? .done : .damaged
    }

    private static func control(_ meter: ProgressMeter) -> WorkControl {
        WorkControl(progress: meter.update, isCancelled: { Interruption.isRequested })
    }

    private static func limits(_ call: Invocation) throws -> OpeningLimits {
        var limits = OpeningLimits()
        limits.maxWorkFactor = try KeyOptions.maxWorkFactor(call)
        limits.members = try call.integer("max-files", in: 1...100_000_000) ?? limits.members
        limits.inflation.ratio = Int64(try call.integer("max-ratio", in: 1...100_000) ?? Int(limits.inflation.ratio))
        if let text = call.text("max-bytes") {
            guard let bytes = ByteCount.parse(text), bytes > 0 else {
                throw Complaint.usage("--max-bytes takes a size as 10GB, not '\(text)'")
            }
            limits.inflation.bytes = bytes
            limits.memberBytes = bytes
        }
        return limits
    }

    private static func summary(_ report: Unpacker.Report, _ folder: String) -> String {
        let files = "\(report.files) files, \(ByteCount.text(report.bytes))"
        guard let manifest = report.manifest else {
            return "\(folder): \(files); unverified: the bundle has no manifest of its own\n"
        }
        return "\(folder): \(files), each as the manifest says; made \(manifest.created) by \(manifest.tool)\n"
    }
}
