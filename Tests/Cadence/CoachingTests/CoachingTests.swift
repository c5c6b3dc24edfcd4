import Audit
import Conversation
import Covers
import Days
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Runners
import Storage
import Testing
import TrainingPlan

@testable import Coaching

@Suite("The conversation with the coach") struct CoachingTests {
  @Test("the longest path reaches 100 %, in 23 steps of which all but two are taps, and every screen passes the audit")
  func racer() async throws {
    let bench = try await CoachBench()
    var before = 0
    for step in CoachBench.racer {
      #expect(Audit.findings(of: bench.screen(), theme: .plain) == [], "before \(step)")
      await bench.go([step])
      #expect(bench.runner?.completeness ?? 0 >= before, "after \(step)")
      before = bench.runner?.completeness ?? 0
      #expect(before < 100 || step == CoachBench.racer.last, "after \(step)")
    }
    let runner = try #require(bench.runner)
    #expect(runner.completeness == 100 && runner.stage == .ready)
    #expect(runner[.volume] == "30000" && runner[.easyPace] == "6:30" && runner[.raceDistance] == "21097.5")
    #expect(runner[.pastInjuries] == "knee" && runner[.blockedDays] == "none" && runner.voice == .analytical)
    #expect(runner.fact(.volume)?.origin == .confirmed && runner.fact(.name)?.origin == .confirmed)
    #expect(bench.events.contains(.runnerReady(runner, isAsked: false)))
    #expect(bench.said.contains("100 %"))
    for route in [CoachingPlaces.home, CoachingPlaces.runner] {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    }
  }

  @Test("a beginner without a race reaches 100 % too, and is not asked for volume, pace or pain")
  func beginner() async throws {
    let bench = try await CoachBench()
    await bench.go(CoachBench.beginner)
    #expect(bench.runner?.completeness == 100)
    for field in [RunnerField.volume, .easyPace, .currentPain, .raceDate] {
      #expect(bench.runner?.isSettled(field) == false)
    }
    #expect(bench.runner?.planRunner(on: bench.clock.now.day)?.goal == .open(weeks: 12))
  }

  @Test("a first plan is offered after 12 answers at most, and is careful until injuries are known")
  func firstPlan() async throws {
    let bench = try await CoachBench()
    #expect(bench.nodes.node(labelled: "Make a first plan now") == nil)
    await bench.go(Array(CoachBench.racer.prefix(12)))
    await bench.tap("Make a first plan now")
    guard
      case .runnerReady(let runner, isAsked: true)? = bench.events.last(where: {
        if case .runnerReady = $0 { true } else { false }
      })
    else {
      Issue.record("No plan was asked for.")
      return
    }
    #expect(runner.planRunner(on: bench.clock.now.day)?.pain == 1)
  }

  @Test("the name is asked when nobody knows it, and can be corrected when it is known")
  func names() async throws {
    let bench = try await CoachBench(name: nil)
    #expect(bench.asked == .name)
    await bench.write("Kim")
    #expect(bench.runner?[.name] == "Kim" && bench.runner?[.nameConfirmed] == "true")
    let other = try await CoachBench(name: "Samuel Long")
    #expect(other.nodes.contains { $0.label == "Hey! You're Samuel Long, right?" })
    await other.go(["Actually, it's...", ">Sam"])
    #expect(other.runner?[.name] == "Sam" && other.asked == .wearable)
    #expect(other.said.contains("Nice to meet you, Sam."))
  }

  @Test("without a network at the start nothing is said until the person begins anyway or the network comes")
  func offline() async throws {
    let bench = try await CoachBench(online: false)
    let sentence = "I need to be online to get started. Connect to WiFi or cellular and let's try again."
    #expect(bench.nodes.contains { $0.label == sentence } && !bench.state.hasBegun)
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Retry")
    #expect(!bench.state.hasBegun)
    await bench.tap("Begin without the network")
    #expect(bench.asked == .nameConfirmed)
    await bench.go(Array(CoachBench.beginner))
    #expect(bench.runner?.completeness == 100)
    let other = try await CoachBench(online: false)
    await other.send(.online(true))
    #expect(other.asked == .nameConfirmed)
  }

  @Test("a summary that is wrong leads to the field, and then back to the summary")
  func correcting() async throws {
    let bench = try await CoachBench()
    await bench.go(CoachBench.beginner.dropLast(2) + ["Change something", "Sleep"])
    #expect(bench.asked == .sleep && bench.runner?[.sleep] == nil)
    await bench.tap("Poor")
    #expect(bench.asked == .summary && bench.runner?[.sleep] == "poor")
    await bench.go(["That's right", "No, I think that covers it"])
    #expect(bench.runner?.completeness == 100)
  }

  @Test("what the coach knows is listed with its origin and what is missing, and a change asks again")
  func listed() async throws {
    let bench = try await CoachBench()
    await bench.go(Array(CoachBench.racer.prefix(7)))
    let nodes = bench.screen(CoachingPlaces.runner).all
    #expect(nodes.contains { $0.label == "Distance a week" && $0.value == "30 km (you said so)" })
    #expect(nodes.contains { $0.label == "Goal" } && nodes.contains { $0.label == "Still needed" })
    #expect(Audit.findings(of: bench.screen(CoachingPlaces.runner), theme: .plain) == [])
    await bench.send(.change(.volume), from: bench.window)
    #expect(bench.asked == .volume)
    await bench.write("45")
    #expect(bench.runner?[.volume] == "45000" && bench.asked == .goalType)
  }

  @Test("a message comes phrase by phrase, each felt, and its question after the words", .covers("cd-2.2-AC4"))
  func phrases() async throws {
    let bench = try await CoachBench()
    await bench.go(Array(CoachBench.racer.prefix(14)))
    bench.forget()
    await bench.tap("Done")
    await bench.until { $0.speaking == nil }
    let felt = bench.events.compactMap { event -> Haptic? in if case .felt(let haptic) = event { haptic } else { nil } }
    #expect(felt == [.arrival, .selection, .question])
    bench.forget()
    await bench.go(Array(CoachBench.racer.dropFirst(15)))
    await bench.send(.planned(PresentationTests.telling()))
    await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
    // Each line of a thought is an insight.
    let insights = bench.events.count { $0 == .felt(.insight) }
    #expect(insights == PresentationTests.telling().thoughts.count)
    let events = try await TranscriptLog("coach", in: bench.store).read().events.map(\.event)
    var called: Set<String> = []
    for event in events {
      if case .called(_, let message) = event { called.insert(message) }
      if case .text(_, let message) = event { #expect(!called.contains(message)) }
    }
    #expect(called.count > 10)
  }

  @Test("each style words the same moment differently", arguments: CoachingVoice.allCases)
  func styles(_ voice: CoachingVoice) async throws {
    let bench = try await CoachBench()
    await bench.go(CoachBench.beginner.map { $0 == "Encouraging" ? voice.title : $0 })
    let words = bench.said
    #expect(!words.isEmpty && bench.runner?.voice == voice)
    let others = CoachingVoice.allCases.filter { $0 != voice }
    for other in others {
      var runner = try #require(bench.runner)
      runner.set(.coachingVoice, other.rawValue, .said, at: bench.clock.now.date)
      #expect(CoachWords(runner).ready.joined(separator: " ") != words)
    }
  }
}
