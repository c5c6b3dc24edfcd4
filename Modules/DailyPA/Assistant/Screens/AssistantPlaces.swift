public import Interface

/// The place of the assistant.
public enum AssistantPlaces {
  public static let home = Route(["assistant"])

  public static let all: [Place] = [
    Place("/assistant", title: "Assistant", keywords: ["chat", "ask", "add", "question"])
  ]
}
