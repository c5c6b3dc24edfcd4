public import Interface
public import Permissions

/// The steps of a product's onboarding, in order.
public struct OnboardingPlan: Sendable, Hashable {
  public struct Step: Sendable, Hashable, Identifiable {
    /// Stored, so it never changes.
    public let id: String
    public let title: String
    public let text: String
    public let task: Task
    /// Whether onboarding is not finished without it. It cannot be skipped.
    public let isRequired: Bool

    public init(_ id: String, title: String, text: String, isRequired: Bool = false, _ task: Task) {
      self.id = id
      self.title = title
      self.text = text
      self.isRequired = isRequired
      self.task = task
    }
  }

  public enum Task: Sendable, Hashable {
    /// One choice, or several: a role, a mode, goals.
    case choice([Choice], several: Bool)
    /// Done elsewhere, reported with `OnboardingAction.done`. Of several ways, one is enough.
    case elsewhere([Way])
    /// Cards shown one at a time. `finish` is the button on the last one, such as "Begin setup".
    case carousel([Card], finish: String)
    /// Confirms the name that is known, or asks for one.
    case name
    /// Explains a permission before the system asks for it.
    case permission(Permission)
    /// Connections that the product hands in with `OnboardingAction.connections`; one is enough.
    case connections
    /// Content of another feature, which the product places in the screen. It reports with `OnboardingAction.reported`
    /// whether it is complete.
    case content
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

  public struct Card: Sendable, Hashable {
    public let title: String
    public let text: String
    public let icon: Icon
    /// A link under the text, such as to the privacy policy.
    public let way: Way?

    public init(_ title: String, _ text: String, icon: Icon, way: Way? = nil) {
      self.title = title
      self.text = text
      self.icon = icon
      self.way = way
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

  /// Identifies the product's onboarding among a person's. Stored and synced, so it never changes.
  public let id: String
  /// The title of the onboarding screen: "Welcome to yHealth".
  public let title: String
  public let steps: [Step]
  /// The destination after onboarding.
  public let home: Way
  /// Links below every step until onboarding is finished, such as to sign in.
  public let asides: [Way]
  /// The places that stay open until onboarding is finished; nil when it is not required.
  public let gate: [Route]?

  public init(
    _ title: String, id: String, _ steps: [Step], home: Way, asides: [Way] = [], gate: [Route]? = nil
  ) {
    self.title = title
    self.id = id
    self.steps = steps
    self.home = home
    self.asides = asides
    self.gate = gate
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

/// A connection that a step offers, and its state.
public struct OnboardingConnection: Sendable, Hashable, Identifiable {
  public enum Standing: Sendable, Hashable {
    case open, underWay, connected
    /// The reason as a sentence.
    case failed(String)
  }

  public let id: String
  public let title: String
  public let icon: Icon
  public let route: Route
  public let standing: Standing

  public init(_ id: String, title: String, icon: Icon, to route: Route, _ standing: Standing) {
    self.id = id
    self.title = title
    self.icon = icon
    self.route = route
    self.standing = standing
  }
}
