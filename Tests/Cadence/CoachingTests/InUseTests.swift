import Audit
import Conversation
import Days
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Runners
import Testing
import TrainingPlan

@testable import Coaching

@Suite("The coach of somebody who trains by a plan") struct InUseTests {
  /// A conversation whose profile is known and whose plan is in use.
  private func bench(_ change: (inout CoachingNeeds) -> Void = { _ in }) async throws -> CoachBench {
    let bench = try await CoachBench(change)
    await bench.go(CoachBench.racer)
    await bench.send(.planned(nil, hasPlan: true))
    bench.forget()
    return bench
  }

  private func asksForPlan(_ bench: CoachBench) -> Bool {
    bench.events.contains { if case .runnerReady = $0 { true } else { false } }
  }

  // MARK: Pain

  @Test("a pain stops the running first, then its level is asked, and a slight one leads to days off")
  func slightPain() async throws {
    let bench = try await bench()
    await bench.write("my left calf hurts")
    #expect(bench.said.hasPrefix("Stop running for now.") && bench.said.contains("left calf"))
    #expect(bench.asked == .currentPain && bench.nodes.contains { $0.label == "How bad is it when you run?" })
    #expect(bench.runner?.stage == .ready && !asksForPlan(bench))
    await bench.tap("A little (1-3 of 10)")
    #expect(bench.events.contains(.wished(.hurt)) && bench.said.contains("rest it for a few days"))
    #expect(bench.runner?[.pastInjuries] == "knee, left calf" && bench.runner?[.currentPain] == "2")
    #expect(!asksForPlan(bench) && Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("a pain without a place is asked where it is, and a strong one changes the plan")
  func strongPain() async throws {
    let bench = try await bench()
    await bench.write("I am injured")
    #expect(bench.said.hasPrefix("Stop running for now.") && bench.asked == .pastInjuries)
    await bench.go(["Achilles", "Done"])
    #expect(bench.asked == .currentPain && bench.runner?[.pastInjuries] == "knee, achilles")
    #expect(!asksForPlan(bench))
    await bench.tap("Some (4-6 of 10)")
    #expect(bench.said.contains("run and walk") && asksForPlan(bench))
    #expect(!bench.events.contains(.wished(.hurt)))
  }

  @Test("a pain is heard in the middle of the profile too, and is no past injury that was volunteered")
  func early() async throws {
    let bench = try await CoachBench()
    await bench.go(["That's me", "I'll do this later", ">my knee hurts"])
    #expect(!bench.said.contains("I was going to ask") && bench.said.hasPrefix("Stop running for now."))
    #expect(bench.asked == .currentPain)
    await bench.tap("A little (1-3 of 10)")
    #expect(bench.asked == .experience && bench.said.contains("Then nothing hard is planned until it is gone."))
  }

  @Test(
    "what was or is feared is no pain of now",
    arguments: [
      "I used to have knee pain", "My knee no longer hurts", "Running without pain", "What if my knee hurts?",
      "I had shin splints years ago", "Coming back after knee pain", "I run with my dog",
    ])
  func noPain(_ text: String) { #expect(SaidPain(in: text) == nil) }

  @Test(
    "a pain of now is read with its place",
    arguments: [
      ("my knee hurts", "knee"), ("Ouch, my right ankle is sore", "right ankle"), ("I twisted my ankle", "ankle"),
      ("There is pain in my hip", "hip"), ("I'm injured", nil), ("it hurts when I run", nil),
    ] as [(String, String?)])
  func pain(_ text: String, _ place: String?) throws {
    #expect(try #require(SaidPain(in: text)).place == place)
  }

  // MARK: Requests

  @Test(
    "a question for a session is answered with it",
    arguments: ["how fast should I run tomorrow?", "What's my next run?"])
  func session(_ text: String) async throws {
    let bench = try await bench {
      $0.session = { day in day == nil ? "Tuesday: easy." : "Tomorrow: easy run at 6:00 /km." }
    }
    await bench.write(text)
    #expect(bench.said == (text.contains("next") ? "Tuesday: easy." : "Tomorrow: easy run at 6:00 /km."))
  }

  @Test("a run that was done opens its sheet filled in")
  func log() async throws {
    let bench = try await bench()
    await bench.write("I ran 5 km yesterday in 30 minutes")
    let yesterday = bench.clock.now.day.following(-1)
    #expect(bench.events.contains(.logAsked(SaidRun(yesterday, metres: 5000, seconds: 1800))))
    #expect(bench.said.contains("filled in the sheet"))
  }

  @Test("a race cannot move to a day that is past or too far, and the runner's day stays")
  func refused() async throws {
    let bench = try await bench()
    await bench.write("move the race to 1 January 2025")
    #expect(bench.said.hasPrefix("1 January 2025 is past") && bench.runner?[.raceDate] == "2027-04-11")
    await bench.write("move the race to 1 May 2031")
    #expect(bench.said.contains("more than a year away") && bench.runner?[.raceDate] == "2027-04-11")
    #expect(!bench.events.contains { if case .wished = $0 { true } else { false } })
    await bench.write("move the race to 2 May")
    #expect(bench.events.contains(.wished(.race(CalendarDay("2027-05-02")))))
  }

  @Test(
    "what is not understood offers three ways as buttons",
    arguments: ["What do I run tomorrow?", "Log a run", "Move the race"])
  func ways(_ way: String) async throws {
    let bench = try await bench { $0.session = { _ in "Tomorrow: rest." } }
    await bench.write("lorem ipsum")
    for label in ["What do I run tomorrow?", "Log a run", "Move the race"] {
      #expect(bench.nodes.node(labelled: label) != nil, "\(label)")
    }
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap(way)
    switch way {
    case "Log a run": #expect(bench.events.contains(.logAsked(nil)))
    case "Move the race": #expect(bench.events.contains(.wished(.race(nil))))
    default: #expect(bench.said == "Tomorrow: rest.")
    }
  }

  // MARK: A changed plan

  @Test("a changed plan is told in short, is not in force, and is used, kept or looked at")
  func changed() async throws {
    for (label, event) in [
      ("Use this plan", CoachingEvent.changeUsed), ("Keep my plan", .changeDeclined), ("Look at the plan", .planShown),
    ] {
      let bench = try await bench()
      await bench.write("I can only train on Tuesday and Saturday from now on")
      #expect(bench.runner?[.availableDays] == "2,6" && asksForPlan(bench))
      #expect(bench.said == "Noted: days for training. Your plan stays as it is until you use a changed one.")
      var plan = PresentationTests.telling("p2")
      plan.changes = ["2 days a week, Tuesday, Saturday"]
      plan.progress = "It goes on in week 6 of 16, base; what you have done stays."
      await bench.send(.planned(plan, hasPlan: true))
      await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
      #expect(
        bench.said
          == "A changed plan is ready: 2 days a week, Tuesday, Saturday. It goes on in week 6 of 16, base; what you have done stays. You train by the plan that you have until you use this one."
      )
      await bench.tap(label)
      #expect(bench.events.contains(event) && !bench.events.contains(.planAccepted))
      // Whoever only looks is still asked.
      #expect(bench.state.asked.isEmpty == (event != .planShown))
    }
  }

  @Test("with a plan no first one is offered")
  func noFirst() async throws {
    let bench = try await CoachBench()
    await bench.go(Array(CoachBench.racer.prefix(12)))
    #expect(bench.nodes.node(labelled: "Make a first plan now") != nil)
    await bench.send(.planned(nil, hasPlan: true))
    #expect(
      bench.nodes.node(labelled: "Make a first plan now") == nil && bench.nodes.node(labelled: "See my plan") != nil)
  }

  // MARK: Words

  @Test(
    "the time to a race is told in whole words",
    arguments: [(1, "1 day: "), (7, "7 days: "), (13, "13 days: "), (20, "2 weeks: "), (60, "8 weeks: time for base")])
  func away(_ days: Int, _ words: String) async throws {
    let bench = try await CoachBench()
    await bench.go(Array(CoachBench.racer.prefix(9)) + [">" + bench.clock.now.day.following(days).text])
    #expect(bench.state.transcript.messages.contains { $0.text.hasPrefix(words) }, "\(bench.said)")
  }

  @Test("no blocked day is no rule that is respected")
  func noBlocked() async throws {
    let bench = try await CoachBench()
    await bench.go(Array(CoachBench.racer.prefix(13)))
    #expect(bench.said.hasPrefix("Good: every day is possible then") && !bench.said.contains("respected"))
  }

  @Test("a goal is kept whenever it is said, also in place of the name", arguments: [0, 2])
  func earlyGoal(_ steps: Int) async throws {
    let bench = try await CoachBench(name: steps == 0 ? nil : "Sam")
    await bench.go(Array(CoachBench.racer.prefix(steps)) + [">5 km on 21 June next year"])
    #expect(bench.runner?[.goalType] == "race" && bench.runner?[.raceDistance] == "5000")
    let year = bench.clock.now.day.year + 1
    let isNear = CalendarDay(year: year, month: 6, day: 21).map { $0.days(since: bench.clock.now.day) <= 364 } ?? false
    #expect(bench.runner?[.raceDate] == (isNear ? "\(year)-06-21" : nil))
    #expect(bench.asked == (steps == 0 ? .name : .experience) && bench.runner?[.name] == (steps == 0 ? nil : "Sam"))
  }
}
