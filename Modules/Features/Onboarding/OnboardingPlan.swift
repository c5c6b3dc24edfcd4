public import Interface

/// The steps of a product's onboarding, in order. A step asks for a choice, or links to a place where something is
/// done.
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
    /// One choice, or several.
    case choice([Choice], several: Bool)
    /// Done elsewhere, reported with `OnboardingAction.done`. Of several ways, one is enough.
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

  /// The title of the onboarding screen: "Welcome to yHealth".
  public let title: String
  public let steps: [Step]
  /// The destination after onboarding.
  public let home: Way

  public init(_ title: String, _ steps: [Step], home: Way) {
    self.title = title
    self.steps = steps
    self.home = home
  }

  subscript(id: String) -> Step? { steps.first { $0.id == id } }

  var places: [Place] {
    [Place("/onboarding", title: title, isFullScreen: true, keywords: ["welcome", "begin", "first steps"])]
  }
}

/// The routes of the feature's screens.
public enum OnboardingPlaces {
  public static let onboarding = Route(["onboarding"])

  public static func all(_ plan: OnboardingPlan) -> [Place] { plan.places }
}
