import Days
import JSON
import Kernel
import Testing
import TrainingPlan

@Suite("Warnings in front of a plan") struct PlanWarningTests {
  private static let today = CalendarDay(number: 20_785)

  private static func plan(
    _ more: [String: JSON], weekly: Double = 60, longest: Double = 20, goal: JSON = ["type": "open"]
  ) throws -> RunnerPlan {
    var fields: [String: JSON] = [
      "experience": "serious", "weekly": .number(weekly), "longest_run": .number(longest), "goal": goal,
      "days": ["monday", "tuesday", "wednesday", "thursday", "saturday", "sunday"],
    ]
    fields.merge(more) { $1 }
    return RunnerPlan(for: try PlanRunner(json: .object(fields), today: today))
  }

  private static func race(_ kilometres: Double, in days: Int) -> JSON {
    ["type": "race", "km": .number(kilometres), "date": .string(today.following(days).text)]
  }

  private func codes(_ plan: RunnerPlan) -> [PlanWarning.Code] { PlanWarning.all(in: plan).map(\.code) }

  @Test(
    "with an injury nothing hard is planned, also without pain",
    arguments: ["Left achilles", "stress fracture of the tibia"])
  func easyOnly(_ injury: String) throws {
    let plan = try Self.plan(["injury": .string(injury), "pain": 0])
    #expect(plan.runs.allSatisfy { !$0.isHard })
    #expect(PlanText(plan).lines.contains { $0.contains("You said: injury: \(injury).") })
    #expect(try Self.plan(["past_injury": .string(injury)]).runs.contains { $0.isHard })
    #expect(try PlanRunner(json: plan.runner.json, today: Self.today) == plan.runner)
  }

  @Test("an injury with a sign for a doctor is said in the text and in the JSON")
  func sign() throws {
    for injury in ["stress fracture of the tibia", "chest pain when I run"] {
      let plan = try Self.plan(["injury": .string(injury)])
      #expect(codes(plan) == [.injury, .wellness])
      #expect(PlanText(plan).lines.contains { $0.contains("see a doctor before you run again") && $0.contains(injury) })
      let warnings = try #require(PlanDocument(plan).json["warnings"]?.array)
      #expect(warnings.map { $0["code"]?.string } == ["injury", "wellness"])
      #expect(warnings.first?["words"]?.string?.contains("see a doctor") == true)
    }
    #expect(codes(try Self.plan(["injury": "Left achilles"])) == [.wellness])
  }

  @Test(
    "a race that no longest run can reach is said, and nobody calls it safe",
    arguments: [
      (42.195, 1, 27.0, 8.0), (42.195, 14, 30, 10), (50, 14, 30, 2.5), (21.0975, 7, 40, 8),
    ])
  func tooFar(_ kilometres: Double, _ days: Int, _ weekly: Double, _ longest: Double) throws {
    let plan = try Self.plan([:], weekly: weekly, longest: longest, goal: Self.race(kilometres, in: days))
    let conflict = try #require(GoalConflict(in: plan))
    #expect(conflict.isOfLongest && conflict.reachableLongest < conflict.neededLongest)
    #expect(codes(plan) == [.goal, .wellness])
    let words = try #require(PlanWarning.all(in: plan).first?.words)
    #expect(!words.contains("safe limits") && words.contains("do not race this one in full"))
    let said = PlanDocument(plan).json["warnings"]?.array?.first
    #expect(said?["code"]?.string == "goal" && said?["words"]?.string == words)
    #expect(PlanText(plan).lines.contains(words))
  }

  @Test(
    "a race that can be reached is not talked about",
    arguments: [
      (5.0, 28, 10.0, 4.0), (10, 56, 20, 6), (21.0975, 84, 30, 10), (42.195, 112, 40, 16), (42.195, 3, 60, 30),
    ])
  func near(_ kilometres: Double, _ days: Int, _ weekly: Double, _ longest: Double) throws {
    let plan = try Self.plan([:], weekly: weekly, longest: longest, goal: Self.race(kilometres, in: days))
    #expect(GoalConflict(in: plan) == nil && codes(plan) == [.wellness])
  }

  @Test("a race on a blocked day is said")
  func blocked() throws {
    let day = Self.today.following(70)
    let plan = try Self.plan(["blocked": [.string(day.text)]], goal: Self.race(21.0975, in: 70))
    #expect(codes(plan) == [.blockedRace, .wellness])
    #expect(PlanText(plan).lines.contains { $0.contains(day.text) && $0.contains("blocked") })
  }
}
