import Conversation
import FeatureTesting
import Foundation
import Interface
import Kernel
import Runners
import Testing
import TrainingPlan

@testable import Coaching

@Suite("Every request to a model", .timeLimit(.minutes(10))) struct PromptTests {
  /// Everything that a plan's trail says.
  private static func entries(_ telling: PlanTelling) -> [String] {
    var texts: [String] = []
    func collect(_ value: Any) {
      if let text = value as? String { texts.append(text) }
      if let number = value as? Int { texts.append(String(number)) }
      if let number = value as? Double { texts += [String(number), String(Int(number))] }
      for child in Mirror(reflecting: value).children { collect(child.value) }
    }
    collect(telling)
    return texts
  }

  /// Talks along a path with a model, to the presentation of a plan and the answers to it.
  private func requests(_ steps: [String], _ plan: PlanTelling?, then more: [String]) async throws -> [ModelRequest] {
    let prompts = Locked<[ModelRequest]>([])
    let bench = try await CoachBench(
      CoachBench.model { request, take throws(Problem) in
        prompts.withLock { $0.append(request) }
        await take(.text("All right."))
      })
    await bench.go(steps)
    if let plan {
      await bench.send(.planned(plan))
      await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
      await bench.go(more)
    }
    return prompts.withLock { $0 }
  }

  @Test(
    "on every path, each number in it was said by the person or stands in the plan's trail; no tool, history or plan goes along",
    arguments: CoachingVoice.allCases)
  func numbers(_ voice: CoachingVoice) async throws {
    func styled(_ steps: [String]) -> [String] {
      steps.map { ["Analytical", "Encouraging"].contains($0) ? voice.title : $0 }
    }
    let race = PresentationTests.telling()
    let comeback = PresentationTests.telling(kind: .comeback)
    let paths: [([String], PlanTelling?, [String])] = [
      (
        styled(CoachBench.racer), race,
        ["Can I see the first week in detail?", "Looks good to me", ">I'm ill", ">How far is it?"]
      ),
      (styled(CoachBench.racer), race, ["I'd like to change something", ">I run 45 km a week now"]),
      (styled(CoachBench.beginner), comeback, ["Looks good to me"]), (CoachBench.comeback, nil, []),
      (
        ["That's me", "I'll do this later", "Casual", "2 days", ">15", "I don't know", ">A sub-3 marathon in 8 weeks"],
        nil, []
      ),
    ]
    for (steps, plan, more) in paths {
      let requests = try await requests(steps, plan, then: more)
      #expect(requests.count >= 6)
      // Derived by the script's rules: a usual run (30 km on 3 days, 15 on 2), what a goal of 3:00:00 asks for and what can be
      // reached in a week and in one run, the scale of the axes, the share of a recovery week, the
      // number of fields.
      let derived = ["10", "7.5", "79", "24", "23", "3:00:00", "0", "100", "75", "13"]
      let known = Set(
        (derived + steps + more + (plan.map(Self.entries) ?? [])).flatMap(ModelWords.numbers))
      for request in requests {
        #expect(request.tools.isEmpty)
        #expect(request.lines.map(\.role) == [.system, .user])
        let words = request.lines[1].text
        // Words for numbers, such as "one of two ways", are the script's own; figures are not.
        let figures = ModelWords.numbers(in: words).filter { $0.first?.isNumber == true }
        for figure in figures where !known.contains(figure) {
          Issue.record("\(figure) is in no entry: \(words)")
        }
        #expect(ModelWords.numbers(in: request.lines[0].text) == ["three"])
      }
    }
  }
}
