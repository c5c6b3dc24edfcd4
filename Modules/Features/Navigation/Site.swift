public import Interface

/// What a product's navigation is made of. Four tabs for one product, five for another: values, not code.
public struct Site: Sendable, Hashable {
  /// The product's name in addresses, such as "yhealth".
  public let product: String
  /// The name a person knows it by.
  public let brand: String
  /// The first is home, whose first screen is open to everybody, anywhere. There is at least one.
  public let tabs: [Tab]
  public let channels: [Channel]
  public let places: [Place]
  /// Said when a link leads nowhere.
  public let unavailable: String

  public init(
    product: String, brand: String, home: Tab, tabs: [Tab], channels: [Channel] = [], places: [Place],
    unavailable: String
  ) {
    self.product = product
    self.brand = brand
    self.tabs = [home] + tabs
    self.channels = channels
    self.places = places
    self.unavailable = unavailable
    self.home = home
  }

  public let home: Tab

  /// Where a person searches for a screen; every product has it.
  public static let search = Route(["search"])

  func tab(_ id: Tab.ID) -> Tab? { tabs.first { $0.id == id } }

  func place(_ route: Route) -> Place? { places.first { $0.pattern.matches(route) } }

  /// The tab under which a route belongs: whose root, part or other holding its path begins with;
  /// the longest beginning counts. What belongs to none opens
  /// where the person is.
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
  /// What else belongs to it, beside what lies below its root.
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

/// Another way to the same company: a call, a messenger. Changing to it leaves the navigation where it is.
public struct Channel: Sendable, Hashable, Identifiable {
  /// What is known of the way there.
  public enum Standing: Sendable, Hashable {
    case ready
    /// The device has to be asked first, with these words.
    case needsPermission(String)
    /// The person has to connect it first, in these steps.
    case needsLinking([String])
    /// It cannot be used now; these words say so.
    case unavailable(String)
  }

  public let id: String
  public let title: String
  public let icon: Icon
  public let standing: Standing
  /// Said without a way to the server, whatever else stands in the way; nil when it needs none.
  public let offline: String?

  public init(_ title: String, id: String, icon: Icon, standing: Standing, offline: String? = nil) {
    self.id = id
    self.title = title
    self.icon = icon
    self.standing = standing
    self.offline = offline
  }
}

/// What a tab carries beside its name: a count, or a mark that something waits.
public enum Badge: Sendable, Hashable {
  /// So many of that kind: 3 "unread".
  case count(Int, String)
  /// Something waits to be done, in words.
  case mark(String)

  /// Nil when there is nothing to show.
  var shown: (badge: String, words: String)? {
    switch self {
    case .count(let number, let kind): number > 0 ? (number > 99 ? "99+" : String(number), "\(number) \(kind)") : nil
    case .mark(let words): ("•", words)
    }
  }
}
