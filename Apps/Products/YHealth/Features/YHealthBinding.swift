internal import Connectors
internal import Dashboard
internal import Health
internal import Interface
internal import Kernel
internal import Offline
internal import Onboarding
internal import Pillar
internal import Progress
internal import Shell

/// Connects the features of yHealth to one window: desks, pages and messages.
struct YHealthBinding: Sendable {
  private let features: YHealthFeatures
  private let log: HealthBinding
  private let progress: ProgressDesk.Name
  private let dashboard: DashboardDesk.Name
  private let connectors: ConnectorsDesk.Name
  private let onboarding: OnboardingDesk.Name
  private let charts: ChartCabinet

  init(_ features: YHealthFeatures, on window: FeatureContext, photos: PhotoDesks) {
    self.features = features
    log = HealthBinding(features.health, on: window, photos: photos)
    progress = window.identifiers.next()
    dashboard = window.identifiers.next()
    connectors = window.identifiers.next()
    onboarding = window.identifiers.next()
    charts = ChartCabinet(features, on: window)
  }

  /// The window opens with the last dashboard shown.
  var known: [@Sendable () async -> Void] {
    let kept = features.dashboard.states
    return [{ await kept.wait { $0.knowsKept } }]
  }

  // MARK: Pages

  var pages: [Page] {
    dashboardPages + log.pages(at: HealthState.logPlaces) + progressPages + charts.pages + connectorsPages
      + onboardingPages
  }

  private var dashboardPages: [Page] {
    let desk = dashboard
    return DashboardPlaces.all.map { place in
      .of(features.dashboard, at: place, desk: desk.uuid, appeared: { _ in .at(desk, .appeared) }) {
        $0.screen($1, in: $2, at: desk)
      }
    }
  }

  /// The page of a pillar shows its entries beside its scores.
  private var progressPages: [Page] {
    let (desk, progress, log, health) = (progress, features.progress, log, features.health)
    return ProgressPlaces.all.map { place in
      let page = Page.of(
        progress, at: place, desk: desk.uuid, appeared: { .at(desk, .appeared($0)) }, left: { .at(desk, .left($0)) }
      ) { $0.screen($1, in: $2, at: desk) }
      let (states, logged) = (progress.states, health.states)
      return page.with(health, desk: log.desk.uuid) { route, surroundings in
        let pillar = route.path.count == 2 ? Pillar(rawValue: route.path[1]) : nil
        let extra = pillar.map { logged.value.recent($0, in: surroundings, at: log.desk) } ?? []
        return states.value.screen(route, in: surroundings, at: desk, with: extra.map { $0.map { health.bound($0) } }) {
          progress.bound($0)
        }
      }
    }
  }

  private var connectorsPages: [Page] {
    let desk = connectors
    return ConnectorsPlaces.all.map { place in
      .of(features.connectors, at: place, desk: desk.uuid) { $0.screen($1, in: $2, at: desk) }
    }
  }

  private var onboardingPages: [Page] {
    let desk = onboarding
    return OnboardingPlaces.all(.yhealth).map { place in
      .of(features.onboarding, at: place, desk: desk.uuid) { $0.screen($1, in: $2, at: desk) }
    }
  }

  // MARK: Event routes

  var eventRoutes: [EventRoute] {
    [log.eventRoute, progressWire, charts.eventRoute, charts.following, dashboardWire, connectorsWire, onboardingWire]
  }

  private var progressWire: EventRoute {
    let (desk, offline) = (progress, features.offline)
    return .from(features.progress, gone: { [weak progress = features.progress] in await progress?.send(.close(desk)) })
    {
      event, window in
      switch event {
      case .told(let toast, at: desk): await window.toast(toast)
      case .daysWanted(ProgressPlaces.insights, at: desk) where offline.states.value.isCutOff:
        await window.toast(Toast(Restriction.insights.sentence, tone: .warning))
      case .milestone(let milestone, _): await window.toastInFront(Toast(milestone.says, tone: .success))
      default: break
      }
    }
  }

  private var dashboardWire: EventRoute {
    let desk = dashboard
    return .from(
      features.dashboard, gone: { [weak dashboard = features.dashboard] in await dashboard?.send(.close(desk)) }
    ) {
      event, window in
      switch event {
      case .opened(let route, at: desk): await window.open(route)
      case .voiceAsked(at: desk): await window.openChannel("voice")
      case .told(let toast, at: desk): await window.toast(toast)
      case .announced(let announcement): await window.announce(announcement)
      default: break
      }
    }
  }

  private var connectorsWire: EventRoute {
    let desk = connectors
    return .from(
      features.connectors, gone: { [weak connectors = features.connectors] in await connectors?.send(.close(desk)) }
    ) {
      event, window in
      switch event {
      case .told(let toast, at: desk): await window.toast(toast)
      case .readThrough(let path, at: desk): await window.letGo(path)
      default: break
      }
    }
  }

  private var onboardingWire: EventRoute {
    let desk = onboarding
    return .from(
      features.onboarding, gone: { [weak onboarding = features.onboarding] in await onboarding?.send(.close(desk)) }
    ) {
      event, window in
      if case .finished(at: desk) = event { await window.open(Route(["dashboard"])) }
    }
  }
}
