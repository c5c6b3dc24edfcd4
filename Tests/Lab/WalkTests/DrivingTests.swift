import Accessibility
import Catalog
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Shell
@testable import Walk

@Suite("Every screen of every product, driven otherwise")
struct DrivingTests {
  /// The frames of all places, as somebody who has everything, with a question in front where one is asked.
  private func frames(of product: Product) async throws -> [Frame] {
    let person = try await Person.open(
      product, home: .memory, clock: ManualTime(Moment(Date(timeIntervalSince1970: 1_772_438_400))), seed: 1)
    let window = try await Posture.member.window(of: person, at: product.places)
    var frames: [Frame] = []
    for route in product.places.flatMap(\.pattern.examples) {
      let frame = try await window.perform(.open(route))
      frames.append(frame)
      guard let destroyer = frame.nodes.flatMap(\.all).first(where: { $0.state.isDestructive && !$0.actions.isEmpty })
      else { continue }
      let asked = try await window.perform(.tap(.id(destroyer.id)))
      if asked.dialog != nil {
        frames.append(asked)
        try await window.perform(.back)
      }
    }
    await window.close()
    await person.close()
    return frames
  }

  @Test(
    "offers every action to a switch, in reading order, and lets it go on from anywhere",
    .covers("yh-S04.7.2-B10", "yh-S04.7.2-B11", "yh-S04.7.2-B12", "yh-S04.7.2-AC3", "yh-S04.7.2-E2"),
    arguments: Product.all)
  func scanned(product: Product) async throws {
    var controls = 0
    for frame in try await frames(of: product) {
      let plan = ScanPlan(frame)
      let items = plan.groups.flatMap(\.items)
      let ways = Set(items.map(\.way))
      let usable = frame.inReach.filter { !$0.state.isDisabled && (!$0.actions.isEmpty || $0.destination != nil) }
      for element in usable {
        controls += 1
        let verbs = element.actions.isEmpty ? [.activate] : element.actions
        for verb in verbs.map({ ScanPlan.stop(for: $0, of: element) }) {
          #expect(ways.contains(.act(element.id, verb)), "\(frame.route): \(element.id)")
        }
      }
      let order = items.compactMap { item -> String? in
        if case .act(let id, _) = item.way { id } else { nil }
      }
      // The content comes first, and the bars behind it; each in its own order.
      let places = Dictionary(
        (frame.dialog.map { frame.toasts.flatMap(\.all) + $0.all }
          ?? (frame.toasts + frame.nodes + frame.chrome).flatMap(\.all)).enumerated().map { ($1.id, $0) },
        uniquingKeysWith: { first, _ in first })
      let positions = order.compactMap { places[$0] }
      #expect(positions == positions.sorted() && positions.count == order.count, "\(frame.route)")
      for mode in SwitchScan.Mode.allCases {
        var scan = SwitchScan(plan, mode)
        for (number, item) in items.enumerated() where mode == .two || number.isMultiple(of: 7) {
          #expect(scan.reach(item.way) != nil, "\(frame.route), \(mode): \(item.name)")
        }
      }
    }
    #expect(controls > 100)
  }

  @Test("calls every control by the words in sight, or by a number", arguments: Product.all)
  func called(product: Product) async throws {
    for frame in try await frames(of: product) {
      let usable = frame.inReach.filter {
        !$0.state.isDisabled && ($0.actions.contains(.activate) || $0.actions.isEmpty && $0.destination != nil)
      }
      for element in usable {
        var voice = VoiceControl()
        var answer = voice.hear("tap \(element.label)", on: frame)
        if case .notUnderstood = answer { answer = voice.hear("show numbers", on: frame) }
        if case .which(let all) = answer, let meant = all.first(where: { $0.id == element.id }) {
          answer = voice.hear("\(meant.number)", on: frame)
        }
        #expect(answer == .does(.act(element.id, .activate, .none)), "\(frame.route): \(element.label)")
      }
      var voice = VoiceControl()
      guard case .notUnderstood(let words) = voice.hear("mumble", on: frame) else { continue }
      #expect(words.hasPrefix("Try 'tap ") && words.hasSuffix("' instead.") || usable.isEmpty)
    }
  }

  @Test(
    "reads every control with a name and its kind, and every progress and chart with its value",
    .covers("yh-S04.7.1-B20"), arguments: Product.all)
  func read(product: Product) async throws {
    var lines = 0
    for frame in try await frames(of: product) {
      let reading = ScreenReading(frame)
      #expect(reading.unnamed == [], "\(frame.route)")
      lines += reading.lines.count
      for element in frame.inReach where [.progressbar, .meter, .chart].contains(element.role) {
        // Progress without a known end has no number, and says that it is busy.
        let isEndless = element.role == .progressbar && element.state.number == nil
        #expect(isEndless || element.value?.isEmpty == false, "\(frame.route): \(element.id)")
        #expect(reading.lines.contains { $0.id == element.id && (isEndless || $0.text.contains(element.value ?? "")) })
      }
    }
    #expect(lines > 200)
  }
}
