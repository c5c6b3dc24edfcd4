public import Relational

/// The tables of yHealth. Rows are visible to their owner only.
public enum YHealthTables {
  public static let all = [
    moodEntries, meals, activities, workouts, journalEntries, habits, habitEntries, hydrationEntries, energyEntries,
    sleepEntries, weightEntries, dailyMeasures, goals,
  ]

  static let moodEntries = Table.owned(
    "mood_entries",
    [.integer("mood").required, .texts("feelings"), .text("note"), .timestamp("felt_at").filled(.now).required],
    checks: [.range("mood", 1...10), .size("feelings", 2_000), .length("note", 0...5_000)])

  static let meals = Table.owned(
    "meals",
    [
      .text("kind").required, .text("description").required, .integer("calories"), .double("protein_grams"),
      .double("carbohydrate_grams"), .double("fat_grams"), .double("fibre_grams"),
      .text("photo_path"),
      .timestamp("eaten_at").filled(.now).required,
    ],
    checks: [
      .word("kind", ["breakfast", "lunch", "dinner", "snack", "drink"]), .length("description", 1...2_000),
      .range("calories", 0...20_000), .range("protein_grams", 0...5_000), .range("carbohydrate_grams", 0...5_000),
      .range("fat_grams", 0...5_000), .range("fibre_grams", 0...5_000), .length("photo_path", 1...1_000),
    ])

  static let activities = Table.owned(
    "activities",
    [
      .text("kind").required, .integer("minutes"), .integer("steps"), .double("metres"), .integer("calories"),
      .text("note"), .timestamp("started_at").filled(.now).required,
    ],
    checks: [
      .length("kind", 1...100), .range("minutes", 0...2_880), .range("steps", 0...300_000),
      .range("metres", 0...2_000_000), .range("calories", 0...20_000), .length("note", 0...5_000),
    ])

  static let workouts = Table.owned(
    "workouts",
    [
      .text("kind").required, .text("title"), .integer("minutes").required, .integer("effort"), .json("sets"),
      .text("note"), .timestamp("started_at").filled(.now).required,
    ],
    checks: [
      .length("kind", 1...100), .length("title", 1...500), .range("minutes", 1...2_880), .range("effort", 1...10),
      .size("sets", 50_000), .length("note", 0...5_000),
    ])

  static let journalEntries = Table.owned(
    "journal_entries",
    [.text("title"), .text("body").required, .texts("tags"), .timestamp("written_at").filled(.now).required],
    checks: [.length("title", 1...500), .length("body", 1...50_000), .size("tags", 2_000)])

  static let habits = Table.owned(
    "habits",
    [
      .text("name").required, .text("cadence").required, .integer("times").required.usually("1"),
      .boolean("is_archived").required.usually("false"),
    ],
    checks: [.length("name", 1...200), .word("cadence", ["daily", "weekly", "monthly"]), .range("times", 1...100)])

  static let habitEntries: Table = {
    var table = Table.owned(
      "habit_entries",
      [.uuid("habit").required.refers(to: "habits"), .date("day").required, .integer("times").required.usually("1")],
      checks: [.range("times", 0...1_000)])
    table.uniques = [["habit", "day"]]
    // The habit must be the caller's own, or entries could refer to another person's habit.
    table.policies.inserted =
      "owner = auth.uid() and exists (select 1 from habits as h where h.id = habit and h.owner = auth.uid())"
    table.policies.updatedTo = table.policies.inserted
    return table
  }()

  static let hydrationEntries = Table.owned(
    "hydration_entries",
    [.integer("millilitres").required, .text("drink"), .timestamp("drunk_at").filled(.now).required],
    checks: [.range("millilitres", 1...10_000), .length("drink", 1...100)])

  static let energyEntries = Table.owned(
    "energy_entries",
    [.integer("energy").required, .integer("stress"), .text("note"), .timestamp("felt_at").filled(.now).required],
    checks: [.range("energy", 1...10), .range("stress", 1...10), .length("note", 0...5_000)])

  static let sleepEntries = Table.owned(
    "sleep_entries",
    [
      .timestamp("fell_asleep_at").required, .timestamp("woke_at").required, .integer("quality"), .json("stages"),
      .text("note"),
    ],
    checks: [
      Check("wakes_after", "woke_at > fell_asleep_at"), .range("quality", 1...10), .size("stages", 20_000),
      .length("note", 0...5_000),
    ])

  static let weightEntries = Table.owned(
    "weight_entries", [.integer("grams").required, .timestamp("weighed_at").filled(.now).required],
    checks: [.range("grams", 1_000...700_000)])

  /// Daily totals counted by a device: steps, active minutes, resting heart rate.
  static let dailyMeasures: Table = {
    var table = Table.owned(
      "daily_measures",
      [.date("day").required, .text("kind").required, .double("amount").required, .text("source").required],
      checks: [.length("kind", 1...100), .range("amount", 0...1_000_000_000), .length("source", 1...100)])
    table.uniques = [["owner", "day", "kind", "source"]]
    return table
  }()

  static let goals = Table.owned(
    "goals",
    [
      .text("pillar").required, .text("name").required, .double("target"), .text("unit"), .date("begins_on").required,
      .date("ends_on"), .text("status").required.usually("'active'"),
    ],
    checks: [
      .word("pillar", ["fitness", "nutrition", "wellbeing"]), .length("name", 1...500),
      .range("target", 0...1_000_000_000), .length("unit", 1...50), Check("ends_after", "ends_on >= begins_on"),
      .word("status", ["active", "reached", "given_up"]),
    ])
}
