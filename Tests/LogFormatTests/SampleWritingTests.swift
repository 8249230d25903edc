import FieldModel
import Foundation
import LogFormat
import Testing
import TestKit

@Suite("A sample's row")
struct SampleWritingTests {
    private func row(_ sample: Sample, _ columns: SampleColumns = .all) -> String {
        var line = LineBuffer()
        line.append(sample, columns: columns)
        return String(decoding: line.array, as: UTF8.self)
    }

    private let fix = Fix(
        sampleTime: WallTime(1_000), receiveTime: WallTime(2_000), bootTime: BootTime(3_000), latitude: -1,
        longitude: 1_799_999_999,
        horizontalAccuracy: Quantity(500), altitude: Quantity(-1205), verticalAccuracy: Quantity(-100), speed: .empty,
        speedAccuracy: Quantity(7), course: Quantity(3599), courseAccuracy: Quantity(-10), source: .gps,
        motion: .walking,
        appState: .background)

    @Test("has its decimals as the format says")
    func decimals() {
        #expect(
            row(Sample(n: 42, fix: fix, verdict: .rejected, reason: "accuracy"))
                == "42,3000,2000,1000,-0.0000001,179.9999999,5.00,-12.05,-1.00,,0.07,359.9,-1.0,gps,walking,bg,r,accuracy\n"
        )
    }

    @Test("leaves out the columns that the source never has")
    func omitted() {
        let columns = SampleColumns(omitting: [.sacc, .cacc, .lat])
        #expect(columns.headerLine == "n,m,recv,t,lat,lon,hacc,alt,vacc,speed,course,src,motion,app,verdict,reason\n")
        #expect(
            row(Sample(n: 1, fix: fix), columns)
                == "1,3000,2000,1000,-0.0000001,179.9999999,5.00,-12.05,-1.00,,359.9,gps,walking,bg,,\n")
    }

    @Test("of an invalid reading has the guilty cell empty")
    func defect() {
        let reading = FixReading(
            sampleTime: 1, latitude: .nan, longitude: 2, horizontalAccuracy: 5, altitude: 1, verticalAccuracy: 1,
            speed: 1,
            speedAccuracy: 1, course: 1, courseAccuracy: 1)
        let fix = Fix(reading, receiveTime: WallTime(2_000), bootTime: BootTime(3))
        #expect(
            row(Sample(n: 1, fix: fix, verdict: .rejected, reason: "invalid.lat"))
                == "1,3,2000,1000,,2.0000000,5.00,1.00,1.00,1.00,1.00,1.0,1.0,gps,,,r,invalid.lat\n")
    }

    @Test("has every length from 0.00 to 200.00 m as the decimal it is")
    func everyLength() {
        let written = (0...20_000).map { value in
            row(
                Sample(
                    n: 1,
                    fix: Fix(
                        sampleTime: WallTime(0), receiveTime: WallTime(0), latitude: 0, longitude: 0,
                        horizontalAccuracy: Quantity(value)))
            ).split(separator: ",", omittingEmptySubsequences: false)[6]
        }
        #expect(written.map(String.init) == (0...20_000).map { String(format: "%d.%02d", $0 / 100, $0 % 100) })
    }

    @Test("is read back as the same sample", arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let samples = (1...20).map { Sample(n: $0, fix: .random(using: &random), verdict: .accepted, reason: "jump") }
        let text = SampleColumns.all.headerLine + samples.map { row($0) }.joined()
        #expect(readSamples(text).samples == samples)
    }
}

extension Fix {
    fileprivate static func random(using random: inout SeededRandom) -> Fix {
        func quantity() -> Quantity {
            Bool.random(using: &random) ? .empty : Quantity(Int32.random(in: -200...1_000_000_000, using: &random))
        }
        return Fix(
            sampleTime: WallTime(Int64.random(in: -1_000_000...3_000_000_000_000, using: &random)),
            receiveTime: WallTime(Int64.random(in: -1_000_000...3_000_000_000_000, using: &random)),
            bootTime: BootTime(Int64.random(in: 0...3_000_000_000, using: &random)),
            latitude: Int32.random(in: -900_000_000...900_000_000, using: &random),
            longitude: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random),
            horizontalAccuracy: quantity(), altitude: quantity(), verticalAccuracy: quantity(), speed: quantity(),
            speedAccuracy: quantity(), course: quantity(), courseAccuracy: quantity(),
            source: FixSource.allCases.randomElement(using: &random)!,
            motion: MotionKind.allCases.randomElement(using: &random),
            appState: AppState.allCases.randomElement(using: &random))
    }
}

@Suite("The codes of a row")
struct RowCodeTests {
    private func cell<Code>(_ column: Int, _ codes: [Code], _ fix: (Code) -> (Fix, Verdict?)) -> [String] {
        codes.map { code in
            var line = LineBuffer()
            let (fix, verdict) = fix(code)
            line.append(rowOf: fix, verdict: verdict, reason: "")
            return String(decoding: line.array, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)[
                column
            ]
            .description
        }
    }

    private static let plain = Fix(
        sampleTime: WallTime(0), receiveTime: WallTime(0), latitude: 0, longitude: 0, horizontalAccuracy: .empty)

    private func changed(_ change: (inout Fix) -> Void) -> Fix {
        var fix = Self.plain
        change(&fix)
        return fix
    }

    @Test("are the ones of the field model, every one of them")
    func codes() {
        #expect(
            cell(13, FixSource.allCases) { code in (changed { $0.source = code }, nil) }
                == FixSource.allCases.map(\.rawValue))
        #expect(
            cell(14, MotionKind.allCases) { code in (changed { $0.motion = code }, nil) }
                == MotionKind.allCases.map(\.rawValue))
        #expect(
            cell(15, AppState.allCases) { code in (changed { $0.appState = code }, nil) }
                == AppState.allCases.map(\.rawValue))
        #expect(cell(16, Verdict.allCases) { code in (Self.plain, code) } == Verdict.allCases.map(\.rawValue))
    }
}
