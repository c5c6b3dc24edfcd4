import Connectivity
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Testing

@testable import Board
@testable import Dashboard

@Suite("Light and Deep mode") struct ModeTests {
  /// The content of a node, independent of its position.
  private struct Said: Hashable {
    let id: String
    let role: Role
    let label: String
    let value: String?
    let hint: String?
    let destination: Route?

    init(_ node: Node<DashboardWindowAction>) {
      (id, role, label, value) = (node.id, node.role, node.label, node.value)
      (hint, destination) = (node.hint, node.destination)
    }
  }

  @Test("Deep mode shows everything that Light mode shows, in the same order", arguments: 0..<24)
  func subset(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var state = DashboardState(Bench.plan)
    let window: WindowID = ID(UUID())
    for step in 0..<36 {
      let now = Moment.at(Int.random(in: 0...23, using: &random), day: 20 + step / 12)
      _ = state.receive(.any(now, using: &random), from: window, at: now)
      let connectivity = Connectivity.allCases.randomElement(using: &random) ?? .online
      let light = state.shown(.light, in: connectivity, at: now, window: window).all.map(Said.init)
      let deep = state.shown(.deep, in: connectivity, at: now, window: window).all.map(Said.init)
      let known = Set(light)
      #expect(deep.filter(known.contains) == light && deep.count >= light.count)
    }
  }

  @Test("Without a chosen mode, Light mode is shown with a prompt to choose")
  func prompt() async throws {
    let bench = try await Bench()
    await bench.know(.newcomer)
    #expect(bench.node("mode.choose")?.destination?.text == "/settings/goals-coaching")
    #expect(bench.node("quick-actions.more") == nil)
    await bench.know(.full())
    #expect(bench.node("mode") == nil)
  }

  @Test("A mode switch is announced once; the initial mode is not")
  func announced() async throws {
    let bench = try await Bench()
    func said() -> [String] {
      bench.events.compactMap { if case .announced(let announcement) = $0 { announcement.text } else { nil } }
    }
    await bench.send(.mode(.light))
    await bench.send(.mode(.light))
    #expect(said() == [])
    await bench.send(.mode(.deep))
    await bench.send(.mode(.deep))
    await bench.send(.mode(.light))
    #expect(
      said() == [
        "Deep mode. The dashboard shows everything.", "Light mode. The dashboard shows the essential.",
      ])
  }
}
