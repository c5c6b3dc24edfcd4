package import Connectivity
public import Interface
package import JSON
public import Kernel
package import Navigation

/// One product: its name, its looks, its tabs, and the company of features that plays it.
public struct Product: Sendable, Identifiable {
  public let id: String
  public let name: String
  /// What it is for, in a sentence.
  public let tagline: String
  public let theme: Theme
  /// The first is home.
  package let home: Tab
  package let tabs: [Tab]
  package let channels: [Channel]
  /// Said when a link leads nowhere.
  package let unavailable: String
  /// Makes the features of one person on what they stand on.
  package let features: @Sendable (PersonEnvironment) -> PersonFeatures

  package init(
    id: String, name: String, tagline: String, theme: Theme, home: Tab, tabs: [Tab], channels: [Channel] = [],
    unavailable: String, features: @escaping @Sendable (PersonEnvironment) -> PersonFeatures
  ) {
    self.id = id
    self.name = name
    self.tagline = tagline
    self.theme = theme
    self.home = home
    self.tabs = tabs
    self.channels = channels
    self.unavailable = unavailable
    self.features = features
  }

  /// Every screen that can be opened, search among them.
  public var places: [Place] { site(of: features(.nobody).composition(FeatureContext())).places }

  func site(of composition: WindowComposition) -> Site {
    Site(
      product: id, brand: name, home: home, tabs: tabs, channels: channels,
      places: composition.pages.map(\.place) + [Place("/search", title: "Search")], unavailable: unavailable)
  }
}

/// The features of one person, made once and shared by all of that person's windows, and how the company of each window
/// joins them.
public struct PersonFeatures: Sendable {
  /// Reads what is kept. Every window asks for it; only the first does anything.
  package let begin: @Sendable () async -> Void
  /// What passes between them for as long as the person is there, whatever windows there are.
  package let going: (@Sendable () async -> Void)?
  /// What is known of the way to the server, where one of them knows more than the network itself.
  package let connectivity: (@Sendable (NetworkState) -> Connectivity)?
  /// Answers what is asked of the sync from outside, where there is one.
  package let sync: (@Sendable (SyncAsk) async throws(Problem) -> JSON)?
  /// What must have ended before the process does.
  package let ending: (@Sendable () async -> Void)?
  /// Where a person who came and asked for no place is led first; nil where they simply come home.
  package let arrival: (@Sendable () async -> Route?)?
  package let composition: @Sendable (FeatureContext) -> WindowComposition

  public init(
    begin: @escaping @Sendable () async -> Void = {},
    composition: @escaping @Sendable (_ window: FeatureContext) -> WindowComposition
  ) {
    self.init(begin: begin, going: nil, connectivity: nil, composition)
  }

  package init(
    begin: @escaping @Sendable () async -> Void, going: (@Sendable () async -> Void)?,
    connectivity: (@Sendable (NetworkState) -> Connectivity)?,
    sync: (@Sendable (SyncAsk) async throws(Problem) -> JSON)? = nil,
    ending: (@Sendable () async -> Void)? = nil, arrival: (@Sendable () async -> Route?)? = nil,
    _ composition: @escaping @Sendable (_ window: FeatureContext) -> WindowComposition
  ) {
    self.begin = begin
    self.going = going
    self.connectivity = connectivity
    self.sync = sync
    self.ending = ending
    self.arrival = arrival
    self.composition = composition
  }
}

/// The features that play one window of a product: what each of them shows, and what follows when one of them speaks.
public struct WindowComposition: Sendable {
  package let pages: [Page]
  package let eventRoutes: [EventRoute]
  /// What the window's surroundings are from its first frame on.
  package let surroundings: @Sendable (inout Surroundings) -> Void
  /// Each returns when something is known without which there is nothing to show.
  package let known: [@Sendable () async -> Void]
  package let banner: Banner?

  public init(
    eventRoutes: [EventRoute] = [], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in },
    pages: [Page]
  ) {
    self.init(eventRoutes: eventRoutes, surroundings: surroundings, known: [], banner: nil, pages: pages)
  }

  package init(
    eventRoutes: [EventRoute], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in },
    known: [@Sendable () async -> Void] = [], banner: Banner?, pages: [Page]
  ) {
    self.pages = pages
    self.eventRoutes = eventRoutes
    self.surroundings = surroundings
    self.known = known
    self.banner = banner
  }
}

/// Carries what one feature says to those it concerns. Two features never know of each other; they meet here.
public struct EventRoute: Sendable {
  /// The window is asked for at each event, so that a wire keeps no window alive.
  package let run: @Sendable (_ window: @Sendable () -> Window?) async -> Void

  package init(run: @escaping @Sendable (_ window: @Sendable () -> Window?) async -> Void) { self.run = run }

  /// It listens from the moment it is made, so nothing said before the window is up is lost. `gone` follows the window's
  /// end.
  public static func from<F: Feature>(
    _ speaker: F, gone: (@Sendable () async -> Void)? = nil,
    _ carry: @escaping @Sendable (F.State.Event, Window) async -> Void
  ) -> EventRoute {
    let ear = speaker.events.listen()
    return EventRoute { window in
      await ear.hear { news in
        guard let window = window() else { return }
        switch news {
        case .said(let event): await carry(event, window)
        case .missed(let count): await window.missed(count, of: "\(F.self)")
        }
      }
      await gone?()
    }
  }
}

extension Product: CustomStringConvertible {
  public var description: String { id }
}
