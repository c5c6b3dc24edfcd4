public import Conversation
internal import Days
internal import Hours
internal import Kernel
internal import Money
internal import Phrases
internal import Platform
internal import Recurrence

/// The tools that a model may call. Each proposes something that the person confirms, or asks this device; none changes
/// anything.
public enum AssistantTool: String, Sendable, CaseIterable {
  case proposeTodo = "propose_todo"
  case proposeEvent = "propose_event"
  case proposeExpense = "propose_expense"
  /// A question about the person's own data, or a change of a todo, in plain words. The device answers it; the model does not
  /// get the answer.
  case askDevice = "ask_device"

  private static let longestTitle = 500
  /// As many of the smallest unit as an expense may have.
  private static let mostMinor = 1_000_000_000_000.0

  public static var declarations: [ToolDeclaration] {
    allCases.map { ToolDeclaration($0.rawValue, $0.about, $0.schema) }
  }

  private var about: String {
    switch self {
    case .proposeTodo: "Proposes a todo. The person sees it in a form and decides."
    case .proposeEvent: "Proposes a calendar event. The person sees it in a form and decides."
    case .proposeExpense: "Proposes an expense. The person sees it in a form and decides."
    case .askDevice:
      "Has the person's device answer a question about their todos, events or expenses, or offer to complete or move a todo, "
        + "such as: what is due tomorrow? / free on Friday? / food in May / done: buy milk / move buy milk to Monday."
    }
  }

  private var schema: ToolSchema {
    func text(_ name: String, _ longest: Int, isRequired: Bool = false) -> ToolSchema.Field {
      .init(name, .text(longest), isRequired: isRequired)
    }
    let title = text("title", AssistantTool.longestTitle, isRequired: true)
    return switch self {
    case .proposeTodo: .object([title, text("day", 10), text("time", 5)])
    case .proposeEvent: .object([title, text("day", 10, isRequired: true), text("start", 5), text("end", 5)])
    case .proposeExpense:
      .object([
        title, .init("amount_in_smallest_unit", .number(1...AssistantTool.mostMinor)), text("currency", 3),
        .init("category", .word(SpendingWords.names.keys.sorted())), text("day", 10),
      ])
    case .askDevice: .object([text("question", PhraseReading.longest, isRequired: true)])
    }
  }

  /// The meaning of a call on this device; nil for a tool that is not allowed and for arguments that do not fit.
  static func question(_ call: ToolCall, at now: Moment) -> ChatQuestion? {
    guard let tool = AssistantTool(rawValue: call.name), tool.schema.flaw(in: call.arguments) == nil else { return nil }
    if tool == .askDevice {
      return call.text("question").flatMap { try? ChatQuestion($0, at: now) }
    }
    guard let title = call.text("title")?.trimmed, !title.isEmpty else { return nil }
    // A day or time of another form is no proposal, rather than one without it.
    func parsed<Value>(_ name: String, _ parse: (String) -> Value?) -> Value?? {
      guard let text = call.text(name), !text.isEmpty else { return .some(nil) }
      return parse(text).map { .some($0) }
    }
    guard let day = parsed("day", { CalendarDay($0) }) else { return nil }
    switch tool {
    case .proposeTodo:
      guard let time = parsed("time", { TimeOfDay(typed: $0) }) else { return nil }
      return .suggest(.todo(title: title, day: day, time: day == nil ? nil : time, rule: nil))
    case .proposeEvent:
      guard let day, let start = parsed("start", { TimeOfDay(typed: $0) }),
        let end = parsed("end", { TimeOfDay(typed: $0) })
      else { return nil }
      func local(_ time: TimeOfDay) -> LocalTime { LocalTime(day: day.number, second: time.minutes * 60) }
      return .suggest(
        .event(
          title: title, start: start.map(local) ?? LocalTime(day: day.number, isDay: true),
          end: start == nil ? nil : end.map(local), rule: nil))
    case .proposeExpense:
      guard let currency = parsed("currency", { Currency($0.uppercased()) }) else { return nil }
      let amount = call.number("amount_in_smallest_unit").flatMap { Int(exactly: $0) }
      return .suggest(
        .expense(
          title: title, amount: amount.map { PhraseAmount(minor: $0, currency: currency) },
          category: call.text("category"), day: min(day ?? now.day, now.day), rule: nil))
    case .askDevice: return nil
    }
  }
}
