internal import Analytics
internal import Board
internal import ConnectedApps
internal import Connectors
internal import Consent
internal import Dashboard
internal import Days
internal import Health
internal import Insights
internal import Kernel
internal import Measures
internal import Mode
internal import Notifications
internal import Offline
internal import Onboarding
internal import OwnMeasures
internal import Pillar
internal import Platform
internal import PlotPicture
internal import ProductKit
internal import Progress
internal import Scores
internal import Settings
internal import Shell
internal import Storage
internal import Units

/// The health features of a person, shared by all windows, and the routing of events between them.
struct YHealthFeatures: Sendable {
  let health: Health
  let progress: Progress
  let measures: OwnMeasures
  let dashboard: Dashboard
  let connectors: Connectors
  let devices: ConnectedApps
  /// The imports that the person prefers, the most preferred first.
  let preferred: Locked<[String]>
  /// The person's name, if they gave one.
  let called: @Sendable () -> String?
  /// Whether the person's number in WhatsApp is linked.
  let isLinked: @Sendable () -> Bool
  let onboarding: Onboarding
  let consents: Consents?
  let notifications: Notifications
  let registration: PushRegistration
  let settings: Settings
  let offline: Offline
  let demonstration: DemonstrationSign
  let usage: YHealthUsage
  let badges: TabBadges
  /// Choices of the onboarding are set from this window, which is never shown.
  let hand: WindowID
  let store: Store
  let windows: OpenWindows
  /// Renders charts into files.
  let press = ChartPress()
  let context: FeatureContext

  init(
    _ environment: PersonEnvironment, _ settings: Settings, _ member: Member, _ access: HealthAccess,
    _ preferred: Locked<[String]>, called: @escaping @Sendable () -> String?,
    isLinked: @escaping @Sendable () -> Bool, log: HealthNeeds
  ) {
    self.preferred = preferred
    self.called = called
    self.isLinked = isLinked
    let context = environment.context
    let health = Health(on: context, needs: log)
    self.health = health
    var progressNeeds = ProgressNeeds(
      environment.store, caching: .init(progress: YHealthStorage.dashboard, insights: YHealthStorage.insights),
      weigh: .scores, insights: YHealthFeatures.insights)
    if let consents = member.consents { progressNeeds.withheld = { await consents.withheldPillars() } }
    progress = Progress(on: context, needs: progressNeeds)
    measures = OwnMeasures(on: context, needs: OwnMeasuresNeeds(environment.store))
    dashboard = Dashboard(
      DashboardCards(brand: "yHealth"), on: context,
      needs: DashboardNeeds(environment.store, within: YHealthStorage.dashboard))
    connectors = Connectors(
      YHealthConnectors.sources(adding: health, on: context.time), offline: Restriction.wearables.sentence, on: context,
      needs: ConnectorsNeeds(environment.store))
    devices = ConnectedApps(.devices(access), in: environment, delivering: access, to: health)
    onboarding = Onboarding(.yhealth, on: context, needs: .besidesDemonstration(environment.store))
    notifications = Notifications(NotificationKind.yhealth, in: environment)
    registration = PushRegistration(environment, member, notifications, of: "yhealth")
    demonstration = DemonstrationSign(.yhealth, in: environment) { await health.send(.changed) }
    self.settings = settings
    usage = YHealthUsage(environment, settings, member.consents)
    // Every window, and what windows share, has the person's units with its locale.
    let states = settings.states
    context.regions.followUnits { states.value.units.subtags }
    offline = member.offline
    badges = TabBadges(progress, devices, offline)
    consents = member.consents
    store = environment.store
    windows = environment.windows
    self.context = context
    hand = context.identifiers.next()
  }

  private static let insights: @Sendable (DayTable, [OwnSeries], CalendarDay) async -> InsightRun = { table, own, day in
    Insights.run(table, own: own, to: day)
  }

  /// Loads stored data, the dashboard first, so that it is shown while the rest is loaded.
  func begin() async {
    await demonstration.look()
    await dashboard.send(.begin)
    await lookForDamage()
    await health.send(.begin)
    await progress.send(.begin)
    await measures.send(.begin)
    await connectors.send(.begin)
    await devices.send(.begin)
    await onboarding.send(.begin)
    await notifications.send(.begin)
    await usage.analytics.send(.begin)
  }

  // MARK: Event routing

  /// Routes events between the features while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    let health = health.events.listen()
    let progress = progress.events.listen()
    let dashboard = dashboard.events.listen()
    let connectors = connectors.events.listen()
    let (delivered, connected) = (devices.events.listen(), devices.states.listen())
    let onboarding = onboarding.events.listen()
    let settings = settings.events.listen()
    let (offline, line) = (offline.events.listen(), offline.states.listen())
    let steps = self.onboarding.states.listen()
    let (notifications, rules) = (notifications.events.listen(), notifications.following(self.settings))
    let (chosen, registering) = (self.settings.states.listen(), registration.going)
    let (consents, first) = (consents, self.onboarding)
    let decisions = consents?.events.listen()
    let recording = usage.going(self.health, self.progress, self.dashboard)
    let measures = measures.events.listen()
    return {
      await withTaskGroup { group in
        group.addTask { await recording() }
        group.addTask {
          await consents?.reporting(OnboardingPlan.consents, to: first, as: OnboardingPlan.consent)
        }
        group.addTask { await decisions?.hear { news in await heard(news) } }
        group.addTask { await health.hear { news in await heard(news) } }
        group.addTask { await progress.hear { news in await heard(news) } }
        group.addTask { await measures.hear { _ in await tellOwn() } }
        group.addTask { await dashboard.hear { news in await heard(news) } }
        group.addTask { await connectors.hear { news in await heard(news) } }
        group.addTask { await onboarding.hear { news in await heard(news) } }
        group.addTask { await delivered.hear { news in await heard(news) } }
        group.addTask { for await state in connected where state.reading == .done { await follow(state) } }
        group.addTask { await settings.hear { news in await heard(news) } }
        group.addTask { await offline.hear { news in await heard(news) } }
        group.addTask { await notifications.hear { news in await heard(news) } }
        group.addTask { await rules() }
        group.addTask { await registering() }
        group.addTask {
          var chosen: [String]?
          for await state in steps where state.reading == .done && state.choices(of: OnboardingPlan.mode) != chosen {
            chosen = state.choices(of: OnboardingPlan.mode)
            await tellDashboard()
          }
        }
        // Waits for the settings to load, so that a later change of mode starts from the stored one.
        group.addTask { for await state in chosen where state.reading == .done { return await tellMode() } }
        group.addTask {
          var heardLast: Date?
          for await state in line where state.lastSynced != heardLast {
            heardLast = state.lastSynced
            // Missing records are complete only at the end of a round.
            if await lookForDamage() { await tellDays() }
            await tellDashboard()
          }
        }
      }
    }
  }

  private func heard(_ news: News<HealthEvent>) async {
    switch news {
    case .said(.daysChanged), .missed:
      // Damage may be detected only on reading. Repair is reported at the end of a round.
      if !health.states.value.isMending { await lookForDamage() }
      await tellDays()
      if health.states.value.isBare { await tellDashboard() }
    case .said(.refreshed):
      await tellDays()
      await tellDashboard()
    case .said(.saved(let name)):
      if name.kind == .meal { await onboarding.send(.done(OnboardingPlan.first)) }
      await tellDashboard()
    case .said(.deleted): await tellDashboard()
    case .said(.notRead(let problem)):
      await progress.send(.noDays(problem))
      await dashboard.send(.notRefreshed(problem))
    case .said: break
    }
  }

  private func heard(_ news: News<ProgressEvent>) async {
    switch news {
    case .said(.goalSet): await onboarding.send(.done(OnboardingPlan.goals))
    case .missed:
      if !progress.states.value.goals.isEmpty { await onboarding.send(.done(OnboardingPlan.goals)) }
      await tellDashboard()
    case .said(.changed), .said(.milestone): await tellDashboard()
    case .said(.daysWanted(let route)):
      await health.send(.refresh)
      // Insights depend on the entries of all of the person's devices.
      if route == ProgressPlaces.insights, offline.states.value.isShared { await offline.send(.syncNow) }
    case .said: break
    }
  }

  private func heard(_ news: News<DashboardEvent>) async {
    switch news {
    case .said(.refreshAsked(.pulled)) where offline.states.value.isShared:
      await health.send(.refresh)
      // At its end the dashboard gets the new facts.
      await offline.send(.syncNow)
    case .said(.refreshAsked):
      // At its end the log reports whether it could be read.
      await health.send(.refreshAsked)
      if health.states.value.isBare { await tellDashboard() }
    case .said(.modeChosen(let mode)):
      // The setting alone does not tell a choice from the default.
      await onboarding.send(.heard(OnboardingPlan.mode, choices: [mode.rawValue]))
      await take([mode.rawValue], of: OnboardingPlan.mode)
    case .said, .missed: break
    }
  }

  private func heard(_ news: News<ConsentEvent>) async {
    switch news {
    case .said(.given(let id)), .said(.withdrawn(let id)):
      if Pillar(rawValue: id) != nil { await progress.send(.withheldChanged) }
    case .missed: await progress.send(.withheldChanged)
    case .said: break
    }
  }

  private func heard(_ news: News<ConnectorsEvent>) async {
    switch news {
    case .said(.connected):
      await onboarding.send(.done(OnboardingPlan.first))
      await dashboard.send(.dataChanged)
    case .said(.removed): await dashboard.send(.dataChanged)
    case .said(.syncAsked): await offline.send(.syncNow)
    case .said(.told), .said(.readThrough), .missed: break
    }
  }

  private func heard(_ news: News<OnboardingEvent>) async {
    guard case .said(.chose(let step, let choices)) = news else { return }
    await take(choices, of: step)
  }

  private func heard(_ news: News<SettingsEvent>) async {
    switch news {
    case .said(.changed), .missed:
      await tellMode()
      await tellDashboard()
    case .said: break
    }
  }

  /// Refreshes the features after records were sent or received.
  private func heard(_ news: News<OfflineEvent>) async {
    switch news {
    case .said(.changed), .said(.finished), .missed:
      await health.send(.refresh)
      await progress.send(.refresh)
      await tellDashboard()
    case .said: break
    }
  }

  /// Counts anew what lies on a day, since the person is in another zone.
  func moved() async {
    await health.send(.moved)
    await progress.send(.dayTurned)
    await tellOwn()
    await tellDashboard()
  }

  // MARK: Updates to features

  private func tellDays() async {
    let state = health.states.value
    guard state.daysFreshness != .unknown, !state.isBare else { return }
    await progress.send(.days(state.days))
  }

  /// Tells the analysis of the person's own measures.
  private func tellOwn() async {
    let state = measures.states.value
    guard state.reading == .done else { return }
    let own = state.series(at: context.time.now())
    await progress.send(
      .own(
        own.map { OwnSeries(id: $0.id, values: $0.values) },
        Dictionary(own.map { ($0.id, OwnLabel(name: $0.name, unit: $0.unit)) }, uniquingKeysWith: { one, _ in one })))
  }

  func tellMode() async {
    let settings = settings.states.value
    guard settings.reading == .done, let mode = settings.plan.mode else { return }
    await progress.send(.focus(Pillar(rawValue: settings[YHealthSettings.focus].rawValue)))
    await dashboard.send(.mode(settings[mode]))
    if settings.isChosen(mode.key) {
      await onboarding.send(.heard(OnboardingPlan.mode, choices: [settings[mode].rawValue]))
    }
  }

  private func tellDashboard() async {
    await tellNotifications()
    let (health, progress, settings) = (health.states.value, progress.states.value, settings.states.value)
    if health.isBare { return await dashboard.send(.later) }
    guard health.daysFreshness == .fresh, progress.days == .done else { return }
    let now = context.time.now()
    let isChosen =
      settings.plan.mode.map { settings.isChosen($0.key) } ?? true
      || !onboarding.states.value.choices(of: OnboardingPlan.mode).isEmpty
    // With an account the facts are as old as the last sync.
    let offline = offline.states.value
    let asOf = offline.hasAccount ? offline.lastSynced ?? now.date : now.date
    await dashboard.send(.facts(DashboardFacts(health, progress, isModeChosen: isChosen, at: now), at: asOf))
  }
}

extension ProgressNeeds.Weighing {
  /// Scores by the formulas of the Scores module.
  static let scores = ProgressNeeds.Weighing(
    score: { Scores.score($0, on: $1, of: $2, today: $1) },
    history: { Scores.history($0, $1, of: $2, today: $1.upperBound) },
    recovery: { Scores.recovery(on: $0, of: $1) })
}
