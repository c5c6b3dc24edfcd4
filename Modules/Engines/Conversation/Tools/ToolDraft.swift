internal import Days

/// The choices and words of a person for a call that are not sent yet.
public struct ToolDraft: Sendable, Hashable {
  public var text = ""
  public var chosen: [String] = []
  /// Whether the field for an answer of one's own is shown.
  public var isTyping = false
  /// Why what was typed is no answer.
  public var complaint: String?

  public static let longestText = 2000

  public init() {}

  public enum Change: Sendable, Hashable {
    case type(String)
    case choose(String, Bool)
    case beginTyping
  }

  public mutating func apply(_ change: Change) {
    complaint = nil
    switch change {
    case .type(let text): self.text = String(text.prefix(ToolDraft.longestText))
    case .choose(let id, let isOn):
      chosen.removeAll { $0 == id }
      if isOn, chosen.count < 24 { chosen.append(String(id.prefix(60))) }
    case .beginTyping: isTyping = true
    }
  }

  /// The answer as it stands; nil, with a complaint, when it is none.
  public mutating func answer(to call: ScreenCall) -> ToolAnswer? {
    let typed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let answer: ToolAnswer?
    switch call.tool {
    case .multipleChoice, .connectionCard: answer = choice(call, typed)
    case .daySelector: answer = days
    case .numericInput: answer = number(call, typed)
    case .paceInput: answer = pace(call, typed)
    case .dateInput: answer = day(typed)
    default: answer = typed.isEmpty ? nil : ToolAnswer(.typed, [typed], words: typed)
    }
    if answer == nil, complaint == nil { complaint = "Choose or write an answer." }
    return answer
  }

  private func choice(_ call: ScreenCall, _ typed: String) -> ToolAnswer? {
    let options = call.options.filter { chosen.contains($0.id) }
    let own = isTyping && !typed.isEmpty ? [typed] : []
    guard !options.isEmpty || !own.isEmpty else { return nil }
    return ToolAnswer(
      options.isEmpty ? .typed : .chosen, options.map(\.id) + own,
      words: (options.map(\.label) + own).joined(separator: ", "))
  }

  private var days: ToolAnswer? {
    let days = ToolDraft.week.filter { chosen.contains($0.id) }
    guard !days.isEmpty else { return nil }
    return ToolAnswer(.chosen, days.map(\.id), words: days.map(\.label).joined(separator: ", "))
  }

  private mutating func number(_ call: ScreenCall, _ typed: String) -> ToolAnswer? {
    // "25 km" and "25,5" are numbers to whoever types them.
    let start = typed.replacing(",", with: ".").prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(start), number.isFinite else {
      complaint = "Write a number."
      return nil
    }
    let range = (call.number("min") ?? 0)...max(call.number("min") ?? 0, call.number("max") ?? 1_000_000)
    guard range.contains(number) else {
      complaint = "Write a number from \(ToolDraft.plain(range.lowerBound)) to \(ToolDraft.plain(range.upperBound))."
      return nil
    }
    let text = ToolDraft.plain(number)
    return ToolAnswer(.typed, [text], words: call.text("unit").map { "\(text) \($0)" } ?? text)
  }

  private mutating func pace(_ call: ScreenCall, _ typed: String) -> ToolAnswer? {
    let parts = typed.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }.split(separator: ":")
    guard parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), parts[1].count == 2,
      (2...20).contains(minutes), (0...59).contains(seconds)
    else {
      complaint = "Write minutes and seconds, such as 6:30."
      return nil
    }
    let text = "\(minutes):\(parts[1])"
    return ToolAnswer(.typed, [text], words: call.text("unit").map { "\(text) \($0)" } ?? text)
  }

  private mutating func day(_ typed: String) -> ToolAnswer? {
    guard let day = CalendarDay(typed) else {
      complaint = "Choose a day."
      return nil
    }
    return ToolAnswer(.typed, [day.text], words: day.long)
  }

  static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

  /// The days of a week; the identifiers count from Sunday as 0.
  public static let week: [(id: String, label: String)] = [
    ("1", "Monday"), ("2", "Tuesday"), ("3", "Wednesday"), ("4", "Thursday"), ("5", "Friday"), ("6", "Saturday"),
    ("0", "Sunday"),
  ]
}
