/// Runs an `UploadClient` against a transport: reads chunks from the facts, writes down what is acknowledged. Off unless
/// the app calls it: it decides whether there is anywhere to send to.
import DecisionCore
import FieldModel

/// Sends finished runs, chunk by chunk.
public struct Uploader: ~Copyable {
    private let facts: FactDatabase
    private let zones: PrivacyZones

    /// Uploads from the facts in `folder`; what lies in `zones` stays here.
    public init(_ folder: TrackFolder, zones: PrivacyZones = PrivacyZones()) throws(TrackStoreError) {
        facts = try FactDatabase(folder.facts)
        self.zones = zones
    }

    /// Uploads a finished run and marks it *uploaded*. Returns the reason where the receiver would not have it; what was
    /// acknowledged by then is kept, and the next attempt goes on behind it. `wait` is given seconds, and answers false to
    /// stop for now.
    public mutating func upload(
        run id: Int64, over transport: inout some UploadTransport, wait: (Int64) -> Bool
    ) throws(TrackStoreError) -> UploadClient.Failure? {
        let run = try facts.run(id)
        guard run.state == .finished else { throw .runState(run: id, wanted: "finished", found: "\(run.state)") }
        var client = UploadClient(points: run.next.point, chunksSent: run.chunksSent)
        var actions = client.begin()
        while !actions.isEmpty {
            let action = actions.removeFirst()
            switch action {
            case .send(let chunk):
                let request = UploadRequest.put(run: run.name, chunk: chunk, body: try body(of: chunk, run))
                actions += client.take(transport.send(request))
            case .complete(let chunks):
                actions += client.take(transport.send(.complete(run: run.name, chunks: chunks)))
            case .keep(let chunksSent): try facts.keep(chunksSent: chunksSent, of: id)
            case .wait(let seconds): if wait(seconds) { actions += client.waited() }
            case .finish: try facts.move(id, to: .uploaded)
            case .giveUp(let failure): return failure
            }
        }
        return nil
    }

    /// A chunk as it is sent: what the run's times count from, the columns, a point a line. The same facts and zones give
    /// the same bytes.
    func body(of chunk: Int64, _ run: TrackRun) throws(TrackStoreError) -> [UInt8] {
        let size = UploadClient.chunkSize
        var text = SpoolLine.run(run.name, run.start) + "seq,\(FixRow.list)\n"
        for stored in try facts.points(ofRun: run.id, (chunk * size)..<((chunk + 1) * size)) {
            let fix = stored.point.fix
            if zones.contains(latitude: fix.latitude, longitude: fix.longitude) { continue }
            let cells = try FixRow(stored.point, start: run.start).values.map { $0.map(String.init) ?? "" }
            text += "\(stored.seq)," + cells.joined(separator: ",") + "\n"
        }
        return Array(text.utf8)
    }
}

extension UploadClient {
    fileprivate mutating func take(_ answer: UploadAnswer?) -> [Action] {
        if let answer { answered(answer) } else { unanswered() }
    }
}
