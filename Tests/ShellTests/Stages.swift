import Connectivity
import Foundation
import Interface
import Kernel
import Navigation

@testable import Shell

let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))

/// A folder of the test's own, gone when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.posixPermissions] as? Int
  }

  func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }

  func write(_ name: String, _ text: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
  }

  /// Every file in it, however deep, but for the lock's text, which names whoever tried last.
  var everything: [String: Data] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let files = names.filter { !$0.hasSuffix("/owner") }.map { ($0, bytes($0)) }
    return Dictionary(uniqueKeysWithValues: files.compactMap { name, bytes in bytes.map { (name, Data($0)) } })
  }

  /// The files in which these bytes stand.
  func holding(_ text: String) -> [String] {
    everything.filter { $0.value.range(of: Data(text.utf8)) != nil }.map(\.key)
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

extension Person {
  /// Somebody on a clock that is moved by hand.
  static func test(
    _ product: Product = .yhealth, home: Home = .memory, clock: ManualTime? = ManualTime(noon), log: Log = .silent
  ) async throws(Problem) -> Person {
    try await Person.open(product, home: home, clock: clock, seed: 1, log: log)
  }
}

extension Frame {
  func node(_ id: String) -> Element? { everything.first { $0.id == id } }
  var currentTabs: [String] { node("tabs")?.children.filter(\.state.isCurrent).map(\.label) ?? [] }
  var labels: [String] { everything.map(\.label) }
  var toast: String? { toasts.first?.label }
}

/// What a window said beside its frames, as it comes.
final class Ear: Sendable {
  private let heard = Locked<[Outlet]>([])
  private let task: Task<Void, Never>

  init(_ window: Window) {
    let (outlets, heard) = (window.outlets.listen(), heard)
    task = Task {
      await outlets.hear { news in if case .said(let outlet) = news { heard.withLock { $0.append(outlet) } } }
    }
  }

  deinit { task.cancel() }

  var all: [Outlet] { heard.withLock { $0 } }
  var toasts: [String] { all.compactMap { if case .toast(let toast) = $0 { toast.text } else { nil } } }
  var pushes: [Push] { all.compactMap { if case .notification(let push) = $0 { push } else { nil } } }
}

extension Window {
  /// The problem with which a command was refused; nil when it was not.
  func refusal(_ command: Command) async -> Problem? {
    do {
      try await perform(command)
      return nil
    } catch { return error }
  }
}

// MARK: - A product of the tests' own

/// Counts, asks, hangs and listens to its place: one feature with everything that a window has to do with.
struct StudioState: Deciding {
  enum Action: Sendable, Equatable {
    case count, hang, ask, answer, appeared(Route), left(Route), typed(String), say(String)
  }
  enum Effect: Sendable, Equatable { case hang }
  enum Event: Sendable, Equatable { case said(String) }

  private(set) var count = 0
  private(set) var isAsking = false
  private(set) var text = ""
  private(set) var told: [String] = []

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
    switch action {
    case .count: count += 1
    case .hang: return [.run(.hang, .latest("hang"))]
    case .ask: isAsking = true
    case .answer: isAsking = false
    case .appeared(let route): told.append("appeared \(route)")
    case .left(let route): told.append("left \(route)")
    case .typed(let text): self.text = text
    case .say(let words): return [.say(.said(words))]
    }
    return []
  }

  func screen(_ route: Route, _ surroundings: Surroundings) -> Screen<Action> {
    typealias N = Node<Action>
    let nodes: [N] = [
      .heading("Studio", level: 1), .text("Counted \(count)", id: "counted"), .text(surroundings.now.text, id: "now"),
      .button("Count", does: .count), .button("Twice", id: "one", does: .count),
      .button("Twice", id: "two", does: .count),
      .button("Hang", does: .hang), .button("Ask", does: .ask),
      .disabledButton("Send", because: "Nothing is written yet."),
      .field("Name", holds: text, commit: { .typed($0) }) { $0.longest = 5 }, .text("Words"),
      .slider("Mood", at: 5, in: 1...10) { _ in .count }, .toggle("Sound", isOn: false) { _ in .count },
      .choice("Range", [(id: "7", title: "Week"), (id: "30", title: "Month")], selected: "7") { .typed($0) },
      .text("Online: \(surroundings.connectivity.reachesServer)", id: "online"), .button("Speak", does: .say("Hello")),
    ]
    let dialog: N? =
      isAsking
      ? .dialog("Sure?", [.button("Count", does: .count)], buttons: [.button("No", does: .answer)], dismiss: .answer)
      : nil
    return Screen(route, title: "Studio", nodes: nodes, dialog: dialog, refresh: .count)
  }
}

actor Studio: Feature {
  let core: Core<StudioState>
  nonisolated let states: Current<StudioState>
  nonisolated let events: Broadcast<StudioState.Event>
  private let gate: Gate

  init(on stage: Stage, gate: Gate) {
    let core = Core(StudioState(), on: stage)
    self.core = core
    states = core.states
    events = core.events
    self.gate = gate
  }

  func perform(_ effect: StudioState.Effect) async -> StudioState.Action? {
    await gate.passed()
    return .count
  }
}

extension Product {
  /// Two tabs, the first of them the studio. The last one made is handed out, so that a test can ask it.
  static func studio(gate: Gate = Gate(), hangs: Bool = false, made: Locked<[Studio]> = Locked([])) -> Product {
    Product(
      id: "studio", name: "Studio", tagline: "For tests.", theme: .yhealth,
      home: Tab("Studio", icon: .home, at: Route(["studio"])),
      tabs: [Tab("Online", icon: .link, at: Route(["online"])), Tab("Other", icon: .list, at: Route(["other"]))],
      unavailable: "Content unavailable. Showing the studio."
    ) { _ in
      Cast { stage in
        let studio = Studio(on: stage, gate: gate)
        made.withLock { $0.append(studio) }
        return Company(
          wires: [
            .from(studio) { event, window in
              if case .said(let words) = event { await window.toast(Toast(words)) }
            }
          ],
          pages: [
            .of(
              studio, at: Place("/studio", title: "Studio"), appeared: { .appeared($0) }, left: { .left($0) },
              { state, route, surroundings in state.screen(route, surroundings) }),
            .ahead(Place("/online", title: "Online", reach: .server), icon: .link, will: "It will be here."),
            .of(
              studio, at: Place("/other", title: "Other"), appeared: { hangs ? .hang : .appeared($0) },
              left: { .left($0) },
              { state, route, surroundings in state.screen(route, surroundings) }),
          ])
      }
    }
  }
}

/// Holds whoever comes until it is opened.
final class Gate: Sendable {
  private struct Held {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Locked(Held())

  func passed() async {
    await withCheckedContinuation { continuation in
      let isOpen = held.withLock { held in
        if !held.isOpen { held.waiting.append(continuation) }
        return held.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = held.withLock { held in
      defer { held.waiting = [] }
      held.isOpen = true
      return held.waiting
    }
    for one in waiting { one.resume() }
  }
}
