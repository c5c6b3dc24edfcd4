public import Interface

/// The places of Coaching.
public enum CoachingPlaces {
  public static let home = Route(["coach"])
  public static let runner = Route(["coach", "runner"])

  /// The page on which the person chooses who words the messages.
  public static let model = Route(["settings", "coach"])

  /// The page that says whether the microphone may be used, and how to change that.
  public static let microphone = Route(["settings", "microphone"])

  public static let all: [Place] = [
    Place("/settings/microphone", title: "Microphone", keywords: ["voice", "speak", "permission", "dictate"]),
    Place("/settings/coach", title: "Coach's words", keywords: ["model", "language model", "address", "key"]),
    Place("/coach", title: "Coach", keywords: ["conversation", "chat", "talk"]),
    Place("/coach/runner", title: "You as a runner", keywords: ["profile", "injuries", "goals", "runner"]),
  ]
}
