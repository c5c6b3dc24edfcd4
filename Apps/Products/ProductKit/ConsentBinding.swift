package import Consent
package import Interface
package import Kernel
package import Onboarding
package import Settings
package import Shell
package import Storage

/// Connects a person's consents to one window: their page, their messages, and a step of the onboarding that cannot be
/// skipped.
package struct ConsentBinding: Sendable {
  package let consents: Consents
  package let window: WindowID

  package init(_ consents: Consents, in window: WindowID) {
    self.consents = consents
    self.window = window
  }

  package var pages: [Page] {
    Page.all(of: consents, at: consents.states.value.plan.places, in: window) { $0.screen($1, in: $2, at: $3) }
  }

  package var eventRoute: EventRoute {
    .from(consents, in: window) { event, window in
      if case .told(let toast) = event { await window.toast(toast) }
    }
  }

  /// Asks, above every screen, while sending to the server of an account waits for a decision, and again when a text has
  /// changed. The required first steps of a product ask by themselves.
  package var banner: Banner {
    let (consents, window) = (consents, window)
    let states = consents.states
    return Banner(
      nodes: { surroundings in
        let state = states.value
        let asks = surroundings.isSignedIn && surroundings.gate == nil
        return ((asks ? state.sendingBanner : []) + state.banner).map { node in
          node.map { consents.bound($0, in: window) }
        }
      },
      changes: [states.watched(at: window)])
  }

  /// Returns the page of the sync, which says why nothing is sent when the person does not consent to it.
  package func explaining(_ page: Page) -> Page {
    guard page.place.pattern.matches(Route(["settings", "sync"])) else { return page }
    let (consents, window) = (consents, window)
    return page.with(consents, in: window) { route, surroundings in
      let screen = page.screen(route, surroundings)
      guard surroundings.isSignedIn, let notice = consents.states.value.refusalNotice else { return screen }
      return screen.opening(with: notice.map { consents.bound($0, in: window) })
    }
  }

  /// The content of a step of the task `.content` that asks for these consents.
  package func content(_ ids: [ConsentText.ID], in surroundings: Surroundings) -> [Node<Bound>] {
    consents.states.value.step(ids, in: surroundings, at: window).map { node in
      node.map { consents.bound($0, in: window) }
    }
  }
}

extension Consents {
  /// Tells the onboarding whether these consents were all decided, and the required ones given, now and at each change, until the task is cancelled.
  package nonisolated func reporting(
    _ ids: [ConsentText.ID], to onboarding: Onboarding, as step: OnboardingPlan.Step.ID
  ) async {
    for await state in states.listen() {
      await onboarding.send(.reported(step, isComplete: state.isAnswered(ids)))
    }
  }
}

extension SettingsPlan.Elsewhere {
  /// The link to the consents, for a product that asks for some.
  package static let consent = SettingsPlan.Elsewhere(
    "Consent", at: Route(["settings", "consent"]), icon: .book, about: "Terms, privacy, what you agreed to")
}

extension [SettingsPlan.Row] {
  /// Links to the whole terms and the whole privacy policy, for a product that asks for both.
  package static let legalTexts: [SettingsPlan.Row] = [
    .link("Terms of use", ConsentPlan.route(of: "terms"), .book),
    .link("Privacy policy", ConsentPlan.route(of: "privacy"), .lock),
  ]
}

extension ConsentNeeds {
  /// Keeps the decisions in the person's store, and knows which of them came with an archive.
  package init(
    _ environment: PersonEnvironment, _ holding: Holding = .owned(.done),
    fetch: (@Sendable () async throws(Problem) -> [UInt8])? = nil
  ) {
    self.init(environment.store, holding, fetch: fetch)
    let drawer = environment.drawer
    imported = { () throws(Problem) in try await drawer.importedConsents() }
  }
}
