public import JSON

/// A tool with which an assistant shows something in the conversation instead of saying it. The names are those that a model
/// calls.
public enum ScreenTool: String, Sendable, Hashable, CaseIterable {
  case multipleChoice = "renderMultipleChoice"
  case openInput = "renderOpenInput"
  case confirmation = "renderConfirmation"
  case connectionCard = "renderConnectionCard"
  case numericInput = "renderNumericInput"
  case paceInput = "renderPaceInput"
  case dateInput = "renderDateInput"
  case daySelector = "renderDaySelector"
  case thinkingStream = "renderThinkingStream"
  case radarChart = "renderRadarChart"
  case progressChart = "renderProgressChart"
  case calendarWidget = "renderCalendarWidget"
  case subscriptionCard = "renderSubscriptionCard"

  /// Whether it asks for an answer.
  public var asks: Bool {
    switch self {
    case .multipleChoice, .openInput, .confirmation, .connectionCard, .numericInput, .paceInput, .dateInput,
      .daySelector:
      true
    case .thinkingStream, .radarChart, .progressChart, .calendarWidget, .subscriptionCard: false
    }
  }

  /// The purpose of the tool, for a model.
  public var about: String {
    switch self {
    case .multipleChoice: "Asks a question with a few answers to tap."
    case .openInput: "Asks for an answer in the person's own words, with suggestions to tap."
    case .confirmation: "Asks whether a statement is right."
    case .connectionCard: "Offers to connect other apps, and to skip that."
    case .numericInput: "Asks for a number."
    case .paceInput: "Asks for a pace, in minutes and seconds for each unit of distance."
    case .dateInput: "Asks for a day of the calendar."
    case .daySelector: "Asks for days of the week."
    case .thinkingStream: "Shows the steps of a thought, which can be folded."
    case .radarChart: "Shows a few qualities from 0 to 100."
    case .progressChart: "Shows a measure over a few periods."
    case .calendarWidget: "Shows what is planned on each day of a week."
    case .subscriptionCard: "Shows what a subscription brings."
    }
  }

  public var schema: ToolSchema {
    func text(_ name: String, _ longest: Int = 300, isRequired: Bool = false) -> ToolSchema.Field {
      .init(name, .text(longest), isRequired: isRequired)
    }
    let target = text("targetField", 60)
    let skip = text("skipLabel", 60)
    let options = ToolSchema.Field(
      "options",
      .list(
        .object([text("id", 60, isRequired: true), text("label", 80, isRequired: true), text("description")]), 1...12),
      isRequired: true)
    func flag(_ name: String) -> ToolSchema.Field { .init(name, .flag) }
    func suggestions(_ most: Int = 8) -> ToolSchema.Field { .init("suggestedResponses", .list(.text(80), 0...most)) }
    // A value may be missing: nothing is known, which is not zero.
    func values(besides more: [ToolSchema.Field] = []) -> ToolSchema.Field {
      .init(
        "values",
        .list(.object([text("label", 40, isRequired: true), .init("value", .number(0...1_000_000))] + more), 1...60),
        isRequired: true)
    }
    return switch self {
    case .multipleChoice:
      .object([
        text("question"), options, flag("allowMultiple"), flag("allowFreeText"), flag("allowSkip"), skip, target,
      ])
    case .openInput:
      .object([text("prompt"), text("placeholder", 80), suggestions(), flag("allowVoice"), skip, target])
    case .confirmation:
      .object([
        text("statement", 600, isRequired: true), text("confirmLabel", 60), text("denyLabel", 60), target,
      ])
    case .connectionCard: .object([text("prompt"), options, skip])
    case .numericInput:
      .object([
        text("question", isRequired: true), text("unit", 20), .init("min", .number(0...1_000_000)),
        .init("max", .number(0...1_000_000)), suggestions(), skip, target,
      ])
    case .paceInput: .object([text("question", isRequired: true), text("unit", 20), suggestions(), skip, target])
    case .dateInput: .object([text("question", isRequired: true), suggestions(), skip, target])
    case .daySelector: .object([text("question", isRequired: true), text("noneLabel", 60), target])
    case .thinkingStream:
      .object([text("title"), .init("lines", .list(.text(300), 1...40), isRequired: true)])
    case .radarChart: .object([text("title", isRequired: true), text("unit", 20), values()])
    case .progressChart:
      .object([
        text("title", isRequired: true), text("unit", 20),
        values(besides: [.init("intensity", .number(0...100)), .init("mark", .word(["recovery", "race"]))]),
      ])
    case .calendarWidget:
      .object([
        text("title", isRequired: true),
        .init(
          "days",
          .list(
            .object([
              text("label", 40, isRequired: true), text("entry", 80), text("detail", 80), text("date", 10),
              .init("minutes", .whole(0...1440)), flag("isKey"),
            ]), 1...31), isRequired: true),
      ])
    case .subscriptionCard:
      .object([text("title", isRequired: true), .init("benefits", .list(.text(120), 0...12)), text("note")])
    }
  }

  /// The tool as an OpenAI-compatible request declares it.
  public var declaration: JSON {
    ToolDeclaration(rawValue, about, schema).json
  }
}

/// A tool as a model is told of it.
public struct ToolDeclaration: Sendable, Hashable {
  public let name: String
  public let about: String
  public let schema: ToolSchema

  public init(_ name: String, _ about: String, _ schema: ToolSchema) {
    self.name = name
    self.about = about
    self.schema = schema
  }

  public var json: JSON {
    [
      "type": "function",
      "function": ["name": .string(name), "description": .string(about), "parameters": schema.json],
    ]
  }
}
