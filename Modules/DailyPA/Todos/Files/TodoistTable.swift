internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform
internal import Recurrence

/// A project of Todoist as CSV: tasks, the sections they stand in and the comments that follow them.
enum TodoistTable {
  /// Nil for a file that has no columns TYPE and CONTENT.
  static func todos(_ bytes: [UInt8], project: String, at now: Moment) -> [ForeignTodo]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var records = CSVRecords(text.first == "\u{FEFF}" ? text.dropFirst() : text[...], most: TodoSheet.most + 2)
    guard let names = records.next()?.map({ $0.uppercased() }), let type = names.firstIndex(of: "TYPE"),
      let content = names.firstIndex(of: "CONTENT")
    else { return nil }
    let columns = ["DESCRIPTION", "INDENT", "DATE"].map { names.firstIndex(of: $0) }
    var todos: [ForeignTodo] = []
    var (section, parents) = (ForeignTodo.list(project), [String]())
    while let cells = records.next() {
      func cell(_ place: Int?) -> String { place.flatMap { $0 < cells.count ? cells[$0] : nil } ?? "" }
      let words = cell(content)
      switch cell(type).lowercased() {
      case "section": section = ForeignTodo.list(words) ?? ForeignTodo.list(project)
      case "note":
        if !todos.isEmpty, !words.isEmpty { todos[todos.count - 1].notes.append(words) }
      case "task":
        guard var todo = ForeignTodo(words) else { continue }
        todo.list = section
        let indent = max(1, min(Int(cell(columns[1])) ?? 1, 10))
        parents = Array(parents.prefix(indent - 1))
        if let parent = parents.last { todo.notes.append("Part of: \(parent)") }
        parents.append(todo.title)
        if !cell(columns[0]).isEmpty { todo.notes.append(cell(columns[0])) }
        todo.take(date: cell(columns[2]).trimmed, at: now)
        todos.append(todo)
      default: continue
      }
    }
    return todos
  }
}

extension ForeignTodo {
  private static let repeating: [(words: String, way: DayRepeat)] = [
    ("every day", .day), ("daily", .day), ("every weekday", .weekday), ("every week", .week), ("weekly", .week),
    ("every month", .month), ("monthly", .month), ("every year", .year), ("yearly", .year),
  ]

  /// Reads a date such as `2026-03-05`, `2026-03-05 08:30` or `every week`. Other words stay in the notes.
  fileprivate mutating func take(date: String, at now: Moment) {
    guard !date.isEmpty else { return }
    if let way = ForeignTodo.repeating.first(where: { $0.words == date.lowercased() })?.way {
      (day, repeats) = (now.day, way.text(from: now.day))
      return
    }
    let parts = date.split(whereSeparator: { $0 == " " || $0 == "T" })
    if parts.count <= 2, let first = parts.first, let day = CalendarDay(String(first)) {
      let time = parts.count == 2 ? TimeOfDay(String(parts[1].prefix(5))) : nil
      if parts.count == 1 || time != nil {
        (self.day, self.time) = (day, time)
        return
      }
    }
    notes.append("Due: \(date.prefix(200))")
  }
}

/// The records of a CSV text (RFC 4180).
private struct CSVRecords {
  private var rest: Substring
  private var left: Int

  init(_ text: Substring, most: Int) { (rest, left) = (text, most) }

  /// The cells of the next record that is not blank; nil at the end.
  mutating func next() -> [String]? {
    while left > 0, !rest.isEmpty {
      let cells = record()
      if cells.contains(where: { !$0.isEmpty }) {
        left -= 1
        return cells
      }
    }
    return nil
  }

  private mutating func record() -> [String] {
    var (cells, cell, isQuoted, wasQuote) = ([String](), "", false, false)
    while let sign = rest.popFirst() {
      if isQuoted {
        if sign == "\"" { (isQuoted, wasQuote) = (false, true) } else { cell.append(sign) }
        continue
      }
      switch sign {
      case "\"":
        if wasQuote { cell.append(sign) }
        isQuoted = true
      case ",":
        cells.append(cell)
        cell = ""
      // CR and LF together are one sign.
      case "\n", "\r", "\r\n": return cells + [cell]
      default: cell.append(sign)
      }
      wasQuote = false
    }
    return cells + [cell]
  }
}
