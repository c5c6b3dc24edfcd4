internal import Days
internal import Hours
public import Interface
public import Kernel
public import Money
internal import Numbers
internal import Phrases
internal import Recurrence

typealias AssistantNode = Node<AssistantWindowAction>

/// The contents of today, beside the line.
public struct AssistantGlance: Sendable, Equatable {
  public var due: Int
  public var overdue: Int
  /// The next event of today with its time, or nil.
  public var event: String?
  public var events: Int
  /// The sums of the month, in words.
  public var spent: String?

  public init(due: Int, overdue: Int, event: String?, events: Int, spent: String?) {
    (self.due, self.overdue, self.event, self.events, self.spent) = (due, overdue, event, events, spent)
  }

  var words: String {
    var parts = [ChatAnswer.count(due, "todo", "todos") + (overdue > 0 ? " and \(overdue) overdue" : "")]
    parts.append(ChatAnswer.count(events, "event", "events") + (event.map { ", next \($0)" } ?? ""))
    parts.append(spent.map { "spent this month \($0)" } ?? "nothing spent this month")
    return parts.joined(separator: " · ")
  }
}

// The line on top, which takes anything.
extension AssistantState {
  public func line(
    _ surroundings: Surroundings, at window: WindowID, glance: AssistantGlance? = nil, usual: Currency = .euro
  ) -> Node<AssistantWindowAction> {
    let local = windows[window]
    let words = DateWords(surroundings.now)
    var nodes: [AssistantNode] = []
    if let glance { nodes.append(.note("Today: \(glance.words)", icon: .sun, id: "glance")) }
    nodes.append(
      .field(
        "Add anything", id: "text", holds: local.line, draft: { .type($0) }, commit: { .type($0) }
      ) {
        $0.hint = "A todo, an event or an expense in one line."
        $0.example = "Lunch with Sam on Friday at 1"
        $0.longest = PhraseReading.longest
        $0.invalid = local.problem?.sentence
        $0.enter = .enter
      })
    if let reading = chosen(local) { nodes += understood(reading, local, words, usual) }
    nodes.append(
      .group(
        id: "places",
        [
          .link("Plan the day", to: AssistantPlaces.plan, id: "plan", icon: .calendar),
          .link("Search everything", to: AssistantPlaces.search, id: "search", icon: .search),
        ]))
    return .group(id: "line", nodes)
  }

  private func understood(
    _ reading: PhraseReading, _ local: AssistantWindowState, _ words: DateWords, _ usual: Currency
  ) -> [AssistantNode] {
    let several = local.suggestions(at: words.now)
    if !several.isEmpty {
      return [
        .group("Read as \(several.count) todos", id: "parts", AssistantState.ticks(several, local.leftOut, words)),
        .group(
          "Add them", id: "ways",
          [
            AssistantState.adding(several.count - local.leftOut.count, id: "add-parts", does: .addParts),
            .button("Add as one todo", id: "add-todo", icon: .list, does: .add(.todo)),
            .button("Clear", id: "clear", icon: .close, does: .clear),
          ]),
      ]
    }
    let place = reading.kind == .event ? reading.title.flatMap { LinePlace(in: $0).place } : nil
    let rows = reading.spans.enumerated().flatMap { number, span -> [AssistantNode] in
      let id = "span-\(number + 1)"
      if span.meaning == .title, let place, let title = LinePlace.title(of: span.words, before: place) {
        let named = AssistantNode.row(place, id: "\(id)-place", value: "Place")
        return title.isEmpty ? [named] : [.row(title, id: id, value: "Title"), named]
      }
      return [.row(span.words, id: id, value: meaning(of: span, reading, words, usual))]
    }
    var nodes: [AssistantNode] = [.list("Read as", id: "read", rows)]
    if let ask = reading.ask { nodes.append(question(ask, reading, local, words)) }
    if reading.kind == .none {
      nodes.append(
        .note(
          "This is read as a question or a remark. The assistant answers questions about your own data.", icon: .info,
          id: "none"))
      nodes.append(.button("Ask the assistant", id: "ask", icon: .chat, does: .enter))
    }
    nodes.append(.group("Add it", id: "ways", ways(reading)))
    return nodes
  }

  private func ways(_ reading: PhraseReading) -> [AssistantNode] {
    let kinds: [(PhraseKind, String, Icon)] = [
      (.todo, "Add as todo", .list), (.event, "Add as event", .calendar), (.expense, "Add as expense", .wallet),
    ]
    let chosen = reading.kind
    let sorted = kinds.filter { $0.0 == chosen } + kinds.filter { $0.0 != chosen }
    return sorted.map { kind, title, icon in
      .button(title, id: "add-\(kind.rawValue)", icon: icon, isProminent: kind == chosen, does: .add(kind))
    } + [.button("Clear", id: "clear", icon: .close, does: .clear)]
  }

  /// A tick for each of several todos.
  static func ticks(_ suggestions: [Suggestion], _ leftOut: Set<Int>, _ words: DateWords) -> [AssistantNode] {
    suggestions.enumerated().map { number, suggestion in
      .checkbox(
        ChatAnswer.title(of: suggestion, words), id: "part-\(number + 1)", is: leftOut.contains(number) ? .off : .on
      ) { .tick(number, $0) }
    }
  }

  static func adding(_ count: Int, id: String, does action: AssistantWindowAction) -> AssistantNode {
    count == 0
      ? .disabledButton("Add todos", id: id, icon: .add, because: "Tick what you want to add.")
      : .button(
        "Add \(ChatAnswer.count(count, "todo", "todos"))", id: id, icon: .add, isProminent: true, does: action)
  }

  private func question(
    _ ask: String, _ reading: PhraseReading, _ local: AssistantWindowState, _ words: DateWords
  ) -> AssistantNode {
    guard let start = local.reading?.start, let other = local.reading?.other else {
      return .note(ask, icon: .info, id: "question")
    }
    func title(_ time: LocalTime) -> String {
      let day = CalendarDay(number: time.day)
      let name = words.weekday(day)
      guard start.day == other.day, let clock = TimeOfDay(minutes: time.second / 60) else { return name }
      return words.time(clock)
    }
    return .choice(
      "Which one?", id: "question", [("first", title(start)), ("other", title(other))],
      selected: local.isOther ? "other" : "first"
    ) { .choose(isOther: $0 == "other") }
  }

  /// The meaning that a part of the text was taken for.
  private func meaning(
    of span: PhraseSpan, _ reading: PhraseReading, _ words: DateWords, _ usual: Currency
  ) -> String {
    func day(_ time: LocalTime) -> String {
      let day = CalendarDay(number: time.day)
      return words.weekday(day)
    }
    func clock(_ time: LocalTime) -> String { TimeOfDay(minutes: time.second / 60).map { words.time($0) } ?? "" }
    switch span.meaning {
    case .title: return "Title"
    case .lead: return "Says what it is"
    case .amount:
      // Without a currency it is in the usual one.
      guard let money = reading.amount?.money(usual: usual) else { return "Amount" }
      return "Amount \(money.text(NumberNotation(locale: words.now.locale)))"
    case .repeats: return "Repeats" + (reading.start.map { ", first on \(day($0))" } ?? "")
    case .day:
      guard let start = reading.start else { return "Day" }
      guard let end = reading.end, end.day != start.day else { return day(start) }
      return "\(day(start)) to \(day(end))"
    case .time:
      guard let start = reading.start, !start.isDay else { return "Time" }
      let end = reading.end.map { " to \(clock($0))" } ?? ""
      let isAlone = !reading.spans.contains { $0.meaning == .day || $0.meaning == .repeats }
      return (isAlone ? "\(day(start)), " : "") + clock(start) + end
    case .duration:
      return reading.end.map { $0.isDay ? "Until \(day($0))" : "Until \(clock($0))" } ?? "Length"
    }
  }
}
