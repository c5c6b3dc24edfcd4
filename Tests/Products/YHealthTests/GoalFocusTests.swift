import Covers
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The default goal focus")
struct GoalFocusTests {
  private let goals = Route(["pillars", "goals"])

  private func ways(_ frame: Frame) -> [String] {
    frame.everything.filter { $0.role == .link && $0.label.hasPrefix("Set a goal for ") }.map {
      String($0.label.dropFirst("Set a goal for ".count))
    }
  }

  private func newGoal(in window: Window) async throws -> String? {
    let frame = try await window.perform(.open(Route(["pillars", "goal"])))
    return frame.everything.first { $0.label == "Pillar" }?.children.first { $0.state.check == .on }?.label
  }

  @Test(
    "Fitness, Nutrition, Wellbeing or Balanced: its pillar comes first among the goals, and a new goal is one of it",
    .covers("yh-S04.6.1-B15"))
  func focus() async throws {
    let window = try await Person.test().window()
    var frame = try await window.perform(.open(Route(["settings", "goals-coaching"])))
    let choice = try #require(frame.everything.first { $0.label == "Default goal focus" })
    #expect(choice.children.map(\.label) == ["Fitness", "Nutrition", "Wellbeing", "Balanced"])
    let expected = [
      ("Wellbeing", ["Wellbeing", "Fitness", "Nutrition"]), ("Nutrition", ["Nutrition", "Fitness", "Wellbeing"]),
      ("Fitness", ["Fitness", "Nutrition", "Wellbeing"]), ("Balanced", ["Fitness", "Nutrition", "Wellbeing"]),
    ]
    for (title, order) in expected {
      try await window.perform(.open(Route(["settings", "goals-coaching"])))
      try await window.perform(.choose(.label("Default goal focus"), .text(title.lowercased())))
      frame = try await window.perform(.open(goals))
      #expect(ways(frame) == order, "\(title)")
      #expect(try await newGoal(in: window) == order.first, "\(title)")
    }
  }
}
