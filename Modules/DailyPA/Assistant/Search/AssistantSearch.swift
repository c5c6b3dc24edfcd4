internal import Days
public import Interface
public import Kernel
internal import Money
internal import Numbers
internal import Platform

/// The todos, events and expenses that have all words of a query.
public struct AssistantFinds: Sendable, Equatable {
  /// One thing that was found.
  struct Find: Sendable, Equatable {
    let title: String
    let about: String
    let route: Route?
  }

  /// Finds of each kind that are shown; the others are counted.
  static let most = 20
  static let longestQuery = 200

  let query: String
  private(set) var todos: [Find] = []
  private(set) var events: [Find] = []
  private(set) var expenses: [Find] = []

  var count: Int { todos.count + events.count + expenses.count }

  /// Open todos come first, then what is nearest to today.
  init(_ query: String, in data: AssistantData, at now: Moment) {
    self.query = query
    let parts = query.lowercased().split(whereSeparator: \.isWhitespace)
    guard !parts.isEmpty else { return }
    let dates = DateWords(now)
    let notation = NumberNotation(locale: now.locale)
    func has(_ texts: String...) -> Bool {
      let text = texts.joined(separator: " ").lowercased()
      return parts.allSatisfy { text.contains($0) }
    }
    func distance(_ day: CalendarDay?) -> Int { day.map { abs($0.days(since: now.day)) } ?? .max }
    todos = data.tasks.filter { has($0.title, $0.words) }
      .sorted { ($0.isDone ? 1 : 0, distance($0.day), $0.title) < ($1.isDone ? 1 : 0, distance($1.day), $1.title) }
      .map { task in
        let due = task.day.map { "due on \(dates.day($0))" + (task.time.map { " at \(dates.time($0))" } ?? "") }
        return Find(
          title: task.title, about: [task.isDone ? "completed" : nil, due].compactMap(\.self).joined(separator: ", "),
          route: task.route)
      }
    var met: Set<Route> = []
    events = data.entries.filter { has($0.title, $0.words) && met.insert($0.route).inserted }
      .sorted { (distance($0.day), $0.title) < (distance($1.day), $1.title) }
      .map { entry in
        Find(
          title: entry.title, about: dates.day(entry.day) + (entry.start.map { " at \(dates.time($0))" } ?? ""),
          route: entry.route)
      }
    expenses = data.spendings.filter { has($0.words, $0.title, $0.money.text(notation), $0.more) }
      .sorted { (distance($0.day), $0.words) < (distance($1.day), $1.words) }
      .map { spending in
        Find(
          title: spending.words.isEmpty ? spending.title : spending.words,
          about: "\(spending.money.text(notation)), \(spending.title), \(dates.day(spending.day))",
          route: spending.route)
      }
  }
}

// The search over everything.
extension AssistantState {
  mutating func search(_ text: String, in window: WindowID, _ now: Moment) -> Steps {
    let text = String(text.prefix(AssistantFinds.longestQuery))
    windows[window].query = text
    guard !text.trimmed.isEmpty else {
      windows[window].finds = nil
      return [.stop(.latest("find", of: window))]
    }
    return [.run(.find(text, at: now, in: window), .latest("find", of: window))]
  }

  public func searchScreen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AssistantWindowAction> {
    let local = windows[window]
    var nodes: [AssistantNode] = [
      .heading("Search everything", level: 1),
      .field(
        "Search todos, events and expenses", id: "query", holds: local.query, draft: { .search($0) },
        commit: { .search($0) }
      ) {
        $0.example = "dentist"
        $0.longest = AssistantFinds.longestQuery
      },
    ]
    if let finds = local.finds {
      let words = finds.count == 1 ? "1 found" : "\(finds.count) found"
      nodes.append(.note(words, icon: .search, id: "count").with { $0.live = .polite })
      let kinds: [(String, String, Icon, [AssistantFinds.Find])] = [
        ("Todos", "todos", .list, finds.todos), ("Events", "events", .calendar, finds.events),
        ("Expenses", "expenses", .wallet, finds.expenses),
      ]
      nodes += kinds.compactMap { AssistantState.section($0, id: $1, $2, $3) }
    } else {
      nodes.append(.text("Titles, notes, descriptions, places and the text of receipts are searched.", id: "about"))
    }
    return Screen(route, title: "Search everything", nodes: nodes)
  }

  private static func section(
    _ title: String, id: String, _ icon: Icon, _ finds: [AssistantFinds.Find]
  ) -> AssistantNode? {
    guard !finds.isEmpty else { return nil }
    let rows = finds.prefix(AssistantFinds.most).enumerated().map { index, find in
      AssistantNode.row(
        String(find.title.prefix(80)), id: "find-\(index + 1)", value: find.about.isEmpty ? nil : find.about,
        to: find.route
      ).with { $0.icon = icon }
    }
    let more = finds.count - rows.count
    return .section(
      title, id: id, [.list(title, id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))])
  }
}
