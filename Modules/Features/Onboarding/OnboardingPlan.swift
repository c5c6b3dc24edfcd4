public import Interface

/// The steps by which a product is begun, in their order. A step asks for a choice, or leads to where something is done.
public struct OnboardingPlan: Sendable, Hashable {
  public struct Step: Sendable, Hashable, Identifiable {
    /// Stored, so it never changes.
    public let id: String
    public let title: String
    public let text: String
    public let task: Task

    public init(_ id: String, title: String, text: String, _ task: Task) {
      self.id = id
      self.title = title
      self.text = text
      self.task = task
    }
  }

  public enum Task: Sendable, Hashable {
    /// One of several, or as many of them as one likes.
    case choice([Choice], several: Bool)
    /// Done elsewhere: whoever wires it says when (`OnboardingAction.done`). Of several ways, one is enough.
    case elsewhere([Way])
  }

  public struct Choice: Sendable, Hashable, Identifiable {
    /// Stored, so it never changes.
    public let id: String
    public let title: String

    public init(_ id: String, _ title: String) {
      self.id = id
      self.title = title
    }
  }

  public struct Way: Sendable, Hashable {
    public let title: String
    public let route: Route
    public let icon: Icon?

    public init(_ title: String, to route: Route, icon: Icon? = nil) {
      self.title = title
      self.route = route
      self.icon = icon
    }
  }

  /// As its screen is called: "Welcome to yHealth".
  public let title: String
  public let steps: [Step]
  /// Where a person goes who has finished.
  public let home: Way

  public init(_ title: String, _ steps: [Step], home: Way) {
    self.title = title
    self.steps = steps
    self.home = home
  }

  subscript(id: String) -> Step? { steps.first { $0.id == id } }

  var places: [Place] { [Place("/onboarding", title: title, keywords: ["welcome", "begin", "first steps"])] }
}

/// Where its screens are.
public enum OnboardingPlaces {
  public static let onboarding = Route(["onboarding"])

  public static func all(_ plan: OnboardingPlan) -> [Place] { plan.places }
}
