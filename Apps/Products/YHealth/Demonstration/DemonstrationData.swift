internal import Days
internal import Health
internal import Kernel
internal import Measures
internal import Platform
internal import ProductKit
internal import Progress
internal import Shell
internal import Storage

/// A fictional person with 400 days of plausible data, to see the product before using it. All of it can be removed.
enum DemonstrationData {
  static let days = 400
  static let seed: UInt64 = 20
  /// Revision that marks its records, in place of a server's.
  static let rev = "demonstration"

  /// Fills the store with demo data up to `moment`. A second call adds the days since the first. The records are
  /// applied like a server's, so none waits to be sent; throws for a store that is synced with a server.
  static func fill(
    _ store: Store, to moment: Moment, days: Int = DemonstrationData.days, seed: UInt64 = DemonstrationData.seed
  ) async throws(Problem) {
    let shelves = try await Shelves(store)
    guard try await store.heading().epoch == nil else {
      throw Problem(
        "has-server", "This profile is kept on a server, which is no place for somebody who does not exist.",
        safe: "Nothing was changed.", remedy: "Open a profile of its own for the demonstration.")
    }
    let today = moment.day
    let first = today.following(1 - min(max(1, days), 800))
    var mark = DemonstrationMark(seed: seed, made: first, first: first, last: today)
    if let known = try await shelves.marks.record(DemonstrationMark.id) {
      guard known.seed == seed else {
        throw Problem(
          "other-demonstration", "Another demonstration person is in this profile already.",
          safe: "Nothing was changed.",
          remedy: "Take that one out first.")
      }
      mark = known
      mark.first = min(first, known.first)
      mark.last = max(today, known.last)
    }
    let goalsSeen = mark.goals ?? today
    mark.goals = goalsSeen
    // Saved first, so that an interrupted fill can be removed.
    try await shelves.marks.save(mark, over: .anything)
    let range = (mark.first.number...today.number).map { CalendarDay(number: $0) }
    try await shelves.goals.put(Intentions.goals(seed, seenOn: goalsSeen), as: DemonstrationData.rev)
    try await shelves.put(range, LoggedDay.habits(seed, made: mark.made), seed, to: moment)
  }

  /// Removes all demo data. Entries made by the person stay, also on the same days; their edits of demo records are
  /// removed with the records.
  static func remove(from store: Store) async throws(Problem) {
    let shelves = try await Shelves(store)
    guard let mark = try await shelves.marks.record(DemonstrationMark.id) else { return }
    try await shelves.takeOut(mark, of: store)
    // Deleted last, so that an interrupted removal can be resumed.
    try await shelves.marks.delete(DemonstrationMark.id)
  }

  static func isThere(in store: Store) async throws(Problem) -> Bool {
    try await store.collection(DemonstrationMark.self, .local).record(DemonstrationMark.id) != nil
  }
}

extension Demonstration {
  static let yhealth = Demonstration(
    fill: { store, moment throws(Problem) in try await DemonstrationData.fill(store, to: moment) },
    isThere: { store throws(Problem) in try await DemonstrationData.isThere(in: store) },
    remove: { store throws(Problem) in try await DemonstrationData.remove(from: store) })
}

/// The collections that hold demo data.
private struct Shelves {
  let moods: DemonstrationShelf<MoodEntry>
  let energies: DemonstrationShelf<EnergyEntry>
  let meals: DemonstrationShelf<Meal>
  let waters: DemonstrationShelf<WaterEntry>
  let workouts: DemonstrationShelf<Workout>
  let nights: DemonstrationShelf<SleepEntry>
  let weights: DemonstrationShelf<WeightEntry>
  let journal: DemonstrationShelf<JournalEntry>
  let habits: DemonstrationShelf<Habit>
  let ticks: DemonstrationShelf<HabitEntry>
  let devices: DemonstrationShelf<DeviceDay>
  let goals: DemonstrationShelf<Goal>
  /// Achievements of these goals, stored separately.
  let achievements: Collection<Achievement>
  let marks: Collection<DemonstrationMark>

  init(_ store: Store) async throws(Problem) {
    moods = try await DemonstrationShelf(store)
    energies = try await DemonstrationShelf(store)
    meals = try await DemonstrationShelf(store)
    waters = try await DemonstrationShelf(store)
    workouts = try await DemonstrationShelf(store)
    nights = try await DemonstrationShelf(store)
    weights = try await DemonstrationShelf(store)
    journal = try await DemonstrationShelf(store)
    habits = try await DemonstrationShelf(store)
    ticks = try await DemonstrationShelf(store)
    devices = try await DemonstrationShelf(store, .owned(.rest))
    goals = try await DemonstrationShelf(store, .owned(.done))
    achievements = try await store.collection(Achievement.self, .local)
    marks = try await store.collection(DemonstrationMark.self, .local)
  }

  func put(_ range: [CalendarDay], _ habits: [Habit], _ seed: UInt64, to moment: Moment) async throws(Problem) {
    try await self.habits.put(habits, as: DemonstrationData.rev)
    let rev = DemonstrationData.rev
    // Newest first: they are shown while the rest is written.
    for start in stride(from: 0, to: range.count, by: 50) {
      let days = range.reversed().dropFirst(start).prefix(50)
        .map { LoggedDay(LivedDay($0, seed), to: moment, habits) }
      try await moods.put(days.flatMap(\.moods), as: rev)
      try await energies.put(days.flatMap(\.energies), as: rev)
      try await meals.put(days.flatMap(\.meals), as: rev)
      try await waters.put(days.flatMap(\.waters), as: rev)
      try await workouts.put(days.flatMap(\.workouts), as: rev)
      try await nights.put(days.flatMap(\.nights), as: rev)
      try await weights.put(days.flatMap(\.weights), as: rev)
      try await journal.put(days.flatMap(\.journal), as: rev)
      try await ticks.put(days.flatMap(\.ticks), as: rev)
      // Device totals of a day grow until the day is over.
      let devices = days.flatMap(\.devices)
      try await self.devices.put(devices.filter { $0.day < moment.day }, as: rev)
      try await self.devices.put(devices.filter { $0.day >= moment.day }, as: "\(rev) \(moment.text)")
    }
  }

  func takeOut(_ mark: DemonstrationMark, of store: Store) async throws(Problem) {
    let range = (mark.first.number...max(mark.first.number, mark.last.number)).map { CalendarDay(number: $0) }
    let habits = LoggedDay.habits(mark.seed, made: mark.made)
    let kept = Set(habits.map(\.id.uuid))
    let ticked = try await ticks.collection.records().filter { kept.contains($0.habit) }
    let sources: Set = [LoggedDay.watch, LoggedDay.phone, LoggedDay.both]
    let counted = try await devices.collection.records().filter { sources.contains($0.source) }
    let aims = (0..<Intentions.count).map { Intentions.id(mark.seed, $0) }

    let all = Set(
      numbered(mark, range, MoodEntry.self) + numbered(mark, range, EnergyEntry.self) + numbered(mark, range, Meal.self)
        + numbered(mark, range, WaterEntry.self) + numbered(mark, range, Workout.self)
        + numbered(mark, range, SleepEntry.self) + numbered(mark, range, WeightEntry.self)
        + numbered(mark, range, JournalEntry.self) + kept + ticked.map(\.id.uuid) + counted.map(\.id.uuid)
        + aims.map(\.uuid))
    // Edits of demo records are not sent.
    for change in try await store.outbox.changes(limit: Bounds.rows) where all.contains(change.id) {
      try await store.outbox.discard(change.op)
    }
    try await moods.takeOut(numbered(mark, range, MoodEntry.self))
    try await energies.takeOut(numbered(mark, range, EnergyEntry.self))
    try await meals.takeOut(numbered(mark, range, Meal.self))
    try await waters.takeOut(numbered(mark, range, WaterEntry.self))
    try await workouts.takeOut(numbered(mark, range, Workout.self))
    try await nights.takeOut(numbered(mark, range, SleepEntry.self))
    try await weights.takeOut(numbered(mark, range, WeightEntry.self))
    try await journal.takeOut(numbered(mark, range, JournalEntry.self))
    try await ticks.takeOut(ticked.map(\.id.uuid))
    try await devices.takeOut(counted.map(\.id.uuid))
    try await self.habits.takeOut(Array(kept))
    try await goals.takeOut(aims.map(\.uuid))
    for reached in try await achievements.records() where reached.milestone.goal.map(aims.contains) ?? false {
      try await achievements.delete(reached.id)
    }
  }

  private func numbered<Record: Kept>(
    _ mark: DemonstrationMark, _ range: [CalendarDay], _ type: Record.Type
  ) -> [UUID] {
    range.flatMap { day in
      (0..<LoggedDay.mostOfAKind).map { (LoggedDay.id(mark.seed, day, $0) as ID<Record>).uuid }
    }
  }
}
