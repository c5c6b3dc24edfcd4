import Audit
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Charts

@Suite("Chart soundness") struct SoundnessTests {
  static let subjects: [(ChartSubject, ChartSpec)] = [
    (ChartSubject("Fitness score", kind: "line"), Sample.fitness(400)),
    (ChartSubject("Activity", kind: "heatmap", hasRanges: false), Sample.heatmap),
    (ChartSubject("Sleep and mood", kind: "scatter"), Sample.scatter),
    (ChartSubject("Spike", kind: "line"), Sample.single(40) { $0 == 35 ? 900 : 60 + Double($0 % 3) }),
  ]

  private func expectSound(_ hand: Hand, _ what: String) {
    for theme in [Theme.plain] {
      let findings = Audit.findings(of: hand.screen(), theme: theme)
      #expect(findings.isEmpty, "\(what): \(findings)")
      if !findings.isEmpty { return }
    }
  }

  @Test("Every state of the screen passes the audit in Light and in Deep mode", arguments: 0..<4)
  func audited(which: Int) {
    let (subject, spec) = SoundnessTests.subjects[which]
    for mode in [Mode.light, .deep] {
      var hand = Hand(subject, mode: mode) { _ in spec }
      expectSound(hand, "fresh")
      let file = ChartFile(of: ChartOrder(spec, ChartView(), as: .svg), [])
      for action: ChartsAction in [
        .hold(.step(.next)), .zoom(2, at: 0.5), .show(days: 365), .askForRange, .typeFirst("x"), .showRange,
        .look(.table),
        .look(.words), .look(.picture), .export, .notDrawn(LoadingTests.broken), .choose(.svg),
        .drawn(file), .hand(.save), .stopHanding, .hand(.save),
        .answered(file, .save, .failed(Delivery.notPermitted("/disk"))), .hand(.share),
        .answered(file, .share, .saved(as: "/disk/chart.svg")), .hand(.share),
        .answered(file, .share, .failed(Delivery.interrupted)), .closeExport,
      ] {
        hand.act(action)
        expectSound(hand, "after \(action)")
      }
    }
    for mode in [Mode.light, .deep] {
      var waiting = Hand(subject, mode: mode) { _ in nil }
      expectSound(waiting, "waiting")
      waiting.act(.notLoaded(LoadingTests.broken))
      expectSound(waiting, "failed")
      waiting.act(.retry)
      waiting.act(.cancel)
      expectSound(waiting, "cancelled")
      expectSound(Hand(subject, mode: mode) { _ in Sample.single(0) }, "empty")
      expectSound(Hand(subject, mode: mode) { _ in Sample.single(7) { $0 == 2 ? .nan : 1 } }, "not drawn")
    }
  }

  /// Any action of a user, a hostile client or a slow data source.
  private func anything(_ random: inout Seeded) -> ChartsAction {
    let numbers: [Double] = [0, 0.3, 1, 2, 40, -3, .nan, .infinity, 1e300]
    let a = numbers.randomElement(using: &random) ?? 0
    let b = numbers.randomElement(using: &random) ?? 0
    let text = ["2026-03-01", "2026-03-09", "", "x", "0001-01-01", "9999-12-31"].randomElement(using: &random) ?? ""
    let all: [ChartsAction] = [
      .begin, .left, .modeChanged(.light), .modeChanged(.deep),
      .show(days: [7, 30, 90, 365, -1].randomElement(using: &random) ?? 7),
      .askForRange, .typeFirst(text), .typeLast(text), .showRange, .cancel, .retry,
      .look(ChartsState.Look.allCases.randomElement(using: &random) ?? .table),
      .turn(page: Int.random(in: -3...9, using: &random)),
      .zoom(a, at: b), .zoom(2, at: 0.4), .pan(a), .pan(0.4), .whole, .hold(.at(x: a, y: b)),
      .hold(.step(ChartReach.Step.allCases.randomElement(using: &random) ?? .next)), .review(.init("own", 3)),
      .review(.init("no", -1)), .clear, .toggle(series: "own"), .toggle(series: "no"), .open(stretch: "own-0-31"),
      .export,
      .choose(ChartFormat.allCases.randomElement(using: &random) ?? .png), .hand(.save), .closeExport,
      .loaded(Sample.fitness(30), .days(30)), .loaded(Sample.single(0), .days(7)), .notLoaded(LoadingTests.broken),
      .notDrawn(LoadingTests.broken), .answered(SoundnessTests.file, .save, .saved(as: "chart.png")),
      .answered(SoundnessTests.file, .share, .failed(Delivery.notPermitted())),
      .answered(SoundnessTests.file, .share, .declined),
      .stopHanding,
    ]
    return all.randomElement(using: &random) ?? .begin
  }

  private static let file = ChartFile(of: ChartOrder(Sample.fitness(7), ChartView(), as: .png), [1])

  @Test("No sequence of actions violates the invariants", arguments: 0..<6)
  func walks(seed: UInt64) throws {
    for round in 0..<15 {
      var random = Seeded(seed * 100 + UInt64(round))
      var hand = Hand { period in
        switch period {
        case .days(let count): Sample.fitness(count)
        default: Sample.single(40)
        }
      }
      for _ in 0..<40 {
        let action = anything(&random)
        hand.act(action)
        let state = hand.state
        let what: Comment = "\(seed).\(round) after \(action)"
        if !state.isDeep {
          #expect(state.window == nil && state.held == nil && state.export == nil && state.look == .picture, what)
          #expect(state.period == .days(7), what)
        }
        if let window = state.window, let chart = state.chart, let bounds = chart.bounds {
          let whole = chart.window(of: state.view.period) ?? bounds
          #expect(window.from >= whole.from - 1e-6 && window.to <= whole.to + 1e-6 && window.length > 0, what)
        }
        if let held = state.held, let scene = state.scene {
          #expect(scene.marks.contains { $0.series == held.series && $0.index == held.index }, what)
        }
        let ids = hand.nodes.map(\.id)
        #expect(Set(ids).count == ids.count, what)
        #expect(state.page >= 0 && (state.look != .table || state.page < max(state.pages, 1)), what)
      }
    }
  }
}

/// A deterministic random number generator.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
