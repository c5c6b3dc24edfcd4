import Days
import FoundationEssentials
import Health
import Insights
import Kernel
import Measures
import Pillar
import Scores
import Storage
import Testing

@testable import Progress
@testable import YHealth

@Suite("Demonstration data in a store")
struct DemonstrationTests {
  private let moment: Moment

  init() throws {
    let zone = try #require(TimeZone(named: "Europe/Berlin"))
    // A Sunday in the late afternoon.
    moment = Moment(Date(timeIntervalSince1970: 1_795_363_200), in: zone)
  }

  private func table(_ store: Store, at moment: Moment) async throws -> DayTable {
    DayTable(try await HealthNeeds(store, caching: Budget("dashboard", bytes: 50 << 20)).sumUp(moment).days)
  }

  @Test(
    "covers 400 days with gaps, queues nothing for a server, has varying scores, and reveals the planted effect"
  )
  func fill() async throws {
    let store = try await Store.memory()
    #expect(try await !DemonstrationData.isThere(in: store))
    try await DemonstrationData.fill(store, to: moment)
    #expect(try await DemonstrationData.isThere(in: store))
    #expect(try await store.outbox.counts().unsent == 0)

    let table = try await table(store, at: moment)
    let range = try #require(table.range)
    #expect(range == moment.day.following(-399)...moment.day)
    // Ten days have no entries except the habits that were due.
    let days = table.days.filter { $0.values.keys.contains { $0 != .habitsDue && $0 != .habitsDone } }
    #expect((385...390).contains(days.count))
    for (measure, least) in [
      (Measure.steps, 350), (.sleepMinutes, 330), (.mood, 320), (.energy, 280), (.stress, 250), (.meals, 340),
      (.calories, 340), (.protein, 340), (.fibre, 340), (.water, 340), (.workouts, 100), (.weight, 40), (.journal, 100),
      (.restingHeartRate, 300), (.heartRateVariability, 300), (.bedtime, 320), (.habitsDone, 300),
    ] {
      #expect(table.days.count { $0[measure] != nil } >= least, "\(measure)")
    }
    for day in table.days {
      if let calories = day[.calories] { #expect((50...3500).contains(calories)) }
      if let fibre = day[.fibre] { #expect((0...70).contains(fibre)) }
      if let mood = day[.mood] { #expect((1...10).contains(mood)) }
      if let bedtime = day[.bedtime] { #expect((400...950).contains(bedtime)) }
    }
    score(table)
    look(table)
  }

  /// Checks that scores vary and are sometimes missing, and that recovery reflects the flu.
  private func score(_ table: DayTable) {
    let days = moment.day.following(-360)...moment.day
    for pillar in Pillar.allCases {
      let history = Scores.history(pillar, days, of: table, today: moment.day)
      let values = history.compactMap(\.value)
      #expect(values.count > 330 && values.count < 361, "\(pillar)")
      #expect((values.max() ?? 0) - (values.min() ?? 0) >= 15, "\(pillar)")
      #expect(history.last?.value != nil)
      #expect(Set(values.map(Level.init)).count >= 2, "\(pillar)")
    }
    // Fibre, which people eat too little of, is scored too and differs from week to week.
    let fibre = (0..<52).compactMap { week in
      Scores.score(.nutrition, on: moment.day.following(-7 * week), of: table, today: moment.day).parts
        .first { $0.id == "fibre" }?.points
    }
    #expect(fibre.count >= 48 && Set(fibre.map { $0.rounded() }).count > 5 && fibre.allSatisfy { $0 > 10 })
    let mornings = (0..<360).map { Scores.recovery(on: moment.day.following(-$0), of: table) }
    #expect(mornings.count { $0.value != nil } > 280)
    #expect(mornings.contains { $0.alert != nil } && mornings.contains { $0.workout == .hard })
    let ill = mornings.filter { TimeOfYear($0.day, DemonstrationData.seed).isIll }.compactMap(\.value)
    #expect(!ill.isEmpty && ill.allSatisfy { $0 < 65 })
  }

  /// Checks that insights find the planted effect with the right sign.
  private func look(_ table: DayTable) {
    let run = Insights.run(table, to: moment.day)
    let sleep = run.findings.first { $0.cause == .sleepMinutes && $0.effect == .mood && $0.lag == 0 }
    #expect((sleep?.strength ?? 0) > 0.3)
  }

  @Test("has active goals in progress; refilling keeps them, and removal deletes them with their achievements")
  func goals() async throws {
    let store = try await Store.memory()
    try await DemonstrationData.fill(store, to: moment, days: 60)
    let shelf = try await store.collection(Goal.self, .owned(.done))
    let goals = try await shelf.records()
    #expect(goals.count == Intentions.count && goals.allSatisfy { $0.status == .active && Aim($0) != nil })
    let table = try await table(store, at: moment)
    for goal in goals {
      let progress = GoalProgress(of: goal, in: table, on: moment.day)
      #expect((1..<100).contains(try #require(progress.percent)), "\(goal.name): \(progress.says)")
    }
    #expect(try await store.outbox.counts().unsent == 0)

    // A demo goal is removed with the person's edits and its achievements; the person's own goal stays.
    var changed = try #require(goals.first)
    changed.target = 1
    try await shelf.save(changed, over: .anything)
    let own = Goal(id: ID(UUID()), pillar: .wellbeing, name: "Learn to swim", beginsOn: moment.day)
    try await shelf.save(own, over: .nothing)
    let achievements = try await store.collection(Achievement.self, .local)
    let (theirs, mine) = (Milestone.share(changed.id, percent: 25), Milestone.share(own.id, percent: 25))
    for milestone in [theirs, mine, .logging(days: 7)] {
      let reached = Achievement(milestone: milestone, day: moment.day, title: "Reached", at: moment.date)
      try await achievements.save(reached, over: .anything)
    }
    try await DemonstrationData.fill(store, to: moment.advanced(by: .seconds(3 * 86_400)), days: 60)
    #expect(Set(try await shelf.records().map(\.id)) == Set(goals.map(\.id) + [own.id]))
    #expect(try await shelf.record(goals[1].id) == goals[1])
    try await DemonstrationData.remove(from: store)
    #expect(try await shelf.records() == [own])
    #expect(try await store.outbox.changes().map(\.id) == [own.id.uuid])
    #expect(Set(try await achievements.records().map(\.milestone)) == [mine, .logging(days: 7)])
  }

  @Test("is removed completely, and keeps what the person entered meanwhile, even on the same days")
  func remove() async throws {
    let store = try await Store.memory()
    let needs = HealthNeeds(store, caching: Budget("dashboard", bytes: 50 << 20))
    let own = MoodEntry(id: ID(UUID()), mood: 3, note: "mine", feltAt: moment.date.addingTimeInterval(-90_000))
    let ownDay = try #require(DeviceDay(moment.day, .steps, 1234, from: "My watch"))
    _ = try await needs.save(.mood(own), nil, nil)
    try await DemonstrationData.fill(store, to: moment, days: 60)
    try await needs.take([ownDay])
    let before = try await store.outbox.counts().unsent
    #expect(before == 2)

    // The person changes, ticks and deletes some of the demo data.
    let meals = try await store.collection(Meal.self, .owned(.entered))
    let theirs = try await meals.opened(newest: 2)
    try #require(theirs.count == 2)
    var changed = theirs[0].record
    changed.description = "Something else"
    try await meals.save(changed, over: .version(theirs[0].version))
    try await meals.delete(theirs[1].id, over: .version(theirs[1].version))
    let habit = try #require(try await store.collection(Habit.self, .owned(.entered)).records().first)
    try await needs.habits.tick(HabitEntry(habit.id, on: moment.day, times: 2))
    #expect(try await store.outbox.counts().unsent == 5)

    try await DemonstrationData.remove(from: store)
    #expect(try await !DemonstrationData.isThere(in: store))
    #expect(try await store.outbox.changes().map(\.id) == [own.id.uuid, ownDay.id.uuid])
    let left = try await table(store, at: moment)
    #expect(left.days.count == 2 && left[moment.day] == DayFigures(moment.day, [.steps: 1234]))
    #expect(try await store.collection(MoodEntry.self, .owned(.entered)).records() == [own])
    #expect(try await meals.records().isEmpty)
    #expect(try await store.collection(Habit.self, .owned(.entered)).count() == 0)
    #expect(try await store.collection(HabitEntry.self, .owned(.entered)).count() == 0)
    #expect(try await store.collection(JournalEntry.self, .owned(.entered)).count() == 0)
    #expect(try await store.collection(Goal.self, .owned(.done)).count() == 0)
    // A second removal finds nothing, and the data can be added again.
    try await DemonstrationData.remove(from: store)
    try await DemonstrationData.fill(store, to: moment, days: 10)
    #expect(try await meals.count() > 10)
  }

  @Test("gains the new day without duplicate records when filled again a day later")
  func again() async throws {
    let store = try await Store.memory()
    try await DemonstrationData.fill(store, to: moment, days: 20)
    let meals = try await store.collection(Meal.self, .owned(.entered))
    let before = try await meals.records()
    let later = moment.advanced(by: .seconds(86_400))
    try await DemonstrationData.fill(store, to: later, days: 20)
    let after = try await meals.records()
    #expect(after.count > before.count && Set(after.map(\.id)).isSuperset(of: before.map(\.id)))
    // The day's steps were partial; now they are complete.
    let whole = try await table(store, at: later)[moment.day, .steps]
    let fresh = try await Store.memory()
    try await DemonstrationData.fill(fresh, to: later, days: 20)
    #expect(try await table(fresh, at: later)[moment.day, .steps] == whole)
    try await DemonstrationData.remove(from: store)
    #expect(try await table(store, at: later).isEmpty)
  }

  @Test("counts as present after an interrupted fill, which can be continued and removed")
  func stopped() async throws {
    let store = try await Store.memory()
    try await DemonstrationData.fill(store, to: moment, days: 5)
    // The state after the newest days were written and the process ended.
    let marks = try await store.collection(DemonstrationMark.self, .local)
    var mark = try #require(try await marks.record(DemonstrationMark.id))
    mark.first = moment.day.following(-29)
    try await marks.save(mark, over: .anything)
    #expect(try await DemonstrationData.isThere(in: store))
    try await DemonstrationData.fill(store, to: moment, days: 5)
    #expect(try await table(store, at: moment).days.count > 24)
    try await DemonstrationData.remove(from: store)
    #expect(try await table(store, at: moment).isEmpty)
    #expect(try await store.outbox.counts().unsent == 0)
  }

  @Test("never reaches a server: the first sync removes it, and a known server prevents another fill")
  func server() async throws {
    let store = try await Store.memory()
    try await DemonstrationData.fill(store, to: moment, days: 30)
    let names = [
      MoodEntry.collection, EnergyEntry.collection, Meal.collection, WaterEntry.collection, Workout.collection,
      SleepEntry.collection, WeightEntry.collection, JournalEntry.collection, Habit.collection, HabitEntry.collection,
      DeviceDay.collection, Goal.collection,
    ]
    try await store.take(
      PulledPage(
        epoch: "first", changes: [], cursors: Dictionary(uniqueKeysWithValues: names.map { ($0, "1") }), resync: [],
        isLast: true))
    #expect(try await store.outbox.counts().unsent == 0)
    #expect(try await table(store, at: moment).isEmpty)
    let problem = await #expect(throws: Problem.self) { try await DemonstrationData.fill(store, to: moment) }
    #expect(problem?.code == "has-server")
  }
}
