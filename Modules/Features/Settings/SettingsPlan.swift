public import Interface
public import Mode

/// The settings of a product, and their places.
public struct SettingsPlan: Sendable, Hashable {
  /// One screen of settings.
  public struct Category: Sendable, Hashable, Identifiable {
    /// The last path component of its route.
    public let id: String
    /// The title in the list of categories.
    public let title: String
    /// The title of its own screen.
    public let name: String
    public let icon: Icon
    /// A summary of its settings in a few words.
    public let about: String
    public let sections: [Section]
    /// Settings that another feature changes, such as a pause of notifications. No screen of settings shows them.
    public let unlisted: [AnySetting]

    public init(
      _ title: String, id: String, name: String? = nil, icon: Icon, about: String, _ sections: [Section],
      unlisted: [AnySetting] = []
    ) {
      self.id = id
      self.title = title
      self.name = name ?? title
      self.icon = icon
      self.about = about
      self.sections = sections
      self.unlisted = unlisted
    }

    var route: Route { Route(["settings", id]) }
    var settings: [AnySetting] { sections.flatMap(\.rows).compactMap(\.setting) }
  }

  /// Rows under a common heading, or at the top without one.
  public struct Section: Sendable, Hashable {
    public let title: String?
    public let rows: [Row]

    public init(_ title: String, _ rows: [Row]) {
      self.title = title
      self.rows = rows
    }

    public init(_ rows: [Row]) {
      title = nil
      self.rows = rows
    }
  }

  public enum Row: Sendable, Hashable {
    case setting(AnySetting)
    /// A read-only row, such as a version.
    case told(String, String)
    case link(String, Route, Icon)

    public static func set<Value>(_ setting: Setting<Value>) -> Row { .setting(setting.any) }

    var setting: AnySetting? { if case .setting(let setting) = self { setting } else { nil } }
  }

  /// A link to a place of another module among the settings.
  public struct Elsewhere: Sendable, Hashable {
    public let title: String
    public let about: String
    public let icon: Icon
    public let route: Route

    public init(_ title: String, at route: Route, icon: Icon, about: String) {
      self.title = title
      self.route = route
      self.icon = icon
      self.about = about
    }
  }

  public let categories: [Category]
  public let elsewhere: [Elsewhere]
  /// The setting for the level of detail, where the product has one.
  public let mode: Setting<Mode>?
  /// Whether changes are synced to a server.
  public let isSynced: Bool
  /// Every setting, in display order.
  public let settings: [AnySetting]
  private let byKey: [String: AnySetting]

  public init(
    mode: Setting<Mode>? = nil, _ categories: [Category], elsewhere: [Elsewhere] = [], isSynced: Bool = false
  ) {
    self.mode = mode
    self.isSynced = isSynced
    self.categories = categories
    self.elsewhere = elsewhere
    let all = categories.flatMap { $0.settings + $0.unlisted }
    settings = all
    byKey = Dictionary(all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public subscript(key: String) -> AnySetting? { byKey[key] }

  /// The list of categories and every category, for the product's map.
  public var places: [Place] {
    [Place("/settings", title: "Settings", keywords: categories.map(\.title))]
      + categories.map { category in
        Place(
          RoutePattern([.word("settings"), .word(category.id)]), title: category.name,
          keywords: category.settings.flatMap { [$0.title] + $0.about.keywords })
      }
  }

  func category(_ id: String) -> Category? { categories.first { $0.id == id } }

  func category(of key: String) -> Category? { categories.first { $0.settings.contains { $0.key == key } } }
}
