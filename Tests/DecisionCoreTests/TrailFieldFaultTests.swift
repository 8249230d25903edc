import FieldModel
import Testing

@testable import DecisionCore

/// Faults that people met in the field, each by its number, with the right answer.
@Suite struct TrailFieldFaultTests {
    /// A scene of rows as the field faults have them.
    private func scene(_ rows: String) -> Scene {
        var scene = Scene()
        scene.rows(rows)
        return scene
    }

    @Test("B004: twenty minutes of nothing are a dashed connector and count for nothing")
    func b004() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
            # 20 min nothing
            1777882810,50.027106,10.000000,8,1.4,0.3,0,5,walk,1777882810
            1777882820,50.027231,10.000000,8,1.4,0.3,0,5,walk,1777882820
            """)
        #expect(scene.verdicts == "aaaa")
        #expect(scene.solid == 28)
        #expect(scene.connectors == [3000])
        #expect(scene.judgement.joins.map(\.gap) == [nil, .pause, nil])
    }

    @Test("B016: a receiver clock 1,024 weeks behind is stale, every row of it")
    func b016() {
        var scene = Scene()
        scene.feed((1...5).map { Scene.fix(Double($0) - 619_315_200, speed: 1, received: Double($0)) })
        #expect(scene.count(.stale) == 5)
        #expect(scene.rulings.allSatisfy { $0.measured == 619_315_200_000 })
        #expect(scene.points == [])
    }

    @Test("B018: four silent hours leave one stay, and say that they were not observed")
    func b018() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,25,-1,-1,-1,-1,still,1777881600
            1777881720,50.000027,10.000000,25,-1,-1,-1,-1,still,1777881720
            1777881840,50.000018,10.000000,25,-1,-1,-1,-1,still,1777881840
            1777896300,50.000036,10.000000,25,-1,-1,-1,-1,still,1777896300
            1777896360,50.000009,10.000000,25,-1,-1,-1,-1,still,1777896360
            """)
        #expect(scene.stays.map(\.span) == [Stay.Span(from: Scene.wallTime(0), to: Scene.wallTime(14_760))])
        #expect(
            scene.stays.first?.unobserved == [Stay.Span(from: Scene.wallTime(240), to: Scene.wallTime(14_700))])
        #expect(scene.points.count == 1)
    }

    @Test("B023: a stay lies where its own fixes are")
    func b023() {
        var scene = Scene()
        scene.motion(.automotive, at: 0)
        let speed = 40_000.0 / 2_400
        scene.feed(Scene.going(0..<2401, from: 0, at: speed))
        scene.feed(Scene.still(2401..<13_201, at: 40_000))
        scene.feed(Scene.going(13_201..<13_801, from: 40_000 + speed, at: speed))
        scene.feed(Scene.still(13_801..<15_601, at: 50_000))
        let centres = scene.stays.map { (Double($0.latitude) / 1e7 - 50) * Scene.degree }
        #expect(scene.stays.count == 2)
        #expect(zip(centres, [40_000, 50_000]).allSatisfy { abs($0 - $1) <= 50 })
    }

    @Test("B026: a red light of 45 s is no stay and splits nothing")
    func b026() {
        var scene = Scene()
        scene.motion(.cycling, at: 0)
        scene.feed(Scene.going(0..<301, from: 0, at: 5))
        scene.feed(Scene.still(301..<346, at: 1500))
        scene.feed(Scene.going(346..<646, from: 1505, at: 5))
        #expect(scene.stays == [])
        #expect((2985...3000).contains(scene.solid))
        #expect(scene.dashed == 0)
    }

    @Test("B028: a cached position under new times is kept once, also after the car's true fix")
    func b028() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,40,-1,-1,-1,-1,unknown,1777881600
            1777881605,50.000000,10.000000,40,-1,-1,-1,-1,unknown,1777881605
            1777881610,50.000000,10.000000,40,-1,-1,-1,-1,unknown,1777881610
            1777881615,50.000000,10.000000,40,-1,-1,-1,-1,unknown,1777881615
            1777881617,50.026980,10.000000,8,15,0.3,0,5,car,1777881617
            1777881620,50.000000,10.000000,40,-1,-1,-1,-1,unknown,1777881620
            1777881622,50.027654,10.000000,8,15,0.3,0,5,car,1777881622
            """)
        #expect(scene.verdicts == "arrrara")
        #expect(scene.count(.cachedRepeat) == 4)
        #expect(scene.judgement.isSpike == [false, false, false])
        #expect(scene.connectors == [3000])
        #expect(scene.judgement.joins.map(\.gap) == [.speed, nil])
        #expect(scene.solid == 75)
    }

    @Test("B031: a fix that is sent again with its old time counts once")
    func b031() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881605
            1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
            """)
        #expect(scene.rulings.map(\.reason) == [nil, .duplicateTime, nil])
        #expect(scene.solid == 14)
    }

    @Test("B032: an old fix is dropped for its time wherever it stands, good first ones are kept")
    func b032() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
            1777878000,50.008094,10.000000,5,0,0.2,0,5,still,1777881615
            1777881620,50.000252,10.000000,8,1.4,0.3,0,5,walk,1777881620
            """)
        #expect(scene.rulings.map(\.reason) == [nil, nil, .stale, nil])
        #expect(scene.solid == 28)
    }

    @Test("B033: a single network point at the old address is no part of the line")
    func b033() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
            1777881620,50.134898,10.000000,20,-1,-1,-1,-1,walk,1777881620
            1777881630,50.000378,10.000000,8,1.4,0.3,0,5,walk,1777881630
            1777881640,50.000504,10.000000,8,1.4,0.3,0,5,walk,1777881640
            """)
        #expect(scene.judgement.isSpike == [false, false, true, false, false])
        #expect(scene.solid == 56)
        #expect(scene.dashed == 0)
    }

    @Test("B034: one place that keeps coming back between true fixes adds no metre")
    func b034() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881600
            1777881605,50.000360,10.000000,8,1.4,0.3,0,5,walk,1777881605
            1777881610,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881610
            1777881615,50.000486,10.000000,8,1.4,0.3,0,5,walk,1777881615
            1777881620,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881620
            1777881625,50.000612,10.000000,8,1.4,0.3,0,5,walk,1777881625
            """)
        #expect(scene.rulings.map(\.reason) == [nil, nil, .cachedRepeat, nil, .cachedRepeat, nil])
        #expect(scene.solid == 28)
        #expect(scene.connectors == [40])
        #expect(scene.judgement.joins.first?.gap == .error)
    }

    @Test("B037: indoor jumps with optimistic accuracy are one stay and no line")
    func b037() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        let places: [(Double, Double)] = [(0, 0), (55, 10), (-20, 70), (90, -30), (-60, -60), (5, 0)]
        scene.feed(
            places.enumerated().map {
                Scene.fix(Double($0.offset) * 60, north: $0.element.0, east: $0.element.1, accuracy: 22)
            })
        #expect(scene.points.count == 1)
        #expect(scene.solid == 0)
        #expect(scene.stays.count == 1)
    }

    @Test("B039: coarse repeats a kilometre off are neither line nor the trip's end")
    func b039() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
            1777881892,49.989118,10.000000,165,-1,-1,-1,-1,walk,1777881892
            1777881893,49.989118,10.000000,165,-1,-1,-1,-1,walk,1777881893
            1777881894,49.989118,10.000000,165,-1,-1,-1,-1,walk,1777881894
            """)
        #expect(scene.rulings.map(\.reason) == [nil, nil, .accuracy, .cachedRepeat, .cachedRepeat])
        #expect(scene.points.last?.time == Scene.wallTime(10))
        #expect(scene.solid == 14)
        #expect(scene.dashed == 0)
    }

    @Test("B040: a phone that lies still makes no round trip of false speeds")
    func b040() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed(
            (0..<36).map {
                Scene.fix(Double($0), north: 25 * Double($0), speed: 25, speedAccuracy: -1, courseAccuracy: -1)
            })
        scene.feed(Scene.fix(36))
        #expect(scene.count(.fakeSpeed) == 36)
        #expect(scene.points.count == 1)
        #expect(scene.solid == 0)
        #expect(scene.dashed == 0)
    }

    @Test("B045: the way underground is a dashed connector")
    func b045() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,12,0.3,0,5,unknown,1777881600
            1777881703,50.020684,10.000000,10,15,0.4,0,3,car,1777881703
            1777881707,50.021223,10.000000,8,15,0.3,0,5,car,1777881707
            """)
        #expect(scene.connectors == [2300])
        #expect(scene.solid == 60)
    }

    @Test(
        "B051, B052: an accuracy of -1 or of exactly 0 is no accuracy",
        arguments: ["50.008094,10.000000,-1", "50.003597,10.000000,0"])
    func b051(cells: String) {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
            1777881601,\(cells),1.4,0.3,0,5,walk,1777881601
            1777881615,50.000180,10.000000,8,1.4,0.3,0,5,walk,1777881615
            """)
        #expect(scene.rulings.map(\.reason) == [nil, .invalidAccuracy, nil])
        #expect(scene.solid == 20)
    }

    @Test("B053: a good position without speed is a good position")
    func b053() {
        let scene = scene(
            """
            1777881600,50.000000,10.000000,5,-1,-1,-1,-1,walk,1777881600
            1777881630,50.000540,10.000000,5,-1,-1,-1,-1,walk,1777881630
            1777881660,50.001079,10.000000,5,-1,-1,-1,-1,walk,1777881660
            """)
        #expect(scene.verdicts == "aaa")
        #expect(scene.solid == 120)
    }

    @Test("B056: not-a-number is an invalid latitude and reaches nothing")
    func b056() {
        let scene = scene(
            """
            1777881600,nan,nan,8,1,0.3,0,5,walk,1777881600
            1777881601,NaN,10.0,8,1,0.3,0,5,walk,1777881601
            1777881602,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881602
            """)
        #expect(scene.rulings.map(\.reason) == [.invalidLatitude, .invalidLatitude, nil])
        #expect(scene.points.count == 1)
    }

    @Test("B062: a time that runs back by 50 ms is out of order; the speeds around it hold")
    func b062() {
        var scene = Scene()
        scene.motion(.automotive, at: 0)
        for (second, north) in [(0, 0), (8, 168.9), (7.95, 168.9), (16, 337.8)] {
            scene.feed(Scene.fix(second, north: north, speed: 21.1, received: max(second, 8)))
        }
        #expect(scene.rulings.map(\.reason) == [nil, nil, .outOfOrder, nil])
        // 168.9 m in 8 s each.
        #expect(zip(scene.points, scene.points.dropFirst()).map { $1.time - $0.time } == [8_000, 8_000])
        #expect(scene.judgement.joins.allSatisfy { abs($0.distance - 168_900) < 20 })
    }

    @Test("B071: times 600 years ahead are in the future, all of them")
    func b071() {
        var scene = Scene()
        let ahead = Double(20_711_811_200 - 1_777_881_600)
        scene.feed((0..<3).map { Scene.fix(ahead, received: Double($0)) })
        #expect(scene.count(.future) == 3)
        #expect(scene.points == [])
    }
}
