public import Entitlement

/// A screen that can be opened: the pattern of its routes, its title and its requirements.
public struct Place: Sendable, Hashable {
  public enum Reach: String, Sendable, Hashable, Codable {
    /// Works without a network.
    case anywhere
    /// Needs the server; without it the person is told so and the current screen stays.
    case server
  }

  public enum Access: String, Sendable, Hashable, Codable {
    case everyone
    /// Requires a signed-in user.
    case account
  }

  public let pattern: RoutePattern
  public let title: String
  public let needs: Entitlement?
  /// The sheet that explains what is missing; without one a short question does.
  public let gate: Route?
  public let reach: Reach
  public let access: Access
  /// A full-screen modal hides the tab bar.
  public let isFullScreen: Bool
  /// A sheet stands in front of the screen from which it was opened, in whichever tab that is.
  public let isSheet: Bool
  /// Additional search terms.
  public let keywords: [String]

  public init(
    _ pattern: RoutePattern, title: String, needs: Entitlement? = nil, gate: Route? = nil, reach: Reach = .anywhere,
    access: Access = .everyone, isFullScreen: Bool = false, isSheet: Bool = false,
    keywords: [String] = []
  ) {
    self.pattern = pattern
    self.title = title
    self.needs = needs
    self.gate = gate
    self.reach = reach
    self.access = access
    self.isFullScreen = isFullScreen
    self.isSheet = isSheet
    self.keywords = keywords
  }
}
