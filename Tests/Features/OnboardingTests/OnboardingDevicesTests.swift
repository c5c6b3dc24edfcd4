import Chance
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Onboarding

@Suite("Onboarding on several devices, and after kills") struct OnboardingDevicesTests {
  /// Outbox of a device, as another one would pull it.
  private func sent(by bench: Bench) async throws -> [OnboardingProgress] {
    try await Shelf<OnboardingProgress>(bench.store, .owned(.background)).collection().records()
  }

  /// Saves what another device has sent into this one's store, as a pull does.
  private func pull(_ all: [OnboardingProgress], into bench: Bench) async throws {
    let collection = try await Shelf<OnboardingProgress>(bench.store, .owned(.background)).collection()
    for progress in all { try await collection.save(progress, over: .anything) }
  }

  @Test("a step done on one device is not asked on the other")
  func other() async throws {
    let phone = try await Bench(shared: true)
    await phone.tap("Deep")
    await phone.tap("Next")
    #expect(try await sent(by: phone).map(\.step) == ["mode"])
    let desktop = try await Bench(shared: true)
    #expect(desktop.asked == "How much do you want to see?")
    try await pull(try await sent(by: phone), into: desktop)
    await desktop.until { $0.isDone("mode") }
    #expect(desktop.asked == "What are you here for?" && desktop.state.choices(of: "mode") == ["deep"])
    // Choices of another device are no choices made here.
    #expect(desktop.events.isEmpty)
  }

  @Test("finished on one device, it is finished on the other, which is told once")
  func finished() async throws {
    let phone = try await Bench(shared: true)
    for _ in 0..<3 { await phone.do(.skip) }
    let desktop = try await Bench(shared: true)
    let progress = try await sent(by: phone)
    try await pull(progress, into: desktop)
    await desktop.until { $0.isFinished }
    try await pull(progress, into: desktop)
    await desktop.context.settling.settled()
    #expect(desktop.events == [.finishedElsewhere] && !desktop.state.isWanted)
    // Also after a restart of that device.
    let again = try await Bench(over: desktop, shared: true)
    #expect(again.state.isFinished && !again.state.isWanted)
  }

  @Test("a step that is further on one device never goes back on it")
  func further() async throws {
    let phone = try await Bench(shared: true)
    await phone.send(.done("first"))
    let desktop = try await Bench(shared: true)
    for _ in 0..<3 { await desktop.do(.skip) }
    // The skipped step of the other device arrives after it was done here.
    try await pull(try await sent(by: desktop), into: phone)
    await phone.until { $0.isFinished }
    #expect(phone.state.isDone("first"))
    let first = try #require(try await sent(by: phone).first { $0.step == "first" })
    let needs = OnboardingNeeds(phone.store, isShared: true)
    try await needs.share(
      OnboardingProgress(plan: "sample", step: "first", KeptOnboarding.Step(standing: .done), at: first.reachedAt))
    try await needs.share(
      OnboardingProgress(plan: "sample", step: "first", KeptOnboarding.Step(standing: .skipped), at: first.reachedAt))
    #expect(try await sent(by: phone).first { $0.step == "first" }?.rank == 2)
  }

  @Test("progress of another product is not taken")
  func foreign() async throws {
    let bench = try await Bench(shared: true)
    try await pull(
      [OnboardingProgress(plan: "other", step: "mode", KeptOnboarding.Step(standing: .done), at: Date())], into: bench)
    try await pull(
      [OnboardingProgress(plan: "sample", step: "goals", KeptOnboarding.Step(standing: .done), at: Date())],
      into: bench)
    await bench.until { $0.isDone("goals") }
    #expect(!bench.state.isDone("mode"))
  }

  @Test("after signing out, whose data are removed, onboarding begins anew")
  func removed() async throws {
    let bench = try await Bench(shared: true)
    for _ in 0..<3 { await bench.do(.skip) }
    try await bench.store.clearSynced(also: ["onboarding"])
    await bench.until { !$0.isFinished && $0.reading == .done }
    #expect(bench.state.isWanted && bench.asked == "How much do you want to see?")
  }

  @Test("killed after any action, it resumes exactly there")
  func kills() async throws {
    var random = try FuzzPlan.generator(for: "OnboardingKills")
    for _ in 0..<25 {
      var bench = try await Bench(shared: true)
      for _ in 0..<14 {
        let actions: [OnboardingWindowAction] = [
          .next, .skip, .back, .choose("mode", choice: "deep", true),
          .choose("goals", choice: "sleep", Bool.random(using: &random)),
          .choose("mode", choice: "light", true),
        ]
        let action = try #require(actions.randomElement(using: &random))
        await bench.do(action)
        if Int.random(in: 0..<10, using: &random) == 0 { await bench.send(.done("first")) }
        guard Bool.random(using: &random) else { continue }
        let before = bench
        bench = try await Bench(over: before, shared: true)
        #expect(bench.asked == before.asked && bench.state.isFinished == before.state.isFinished)
        for step in Sample.plan.steps {
          #expect(bench.state.standing(of: step.id) == before.state.standing(of: step.id))
          #expect(bench.state.choices(of: step.id) == before.state.choices(of: step.id))
        }
      }
    }
  }
}
