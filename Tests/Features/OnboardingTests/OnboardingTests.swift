import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Onboarding

@Suite("Onboarding") struct OnboardingTests {
  @Test("goes step by step, reports every choice, and finishes once")
  func through() async throws {
    let bench = try await Bench()
    #expect(bench.state.isWanted && bench.asked == "How much do you want to see?")
    #expect(bench.node("Next")?.state.isDisabled == true && bench.node("Previous step") == nil)
    await bench.tap("Deep")
    await bench.tap("Next")
    await bench.tap("Sleep better")
    await bench.tap("Move more")
    await bench.tap("Sleep better")
    await bench.tap("Next")
    #expect(bench.node("Connect a device")?.destination == Route(["connect"]))
    #expect(bench.node("Finish")?.state.isDisabled == true)
    await bench.send(.done("first"))
    #expect(bench.node("Done") != nil)
    #expect(bench.steps(after: .next).contains(.tell(.finished, bench.window)))
    await bench.tap("Finish")
    #expect(!bench.state.isWanted && bench.state.isFinished)
    #expect(
      bench.events == [
        .chose("mode", choices: ["deep"]), .chose("goals", choices: ["sleep"]),
        .chose("goals", choices: ["move", "sleep"]), .chose("goals", choices: ["move"]), .finished,
      ])
  }

  @Test("resumes at the last step after a restart")
  func resumed() async throws {
    let bench = try await Bench()
    await bench.tap("Light")
    await bench.tap("Next")
    await bench.tap("Eat well")
    let again = try await Bench(over: bench)
    #expect(again.state.isWanted && again.asked == "What are you here for?")
    #expect(again.state.choices(of: "mode") == ["light"] && again.node("Eat well")?.state.check == .on)
    await again.tap("Previous step")
    #expect(again.asked == "How much do you want to see?" && again.node("Light")?.state.isSelected == true)
    // Nothing was chosen again, so no event is sent.
    #expect(again.events.isEmpty)
  }

  @Test("every step can be skipped and revisited")
  func skipped() async throws {
    let bench = try await Bench()
    for _ in 0..<3 { await bench.tap("Skip this step") }
    #expect(bench.state.isFinished && bench.events == [.finished])
    #expect(bench.nodes.filter { $0.role == .listitem }.map(\.value) == ["Skipped", "Skipped", "Skipped"])
    await bench.tap("How much do you want to see?")
    await bench.tap("Deep")
    #expect(bench.events.last == .chose("mode", choices: ["deep"]))
    await bench.tap("All steps")
    #expect(bench.nodes.filter { $0.role == .listitem }.map(\.value) == ["Deep", "Skipped", "Skipped"])
    #expect(bench.node("Go to the dashboard")?.destination == Route(["dashboard"]))
  }

  @Test("a finished onboarding is not offered again, not even after a restart")
  func finished() async throws {
    let bench = try await Bench()
    for _ in 0..<3 { await bench.do(.skip) }
    let again = try await Bench(over: bench)
    #expect(!again.state.isWanted && again.state.isFinished)
    for action: OnboardingWindowAction in [.next, .skip, .back] { await again.do(action) }
    #expect(again.state.isFinished && again.events.isEmpty)
  }

  @Test("an onboarding that was shown once is not shown automatically again, and keeps its step")
  func led() async throws {
    let bench = try await Bench()
    await bench.tap("Light")
    await bench.tap("Next")
    await bench.send(.led)
    #expect(!bench.state.isWanted && !bench.state.isFinished)
    let again = try await Bench(over: bench)
    #expect(!again.state.isWanted && again.asked == "What are you here for?")
    // Before the disk has answered, nothing is marked as shown.
    let early = try await Bench(begins: false)
    await early.send(.led)
    await early.send(.begin)
    #expect(early.state.isWanted)
  }

  @Test("steps done or chosen elsewhere count, even before the disk has answered, and send no events")
  func elsewhere() async throws {
    let bench = try await Bench(begins: false)
    await bench.send(.done("first"))
    await bench.send(.heard("mode", choices: ["light"]))
    await bench.send(.heard("mode", choices: ["deep"]))
    #expect(!bench.state.isWanted)
    await bench.send(.begin)
    #expect(bench.state.isDone("first") && bench.state.choices(of: "mode") == ["deep"] && bench.events.isEmpty)
    let again = try await Bench(over: bench)
    #expect(again.state.isDone("first") && again.state.choices(of: "mode") == ["deep"])
  }

  @Test("steps and choices that are not in the plan are ignored")
  func unknown() async throws {
    let bench = try await Bench()
    let before = bench.state
    for action: OnboardingAction in [
      .done("no-such"), .heard("first", choices: ["x"]), .heard("mode", choices: ["x"]),
    ] {
      await bench.send(action)
      #expect(bench.state == before)
    }
    for action: OnboardingWindowAction in [
      .choose("mode", choice: "x", true), .choose("no-such", choice: "light", true), .next, .back, .open("mode"),
    ] {
      await bench.do(action)
      #expect(bench.state == before)
    }
    #expect(bench.events.isEmpty)
  }

  @Test("a step known only to a newer version is kept")
  func newer() async throws {
    let bench = try await Bench()
    await bench.tap("Light")
    let fewer = OnboardingPlan("Welcome", id: "sample", Array(Sample.plan.steps.dropFirst()), home: Sample.plan.home)
    let older = try await Bench(over: bench, fewer)
    await older.tap("Eat well")
    let again = try await Bench(over: older)
    #expect(again.state.choices(of: "mode") == ["light"] && again.state.choices(of: "goals") == ["eat"])
  }

  @Test("a plan without steps asks nothing")
  func empty() async throws {
    let bench = try await Bench(OnboardingPlan("Welcome", id: "sample", [], home: Sample.plan.home))
    #expect(!bench.state.isWanted && bench.node("Go to the dashboard") != nil)
    await bench.do(.skip)
    #expect(!bench.state.isFinished)
  }

  @Test("a read failure asks nothing and is shown; a retry reads again")
  func unread() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let load = needs.load
      needs.load = { () throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await load()
      }
    }
    #expect(
      !bench.state.isWanted && bench.nodes.contains { $0.label.hasPrefix("Your progress could not be loaded.") })
    isFull.withLock { $0 = false }
    await bench.tap("Try again")
    #expect(bench.state.isWanted)
  }

  @Test("a write failure is shown, and the next step retries")
  func unsaved() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let keep = needs.keep
      needs.keep = { kept throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        try await keep(kept)
      }
    }
    await bench.tap("Light")
    #expect(bench.nodes.contains { $0.label.hasPrefix("Your progress is not saved.") })
    isFull.withLock { $0 = false }
    await bench.tap("Next")
    #expect(!bench.nodes.contains { $0.label.hasPrefix("Your progress is not saved.") })
    #expect(try await Bench(over: bench).asked == "What are you here for?")
  }

  @Test("every screen passes the audit in every state")
  func sound() async throws {
    let bench = try await Bench(begins: false)
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(Audit.findings(of: bench.screen, theme: .plain) == [], sourceLocation: sourceLocation)
      let ids = bench.nodes.map(\.id)
      #expect(Set(ids).count == ids.count, sourceLocation: sourceLocation)
    }
    check()
    await bench.send(.notLoaded(.full))
    check()
    await bench.do(.retry)
    check()
    for _ in 0..<3 {
      check()
      await bench.do(.skip)
    }
    check()
    for step in Sample.plan.steps {
      await bench.do(.open(step.id))
      check()
    }
    await bench.send(.notKept(.full))
    check()
    #expect(OnboardingPlaces.all(Sample.plan).map(\.pattern.text) == ["/onboarding"])
  }
}
