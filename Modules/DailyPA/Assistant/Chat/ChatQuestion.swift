public import Days
internal import Hours
public import Kernel
public import Phrases
internal import Platform
internal import Recurrence

/// A message, as far as it is understood without a model.
public enum ChatQuestion: Sendable, Equatable {
  /// Todos and events of some days; nil for everything that is open.
  case due(ClosedRange<CalendarDay>?)
  case overdue
  /// Free time on some days.
  case free(ClosedRange<CalendarDay>)
  /// Money spent on something, or on everything, on some days.
  case spent(String?, ClosedRange<CalendarDay>)
  /// The day on which something is.
  case when(String)
  case complete(String)
  case move(String, to: PhraseReading)
  case suggest(Suggestion)
  /// Several todos of one message.
  case suggestAll([Suggestion])
  case unclear

  /// Reads a message. Throws if it is too long.
  public init(_ text: String, at now: Moment) throws(Problem) {
    let settings = PhraseSettings(locale: now.locale)
    let reading = try PhraseReading(of: text, at: now, settings: settings)
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
      .map { ChatQuestion.plain($0) }
    self = try ChatQuestion(words, reading, text, now)
  }

  /// A word of a question without a verb at its end: "what’s".
  private static func plain(_ word: Substring) -> String {
    for base in ["what", "when", "where", "who", "how"] where word == "\(base)'s" || word == "\(base)’s" { return base }
    return String(word)
  }

  private init(_ words: [String], _ reading: PhraseReading, _ text: String, _ now: Moment) throws(Problem) {
    if let change = try ChatQuestion.change(words, reading, text, now) {
      self = change
      return
    }
    let isAsking = reading.kind == .none || text.hasSuffix("?")
    let set = Set(words)
    if set.contains("overdue") || set.contains("late"), isAsking || words.count <= 3 {
      self = .overdue
      return
    }
    if set.contains("free") || set.contains("busy") || set.contains("available") {
      self = .free(ChatQuestion.days(reading) ?? now.day...now.day)
      return
    }
    let isAboutMoney = !set.isDisjoint(with: [
      "spent", "spend", "spending", "spendings", "cost", "costs", "paid", "expenses", "expense",
    ])
    if reading.amount == nil, isAboutMoney || ChatQuestion.isCategory(words, reading) {
      var past = PhraseSettings(locale: now.locale)
      past.looksBack = true
      let period = try PhraseReading(of: text, at: now, settings: past)
      let first = CalendarDay(year: now.day.year, month: now.day.month, day: 1) ?? now.day
      let days = ChatQuestion.days(period) ?? ChatQuestion.year(words)
      self = .spent(ChatQuestion.subject(of: period), days ?? first...now.day)
      return
    }
    if words.first == "when", words.count > 1 {
      let rest = words.dropFirst().filter {
        !["is", "are", "was", "the", "my", "next", "do", "i", "have", "a", "an"].contains($0)
      }
      self = rest.isEmpty ? .unclear : .when(rest.joined(separator: " "))
      return
    }
    let isDue = !set.isDisjoint(with: [
      "due", "todo", "todos", "tasks", "agenda", "calendar", "schedule", "planned", "events", "appointments",
    ])
    if isAsking, isDue || reading.start != nil || set.contains("do") {
      self = .due(ChatQuestion.days(reading))
      return
    }
    if isDue, reading.title.map({ $0.split(separator: " ").count <= 2 }) ?? true, reading.kind != .expense {
      self = .due(ChatQuestion.days(reading))
      return
    }
    if let parts = LineParts(of: text, at: now) {
      self = .suggestAll(parts.readings.map { Suggestion($0, as: .todo, at: now) })
      return
    }
    self =
      reading.kind == .none || reading.title == nil && reading.amount == nil
      ? .unclear : .suggest(Suggestion(reading, as: reading.kind, at: now))
  }

  // MARK: Changes

  private static func change(
    _ words: [String], _ reading: PhraseReading, _ text: String, _ now: Moment
  ) throws(Problem) -> ChatQuestion? {
    switch words.first {
    case "complete", "done", "completed", "tick", "finished":
      let rest = words.dropFirst().filter { !["off", "with", "the", "todo"].contains($0) }
      return rest.isEmpty ? nil : .complete(rest.joined(separator: " "))
    case "mark":
      guard let last = words.last, ["done", "complete", "completed", "finished"].contains(last) else { return nil }
      let rest = words.dropFirst().dropLast().filter { !["as", "the", "todo"].contains($0) }
      return rest.isEmpty ? nil : .complete(rest.joined(separator: " "))
    case "move", "reschedule", "postpone", "shift":
      guard reading.start != nil, let title = reading.title else { return nil }
      var rest = title.lowercased().split(separator: " ").map(String.init).dropFirst().filter {
        !["the", "my", "todo"].contains($0)
      }
      while let last = rest.last, ["to", "until", "on"].contains(last) { rest.removeLast() }
      return rest.isEmpty ? nil : .move(rest.joined(separator: " "), to: reading)
    default: return nil
    }
  }

  // MARK: Parts

  private static func days(_ reading: PhraseReading) -> ClosedRange<CalendarDay>? {
    guard let start = reading.start else { return nil }
    let first = CalendarDay(number: start.day)
    guard let end = reading.end, end.isDay else { return first...first }
    return first...max(first, CalendarDay(number: min(end.day, start.day + 400)))
  }

  /// The days of a year that is named alone: "in 2026".
  private static func year(_ words: [String]) -> ClosedRange<CalendarDay>? {
    for (place, word) in words.enumerated().dropFirst() where ["in", "during", "of"].contains(words[place - 1]) {
      guard word.utf8.count == 4, let year = Int(word), 1900...2100 ~= year,
        let first = CalendarDay(year: year, month: 1, day: 1), let last = CalendarDay(year: year, month: 12, day: 31)
      else { continue }
      return first...last
    }
    return nil
  }

  /// "food in may": the name of a category with a time, and nothing else.
  private static func isCategory(_ words: [String], _ reading: PhraseReading) -> Bool {
    guard let title = reading.title?.lowercased() else { return false }
    if year(words) != nil, words.count == 3, words[1] == "in" { return SpendingWords.category(words[0]) != nil }
    guard reading.start != nil else { return false }
    return SpendingWords.category(title) != nil && title.split(separator: " ").count <= 2
      && reading.start?.isDay == true
      && words.contains { ["in", "this", "last", "since", "month", "week", "year"].contains($0) }
  }

  /// The purpose that money was spent on: the title without the words of the question.
  private static func subject(of reading: PhraseReading) -> String? {
    let filler: Set<String> = [
      "how", "much", "did", "i", "we", "spend", "spent", "spending", "spendings", "on", "for", "in", "what", "have",
      "was", "were", "is", "the",
      "my", "total", "expenses", "expense", "cost", "costs", "paid", "pay", "do", "all", "show", "me", "money", "of",
      "at",
    ]
    let rest = (reading.title ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !filler.contains($0) && ($0.utf8.count != 4 || Int($0).map { !(1900...2100 ~= $0) } ?? true) }
    return rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// The days of which events are read.
  func range(at now: Moment) -> ClosedRange<CalendarDay> {
    switch self {
    case .due(let days): days ?? now.day...now.day.following(7)
    case .free(let days): days
    case .when, .move: now.day...now.day.following(365)
    case .overdue, .spent, .complete, .suggest, .suggestAll, .unclear: now.day...now.day
    }
  }
}

/// The names by which people ask for categories of expenses.
enum SpendingWords {
  static let names: [String: [String]] = [
    "food": ["food", "restaurants", "eating out", "lunch"], "groceries": ["groceries", "supermarket", "food"],
    "transport": ["transport", "travel to work", "taxi", "fuel"], "housing": ["housing", "rent"],
    "bills": ["bills", "utilities"], "health": ["health", "pharmacy"], "shopping": ["shopping", "clothes"],
    "leisure": ["leisure", "fun"], "travel": ["travel", "travels", "trips"], "family": ["family", "kids"],
    "education": ["education", "school"], "other": ["other"],
  ]

  /// The categories that a word asks for: "food" is eating out and groceries.
  static func categories(_ word: String) -> Set<String> {
    Set(names.filter { $0.value.contains(word) }.map(\.key))
  }

  static func category(_ word: String) -> String? { categories(word).min() }
}
