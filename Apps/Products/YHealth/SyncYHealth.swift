internal import Health
internal import Interface
internal import Offline
internal import ProductKit
internal import Progress
internal import Storage
internal import Sync

/// The records of yHealth that are synced, and their names on the sync screens.
enum YHealthSync {
  static let collections = [
    Synced(MoodEntry.self), Synced(Meal.self), Synced(Activity.self), Synced(JournalEntry.self), Synced(Workout.self),
    Synced(WaterEntry.self), Synced(EnergyEntry.self), Synced(SleepEntry.self), Synced(WeightEntry.self),
    // Before the entries, which refer to habits.
    Synced(Habit.self), Synced(HabitEntry.self, policy: .newest),
    // Identifiers are derived from the contents: equal on all devices of one person, different between persons.
    Synced(DeviceDay.self, .rest, policy: .newest, isNamed: true), Synced(Goal.self, .done), .settings,
  ]

  static let words = OfflineWords([
    .init(
      MoodEntry.collection, one: "mood check-in", many: "mood check-ins", icon: .heart,
      fields: [
        .init("mood", "Mood", .outOf(10)), .init("feelings", "Feelings"), .init("note", "Note"),
        .init("felt_at", "Time"),
      ], editing: Route(["log", "mood"])),
    .init(
      Meal.collection, one: "meal", many: "meals", icon: .food,
      fields: [
        .init("kind", "Meal"), .init("description", "What it was"), .init("calories", "Energy", .unit("kcal")),
        .init("protein_grams", "Protein", .unit("g")), .init("carbohydrate_grams", "Carbohydrate", .unit("g")),
        .init("fat_grams", "Fat", .unit("g")), .init("fibre_grams", "Fibre", .unit("g")),
        .init("photo_path", "Photo", .hidden), .init("eaten_at", "Time"),
      ], editing: Route(["log", "meal"])),
    .init(
      Activity.collection, one: "activity", many: "activities", icon: .activity,
      fields: [
        .init("kind", "Activity"), .init("minutes", "Duration", .unit("min")), .init("steps", "Steps"),
        .init("metres", "Distance", .unit("m")), .init("calories", "Energy", .unit("kcal")), .init("note", "Note"),
        .init("started_at", "Time"),
      ], editing: Route(["log", "activity"])),
    .init(
      JournalEntry.collection, one: "journal entry", many: "journal entries", icon: .edit,
      fields: [
        .init("title", "Title"), .init("body", "Words"), .init("tags", "Tags"), .init("written_at", "Time"),
      ], editing: Route(["log", "journal"])),
    .init(
      Workout.collection, one: "workout", many: "workouts", icon: .run,
      fields: [
        .init("kind", "Workout"), .init("title", "Title"), .init("minutes", "Duration", .unit("min")),
        .init("effort", "Effort", .outOf(10)), .init("sets", "Sets"), .init("note", "Note"),
        .init("started_at", "Time"),
      ], editing: Route(["log", "workout"])),
    .init(
      WaterEntry.collection, one: "drink", many: "drinks", icon: .water,
      fields: [
        .init("millilitres", "How much", .unit("ml")), .init("drink", "Drink"), .init("drunk_at", "Time"),
      ], editing: Route(["log", "water"])),
    .init(
      EnergyEntry.collection, one: "energy check-in", many: "energy check-ins", icon: .sun,
      fields: [
        .init("energy", "Energy", .outOf(10)), .init("stress", "Stress", .outOf(10)), .init("note", "Note"),
        .init("felt_at", "Time"),
      ], editing: Route(["log", "energy"])),
    .init(
      SleepEntry.collection, one: "night", many: "nights", icon: .sleep,
      fields: [
        .init("fell_asleep_at", "Fell asleep"), .init("woke_at", "Woke up"), .init("quality", "Quality", .outOf(10)),
        .init("stages", "Stages", .hidden), .init("note", "Note"),
      ], editing: Route(["log", "sleep"])),
    .init(
      WeightEntry.collection, one: "weight", many: "weights", icon: .weight,
      fields: [.init("grams", "Weight", .unit("g")), .init("weighed_at", "Time")], editing: Route(["log", "weight"])),
    .init(
      Habit.collection, one: "habit", many: "habits", icon: .flag,
      fields: [
        .init("name", "Habit"),
        .init("cadence", "How often", .words(["daily": "Daily", "weekly": "Weekly", "monthly": "Monthly"])),
        .init("times", "Times"), .init("is_archived", "Archived"),
      ]),
    .init(
      HabitEntry.collection, one: "habit's day", many: "habits' days", icon: .success,
      fields: [.init("habit", "Habit", .hidden), .init("day", "Day"), .init("times", "Times")]),
    .init(
      DeviceDay.collection, one: "device's figure", many: "devices' figures", icon: .device,
      fields: [
        .init("day", "Day"), .init("kind", "What", .words(DeviceDay.titles)), .init("amount", "Amount"),
        .init("source", "From"),
      ]),
    .init(
      Goal.collection, one: "goal", many: "goals", icon: .flag,
      fields: [
        .init("name", "Goal"), .init("pillar", "Pillar"), .init("target", "Target"), .init("unit", "Unit"),
        .init("begins_on", "From"), .init("ends_on", "Until"), .init("status", "Standing"),
      ], editing: Route(["pillars", "goal"])),
    .setting,
  ])
}
