import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import OwnMeasures

@Suite("Random actions on own measures in two windows") struct OwnRandomTests {
  private func form(_ bench: OwnBench, _ random: inout Seeded) -> OwnFormName {
    let measure = bench.state.measures.randomElement(using: &random)?.id ?? UUID()
    let reading = bench.state.readings.randomElement(using: &random)?.id ?? UUID()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .measure(nil)
    case 1: return .measure(measure)
    case 2: return .reading(reading)
    default: return .entry(of: measure)
    }
  }

  private func action(_ bench: OwnBench, _ form: OwnFormName, _ random: inout Seeded) -> OwnMeasuresWindowAction {
    let fields: [OwnField] = [.name, .kind, .unit, .lowest, .dose, .value, .second, .taken, .note, .date, .time]
    let texts = [
      "", "7", "120", "80", "Pain", "כאב", "blood_pressure", "medicine", "number", "2030-01-01", "06:00", "no", "\n",
    ]
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2: return .appeared(form.route)
    case 3: return .left(form.route)
    case 4...7:
      return .form(
        .fill(form, fields.randomElement(using: &random) ?? .name, texts.randomElement(using: &random) ?? ""))
    case 8...10: return .form(.save(form))
    case 11: return .form(.confirm(form))
    case 12: return .form(.discard(form))
    case 13: return .form(.replace(form))
    case 14: return .form(.saveBeside(form))
    case 15: return .quick(form, [.value: "6", .second: "4", .name: "Fast \(Int.random(in: 0..<9, using: &random))"])
    case 16: return bench.state.readings.randomElement(using: &random).map { .delete($0.reading.id) } ?? .retry
    case 17:
      let measure = bench.state.measures.randomElement(using: &random)
      return measure.map { .archive($0.measure.id, Bool.random(using: &random)) } ?? .showOlder
    default:
      let offers = bench.events.suffix(30).compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }
      return offers.randomElement(using: &random) ?? .showOlder
    }
  }

  @Test(
    "entries appear only by saving and disappear only by deleting, the state matches the store, and no typed text is lost",
    arguments: 1...6)
  func kept(seed: UInt64) async throws {
    var random = Seeded(seed)
    let bench = try await OwnBench()
    let windows = [bench.window, bench.context.identifiers.next() as WindowID]
    try await bench.define("Headache")
    for _ in 0..<200 {
      let form = form(bench, &random)
      let (here, before) = (windows.randomElement(using: &random) ?? bench.window, bench.state)
      let action = action(bench, form, &random)
      await bench.do(action, at: here)
      let now = bench.state
      // What one window types, the other does not see.
      if let changed = now.windows(changedSince: before), now.measures == before.measures,
        now.readings == before.readings
      {
        for other in windows where !changed.contains(other) {
          let surroundings = Surroundings(now: bench.clock.now, mode: .deep)
          #expect(
            now.screen(form.route, in: surroundings, at: other).nodes.map(\.element)
              == before.screen(form.route, in: surroundings, at: other).nodes.map(\.element))
        }
      }
      let lost = Set(before.readings.map(\.id)).subtracting(now.readings.map(\.id))
      if !lost.isEmpty {
        switch action {
        case .delete, .undo: break
        default: Issue.record("\(action) deleted an entry.")
        }
      }
      for kept in now.readings { #expect(now.measure(kept.reading.measure) != nil) }
      await bench.clock.advance(by: .seconds(Int.random(in: 0...4, using: &random)), settling: bench.context.settling)
    }
    let stored = try await OwnMeasuresNeeds(bench.store).read()
    #expect(stored.readings == bench.state.readings)
    func byAge(_ all: [StoredMeasure]) -> [OwnMeasure] {
      all.map(\.measure).sorted { $0.id.description < $1.id.description }
    }
    #expect(byAge(stored.measures) == byAge(bench.state.measures))
    // All unsaved text is stored as drafts.
    let typed = bench.state.windows.all.flatMap { $0.forms.values }.filter { $0.isDirty && $0.isOpenForTyping }
    let drafts = Dictionary(
      try await OwnMeasuresNeeds(bench.store).drafts.found().map { ($0.id, $0.values) },
      uniquingKeysWith: { first, _ in first })
    for form in typed { #expect(drafts[form.draft]?.typed == form.values.typed) }
  }
}

extension FormValues<OwnField> {
  /// The values without the definition, which a form takes over from its measure.
  fileprivate var typed: FormValues<OwnField> {
    var values = self
    for field in OwnReadingContent.ofMeasure { values[field] = "" }
    return values
  }
}
