internal import Connectivity
package import Interface
package import Kernel
internal import Navigation
internal import ProductKit
package import Shell

/// The state of a test feature that uses everything a window handles: counting, a dialog, a hanging effect, places.
package struct StudioState: Deciding {
  package enum Action: Sendable, Equatable {
    case count, hang, ask, answer, appeared(Route), left(Route), typed(String), say(String)
  }
  package enum Effect: Sendable, Equatable { case hang }
  package enum Event: Sendable, Equatable { case said(String) }

  package private(set) var count = 0
  package private(set) var isAsking = false
  package private(set) var text = ""
  package private(set) var told: [String] = []

  package mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
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

  package func screen(_ route: Route, _ surroundings: Surroundings) -> Screen<Action> {
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
    // A button without a name comes when the word for it is typed.
    let bare: [N] = text == "bare" ? [.button("", id: "bare", does: .count)] : []
    let dialog: N? =
      isAsking
      ? .dialog("Sure?", [.button("Count", does: .count)], buttons: [.button("No", does: .answer)], dismiss: .answer)
      : nil
    return Screen(route, title: "Studio", nodes: nodes + bare, dialog: dialog, refresh: .count)
  }
}

package actor Studio: Feature {
  package let core: Core<StudioState>
  package nonisolated let states: Current<StudioState>
  package nonisolated let events: Broadcast<StudioState.Event>
  private let gate: Gate

  package init(on context: FeatureContext, gate: Gate) {
    let core = Core(StudioState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.gate = gate
  }

  package func perform(_ effect: StudioState.Effect) async -> StudioState.Action? {
    await gate.passed()
    return .count
  }
}

extension Product {
  /// A product whose first tab is the studio. Each studio made is appended to `made`, for tests to inspect.
  package static func studio(gate: Gate = Gate(), hangs: Bool = false, made: Locked<[Studio]> = Locked([])) -> Product {
    Product(
      id: "studio", name: "Studio", tagline: "For tests.", theme: .plain,
      home: Tab("Studio", icon: .home, at: Route(["studio"])),
      tabs: [Tab("Online", icon: .link, at: Route(["online"])), Tab("Other", icon: .list, at: Route(["other"]))],
      channels: [Channel("Fax", id: "fax", icon: .chat, standing: .needsSetup(["Plug it in.", "Send a page."]))],
      unavailable: "Content unavailable. Showing the studio."
    ) { _ in
      PersonFeatures { window in
        let studio = Studio(on: window.features, gate: gate)
        made.withLock { $0.append(studio) }
        return WindowComposition(
          eventRoutes: [
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
