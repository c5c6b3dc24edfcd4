internal import Days
internal import Hours
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Phrases
internal import Platform
internal import Recurrence

/// A line below an answer, which leads to what it is about.
public struct ChatRow: Sendable, Equatable {
  let title: String
  let value: String
  var route: Route?
}

/// A model that has answered.
public struct ChatSource: Sendable, Equatable {
  /// The operator of the model, for a sentence.
  let name: String
  /// Its own words, without what this device added from the person's data.
  let words: String
}

/// An answer from the person's own data.
public struct ChatAnswer: Sendable, Equatable {
  var text: String
  var rows: [ChatRow] = []
  var suggestion: Suggestion?
  var change: ChatChange?
  /// The page on which the person goes on.
  var opens: Route?
  /// The model that answered; nil for an answer of this device.
  var source: ChatSource?
  /// Why no model answered, though one is chosen.
  var trouble: Problem?

  /// Rows that are shown.
  static let most = 20

  static let help = """
    I read what you write here on this device, without a model. Write something to add, such as “lunch with Sam on Friday at 1” or \
    “€12 taxi”. Ask “what is due tomorrow?”, “free on Friday?” or “food in May”. Change a todo with “done: buy milk” or “move \
    buy milk to Monday”.
    """

  /// The shortest of it, for the empty conversation.
  static let hint =
    "Write “lunch with Sam on Friday at 1” or ask “food in May?”. “Help” lists more. All of it stays on this device."

  init(_ text: String) { self.text = text }

  init(to question: ChatQuestion, from data: AssistantData, at now: Moment) {
    let words = DateWords(now)
    switch question {
    case .due(let days): self = .due(days, data, words)
    case .overdue:
      let late = data.tasks.filter { task in !task.isDone && task.day.map { $0 < now.day } ?? false }
      self.init(
        late.isEmpty ? "Nothing is overdue." : ChatAnswer.count(late.count, "todo is", "todos are") + " overdue.")
      rows = ChatAnswer.rows(late, words)
    case .free(let days): self = .free(days, data, words)
    case .spent(let what, let days): self = .spent(what, days, data, words)
    case .when(let what): self = .when(what, data, words)
    case .complete(let what): self = .changing(what, data, words) { .complete($0.id, title: $0.title) }
    case .move(let what, let reading):
      self = .moving(what, to: reading.start ?? LocalTime(day: now.day.number, isDay: true), data, words)
    case .suggest(let suggestion):
      self.init(ChatAnswer.words(suggestion, words))
      self.suggestion = suggestion
    case .suggestAll(let suggestions):
      let titles = suggestions.map { ChatAnswer.title(of: $0, words) }.joined(separator: "; ")
      self.init("\(suggestions.count) todos: \(titles). Choose which to add.")
      change = .add(suggestions)
    case .unclear: self.init(ChatAnswer.help)
    }
  }

  static func count(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

  static func name(_ days: ClosedRange<CalendarDay>, _ words: DateWords) -> String {
    let (first, last, today) = (days.lowerBound, days.upperBound, words.now.day)
    guard first == last else { return "from \(words.day(first)) to \(words.day(last))" }
    switch first.days(since: today) {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    default: return "on \(words.weekday(first))"
    }
  }

  static func rows(_ tasks: [AssistantData.Task], _ words: DateWords) -> [ChatRow] {
    let sorted = tasks.sorted {
      ($0.day?.number ?? .max, $0.time?.minutes ?? -1, $0.title) < (
        $1.day?.number ?? .max, $1.time?.minutes ?? -1, $1.title
      )
    }
    return sorted.prefix(most).map { task in
      let day = task.day.map { words.day($0) + (task.time.map { ", \(words.time($0))" } ?? "") }
      return ChatRow(title: task.title, value: day.map { "Todo, \($0)" } ?? "Todo without a day", route: task.route)
    }
  }

  // MARK: Days

  private static func due(_ days: ClosedRange<CalendarDay>?, _ data: AssistantData, _ words: DateWords) -> ChatAnswer {
    let open = data.tasks.filter { !$0.isDone }
    guard let days else {
      var answer = ChatAnswer(
        open.isEmpty ? "Nothing is left to do." : count(open.count, "todo is", "todos are") + " open.")
      answer.rows = rows(open, words)
      return answer
    }
    let due = open.filter { $0.day.map { days.contains($0) } ?? false }
    let name = name(days, words)
    if due.isEmpty, data.entries.isEmpty { return ChatAnswer("Nothing is due and nothing takes place \(name).") }
    var answer = ChatAnswer(
      "\(count(due.count, "todo", "todos")) and \(count(data.entries.count, "event", "events")) \(name).")
    answer.rows = entryRows(data.entries, words, days) + rows(due, words)
    return answer
  }

  private static func entryRows(
    _ entries: [AssistantData.Entry], _ words: DateWords, _ days: ClosedRange<CalendarDay>
  ) -> [ChatRow] {
    entries.prefix(most).map { entry in
      let day = days.lowerBound == days.upperBound ? "" : "\(words.day(entry.day)), "
      return ChatRow(title: entry.title, value: "Event, \(day)\(hours(entry, words))", route: entry.route)
    }
  }

  private static func hours(_ entry: AssistantData.Entry, _ words: DateWords) -> String {
    switch (entry.start, entry.end) {
    case (let start?, let end?): "\(words.time(start)) to \(words.time(end))"
    case (let start?, nil): "from \(words.time(start))"
    case (nil, let end?): "until \(words.time(end))"
    case (nil, nil): "all day"
    }
  }

  /// Free time between 08:00 and 20:00, of half an hour or more.
  private static func free(_ days: ClosedRange<CalendarDay>, _ data: AssistantData, _ words: DateWords) -> ChatAnswer {
    if days.lowerBound == days.upperBound, data.entries.isEmpty {
      return ChatAnswer("You are free \(name(days, words)): nothing is in your calendar.")
    }
    var answer = ChatAnswer(
      data.entries.isEmpty
        ? "You are free \(name(days, words)): nothing is in your calendar."
        : "\(count(data.entries.count, "event is", "events are")) in your calendar \(name(days, words)).")
    if days.lowerBound == days.upperBound {
      let gaps = gaps(data.entries).map { "\(words.time($0.lowerBound)) to \(words.time($0.upperBound))" }
      answer.text +=
        gaps.isEmpty ? " No time is free between 08:00 and 20:00." : " Free: \(gaps.joined(separator: ", "))."
    }
    answer.rows = entryRows(data.entries, words, days)
    return answer
  }

  static func gaps(_ entries: [AssistantData.Entry]) -> [ClosedRange<TimeOfDay>] {
    let (morning, evening) = (480, 1200)
    var (gaps, from): ([ClosedRange<TimeOfDay>], Int) = ([], morning)
    func add(_ end: Int) {
      guard end - from >= 30, let first = TimeOfDay(minutes: from), let last = TimeOfDay(minutes: end) else { return }
      gaps.append(first...last)
    }
    for busy in entries.compactMap(\.busy).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(min(busy.lowerBound, evening))
      from = max(from, busy.upperBound)
    }
    add(evening)
    return gaps
  }

  // MARK: Money

  private static func spent(
    _ what: String?, _ days: ClosedRange<CalendarDay>, _ data: AssistantData, _ words: DateWords
  ) -> ChatAnswer {
    let categories = what.map { SpendingWords.categories($0) } ?? []
    let found = data.spendings.filter { one in
      guard days.contains(one.day) else { return false }
      guard let what else { return true }
      return categories.contains(one.category) || one.title.lowercased() == what
        || one.words.lowercased().contains(what)
    }
    let on = what.map { " on \($0)" } ?? ""
    let name = name(days, words)
    guard !found.isEmpty else { return ChatAnswer("No expense\(on) is noted \(name).") }
    let notation = NumberNotation(locale: words.now.locale)
    let sums = MoneySums(found.map(\.money)).all.map { $0.text(notation) }.joined(separator: " and ")
    var answer = ChatAnswer("You spent \(sums)\(on) \(name), in \(count(found.count, "expense", "expenses")).")
    answer.rows = found.sorted { $0.day > $1.day }.prefix(most).map { one in
      ChatRow(
        title: one.words.isEmpty ? one.title : one.words, value: "\(one.money.text(notation)), \(words.day(one.day))")
    }
    return answer
  }

  // MARK: One thing

  private static func matches(_ what: String, _ title: String) -> Bool {
    let title = title.lowercased()
    return what.split(separator: " ").allSatisfy { title.contains($0) }
  }

  private static func when(_ what: String, _ data: AssistantData, _ words: DateWords) -> ChatAnswer {
    let entries = data.entries.filter { matches(what, $0.title) }
    let tasks = data.tasks.filter { !$0.isDone && matches(what, $0.title) }
    guard entries.first != nil || !tasks.isEmpty else {
      return ChatAnswer("No open todo and no event of the next year is called “\(what)”.")
    }
    var answer = ChatAnswer("")
    if let first = entries.first {
      answer.text = "“\(first.title)” is \(name(first.day...first.day, words)), \(hours(first, words))."
    } else if let task = tasks.first {
      answer.text = task.day.map { "“\(task.title)” is due \(name($0...$0, words))." } ?? "“\(task.title)” has no day."
    }
    answer.rows = entryRows(Array(entries.prefix(5)), words) + rows(tasks, words)
    return answer
  }

  /// Finds the todo that is to be changed. Of several it asks which.
  private static func changing(
    _ what: String, _ data: AssistantData, _ words: DateWords, _ change: (AssistantData.Task) -> ChatChange
  ) -> ChatAnswer {
    let open = data.tasks.filter { !$0.isDone }
    let exact = open.filter { $0.title.lowercased() == what }
    let found = exact.isEmpty ? open.filter { matches(what, $0.title) } : exact
    guard let task = found.first else { return ChatAnswer("No open todo is called “\(what)”.") }
    guard found.count == 1 else {
      var answer = ChatAnswer(
        "\(found.count) todos match “\(what)”. Open the one that you mean, or write its whole title.")
      answer.rows = rows(found, words)
      return answer
    }
    let change = change(task)
    var answer = ChatAnswer("")
    answer.change = change
    answer.text = "\(change.question(words)) Confirm it in the dialog."
    answer.rows = rows([task], words)
    return answer
  }

  /// Moves a todo or an event. Of a series the person chooses on its page which of its events are meant.
  private static func moving(
    _ what: String, to start: LocalTime, _ data: AssistantData, _ words: DateWords
  ) -> ChatAnswer {
    var met: Set<UUID> = []
    var events = data.entries.filter { entry in
      entry.id.map { matches(what, entry.title) && met.insert($0).inserted } ?? false
    }
    var tasks = data.tasks.filter { !$0.isDone && matches(what, $0.title) }
    let exact = (events.filter { $0.title.lowercased() == what }, tasks.filter { $0.title.lowercased() == what })
    if !exact.0.isEmpty || !exact.1.isEmpty { (events, tasks) = exact }
    let (day, time) = (CalendarDay(number: start.day), start.isDay ? nil : TimeOfDay(minutes: start.second / 60))
    guard let event = events.first else {
      guard !tasks.isEmpty else { return ChatAnswer("No open todo and no event of the next year is called “\(what)”.") }
      return changing(what, data, words) { .move($0.id, title: $0.title, day: day, time: start.isDay ? $0.time : time) }
    }
    var answer = ChatAnswer("")
    answer.rows = entryRows(events, words) + rows(tasks, words)
    guard events.count + tasks.count == 1, let id = event.id else {
      let kinds = tasks.isEmpty ? "events" : "todos and events"
      answer.text =
        "\(answer.rows.count) \(kinds) match “\(what)”. Open the one that you mean, or write its whole title."
      return answer
    }
    guard !event.isRepeating else {
      answer.text = "“\(event.title)” repeats. Choose which of its events to edit, and change the day there."
      answer.opens = event.route
      return answer
    }
    let change = ChatChange.moveEvent(id, title: event.title, day: day, time: time)
    answer.change = change
    answer.text = "\(change.question(words)) Confirm it in the dialog."
    return answer
  }

  private static func entryRows(_ entries: [AssistantData.Entry], _ words: DateWords) -> [ChatRow] {
    entries.prefix(most).map {
      ChatRow(title: $0.title, value: "Event, \(words.day($0.day)), \(hours($0, words))", route: $0.route)
    }
  }

  static func words(_ suggestion: Suggestion, _ words: DateWords) -> String {
    let what =
      switch suggestion {
      case .todo: "A todo"
      case .event: "An event"
      case .expense: "An expense"
      }
    return "\(what): \(title(of: suggestion, words)). Check it and save it."
  }

  /// "call mum, tomorrow at 17:00".
  static func title(of suggestion: Suggestion, _ words: DateWords) -> String {
    func at(_ day: CalendarDay?, _ time: TimeOfDay?) -> String {
      guard let day else { return "" }
      return ", \(name(day...day, words))" + (time.map { " at \(words.time($0))" } ?? "")
    }
    switch suggestion {
    case .todo(let title, let day, let time, _): return title + at(day, time)
    case .event(let title, let start, _, _):
      return title + at(CalendarDay(number: start.day), start.isDay ? nil : TimeOfDay(minutes: start.second / 60))
    case .expense(let title, _, _, let day, _): return title + at(day, nil)
    }
  }
}

extension ChatChange {
  func question(_ words: DateWords) -> String {
    switch self {
    case .complete(_, let title): return "Complete “\(title)”?"
    case .move(_, let title, let day, let time), .moveEvent(_, let title, let day, let time):
      return "Move “\(title)” to \(words.weekday(day))\(time.map { ", \(words.time($0))" } ?? "")?"
    case .add(let suggestions): return "Add \(ChatAnswer.count(suggestions.count, "todo", "todos"))?"
    }
  }
}
