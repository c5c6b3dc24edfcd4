import Audit
import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Permissions
import Storage
import Testing

@testable import Onboarding

@Suite("The kinds of steps") struct OnboardingKindsTests {
  private static func plan(_ steps: OnboardingPlan.Step...) -> OnboardingPlan {
    OnboardingPlan("Welcome", id: "kinds", steps, home: Sample.plan.home)
  }

  private static let carousel = OnboardingPlan.Step(
    "welcome", title: "What it is for", text: "",
    .carousel(
      [
        .init("All your health data, in sync.", "In one place.", icon: .syncing),
        .init(
          "Your data is yours.", "We never see it.", icon: .lock,
          way: .init("Privacy policy", to: Route(["privacy"]), icon: .book)),
        .init("Ready", "It takes a minute.", icon: .success),
      ], finish: "Begin setup"))

  private static let last = OnboardingPlan.Step(
    "last", title: "Last", text: "", .choice([.init("a", "A"), .init("b", "B")], several: false))

  @Test(
    "a carousel goes by swipes and buttons, shows its place, and ends with its own button",
    .covers("sw-US-01-U2"))
  func carousel() async throws {
    let bench = try await Bench(OnboardingKindsTests.plan(OnboardingKindsTests.carousel, OnboardingKindsTests.last))
    func cards() throws -> Node<OnboardingWindowAction> { try #require(bench.nodes.first { $0.role == .carousel }) }
    #expect(try cards().value == "1 of 3" && bench.node("Begin setup") == nil && bench.node("Previous") == nil)
    await bench.perform("What it is for", .swipe, .number(1), in: bench.nodes, from: bench.window)
    #expect(try cards().value == "2 of 3" && bench.node("Privacy policy")?.destination == Route(["privacy"]))
    await bench.perform("What it is for", .swipe, .number(-1), in: bench.nodes, from: bench.window)
    #expect(try cards().value == "1 of 3")
    await bench.tap("Next")
    await bench.tap("Next")
    #expect(try cards().value == "3 of 3" && bench.node("Next") == nil)
    #expect(bench.node("Begin setup")?.state.isProminent == true && bench.node("Skip") == nil)
    // "Back" is the way to the screen before; the way to the card before is the carousel's own.
    #expect(bench.node("Back") == nil)
    await bench.tap("Previous")
    #expect(try cards().value == "2 of 3")
    // Killed on the second card, it is shown again.
    let again = try await Bench(over: bench, bench.state.plan)
    #expect(again.nodes.first { $0.role == .carousel }?.value == "2 of 3")
    await again.tap("Next")
    await again.tap("Begin setup")
    #expect(again.asked == "Last" && again.state.isDone("welcome"))
    await again.tap("Previous step")
    #expect(again.nodes.first { $0.role == .carousel }?.value == "3 of 3")
  }

  @Test("Skip leaves the carousel at any card")
  func skippedCarousel() async throws {
    let bench = try await Bench(OnboardingKindsTests.plan(OnboardingKindsTests.carousel, OnboardingKindsTests.last))
    await bench.tap("Skip")
    #expect(bench.asked == "Last" && bench.state.standing(of: "welcome") == .skipped)
    await bench.do(.card(7))
    await bench.do(.card(-1))
    #expect(bench.asked == "Last")
  }

  @Test("a plan of one step counts no steps")
  func single() async throws {
    let bench = try await Bench(OnboardingKindsTests.plan(OnboardingKindsTests.carousel))
    #expect(!bench.nodes.contains { $0.value == "Step 1 of 1" || $0.label == "First steps" })
    #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
    await bench.tap("Skip")
    #expect(bench.state.isFinished && bench.events == [.finished])
  }

  @Test("a required carousel has no Skip, but a way to its last card, where it is completed")
  func requiredCarousel() async throws {
    let free = OnboardingKindsTests.carousel
    let step = OnboardingPlan.Step(free.id, title: free.title, text: free.text, isRequired: true, free.task)
    let bench = try await Bench(OnboardingKindsTests.plan(step, OnboardingKindsTests.last))
    #expect(bench.node("Skip") == nil)
    await bench.tap("Go to the last card")
    #expect(bench.nodes.first { $0.role == .carousel }?.value == "3 of 3" && bench.node("Go to the last card") == nil)
    await bench.tap("Begin setup")
    #expect(bench.asked == "Last")
  }

  @Test("a required step has no Skip, and onboarding does not finish without it")
  func required() async throws {
    let role = OnboardingPlan.Step(
      "role", title: "What brings you here?", text: "", isRequired: true,
      .choice(
        [.init("sponsee", "I'm looking for a sponsor"), .init("sponsor", "I want to be a sponsor")], several: false))
    let bench = try await Bench(OnboardingKindsTests.plan(role, OnboardingKindsTests.last))
    #expect(bench.node("Skip this step") == nil && bench.node("Next")?.state.isDisabled == true)
    await bench.do(.skip)
    await bench.do(.next)
    #expect(bench.asked == "What brings you here?")
    await bench.tap("I want to be a sponsor")
    await bench.tap("Next")
    #expect(bench.events == [.chose("role", choices: ["sponsor"])])
    await bench.tap("Skip this step")
    #expect(bench.state.isFinished)
  }

  @Test("a known name is confirmed with That's me")
  func confirmed() async throws {
    let bench = try await Bench(OnboardingKindsTests.plan(.init("name", title: "Your name?", text: "", .name)))
    #expect(bench.asked == "Your name?" && bench.node("That's me") == nil)
    await bench.send(.nameKnown("  Priya "))
    #expect(bench.asked == "Hey! You're Priya, right?")
    await bench.tap("That's me")
    #expect(bench.events == [.named("Priya"), .finished] && bench.state.isFinished)
  }

  @Test("Actually, it's... asks for another name, which is checked, survives a kill, and is told")
  func named() async throws {
    let plan = OnboardingKindsTests.plan(
      .init("name", title: "Your name?", text: "", isRequired: true, .name), OnboardingKindsTests.last)
    let bench = try await Bench(plan)
    await bench.send(.nameKnown("Priya"))
    await bench.tap("Actually, it's...")
    #expect(bench.node("Your name")?.value == "Priya")
    for wrong in ["", "   ", "\n"] {
      await bench.do(.typeName(wrong))
      await bench.do(.saveName)
      #expect(bench.node("Your name")?.state.invalid == "Enter the name you go by." && bench.asked == "Your name?")
    }
    await bench.do(.typeName("Pri"))
    #expect(bench.node("Your name")?.state.invalid == nil)
    let again = try await Bench(over: bench, plan)
    #expect(again.node("Your name")?.value == "Pri")
    // Leaving the field keeps the text and goes nowhere; the button goes on.
    await again.perform("Your name", .edit, .text("Prix"), in: again.nodes, from: again.window)
    #expect(again.asked == "Your name?" && again.events.isEmpty && again.node("Your name")?.value == "Prix")
    await again.tap("Save name")
    #expect(again.asked == "Last" && again.events == [.named("Prix")])
  }

  @Test("a permission is asked of the device after Allow only; denied earlier leads to its settings")
  func permission() async throws {
    let asked = Locked<[String]>([])
    let standing = Locked(PermissionStanding.undecided)
    let port = PermissionPort(
      standing: { _ throws(Problem) in standing.withLock { $0 } },
      ask: { id throws(Problem) in
        asked.withLock { $0.append("ask \(id)") }
        return .denied
      },
      openSettings: { id throws(Problem) in asked.withLock { $0.append("settings \(id)") } })
    let words = Permission(
      "notifications", title: "Reminders", why: "So that a reminder reaches you.", allow: "Yes, notify me", icon: .bell)
    let plan = OnboardingKindsTests.plan(
      .init("reminders", title: "Reminders", text: "", .permission(words)), OnboardingKindsTests.last)
    let bench = try await Bench(plan) { $0.permissions = port }
    await bench.do(.appeared)
    #expect(bench.node("So that a reminder reaches you.") != nil && bench.node("Next")?.state.isDisabled == true)
    await bench.tap("Not now")
    #expect(asked.withLock { $0.isEmpty } && bench.node("Next")?.state.isDisabled == false)
    await bench.tap("Yes, notify me")
    await bench.until { $0.primings["reminders"]?.phase == .denied }
    #expect(asked.withLock { $0 } == ["ask notifications"])
    await bench.tap("Open device settings")
    standing.withLock { $0 = .granted }
    await bench.tap("Check again")
    #expect(asked.withLock { $0 } == ["ask notifications", "settings notifications"] && bench.node("Allowed") != nil)
  }

  @Test("connections are listed with their states, and one is enough")
  func connections() async throws {
    let plan = OnboardingKindsTests.plan(
      .init("connect", title: "Connect", text: "", .connections), OnboardingKindsTests.last)
    let bench = try await Bench(plan)
    func hand(_ standings: OnboardingConnection.Standing...) async {
      let all = standings.enumerated().map { index, standing in
        OnboardingConnection("c\(index)", title: "Device \(index)", icon: .device, to: Route(["connect"]), standing)
      }
      await bench.send(.connections("connect", all))
    }
    await hand(.open, .failed("It did not answer."), .underWay)
    #expect(
      bench.nodes.filter { $0.role == .listitem }.map(\.value) == [
        "Not connected", "It did not answer.", "Connecting",
      ])
    #expect(bench.node("Next")?.state.isDisabled == true)
    await hand(.open, .connected)
    await bench.tap("Next")
    #expect(bench.asked == "Last")
    // Connections of a step that has none are ignored.
    await bench.send(.connections("last", []))
    #expect(bench.state.connections["last"] == nil)
  }

  @Test("content of another feature is placed in its step, and required content cannot be skipped")
  func content() async throws {
    let plan = OnboardingKindsTests.plan(
      .init("terms", title: "Terms", text: "Please read them.", isRequired: true, .content), OnboardingKindsTests.last)
    let bench = try await Bench(plan)
    func shown() -> Screen<OnboardingWindowAction> {
      bench.state.screen(
        OnboardingPlaces.onboarding, in: Surroundings(now: bench.clock.now), at: bench.window,
        content: { step in step == "terms" ? [.text("The whole text", id: "whole")] : [] }, act: { $0 })
    }
    #expect(shown().all.contains { $0.label == "The whole text" })
    #expect(bench.node("Skip this step") == nil && bench.node("Next") == nil)
    await bench.do(.next)
    await bench.do(.skip)
    #expect(bench.asked == "Terms")
    await bench.send(.reported("terms", isComplete: true))
    await bench.tap("Next")
    #expect(bench.asked == "Last" && !shown().all.contains { $0.label == "The whole text" })
    // Taken back before the end, it is asked again.
    await bench.send(.reported("terms", isComplete: false))
    await bench.tap("Skip this step")
    #expect(bench.asked == "Terms" && !bench.state.isFinished)
    await bench.send(.completed("terms", in: bench.window))
    #expect(bench.asked == "Last")
    await bench.tap("Skip this step")
    #expect(bench.state.isFinished)
  }

  @Test("every kind of step passes the audit")
  func sound() async throws {
    let words = Permission("n", title: "Reminders", why: "So that a reminder reaches you.", icon: .bell)
    let steps: [OnboardingPlan.Step] = [
      OnboardingKindsTests.carousel, .init("name", title: "Your name?", text: "", .name),
      .init("n", title: "Reminders", text: "", .permission(words)),
      .init("connect", title: "Connect", text: "", .connections), OnboardingKindsTests.last,
    ]
    let bench = try await Bench(OnboardingPlan("Welcome", id: "kinds", steps, home: Sample.plan.home))
    for step in steps {
      if step.task == .connections {
        await bench.send(
          .connections(step.id, [.init("a", title: "A", icon: .device, to: Route(["connect"]), .failed("No answer."))]))
      }
      #expect(Audit.findings(of: bench.screen, theme: .plain) == [], "\(step.id)")
      await bench.do(.skip)
    }
    #expect(bench.state.isFinished)
  }

  @Test("the gate of a product that requires its steps is told when it closes and opens")
  func gate() async throws {
    let plan = OnboardingPlan(
      "Welcome", id: "kinds", [OnboardingKindsTests.last], home: Sample.plan.home, gate: [Route(["account"])])
    let bench = try await Bench(plan)
    await bench.send(.led)
    await bench.do(.skip)
    #expect(bench.events == [.gateChanged, .finished, .gateChanged])
  }
}
