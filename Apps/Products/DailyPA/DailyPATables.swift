public import Relational

/// The tables of Daily PA: todos, expenses, events. Rows are visible to their owner only.
public enum DailyPATables {
  public static let all = [todos, expenses, events]

  static let todos = Table.owned(
    "todos",
    [
      .text("title").required, .text("notes"), .text("color").required.usually("'blue'"),
      .text("status").required.usually("'open'"), .timestamp("due_at"), .timestamp("completed_at"),
    ],
    checks: [
      .length("title", 1...500), .length("notes", 0...20_000), .length("color", 1...30),
      .word("status", ["open", "done"]),
    ])

  /// Amounts are in the smallest unit of their currency (ISO 4217), so no fractions are lost.
  static let expenses = Table.owned(
    "expenses",
    [
      .bigint("amount").required, .text("currency").required, .text("category").required, .date("spent_on").required,
      .text("merchant"), .text("description"), .text("receipt_path"),
    ],
    checks: [
      .range("amount", -1_000_000_000_000...1_000_000_000_000), .length("currency", 3...3),
      Check("currency_upper", "currency = upper(currency)"), .length("category", 1...100),
      .length("merchant", 1...500), .length("description", 0...5_000), .length("receipt_path", 1...1_000),
    ])

  static let events = Table.owned(
    "events",
    [
      .text("title").required, .text("description"), .text("location"), .timestamp("starts_at").required,
      .timestamp("ends_at").required, .boolean("is_all_day").required.usually("false"), .text("time_zone").required,
      .text("recurrence"), .text("source"), .text("source_id"),
    ],
    checks: [
      .length("title", 1...500), .length("description", 0...20_000), .length("location", 1...1_000),
      Check("ends_after", "ends_at >= starts_at"), .length("time_zone", 1...64), .length("recurrence", 1...1_000),
      .word("source", ["google", "apple", "caldav"]), .length("source_id", 1...1_000),
    ])
}
