public import Interface

/// The places of Coaching.
public enum CoachingPlaces {
  public static let home = Route(["coach"])
  public static let runner = Route(["coach", "runner"])

  public static let all: [Place] = [
    Place("/coach", title: "Coach", keywords: ["conversation", "chat", "talk"]),
    Place("/coach/runner", title: "You as a runner", keywords: ["profile", "injuries", "goals", "runner"]),
  ]
}
