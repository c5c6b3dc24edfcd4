public import Interface

/// The places of Coaching.
public enum CoachingPlaces {
  public static let home = Route(["coach"])
  public static let runner = Route(["coach", "runner"])

  /// The page on which the person chooses who words the messages.
  public static let model = Route(["settings", "coach"])

  public static let all: [Place] = [
    Place("/settings/coach", title: "Coach's words", keywords: ["model", "language model", "address", "key"]),
    Place("/coach", title: "Coach", keywords: ["conversation", "chat", "talk"]),
    Place("/coach/runner", title: "You as a runner", keywords: ["profile", "injuries", "goals", "runner"]),
  ]
}
