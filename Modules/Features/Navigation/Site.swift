public import Interface

/// The description of a product's navigation, as values: tabs, places and channels.
public struct Site: Sendable, Hashable {
  /// The product's name in addresses, such as "yhealth".
  public let product: String
  /// The product's name on screen.
  public let brand: String
  /// The first tab is home, whose first screen is always open to everybody. There is at least one.
  public let tabs: [Tab]
  public let channels: [Channel]
  /// The act that people do most in the product, one tap away on every screen.
  public let mainAct: MainAct?
  public let places: [Place]
  /// Said when a link leads nowhere.
  public let unavailable: String

  public init(
    product: String, brand: String, home: Tab, tabs: [Tab], channels: [Channel] = [], mainAct: MainAct? = nil,
    places: [Place],
    unavailable: String
  ) {
    self.product = product
    self.brand = brand
    self.tabs = [home] + tabs
    self.channels = channels
    self.mainAct = mainAct
    self.places = places
    self.unavailable = unavailable
    self.home = home
  }

  public let home: Tab

  /// The place of the screen search, which every product has.
  public static let search = Route(["search"])

  func tab(_ id: Tab.ID) -> Tab? { tabs.first { $0.id == id } }

  func place(_ route: Route) -> Place? { places.first { $0.pattern.matches(route) } }

  /// The tab that a route belongs to: the one whose root, part or held path is the longest prefix of the route's path.
  /// A route that belongs to no tab opens in the current one.
  func tab(of route: Route) -> Tab? {
    func depth(_ tab: Tab) -> Int {
      let roots = [tab.root] + tab.parts.map(\.route) + tab.holds
      return roots.filter { route.path.starts(with: $0.path) }.map(\.path.count).max() ?? 0
    }
    return tabs.filter { depth($0) > 0 }.max { depth($0) < depth($1) }
  }
}

/// One of the few places that are always a tap away.
public struct Tab: Sendable, Hashable, Identifiable {
  public let id: String
  public let title: String
  public let icon: Icon
  public let root: Route
  /// The second row of choices that shows while the tab is open.
  public let parts: [Part]
  /// Other paths that belong to the tab, beside those below its root.
  public let holds: [Route]

  public struct Part: Sendable, Hashable {
    public let title: String
    public let icon: Icon
    public let route: Route

    public init(_ title: String, icon: Icon, at route: Route) {
      self.title = title
      self.icon = icon
      self.route = route
    }
  }

  public init(_ title: String, icon: Icon, at root: Route, parts: [Part] = [], holds: [Route] = []) {
    id = root.path.joined(separator: "-")
    self.title = title
    self.icon = icon
    self.root = root
    self.parts = parts
    self.holds = holds
  }
}

/// The act for which people open the product most often, such as logging something. It leads to a screen, usually a
/// sheet.
public struct MainAct: Sendable, Hashable {
  public let title: String
  public let icon: Icon
  public let route: Route

  public init(_ title: String, icon: Icon = .add, at route: Route) {
    self.title = title
    self.icon = icon
    self.route = route
  }
}

/// Another way to reach the product: a call, a messenger. Changing to it leaves the navigation where it is.
public struct Channel: Sendable, Hashable, Identifiable {
  /// Whether the channel can be used.
  public enum Standing: Sendable, Hashable {
    case ready
    /// The user must grant a permission first, explained by these words.
    case needsPermission(String)
    /// The user must set the channel up first, in these steps.
    case needsSetup([String])
    /// Not usable now, for the reason in these words.
    case unavailable(String)
  }

  public let id: String
  public let title: String
  public let icon: Icon
  public let standing: Standing
  /// The words shown while there is no connection, before any other obstacle; nil when the channel needs none.
  public let offline: String?
  /// The screen that says what the channel needs, which opens until the channel is ready.
  public let page: Route?

  public init(
    _ title: String, id: String, icon: Icon, standing: Standing, offline: String? = nil, page: Route? = nil
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.standing = standing
    self.offline = offline
    self.page = page
  }
}

/// The badge of a tab: a count, or a mark that something waits.
public enum Badge: Sendable, Hashable {
  /// A number of items of a kind, such as 3 "unread".
  case count(Int, String)
  /// Something waits to be done, described in words.
  case mark(String)

  /// Nil when there is nothing to show.
  var shown: (badge: String, words: String)? {
    switch self {
    case .count(let number, let kind): number > 0 ? (number > 99 ? "99+" : String(number), "\(number) \(kind)") : nil
    case .mark(let words): ("•", words)
    }
  }
}
