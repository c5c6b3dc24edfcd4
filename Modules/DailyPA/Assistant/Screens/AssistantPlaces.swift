public import Interface

/// The places of the assistant.
public enum AssistantPlaces {
  public static let home = Route(["assistant"])

  static let search = Route(["assistant", "search"])
  static let model = Route(["assistant", "model"])
  static let plan = Route(["assistant", "plan"])

  public static let all: [Place] = [
    Place("/assistant", title: "Assistant", keywords: ["chat", "ask", "add", "question"]),
    Place("/assistant/search", title: "Search everything", keywords: ["find", "todos", "events", "expenses"]),
    Place("/assistant/model", title: "Assistant's answers", keywords: ["model", "language", "server", "chat"]),
    Place("/assistant/plan", title: "Plan the day", keywords: ["schedule", "free time", "today", "todos"]),
  ]
}
