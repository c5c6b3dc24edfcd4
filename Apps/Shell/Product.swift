package import Connectivity
public import Interface
package import JSON
public import Kernel
package import Navigation

/// One product: its name, theme, tabs and features.
public struct Product: Sendable, Identifiable {
  public let id: String
  public let name: String
  /// Says in one sentence what the product is for.
  public let tagline: String
  public let theme: Theme
  /// Whether most of the product is still to be built, which the front page says.
  public let isPreview: Bool
  /// The root of the home tab is the first screen.
  package let home: Tab
  package let tabs: [Tab]
  package let channels: [Channel]
  package let mainAct: MainAct?
  /// Shown when a link has no destination.
  package let unavailable: String
  /// The fictional person that it shows to newcomers; nil when it has none.
  public let demonstration: Demonstration?
  /// Creates the lock of one person; nil for a product without one.
  package let lock: (@Sendable (LockPort) -> PersonLock)?
  /// Creates the features of one person.
  package let features: @Sendable (PersonEnvironment) -> PersonFeatures

  package init(
    id: String, name: String, tagline: String, theme: Theme, isPreview: Bool = false, home: Tab, tabs: [Tab],
    channels: [Channel] = [],
    mainAct: MainAct? = nil, unavailable: String, demonstration: Demonstration? = nil,
    lock: (@Sendable (LockPort) -> PersonLock)? = nil,
    features: @escaping @Sendable (PersonEnvironment) -> PersonFeatures
  ) {
    self.id = id
    self.name = name
    self.tagline = tagline
    self.theme = theme
    self.isPreview = isPreview
    self.home = home
    self.tabs = tabs
    self.channels = channels
    self.mainAct = mainAct
    self.unavailable = unavailable
    self.demonstration = demonstration
    self.lock = lock
    self.features = features
  }

  /// All places that can be opened, including search.
  public var places: [Place] {
    let window = FeatureContext().window()
    let composition = features(.nobody).composition(window)
    let lock = lock?(.nobody(name, FeatureContext()))
    return site(of: lock.map { composition.with($0.open(window)) } ?? composition).places
  }

  func site(of composition: WindowComposition) -> Site {
    Site(
      product: id, brand: name, home: home, tabs: tabs, channels: channels, mainAct: mainAct,
      places: composition.pages.map(\.place) + [Place("/search", title: "Search")], unavailable: unavailable)
  }
}

/// The features of one person, created once and shared by all of the person's windows, with the function that composes
/// each window.
public struct PersonFeatures: Sendable {
  /// Loads stored data. Every window calls it; only the first call has an effect.
  package let begin: @Sendable () async -> Void
  /// Routes events between the features while the person is open, regardless of windows.
  package let going: (@Sendable () async -> Void)?
  /// Overrides the connectivity where a feature knows more than the network itself.
  package let connectivity: (@Sendable (NetworkState) -> Connectivity)?
  /// Answers queries about the sync from outside the windows, `now` within the time if there is a limit; nil without sync.
  package let sync: (@Sendable (SyncAsk, Duration?) async throws(Problem) -> JSON)?
  /// Finishes work that must complete before the process ends.
  package let ending: (@Sendable () async -> Void)?
  /// Returns the first route for a person who entered without naming one; nil for home.
  package let arrival: (@Sendable () async -> Route?)?
  /// Returns a picture of the person by its name, for the images whose source is `/-/picture/NAME`.
  package let picture: (@Sendable (String) async -> StoredPicture?)?
  /// Tells the features that the person is in another zone, so that they count anew what lies on a day.
  package var moved: (@Sendable () async -> Void)?
  package let composition: @Sendable (WindowContext) -> WindowComposition

  public init(
    begin: @escaping @Sendable () async -> Void = {},
    composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition
  ) {
    self.init(begin: begin, going: nil, connectivity: nil, composition)
  }

  package init(
    begin: @escaping @Sendable () async -> Void, going: (@Sendable () async -> Void)?,
    connectivity: (@Sendable (NetworkState) -> Connectivity)?,
    sync: (@Sendable (SyncAsk, Duration?) async throws(Problem) -> JSON)? = nil,
    ending: (@Sendable () async -> Void)? = nil, arrival: (@Sendable () async -> Route?)? = nil,
    picture: (@Sendable (String) async -> StoredPicture?)? = nil,
    _ composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition
  ) {
    self.begin = begin
    self.going = going
    self.connectivity = connectivity
    self.sync = sync
    self.ending = ending
    self.arrival = arrival
    self.picture = picture
    self.composition = composition
  }
}

extension PersonFeatures {
  /// The same features, told by `moved` when the person is in another zone.
  package func following(zone moved: @escaping @Sendable () async -> Void) -> PersonFeatures {
    var features = self
    features.moved = moved
    return features
  }
}

/// The pages of one window and the routes of events between its features.
public struct WindowComposition: Sendable {
  package let pages: [Page]
  package let eventRoutes: [EventRoute]
  /// Sets the window's surroundings before its first frame.
  package let surroundings: @Sendable (inout Surroundings) -> Void
  /// Conditions that the first frame waits for.
  package let known: [@Sendable () async -> Void]
  package let banner: Banner?
  /// Takes the ends of visits to pages in the system's browser; nil for a product that opens none.
  package let browsing: Browsing?

  public init(
    eventRoutes: [EventRoute] = [], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in },
    pages: [Page]
  ) {
    self.init(eventRoutes: eventRoutes, surroundings: surroundings, known: [], banner: nil, pages: pages)
  }

  package init(
    eventRoutes: [EventRoute], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in },
    known: [@Sendable () async -> Void] = [], banner: Banner?, pages: [Page],
    browsing: Browsing? = nil
  ) {
    self.pages = pages
    self.eventRoutes = eventRoutes
    self.surroundings = surroundings
    self.known = known
    self.banner = banner
    self.browsing = browsing
  }
}

extension Product: CustomStringConvertible {
  public var description: String { id }
}
