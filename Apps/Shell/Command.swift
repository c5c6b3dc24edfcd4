public import Connectivity
public import FoundationEssentials
public import Interface

/// One thing that a person, a script or another program does with a window. Scenarios, JSON-RPC and action logs speak in
/// these, so that what is played once can be played again.
public enum Command: Sendable, Hashable {
  case screen
  /// Comes, and asks for no place: whoever is new may be led elsewhere than home.
  case arrive
  case open(Route)
  case tap(Target)
  case type(Target, String)
  case choose(Target, Entry)
  case act(Target, Verb, Entry)
  case back
  case refresh
  /// Until the node is on screen, for so many real seconds at most.
  case wait(Target, seconds: Double)
  case network(Connectivity)
  case advance(seconds: Double)
  case setClock(Date, zone: String?)
  case receive(title: String, body: String, opening: Opening?)
  /// How this window alone is to look and move from now on; nil leaves it as it is.
  case appearance(SchemeChoice? = nil, textSize: Int? = nil, motion: Surroundings.Motion? = nil)
  /// What the person chose when a photo was asked for; the newest question is meant when it does not say which.
  case photo(PhotoAnswer, to: Int? = nil)

  public enum PhotoAnswer: Sendable, Hashable {
    case bytes([UInt8])
    /// A file of this machine, by its path.
    case file(String)
    /// They called it off.
    case none
  }

  /// What a notification opens: a route, signed here as the server would sign it, or a link as it came.
  public enum Opening: Sendable, Hashable {
    /// For seven days, unless it says until when.
    case route(Route, until: Date? = nil)
    case link(String)
  }

  /// How a node is named.
  public enum Target: Sendable, Hashable {
    case id(String)
    /// Whole and with case, among what is enabled.
    case label(String)
  }
}

extension Command.Target: CustomStringConvertible {
  public var description: String {
    switch self {
    case .id(let id): "the id “\(id)”"
    case .label(let label): "“\(label)”"
    }
  }
}
