package import Identity
package import Interface
package import Kernel
package import Onboarding
package import Shell

/// Connects onboarding to one window: its page, the gate of a product that requires it, and the way home at its end.
///
/// The gate closes for a person who has an account or was led to onboarding, and opens when onboarding is finished, here
/// or on another device.
package struct OnboardingBinding: Sendable {
  /// The content of steps that other features show, by step. Each returns its nodes for the window.
  package typealias Contents = @Sendable (OnboardingPlan.Step.ID, Surroundings) -> [Node<Bound>]

  package let onboarding: Onboarding
  package let identity: Identity
  package let window: WindowID

  package init(_ onboarding: Onboarding, _ identity: Identity, in window: WindowID) {
    self.onboarding = onboarding
    self.identity = identity
    self.window = window
  }

  package func pages(_ contents: @escaping Contents = { _, _ in [] }) -> [Page] {
    let (onboarding, window) = (onboarding, window)
    let states = onboarding.states
    return OnboardingPlaces.all(states.value.plan).map { place in
      Page(
        place: place,
        screen: { route, surroundings in
          states.value.screen(
            route, in: surroundings, at: window, content: { contents($0, surroundings) },
            act: { onboarding.bound($0, in: window) })
        },
        changes: [ObjectIdentifier(onboarding): states.watched(at: window)],
        appeared: { _ in await onboarding.send(.appeared, from: window) })
    }
  }

  package var eventRoutes: [EventRoute] {
    let binding = self
    let states = onboarding.states
    return [
      .from(onboarding, in: window) { event, window in
        switch event {
        case .finished: await binding.goHome(states.value.plan, window)
        case .finishedElsewhere:
          // A person at another place stays there.
          let isAtOnboarding = window.frames.value.route == OnboardingPlaces.onboarding
          await window.surroundings { binding.gate(&$0) }
          if isAtOnboarding { await window.open(states.value.plan.home.route) }
        case .gateChanged: await window.surroundings { binding.gate(&$0) }
        case .chose, .named: break
        }
      },
      .from(identity, in: window) { event, window in
        switch event {
        case .signedIn, .signedOut, .expired: await window.surroundings { binding.gate(&$0) }
        default: break
        }
      },
    ]
  }

  private func goHome(_ plan: OnboardingPlan, _ window: Window) async {
    await window.surroundings { gate(&$0) }
    await window.open(plan.home.route)
  }

  package var known: [@Sendable () async -> Void] {
    let (states, standing) = (onboarding.states, identity.states)
    return [
      { await states.wait { $0.reading.isOver } }, { await standing.wait { $0.standing != .unknown } },
    ]
  }

  /// Sets or removes the gate of a window's surroundings.
  package func gate(_ surroundings: inout Surroundings) {
    surroundings.gate = onboarding.states.value.gate(hasAccount: identity.states.value.standing.account != nil)
  }
}

extension OnboardingState {
  /// The gate of a product that requires its onboarding; nil once it is finished, and for a visitor who was never led
  /// to it.
  package func gate(hasAccount: Bool) -> PlaceGate? {
    guard let open = plan.gate, reading == .done, !isFinished, wasLed || hasAccount else { return nil }
    return PlaceGate(OnboardingPlaces.onboarding, open: open)
  }
}
