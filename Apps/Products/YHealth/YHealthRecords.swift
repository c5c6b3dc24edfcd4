internal import Health
internal import Interface
internal import Offline
internal import OwnMeasures
internal import Pillar
package import ProductKit
internal import Progress
internal import Storage

/// The records of yHealth that are synced. Their rows are visible to their owner only.
package enum YHealthRecords {
  package static let all = [
    moods, meals, activities, workouts, journal, habits, habitEntries, water, energy, sleep, weights, deviceDays, goals,
    ownMeasures, ownReadings,
  ]

  static let moods = SyncedRecord(
    MoodEntry.self, one: "mood check-in", many: "mood check-ins", icon: .heart, editing: Route(["log", "mood"]),
    expires: true,
    columns: [
      .integer(.mood, "Mood", in: 1...10, as: .outOf(10)).required,
      .texts(.feelings, "Feelings", size: 2_000),
      .text(.note, "Note", length: 0...5_000),
      .timestamp(.feltAt, "Time").filled(.now).required,
    ])

  static let meals = SyncedRecord(
    Meal.self, one: "meal", many: "meals", icon: .food, editing: Route(["log", "meal"]), expires: true,
    columns: [
      .word(.kind, "Meal", of: Meal.Course.self).required,
      .text(.description, "What it was", length: 1...2_000).required,
      .integer(.calories, "Energy", in: 0...20_000, as: .unit("kcal")),
      .double(.protein, "Protein", in: 0...5_000, as: .unit("g")),
      .double(.carbohydrate, "Carbohydrate", in: 0...5_000, as: .unit("g")),
      .double(.fat, "Fat", in: 0...5_000, as: .unit("g")),
      .double(.fibre, "Fibre", in: 0...5_000, as: .unit("g")),
      .text(.photoPath, .hidden, length: 1...1_000),
      .timestamp(.eatenAt, "Time").filled(.now).required,
    ])

  static let activities = SyncedRecord(
    Activity.self, one: "activity", many: "activities", icon: .activity, editing: Route(["log", "activity"]),
    expires: true,
    columns: [
      .text(.kind, "Activity", length: 1...100).required,
      .integer(.minutes, "Duration", in: 0...2_880, as: .unit("min")),
      .integer(.steps, "Steps", in: 0...300_000),
      .double(.metres, "Distance", in: 0...2_000_000, as: .unit("m")),
      .integer(.calories, "Energy", in: 0...20_000, as: .unit("kcal")),
      .text(.note, "Note", length: 0...5_000),
      .timestamp(.startedAt, "Time").filled(.now).required,
    ])

  static let workouts = SyncedRecord(
    Workout.self, one: "workout", many: "workouts", icon: .run, editing: Route(["log", "workout"]), expires: true,
    columns: [
      .text(.kind, "Workout", length: 1...100).required,
      .text(.title, "Title", length: 1...500),
      .integer(.minutes, "Duration", in: 1...2_880, as: .unit("min")).required,
      .integer(.effort, "Effort", in: 1...10, as: .outOf(10)),
      .json(.sets, "Sets", size: 50_000),
      .text(.note, "Note", length: 0...5_000),
      .timestamp(.startedAt, "Time").filled(.now).required,
    ])

  static let journal = SyncedRecord(
    JournalEntry.self, one: "journal entry", many: "journal entries", icon: .edit, editing: Route(["log", "journal"]),
    expires: true,
    columns: [
      .text(.title, "Title", length: 1...500),
      .text(.body, "Words", length: 1...50_000).required,
      .texts(.tags, "Tags", size: 2_000),
      .timestamp(.writtenAt, "Time").filled(.now).required,
    ])

  static let habits = SyncedRecord(
    Habit.self, one: "habit", many: "habits", icon: .flag,
    columns: [
      .text(.name, "Habit", length: 1...200).required,
      .word(.cadence, "How often", of: Habit.Cadence.self) {
        switch $0 {
        case .daily: "Daily"
        case .weekly: "Weekly"
        case .monthly: "Monthly"
        }
      }.required,
      .integer(.times, "Times", in: 1...100).required.usually(1),
      .boolean(.isArchived, "Archived").required.usually(false),
    ])

  static let habitEntries = SyncedRecord(
    HabitEntry.self, one: "habit's day", many: "habits' days", icon: .success, conflicts: .newest, expires: true,
    columns: [
      .uuid(.habit, .hidden, to: habits).required,
      .date(.day, "Day").required,
      .integer(.times, "Times", in: 0...1_000).required.usually(1),
    ],
    rules: [.unique(.habit, .day)])

  static let water = SyncedRecord(
    WaterEntry.self, one: "drink", many: "drinks", icon: .water, editing: Route(["log", "water"]), expires: true,
    columns: [
      .integer(.millilitres, "How much", in: 1...10_000, as: .unit("ml")).required,
      .text(.drink, "Drink", length: 1...100),
      .timestamp(.drunkAt, "Time").filled(.now).required,
    ])

  static let energy = SyncedRecord(
    EnergyEntry.self, one: "energy check-in", many: "energy check-ins", icon: .sun, editing: Route(["log", "energy"]),
    expires: true,
    columns: [
      .integer(.energy, "Energy", in: 1...10, as: .outOf(10)).required,
      .integer(.stress, "Stress", in: 1...10, as: .outOf(10)),
      .text(.note, "Note", length: 0...5_000),
      .timestamp(.feltAt, "Time").filled(.now).required,
    ])

  static let sleep = SyncedRecord(
    SleepEntry.self, one: "night", many: "nights", icon: .sleep, editing: Route(["log", "sleep"]), expires: true,
    columns: [
      .timestamp(.fellAsleepAt, "Fell asleep").required,
      .timestamp(.wokeAt, "Woke up").required.check(
        "wakes_after", "\(.wokeAt) > \(.fellAsleepAt)", says: "Woke up must be after Fell asleep."),
      .integer(.quality, "Quality", in: 1...10, as: .outOf(10)),
      .unread(.json("stages", .hidden, size: 20_000)),
      .text(.note, "Note", length: 0...5_000),
    ])

  static let weights = SyncedRecord(
    WeightEntry.self, one: "weight", many: "weights", icon: .weight, editing: Route(["log", "weight"]), expires: true,
    columns: [
      .integer(.grams, "Weight", in: 1_000...700_000, as: .unit("g")).required,
      .timestamp(.weighedAt, "Time").filled(.now).required,
    ])

  /// Daily totals counted by a device: steps, active minutes, resting heart rate. Identifiers are derived from the
  /// contents: equal on all devices of one person, different between persons.
  static let deviceDays = SyncedRecord(
    DeviceDay.self, one: "device's figure", many: "devices' figures", icon: .device, priority: .rest,
    conflicts: .newest, isNamed: true, expires: true,
    columns: [
      .date(.day, "Day").required,
      .text(.kind, "What", length: 1...100, as: .words(DeviceDay.titles)).required,
      .double(.amount, "Amount", in: 0...1_000_000_000).required,
      .text(.source, "From", length: 1...100).required,
    ],
    rules: [.unique(perOwner: .day, .kind, .source)])

  static let goals = SyncedRecord(
    Goal.self, one: "goal", many: "goals", icon: .flag, editing: Route(["pillars", "goal"]), priority: .done,
    columns: [
      .word(.pillar, "Pillar", of: Pillar.self).required,
      .text(.name, "Goal", length: 1...500).required,
      .double(.target, "Target", in: 0...1_000_000_000),
      .text(.unit, "Unit", length: 1...50),
      .date(.beginsOn, "From").required,
      .date(.endsOn, "Until").check(
        "ends_after", "\(.endsOn) >= \(.beginsOn)", says: "Until must not be before From."),
      .word(.status, "Standing", of: Goal.Status.self).required.usually(Goal.Status.active),
    ])

  static let ownMeasures = SyncedRecord(
    OwnMeasure.self, one: "measure", many: "measures", icon: .list, editing: Route(["measures", "edit"]),
    columns: [
      .text(.name, "Name", length: 1...OwnMeasure.longestName).required,
      .word(.kind, "Kind", of: OwnMeasure.Kind.self) {
        switch $0 {
        case .scale: "Symptom"
        case .medicine: "Medicine"
        case .pressure: "Blood pressure"
        case .number: "Number"
        }
      }.required,
      .text(.unit, "Unit", length: 1...OwnMeasure.longestUnit),
      .double(.least, "Lowest possible value", in: OwnMeasure.range),
      .double(.most, "Highest possible value", in: OwnMeasure.range),
      .double(.dose, "Usual dose", in: 0...1_000_000),
      .boolean(.isArchived, "Archived").required.usually(false),
      .timestamp(.createdAt, "Added").filled(.now).required,
    ])

  /// The value is a level, a number, a dose or the upper value of a blood pressure, whose lower one is the second.
  static let ownReadings = SyncedRecord(
    OwnReading.self, one: "measured value", many: "measured values", icon: .activity,
    editing: Route(["measures", "reading"]), expires: true,
    columns: [
      .uuid(.measure, .hidden, to: ownMeasures).required,
      .double(.value, "Value", in: OwnMeasure.range),
      .double(.second, "Lower value", in: OwnMeasure.range),
      .boolean(.isTaken, "Taken").required.usually(true),
      .text(.note, "Note", length: 0...5_000),
      .timestamp(.measuredAt, "Time").filled(.now).required,
    ])
}
