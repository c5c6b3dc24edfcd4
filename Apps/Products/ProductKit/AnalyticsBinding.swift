package import Analytics
package import Consent
internal import Interface
internal import Kernel
package import Settings
package import Shell
internal import Storage

extension ConsentText {
  /// The category that the recording of events depends on.
  package static let analytics: ConsentText.ID = "analytics"

  /// The consent to usage statistics that stay on the device.
  package static func usage(of product: String) -> ConsentText {
    ConsentText(
      analytics, "Usage statistics", version: 1, agree: "I consent", refuse: "Do not record",
      withdrawal: "Recording stops at once, and what was recorded is deleted.",
      [
        "\(product) can record which of its screens and buttons you use, such as “a sync was added” or “the help center "
          + "was opened”, with the names of connected apps and with counts.",
        "It never records what you type, your health data, or who you are. What is recorded stays on this device: you can "
          + "read all of it under Settings, Usage statistics, and delete it there.",
      ])
  }

  /// The category that daily counts of use for the server depend on.
  package static let dailyCounts: ConsentText.ID = "usage"

  /// The consent to send daily counts of use to the server of the person's account.
  package static func usageCounts(of product: String, switch title: String) -> ConsentText {
    ConsentText(
      dailyCounts, "Daily counts of use", version: 1, agree: "I consent", refuse: "Do not send",
      withdrawal:
        "Counting stops at once. Counts that wait are not sent, and your server deletes those that it has. What is recorded on "
        + "this device stays there while “\(title)” is on.",
      [
        "While “\(title)” is on, \(product) can send to your server how often each screen or button was used on a day, so that "
          + "those who run it see what is useful.",
        "A count holds a day, the name of what was used and a number: nothing that you typed, no values, and no device. It "
          + "belongs to your account, and is exported and erased with it. All of it is listed under Settings, Usage statistics.",
      ])
  }
}

extension Analytics {
  /// Makes the analytics of a person, which record nothing without the consent to usage statistics.
  package init(
    _ plan: AnalyticsPlan, in environment: PersonEnvironment, asking consents: Consents,
    port: AnalyticsPort = .onThisDevice
  ) {
    let states = consents.states
    self.init(
      plan, on: environment.context,
      needs: AnalyticsNeeds(
        environment.store, isAllowed: { states.value.allows(ConsentText.analytics) }, port: port))
  }

  /// Follows the consent until the task is cancelled. It subscribes at once.
  package nonisolated func following(_ consents: Consents) -> @Sendable () async -> Void {
    let states = consents.states.listen()
    return { [weak self] in
      var known: Bool?
      for await state in states where state.reading == .done {
        let isGiven = state.allows(ConsentText.analytics)
        guard isGiven != known else { continue }
        known = isGiven
        await self?.send(.consent(isGiven))
      }
    }
  }
}

extension Analytics {
  /// Makes the analytics of a person, which record nothing while the setting is off.
  /// With `consents` that ask for `dailyCounts`, daily counts of the events go to the person's server.
  package init(
    _ plan: AnalyticsPlan, in environment: PersonEnvironment, switchedBy setting: Setting<Bool>, of settings: Settings,
    counting consents: Consents? = nil
  ) {
    let states = settings.states
    let counts = (consents?.states).map { consents in
      UsageCounts(environment.store, environment.context.identifiers) {
        consents.value.allows(ConsentText.dailyCounts)
      }
    }
    self.init(
      plan, on: environment.context,
      needs: AnalyticsNeeds(environment.store, isAllowed: { states.value.allows(setting) }, counts: counts),
      decision: AnalyticsDecision(
        refused: "“\(setting.any.title)” is off.", title: "Privacy settings", route: Route(["settings", "privacy"])))
  }

  /// Follows the setting until the task is cancelled. It subscribes at once.
  package nonisolated func following(_ settings: Settings, _ setting: Setting<Bool>) -> @Sendable () async -> Void {
    let states = settings.states.listen()
    return { [weak self] in
      var known: Bool?
      for await state in states where state.reading == .done {
        let isOn = state.allows(setting)
        guard isOn != known else { continue }
        known = isOn
        await self?.send(.consent(isOn))
      }
    }
  }
}

extension Analytics {
  /// Follows the consent to daily counts until the task is cancelled. It subscribes at once.
  package nonisolated func countsFollowing(_ consents: Consents) -> @Sendable () async -> Void {
    let states = consents.states.listen()
    return { [weak self] in
      var known: AnalyticsAction?
      for await state in states where state.reading == .done {
        let id = ConsentText.dailyCounts
        let action = AnalyticsAction.counting(state.allows(id), isRefused: state.isWithdrawn(id))
        guard action != known else { continue }
        known = action
        await self?.send(action)
      }
    }
  }
}

extension SettingsState {
  /// Settings that were not read allow nothing.
  fileprivate func allows(_ setting: Setting<Bool>) -> Bool { reading == .done && self[setting] }
}

/// Connects a person's analytics to one window: the page that shows what is recorded, and its messages.
package struct AnalyticsBinding: Sendable {
  private let analytics: Analytics

  package init(_ analytics: Analytics) { self.analytics = analytics }

  package var page: Page { .of(analytics, at: AnalyticsState.place) { $0.screen($1, in: $2) } }

  package var eventRoute: EventRoute {
    .from(analytics) { event, window in
      if case .told(let toast) = event { await window.toast(toast) }
    }
  }
}

extension SettingsPlan.Elsewhere {
  /// The link to what is recorded, for a product that records something.
  package static let usage = SettingsPlan.Elsewhere(
    "Usage statistics", at: AnalyticsState.route, icon: .list, about: "What is recorded, and nothing else")
}
