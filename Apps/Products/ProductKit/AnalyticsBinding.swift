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
  /// The category that recording depends on where the events leave the device.
  package static let sentAnalytics: ConsentText.ID = "sent-analytics"

  /// The consent to usage statistics, which stay on the device without a collector. A consent to that does not allow to send
  /// them: with a collector it is another one.
  package static func usage(of product: String, sentTo collector: UsageCollector? = nil) -> ConsentText {
    let place =
      collector.map {
        "What is recorded goes to \($0.host) within a minute, and nothing in it names you or this device. You can read and "
          + "delete what waits under Settings, Usage statistics."
      }
      ?? "What is recorded stays on this device: you can read all of it under Settings, Usage statistics, and delete it there."
    return ConsentText(
      collector == nil ? analytics : sentAnalytics, "Usage statistics", version: 1, agree: "I consent",
      refuse: "Do not record",
      withdrawal: "Recording stops at once, and what was recorded is deleted.",
      [
        "\(product) can record which of its screens and buttons you use, such as “a sync was added” or “the help center "
          + "was opened”, with the names of connected apps and with counts.",
        "It never records what you type, your health data, or who you are. \(place)",
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
  /// Makes the analytics of a person, which record nothing without the consent to usage statistics. Without a collector
  /// nothing leaves the device.
  package init(
    _ plan: AnalyticsPlan, of product: String, in environment: PersonEnvironment, asking consents: Consents,
    sentTo collector: UsageCollector? = nil
  ) {
    let (states, id) = (consents.states, consents.analytics)
    let port = collector?.port(of: product, on: environment.network) ?? .onThisDevice
    self.init(
      plan, on: environment.context,
      needs: AnalyticsNeeds(
        environment.store, isAllowed: { states.value.allows(id) }, port: port))
  }

  /// Follows the consent until the task is cancelled. It subscribes at once.
  package nonisolated func following(_ consents: Consents) -> @Sendable () async -> Void {
    let (states, id) = (consents.states.listen(), consents.analytics)
    return { [weak self] in
      var known: Bool?
      for await state in states where state.reading == .done {
        let isGiven = state.allows(id)
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

extension Consents {
  /// The consent among those of the product that recording depends on.
  nonisolated fileprivate var analytics: ConsentText.ID {
    let isSent = states.value.plan.texts.contains { $0.id == ConsentText.sentAnalytics }
    return isSent ? ConsentText.sentAnalytics : ConsentText.analytics
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
