import FoundationEssentials
import Hours
import Interface
import JSON
import Kernel
import Mode

@testable import Settings

/// One setting of every kind, in two categories.
enum Sample {
  static let mode = Setting.choice("mode", "Mode", [(Mode.light, "Light"), (.deep, "Deep")], fallback: .light)
  static let theme = Setting.choice(
    "theme", "Theme", [(SchemeChoice.light, "Light"), (.dark, "Dark"), (.system, "Auto")], fallback: .system
  ) { $0.keywords = ["dark mode"] }
  static let size = Setting.choice("size", "Text size", [(100, "Medium"), (150, "Large")], fallback: 100)
  static let bell = Setting.toggle("bell", "Bell", fallback: true)
  static let coach = Setting.toggle("bell.coach", "Coach", fallback: true) { $0.under = "bell" }
  static let rings = Setting.number(
    "bell.rings", "Rings", within: .init(light: 1...3, deep: 1...8), unit: "a day", fallback: 3)
  static let quiet = Setting.window("bell.quiet", "Quiet hours", fallback: .night) { $0.keywords = ["sleep"] }
  static let calls = Setting.times("calls", "Calls", atMost: 3, fallback: [.at(9)]) { $0.isDeepOnly = true }

  static let plan = SettingsPlan(
    mode: mode,
    [
      .init("Looks", id: "looks", icon: .sun, about: "Theme", [.init([.set(theme), .set(size), .set(mode)])]),
      .init(
        "Bell", id: "bell", name: "Bell Settings", icon: .bell, about: "Rings and quiet hours",
        [
          .init([.set(bell)]),
          .init("Under it", [.set(coach), .set(rings), .set(quiet), .set(calls), .told("Version", "1")]),
        ]),
    ])

  static let looks = Route(["settings", "looks"])
  static let bellRoute = Route(["settings", "bell"])
}

/// Drives the settings state from one window, one action at a time.
struct Sitting {
  static let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
  static let identifiers = Identifiers.seeded(1, Time(now: { now }, ring: { _, _ in AsyncStream { nil } }))

  let window: WindowID = Sitting.identifiers.next()
  var state = SettingsState(Sample.plan)
  var steps: SettingsState.Steps = []

  init(_ records: [String: String] = [:]) {
    send(.begin)
    send(.loaded(.init(records.mapValues { Data($0.utf8) }, order: 0)))
  }

  mutating func send(_ action: SettingsAction) { steps = state.receive(action, at: Sitting.now) }
  mutating func `do`(_ action: SettingsWindowAction) {
    steps = state.receive(action, from: window, at: Sitting.now)
  }
  mutating func close() { steps = state.close(window, at: Sitting.now) }
  mutating func set<Value>(_ setting: Setting<Value>, _ value: Value) { self.do(.set(setting.key, value.kept)) }

  /// Answers the saves of the last action.
  mutating func diskAnswers(_ problem: Problem? = nil) {
    for save in saves {
      send(
        problem.map { .notSaved(save.key, number: save.number, $0) }
          ?? .saved(save.key, number: save.number, order: Int64(save.number)))
    }
  }

  /// The saves sent to the disk by the last action.
  var saves: [(key: String, value: String, number: Int)] {
    steps.compactMap { step in
      guard case .run(.save(let key, let bytes, let number), .inOrder("save")) = step else { return nil }
      return (key, String(decoding: bytes, as: UTF8.self), number)
    }
  }

  /// The events of the last action for its own window.
  var told: [SettingsEvent] {
    steps.compactMap { if case .tell(let event, window) = $0 { event } else { nil } }
  }

  /// The events of the last action for all windows.
  var events: [SettingsEvent] { steps.compactMap { if case .say(let event) = $0 { event } else { nil } } }

  func screen(_ route: Route = Route(["settings"])) -> Screen<SettingsWindowAction> {
    state.screen(route, in: Surroundings(now: Sitting.now), at: window)
  }

  func nodes(_ route: Route = Route(["settings"])) -> [Node<SettingsWindowAction>] {
    let screen = screen(route)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }

  func node(_ label: String, at route: Route = Route(["settings"])) -> Node<SettingsWindowAction>? {
    nodes(route).first { $0.label == label }
  }
}

/// Keeps settings like the real disk, and can be made to fail.
final class Disk: Sendable {
  struct Held {
    var records: [String: Data] = [:]
    /// In the order of arrival.
    var saves: [String] = []
    var failure: Problem?
    var order: SettingsNeeds.Order = 0
  }

  let held: Locked<Held>
  let others = Broadcast<SettingsNeeds.Change>.Source()

  init(_ records: [String: String] = [:]) { held = Locked(Held(records: records.mapValues { Data($0.utf8) })) }

  var needs: SettingsNeeds {
    SettingsNeeds(
      load: { () throws(Problem) in
        let (kept, failure) = self.held.withLock { (SettingsNeeds.Kept($0.records, order: $0.order), $0.failure) }
        if let failure { throw failure }
        return kept
      },
      save: { key, value throws(Problem) in
        let (order, failure) = self.held.withLock { held in
          if held.failure == nil {
            held.records[key] = value
            held.order += 1
            held.saves.append("\(key) \(String(decoding: value, as: UTF8.self))")
          }
          return (held.order, held.failure)
        }
        if let failure { throw failure }
        return order
      },
      changes: { self.others.broadcast.listen() })
  }

  func fail(with problem: Problem?) { held.withLock { $0.failure = problem } }
  var saves: [String] { held.withLock { $0.saves } }
}
