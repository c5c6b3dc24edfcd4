internal import Connectivity
public import Interface
public import Kernel
internal import Navigation
internal import Offline

/// One product: its name, its looks, its tabs, and the company of features that plays it.
public struct Product: Sendable, Identifiable {
  public let id: String
  public let name: String
  /// What it is for, in a sentence.
  public let tagline: String
  public let theme: Theme
  /// The first is home.
  let home: Tab
  let tabs: [Tab]
  let channels: [Channel]
  /// Said when a link leads nowhere.
  let unavailable: String
  /// Makes the features of one person on what they stand on.
  let cast: @Sendable (Ground) -> Cast

  init(
    id: String, name: String, tagline: String, theme: Theme, home: Tab, tabs: [Tab], channels: [Channel] = [],
    unavailable: String, cast: @escaping @Sendable (Ground) -> Cast
  ) {
    self.id = id
    self.name = name
    self.tagline = tagline
    self.theme = theme
    self.home = home
    self.tabs = tabs
    self.channels = channels
    self.unavailable = unavailable
    self.cast = cast
  }

  /// Every screen that can be opened, search among them.
  public var places: [Place] { site(of: cast(.nobody).company(Stage())).places }

  func site(of company: Company) -> Site {
    Site(
      product: id, brand: name, home: home, tabs: tabs, channels: channels,
      places: company.pages.map(\.place) + [Place("/search", title: "Search")], unavailable: unavailable)
  }
}

extension Product {
  /// All five, in the order in which they are offered.
  public static let all = [yhealth, syncwell, cadence, volvox, dailypa]

  public static func named(_ id: String) -> Product? { all.first { $0.id == id } }
}

/// The features of one person, made once and shared by all of that person's windows, and how the company of each window
/// joins them.
public struct Cast: Sendable {
  /// Reads what is kept. Every window asks for it; only the first does anything.
  let begin: @Sendable () async -> Void
  /// What passes between them for as long as the person is there, whatever windows there are.
  let going: (@Sendable () async -> Void)?
  /// What is known of the way to the server, where one of them knows more than the network itself.
  let connectivity: (@Sendable (NetworkState) -> Connectivity)?
  /// The sync, where there is one.
  let offline: Offline?
  /// What must have ended before the process does.
  let ending: (@Sendable () async -> Void)?
  /// Where a person who came and asked for no place is led first; nil where they simply come home.
  let arrival: (@Sendable () async -> Route?)?
  let company: @Sendable (Stage) -> Company

  public init(
    begin: @escaping @Sendable () async -> Void = {}, company: @escaping @Sendable (_ window: Stage) -> Company
  ) {
    self.init(begin: begin, going: nil, connectivity: nil, company)
  }

  init(
    begin: @escaping @Sendable () async -> Void, going: (@Sendable () async -> Void)?,
    connectivity: (@Sendable (NetworkState) -> Connectivity)?, offline: Offline? = nil,
    ending: (@Sendable () async -> Void)? = nil, arrival: (@Sendable () async -> Route?)? = nil,
    _ company: @escaping @Sendable (_ window: Stage) -> Company
  ) {
    self.begin = begin
    self.going = going
    self.connectivity = connectivity
    self.offline = offline
    self.ending = ending
    self.arrival = arrival
    self.company = company
  }
}

/// The features that play one window of a product: what each of them shows, and what follows when one of them speaks.
public struct Company: Sendable {
  let pages: [Page]
  let wires: [Wire]
  /// What the window's surroundings are from its first frame on.
  let surroundings: @Sendable (inout Surroundings) -> Void
  /// Each returns when something is known without which there is nothing to show.
  let known: [@Sendable () async -> Void]
  let banner: Banner?

  public init(
    wires: [Wire] = [], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in }, pages: [Page]
  ) {
    self.init(wires: wires, surroundings: surroundings, known: [], banner: nil, pages: pages)
  }

  init(
    wires: [Wire], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in },
    known: [@Sendable () async -> Void] = [], banner: Banner?, pages: [Page]
  ) {
    self.pages = pages
    self.wires = wires
    self.surroundings = surroundings
    self.known = known
    self.banner = banner
  }
}

/// Carries what one feature says to those it concerns. Two features never know of each other; they meet here.
public struct Wire: Sendable {
  /// The window is asked for at each event, so that a wire keeps no window alive.
  let run: @Sendable (_ window: @Sendable () -> Window?) async -> Void

  /// It listens from the moment it is made, so nothing said before the window is up is lost. `gone` follows the window's
  /// end.
  public static func from<F: Feature>(
    _ speaker: F, gone: (@Sendable () async -> Void)? = nil,
    _ carry: @escaping @Sendable (F.State.Event, Window) async -> Void
  ) -> Wire {
    let ear = speaker.events.listen()
    return Wire { window in
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
