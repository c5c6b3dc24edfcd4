import Consent
import Covers
import Foundation
import Interface
import Kernel
import Onboarding
import Shell
import ShellTesting
import Storage
import Testing

@testable import ProductKit

@Suite("Consent in a product")
struct ConsentBindingTests {
  private static let plan = OnboardingPlan(
    "Welcome", id: "test",
    [.init("consent", title: "Terms and privacy", text: "", isRequired: true, .content)],
    home: .init("Home", to: Route(["home"])))

  @Test(
    "a step of the onboarding that cannot be skipped is complete when every consent of it was given")
  func step() async throws {
    let clock = ManualTime(noon)
    let context = FeatureContext(time: clock.time, identifiers: .seeded(1, clock.time))
    let store = try await Store.memory(context)
    let consents = Consents(
      ConsentPlan([.terms(of: "Test"), .privacy(of: "Test")]), on: context, needs: ConsentNeeds(store))
    let onboarding = Onboarding(ConsentBindingTests.plan, on: context, needs: OnboardingNeeds(store))
    let window = context.window().id
    let binding = ConsentBinding(consents, in: window)
    let ids = ["terms", "privacy"]
    let reporting = Task { await consents.reporting(ids, to: onboarding, as: "consent") }
    defer { reporting.cancel() }
    await consents.send(.begin)
    await onboarding.send(.begin)
    await context.settling.settled()
    func labels() -> [String] {
      let surroundings = Surroundings(now: noon)
      return onboarding.states.value.screen(
        Route(["onboarding"]), in: surroundings, at: window,
        content: { $0 == "consent" ? binding.content(ids, in: surroundings) : [] },
        act: { onboarding.bound($0, in: window) }
      ).nodes.flatMap(\.all).map(\.label)
    }
    #expect(labels().contains("I accept: Terms of use") && labels().contains("I accept: Privacy"))
    #expect(!labels().contains("Skip this step") && !labels().contains("Finish"))
    await consents.send(.agree("terms"), from: window)
    await consents.states.wait { $0.isComplete(["terms"]) }
    #expect(!labels().contains("Finish"))
    await consents.send(.read("privacy"), from: window)
    #expect(labels().contains { $0.contains("whoever runs it can read") }, "the whole text is at hand")
    await consents.send(.agree("privacy"), from: window)
    for await _ in onboarding.states.listen() where labels().contains("Finish") { break }
    #expect(labels().contains("Finish"))
  }

  @Test("the texts of the products fit their column and differ in their hashes")
  func texts() {
    let texts: [ConsentText] = [.terms(of: "A"), .privacy(of: "A"), .health("Your entries", of: "A")]
    #expect(texts.allSatisfy { (1...ConsentPlan.longestText).contains($0.text.utf8.count) && $0.hash.count == 64 })
    #expect(Set(texts.map(\.hash)).count == 3 && Set(texts.map(\.id)).count == 3)
  }
}
