import Audit
import Conversation
import Covers
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Runners
import Testing
import TrainingPlan

@testable import Coaching

@Suite("The presentation of a plan") struct PresentationTests {
  static func telling(_ id: String = "p1", kind: RunnerPlan.Kind = .race) -> PlanTelling {
    var plan = PlanTelling(id: id, kind: kind)
    plan.goal = "Half marathon in 1:45:00 on 11 April 2027"
    plan.thoughts = ["Goal: half marathon.", "30.0 km a week → begins with 30.0 km a week.", "Rest days: Monday."]
    plan.axes = [
      "Endurance base", "Speed", "Recovery discipline", "Consistency", "Injury resilience", "Race readiness",
    ]
    .enumerated().map { PlanTelling.Axis($1, $0 < 3 ? 40 + $0 : nil, formula: "an open formula") }
    plan.strength = "recovery discipline"
    plan.weakness = "endurance base"
    plan.weeks = (1...8).map { number -> PlanTelling.Week in
      let mark: PlanTelling.Week.Mark? = number == 4 ? .recovery : number == 8 ? .race : nil
      return PlanTelling.Week("Week \(number)", volume: Double(20 + number), intensity: 12, mark: mark)
    }
    plan.peak = "27.0 km in week 7"
    plan.recovery = "Week 4"
    plan.taper = "Week 8: 14.0 km"
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    plan.days = weekdays.enumerated().map { index, weekday -> PlanTelling.OneDay in
      let date = "2026-11-\(16 + index)"
      switch weekday {
      case "Sunday":
        return PlanTelling.OneDay(date, weekday, entry: "Long run", detail: "12.0 km", minutes: 74, isKey: true)
      case "Tuesday": return PlanTelling.OneDay(date, weekday, entry: "Easy run", detail: "6.0 km", minutes: 38)
      default: return PlanTelling.OneDay(date, weekday)
      }
    }
    plan.placements = ["Long run on Sunday: the day named for the long run (long run: Sunday)."]
    if kind == .race {
      plan.expectation = PlanTelling.Expectation(
        today: "1:47:10", half: "1:44:48 to 1:49:35", wide: "1:42:44 to 1:51:48")
    }
    plan.milestones = kind == .race ? [] : ["Week 4: A run of 10.0 km"]
    plan.decisions = [
      .init(
        "Volume cap",
        [.init(figure: "At most 27.0 km", told: "30.0 km a week", strength: "Mixed evidence", source: "a study")])
    ]
    plan.firstRun = "easy run, 6.0 km"
    plan.firstDay = "17 November 2026"
    plan.daysAway = 1
    return plan
  }

  /// A conversation at whose end a plan waits for an answer.
  private func bench(
    _ plan: PlanTelling = PresentationTests.telling(), _ steps: [String] = CoachBench.racer,
    _ change: (inout CoachingNeeds) -> Void = { _ in }
  ) async throws -> CoachBench {
    let bench = try await CoachBench(change)
    await bench.go(steps)
    await bench.send(.planned(plan))
    await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
    return bench
  }

  private func texts(_ bench: CoachBench) -> [String] {
    bench.state.transcript.messages.filter { $0.author == .assistant }.map(\.text)
  }

  private func calls(_ bench: CoachBench) -> [String] {
    bench.state.transcript.messages.flatMap(\.calls).map(\.call.name)
  }

  @Test(
    "it thinks aloud line by line, shows profile, weeks, first week and reasons, and asks what to adjust",
    .covers("cd-3.2-AC1", "cd-3.2-AC3", "cd-3.3-AC1", "cd-3.4-AC1", "cd-3.5-AC1"))
  func whole() async throws {
    let bench = try await CoachBench()
    await bench.go(CoachBench.racer)
    let plan = Self.telling()
    await bench.send(.planned(plan))
    await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
    let shown = calls(bench)
    for tool in [ScreenTool.radarChart, .progressChart, .calendarWidget, .thinkingStream] {
      #expect(shown.contains(tool.rawValue), "\(tool)")
    }
    let thought = try #require(bench.state.transcript.messages.first { !$0.thinking.isEmpty })
    #expect(thought.thinking.split(separator: "\n").map(String.init) == plan.thoughts)
    #expect(!thought.text.isEmpty && thought.hasEnded)
    // Line by line, before the words.
    let events = try await TranscriptLog("coach", in: bench.store).read().events.map(\.event)
    let lines = events.compactMap { if case .thinking(let line, _) = $0 { line } else { nil } }
    #expect(lines == plan.thoughts.map { $0 + "\n" })
    // It has folded, and can be unfolded.
    #expect(!bench.nodes.contains { $0.label == plan.thoughts[1] })
    await bench.tap("Thinking")
    #expect(bench.nodes.contains { $0.label == plan.thoughts[1] })
    for suggestion in PlanPresentation.suggestions { #expect(bench.nodes.node(labelled: suggestion) != nil) }
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test(
    "a plan that suits is accepted, and the last words name the first run by its day", .covers("cd-4.4-AC3"),
    arguments: [0, 1, 3])
  func accepted(_ away: Int) async throws {
    var plan = Self.telling()
    plan.daysAway = away
    let bench = try await bench(plan)
    await bench.tap("Looks good to me")
    #expect(bench.events.contains(.planAccepted))
    let words = ["You could start today if you're feeling it", "Your first session is tomorrow", "on 17 November 2026"]
    #expect(bench.said.contains(away == 0 ? words[0] : away == 1 ? words[1] : words[2]))
    #expect(bench.said.contains("easy run, 6.0 km") && bench.state.asked.isEmpty)
    await bench.send(.planned(nil))
    await bench.write("hello")
    #expect(bench.said.contains("did not find anything"))
  }

  @Test("the first week is told in detail, and the question is asked again")
  func detail() async throws {
    let bench = try await bench()
    await bench.tap("Can I see the first week in detail?")
    #expect(bench.said.contains("Monday: rest.") && bench.said.contains("Sunday: long run, 12.0 km, about 74 min."))
    #expect(bench.state.asked.last?.target == PlanPresentation.review)
    #expect(!bench.events.contains(.planAccepted))
  }

  @Test("a change that is told changes the runner, and the plan that follows is shown as far as it differs")
  func changed() async throws {
    let bench = try await bench()
    await bench.tap("I'd like to change something")
    bench.forget()
    await bench.write("I run 20 km a week")
    #expect(bench.runner?[.volume] == "20000")
    #expect(bench.events.contains { if case .runnerReady = $0 { true } else { false } })
    let before = calls(bench).count
    var plan = Self.telling("p2")
    plan.weeks[0] = .init("Week 1", volume: 15, intensity: 12, mark: nil)
    plan.thoughts[1] = "20.0 km a week → begins with 20.0 km a week."
    await bench.send(.planned(plan))
    await bench.until { $0.speaking == nil && $0.asked.last?.id.hasPrefix("plan-p2-review") == true }
    #expect(calls(bench).dropFirst(before).filter { $0 != ScreenTool.openInput.rawValue } == ["renderProgressChart"])
    #expect(texts(bench).contains("Here is what is different now."))
    await bench.write("nonsense that says nothing")
    #expect(
      bench.said.contains("did not find anything") && bench.state.asked.last?.id.hasPrefix("plan-p2-review") == true)
  }

  @Test("an illness while a plan waits is a wish, and the plan still waits", arguments: ["I have a cold", "I'm ill"])
  func ill(_ text: String) async throws {
    let bench = try await bench()
    bench.forget()
    await bench.write(text)
    #expect(bench.events.contains(.wished(.ill)) && bench.said.contains("Then rest comes first."))
    #expect(bench.state.asked.last?.target == PlanPresentation.review)
    await bench.write("My race moved to 2027-05-02")
    #expect(bench.runner?[.raceDate] == "2027-05-02")
    #expect(bench.events.contains { if case .runnerReady = $0 { true } else { false } })
  }

  @Test("it is said once, goes on where it was after a kill, and ends when the plan is answered elsewhere")
  func resumed() async throws {
    let first = try await bench()
    let count = first.state.transcript.messages.count
    let again = try await CoachBench(over: first)
    await again.send(.planned(Self.telling()))
    #expect(again.state.transcript.messages.count == count)
    #expect(again.state.asked.last?.target == PlanPresentation.review)
    await again.send(.planned(nil))
    #expect(again.state.asked.isEmpty)
    let half = try await CoachBench()
    await half.go(CoachBench.racer)
    // The process ends once the radar was shown.
    let (wasShown, isOver) = (Locked(false), Locked(false))
    let cut = try await CoachBench(over: half) { needs in
      let keep = needs.keep
      needs.keep = { events, number, runner throws(Problem) in
        guard !isOver.withLock({ $0 }) else { return }
        try await keep(events, number, runner)
        for event in events.map(\.event) {
          if case .called(let call, _) = event, call.name == "renderRadarChart" { wasShown.withLock { $0 = true } }
          if case .ended = event, wasShown.withLock({ $0 }) { isOver.withLock { $0 = true } }
        }
      }
    }
    await cut.send(.planned(Self.telling()))
    let back = try await CoachBench(over: cut)
    #expect(!calls(back).contains("renderCalendarWidget"))
    await back.send(.planned(Self.telling()))
    await back.until { $0.speaking == nil && !$0.asked.isEmpty }
    #expect(calls(back).count { $0 == "renderRadarChart" } == 1)
    #expect(calls(back).contains("renderCalendarWidget"))
  }

  @Test(
    "the words follow the style and the experience", .covers("cd-FR47", "cd-3.8-AC1", "cd-3.8-AC3", "cd-3.8-AC4"),
    arguments: CoachingVoice.allCases)
  func styles(_ voice: CoachingVoice) async throws {
    let steps = CoachBench.racer.map { $0 == "Analytical" ? voice.title : $0 }
    let words = texts(try await bench(Self.telling(), steps)).suffix(7).joined(separator: " ")
    let digits = words.count(where: \.isNumber)
    switch voice {
    case .analytical:
      #expect(digits > 50 && words.contains("of 100, an open formula") && words.contains("at most 75 %"))
    case .minimalist: #expect(words.count < 450)
    case .toughLove: #expect(words.contains("No excuses"))
    case .encouraging: #expect(words.contains("I like what I see"))
    }
    #expect(words.contains("That is the taper"))
    var plan = Self.telling()
    plan.id = "p9"
    let beginner = texts(try await bench(plan, CoachBench.beginner.map { $0 == "Encouraging" ? voice.title : $0 }))
      .suffix(7).joined(separator: " ")
    #expect(!beginner.contains("That is the taper") && beginner.contains("so that you arrive rested"))
  }

  @Test("who comes back is told of trust, and of no time to reach", .covers("cd-3.8-AC2"))
  func comeback() async throws {
    let plan = Self.telling(kind: .comeback)
    let words = texts(try await bench(plan)).suffix(7).joined(separator: " ")
    #expect(words.contains("trust in your body") && words.contains("stopping early always counts"))
    #expect(!words.contains("I expect") && !words.contains("target") && words.contains("whenever you get there"))
  }

  @Test("a model words it, and what it adds is not shown; the thoughts stay those of the trail")
  func worded() async throws {
    let bench = try await bench(
      Self.telling(), CoachBench.racer,
      CoachBench.model { request, take throws(Problem) in
        await take(.thinking("I made this up."))
        await take(.text("Take it easy. You will run 1:30:00. "))
        await take(.call(ToolCall(id: "x", name: "renderSubscriptionCard", arguments: ["title": "Buy"])))
      })
    let thought = try #require(bench.state.transcript.messages.first { !$0.thinking.isEmpty })
    #expect(thought.thinking.split(separator: "\n").map(String.init) == Self.telling().thoughts)
    #expect(!texts(bench).contains { $0.contains("1:30:00") } && texts(bench).contains { $0.contains("Take it easy.") })
    #expect(!calls(bench).contains("renderSubscriptionCard"))
  }
}
