internal import Carrying
internal import ConnectedApps
internal import Days
internal import HealthProviders
internal import HealthSync
internal import Kernel
internal import Platform
internal import Samples
internal import Storage

/// The accounts and syncs of the demonstration, and what the syncs have carried: it is carried by the same code as a person's.
struct DemonstratedSyncs: Sendable {
  /// Everything that the syncs have left.
  struct Carried: Sendable {
    var days: [CarriedDay] = []
    var records: [DemonstratedRecord] = []
    var conflicts: [SyncConflict] = []
    var history: HistoricalRun
  }

  let mark: SyncWellDemonstrationMark
  let moment: Moment
  let accounts: [AppAccount]
  let plans: [SyncPlan]

  init(_ mark: SyncWellDemonstrationMark, at moment: Moment) {
    self.mark = mark
    self.moment = moment
    let now = moment.date
    let connected = now.addingTimeInterval(-Double(SyncWellDemonstration.days) * 86_400)
    let created = now.addingTimeInterval(-Double(SyncWellDemonstration.age) * 86_400)
    func plan(_ number: Int, _ kinds: [SampleKind], _ source: String, ago minutes: Double, count: Int) -> SyncPlan {
      var plan = SyncPlan(
        id: ID(named: "demonstration-\(number)"), kinds, from: source, to: "google-health",
        at: created.addingTimeInterval(Double(number)))
      let last = now.addingTimeInterval(-minutes * 60)
      (plan.lastSyncedAt, plan.readUntil, plan.lookedBackAt, plan.lastCount) = (last, last, last, count)
      return plan
    }
    let movement = plan(1, [.steps, .activeEnergy, .floors], "garmin", ago: 12, count: 3)
    let hearts = plan(2, [.heartRate], "polar", ago: 26, count: 1)
    let runs = plan(3, [.workout], "garmin", ago: 12, count: 0)
    let straps = plan(4, [.workout], "polar", ago: 26, count: 0)
    var nights = plan(5, [.sleep], "oura", ago: 190, count: 1)
    nights.failure = RunFailure(
      .providerBusy("Oura", until: now.addingTimeInterval(2_400)), after: nil, at: now.addingTimeInterval(-600),
      spread: 0.5)
    var recovery = plan(6, [.restingHeartRate, .heartRateVariability], "oura", ago: 4_300, count: 2)
    recovery.isPaused = true
    var rides = plan(7, [.workout], "strava", ago: 2_900, count: 1)
    rides.failure = RunFailure(.reconnect("Strava"), after: nil, at: now.addingTimeInterval(-2_880 * 60), spread: 0.5)
    let plans = [movement, hearts, runs, straps, nights, recovery, rides]
    self.plans = plans
    accounts = DemonstratedApps.all.map { app in
      // An app was used when one of its syncs last ran.
      let runs = plans.filter { $0.source == app || $0.destination == app }.compactMap(\.lastSyncedAt)
      return AppAccount(
        ConnectedApp.ID(rawValue: app), app == "strava" ? .attention : .connected, connectedAt: connected,
        usedAt: runs.max() ?? connected)
    }
  }

  // MARK: Carrying

  /// Carries everything between the made-up apps: what is since the syncs were made, and the first days of the historical sync.
  func carried() async throws(Problem) -> Carried {
    let desk = Locked(Desk())
    let needs = needs(desk)
    let identifiers = Identifiers.seeded(0x5359_4E43, ManualTime(moment).time)
    let today = mark.made
    let first = today.following(1 - SyncWellDemonstration.days)
    let created = today.following(-SyncWellDemonstration.age)
    var history = HistoricalRun(
      id: ID(named: "demonstration"), from: first, to: created.following(-1),
      at: moment.date.addingTimeInterval(-86_400))
    var conflicts: [SyncConflict] = []
    for plan in plans {
      let now = plan.lastSyncedAt ?? moment.date
      var start = created
      let last = CalendarDay(now, in: mark.timeZone)
      while start <= last {
        let end = min(start.following(30), last)
        conflicts += try await needs.carry(
          plan, start...end, in: mark.timeZone, identifiers: identifiers, at: now
        ).conflicts
        start = end.following(1)
      }
      guard !plan.isPaused, plan.failure?.needsPerson != true else { continue }
      history.written += try await needs.carry(
        plan, first...first.following(SyncWellDemonstration.done - 1), in: mark.timeZone, identifiers: identifiers,
        at: history.startedAt
      ).written
    }
    history.next = first.following(SyncWellDemonstration.done)
    history.isPaused = true
    let kept = desk.withLock { $0 }
    return Carried(
      days: Array(kept.days.values), records: Array(kept.records.values), conflicts: conflicts, history: history)
  }

  /// The carried data before they are stored in one transaction.
  private struct Desk: Sendable {
    var days: [ID<CarriedDay>: CarriedDay] = [:]
    var records: [ID<DemonstratedRecord>: DemonstratedRecord] = [:]
  }

  private func needs(_ desk: Locked<Desk>) -> HealthSyncNeeds {
    let apps = DemonstratedApps(mark: mark) { moment.date }
    return HealthSyncNeeds(
      days: { range throws(Problem) in
        desk.withLock { $0.days.values.filter { range.contains($0.day) } }.sorted { $0.day < $1.day }
      },
      keepDays: { days throws(Problem) in desk.withLock { for day in days { $0.days[day.id] = day } } },
      port: { app in
        HealthPort(
          read: { kind, span, _ throws(Problem) in SamplePage(apps.measured(kind, of: app, in: span)) },
          write: { samples throws(Problem) in
            desk.withLock { desk in
              for sample in samples {
                let record = DemonstratedRecord(sample, in: app)
                desk.records[record.id] = record
              }
            }
            return samples.map { _ in .written }
          },
          delete: { _, keys throws(Problem) in
            desk.withLock { desk in for key in keys { desk.records[DemonstratedRecord.id(app, key)] = nil } }
          })
      })
  }
}
