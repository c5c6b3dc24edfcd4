public import Interface
public import Kernel
internal import Navigation

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
  /// Makes the features of one person on their stage, with what is kept in that drawer.
  let cast: @Sendable (Stage, Drawer) -> Cast

  init(
    id: String, name: String, tagline: String, theme: Theme, home: Tab, tabs: [Tab], channels: [Channel] = [],
    unavailable: String, cast: @escaping @Sendable (Stage, Drawer) -> Cast
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
  public var places: [Place] { site(of: cast(Stage(), .memory()).company(Stage())).places }

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
  let company: @Sendable (Stage) -> Company

  public init(
    begin: @escaping @Sendable () async -> Void = {}, company: @escaping @Sendable (_ window: Stage) -> Company
  ) {
    self.begin = begin
    self.company = company
  }
}

/// The features that play one window of a product: what each of them shows, and what follows when one of them speaks.
public struct Company: Sendable {
  let pages: [Page]
  let wires: [Wire]
  /// What the window's surroundings are from its first frame on.
  let surroundings: @Sendable (inout Surroundings) -> Void

  public init(
    wires: [Wire] = [], surroundings: @escaping @Sendable (inout Surroundings) -> Void = { _ in }, pages: [Page]
  ) {
    self.pages = pages
    self.wires = wires
    self.surroundings = surroundings
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
