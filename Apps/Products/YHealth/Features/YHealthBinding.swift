internal import Board
internal import Connectors
internal import Consent
internal import Dashboard
internal import Entitlement
internal import Health
internal import Interface
internal import Kernel
internal import Notifications
internal import Offline
internal import Onboarding
internal import Pillar
internal import ProductKit
internal import Profile
internal import Progress
internal import Shell

/// Connects the features of yHealth to one window: pages and messages.
struct YHealthBinding: Sendable {
  private let features: YHealthFeatures
  private let window: WindowID
  private let log: HealthBinding
  private let charts: ChartCabinet
  private let measures: OwnMeasuresBinding
  private let notifications: NotificationsBinding

  init(_ features: YHealthFeatures, in window: WindowContext) {
    self.features = features
    self.window = window.id
    log = HealthBinding(features.health, in: window.id)
    charts = ChartCabinet(features, on: window)
    measures = OwnMeasuresBinding(features, in: window.id)
    notifications = NotificationsBinding(
      features.notifications, of: features.windows, in: window.id, leads: features.leads)
  }

  /// The window opens with the last dashboard shown.
  var known: [@Sendable () async -> Void] {
    let kept = features.dashboard.states
    return [{ await kept.wait { $0.knowsKept } }] + notifications.known
  }

  // MARK: Pages

  var pages: [Page] {
    dashboardPages + measures.logPages(log) + measures.pages + progressPages + [weeklyPage] + charts.pages
      + connectorsPages + ConnectedAppsBinding(features.devices, in: window).pages
      + onboardingPages + notifications.pages + [AnalyticsBinding(features.usage.analytics).page]
  }

  private var dashboardPages: [Page] {
    let (window, dashboard, health) = (window, features.dashboard, features.health)
    let (states, logged) = (dashboard.states, health.states)
    return Page.all(of: dashboard, at: DashboardPlaces.all, in: window, appeared: { _ in .appeared }) {
      $0.screen($1, in: $2, at: $3)
    }.map { page in
      page.with(health, in: window) { route, surroundings in
        let drink = logged.value.drink(in: surroundings).map { $0.map { health.bound($0, in: window) } }
        return states.value.screen(route, in: surroundings, at: window, today: drink.map { [$0] } ?? []) {
          dashboard.bound($0, in: window)
        }
      }
    }
  }

  /// The page of a pillar shows its entries in a tab.
  private var progressPages: [Page] {
    let (window, progress, health) = (window, features.progress, features.health)
    let pages = Page.all(
      of: progress, at: ProgressPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
    let (states, logged) = (progress.states, health.states)
    return pages.map { page in
      page.with(health, in: window) { route, surroundings in
        let pillar = route.path.count == 2 ? Pillar(rawValue: route.path[1]) : nil
        return states.value.screen(
          route, in: surroundings, at: window,
          with: { slot in
            let extra = pillar.map { logged.value.nodes(for: slot, of: $0, in: surroundings, at: window) } ?? []
            return extra.map { $0.map { health.bound($0, in: window) } }
          }
        ) { progress.bound($0, in: window) }
      }
    }
  }

  /// The report that Premium adds.
  private var weeklyPage: Page {
    .of(
      features.progress,
      at: Place("/insights/weekly", title: "Weekly report", needs: "premium", keywords: ["week", "mean", "compare"]),
      in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { state, route, surroundings, _ in state.weeklyReport(route, in: surroundings) }
  }

  /// The report for a doctor, with the name of the profile.
  func reportPage(for profile: Profile) -> Page {
    let (window, progress) = (window, features.progress)
    let (states, person) = (progress.states, profile.states)
    let screen: @Sendable (ProgressState, Route, Surroundings, WindowID) -> Screen<ProgressWindowAction> = {
      $0.report($1, of: person.value.name, in: $2, at: $3)
    }
    return .of(
      progress,
      at: Place("/insights/report", title: "Health report", keywords: ["doctor", "print", "summary", "visit"]),
      in: window, appeared: { .appeared($0) }, left: { .left($0) }, screen
    ).with(profile, in: window) { route, surroundings in
      screen(states.value, route, surroundings, window).map { progress.bound($0, in: window) }
    }
  }

  private var connectorsPages: [Page] {
    Page.all(
      of: features.connectors, at: ConnectorsPlaces.all(keywords: YHealthConnectors.keywords), in: window
    ) { $0.screen($1, in: $2, at: $3) }
  }

  private var onboardingPages: [Page] {
    let (window, onboarding, consents) = (window, features.onboarding, features.consents)
    let states = onboarding.states
    let pages = Page.all(of: onboarding, at: OnboardingPlaces.all(.yhealth), in: window) {
      $0.screen($1, in: $2, at: $3)
    }
    guard let consents else { return pages }
    let asked = ConsentBinding(consents, in: window)
    return pages.map { page in
      page.with(consents, in: window) { route, surroundings in
        states.value.screen(
          route, in: surroundings, at: window,
          content: { $0 == OnboardingPlan.consent ? asked.content(OnboardingPlan.consents, in: surroundings) : [] },
          act: { onboarding.bound($0, in: window) })
      }
    }
  }

  // MARK: Event routes

  var eventRoutes: [EventRoute] {
    [
      log.eventRoute, measures.eventRoute, progressRoute, charts.eventRoute, charts.following, dashboardRoute,
      connectorsRoute, onboardingRoute, notifications.eventRoute,
      ConnectedAppsBinding(features.devices, in: window).eventRoute(),
      AnalyticsBinding(features.usage.analytics).eventRoute,
    ] + features.badges.routes
  }

  /// The visits to the pages of devices' accounts.
  var browsing: Browsing { ConnectedAppsBinding(features.devices, in: window).browsing() }

  private var progressRoute: EventRoute {
    let (offline, notifications) = (features.offline, features.notifications.states)
    return .from(features.progress, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .daysWanted(ProgressPlaces.insights) where offline.states.value.isCutOff:
        await window.toast(Toast(Restriction.insights.sentence, tone: .warning))
      // Where notifications are on, one of them tells it.
      case .milestone where notifications.value.isAllowed: break
      case .milestone(let milestone, _): await window.toastInFront(Toast(milestone.says, tone: .success))
      default: break
      }
    }
  }

  private var dashboardRoute: EventRoute {
    .from(features.dashboard, in: window) { event, window in
      switch event {
      case .opened(let route): await window.open(route)
      case .chosen(.quickAction(.startVoiceCoaching)): await window.openChannel("voice")
      case .told(let toast): await window.toast(toast)
      case .announced(let announcement): await window.announce(announcement)
      default: break
      }
    }
  }

  private var connectorsRoute: EventRoute {
    .from(features.connectors, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .readThrough(let path): await window.letGo(path)
      default: break
      }
    }
  }

  private var onboardingRoute: EventRoute {
    .from(features.onboarding, in: window) { event, window in
      if case .finished = event { await window.open(Route(["dashboard"])) }
    }
  }
}

extension HealthState {
  /// Returns the log's nodes for a position on the page of a pillar.
  fileprivate func nodes(
    for slot: PillarSlot, of pillar: Pillar, in surroundings: Surroundings, at window: WindowID
  ) -> [Node<HealthWindowAction>] {
    switch slot {
    case .notices: notices(in: surroundings, at: window)
    case .tab(.entries): recent(pillar, in: surroundings)
    case .tab(.charts): workoutTimes(of: pillar, in: surroundings)
    case .tab(.goals), .tab(.recovery): []
    }
  }
}
