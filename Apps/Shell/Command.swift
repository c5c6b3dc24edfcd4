public import Connectivity
public import Interface
public import Kernel
public import Platform

/// One operation on a window by a person, a script or another program. Scenarios, JSON-RPC and action logs use these,
/// so that a recording can be replayed.
public enum Command: Sendable, Hashable {
  case screen
  /// Enters the product without naming a route. A new person may be led to another screen than home.
  case arrive
  case open(Route)
  case tap(Target)
  case type(Target, String)
  case choose(Target, Entry)
  case act(Target, Verb, Entry)
  case back
  case refresh
  /// Waits until the node is on screen, for at most this many real seconds.
  case wait(Target, seconds: Double)
  case network(Connectivity)
  case advance(seconds: Double)
  case setClock(Date, zone: String?)
  case receive(title: String, body: String, opening: Opening?)
  /// Changes the appearance of this window only; nil leaves a property as it is.
  case appearance(
    SchemeChoice? = nil, textSize: Int? = nil, motion: Surroundings.Motion? = nil, comfort: Comfort = Comfort())
  /// Says where the person at this window is. A nil part stays as it is, and is at first that of the person's last window,
  /// or else of the server.
  case region(RegionalSettings)
  /// Answers a request for a photo. Without a number it answers the newest request.
  case photo(PhotoAnswer, to: Int? = nil)
  /// Reports the abilities of the front end that concern speech, or answers a request about it. Without a number it answers
  /// the newest request.
  case speech(SpeechReport, to: Int? = nil)
  /// Reports what became of an offered file. Without a number it concerns the newest one that is still open.
  case delivered(Report, of: Int? = nil)
  /// Says that the front end can open pages in a browser that returns to this address. Without it no sign-in is offered
  /// that needs a browser.
  case browses(returningTo: String)
  /// Reports the end of a visit to a page, or the return from a link in a mail.
  case browsed(BrowserAnswer)
  /// Tells the address at which a push service reaches this device, as the JSON text that the server takes; nil while there is
  /// none.
  case pushAddress(Redacted<String>?)
  /// Hands over a notification that a push service brought, as its payload in JSON: while the app is in front, or because the
  /// person tapped it, which may have started the app.
  case pushed(Redacted<String>, isTapped: Bool)
  /// Locks the profile now, in every window. Refused while its lock is off.
  case lock
  /// A switch of switch control was pressed. Refused while that is off.
  case switched(SwitchNumber, SwitchMotion = .press)
  /// Words for voice control, recognised or typed. Refused while that is off.
  case voiced(String)
  /// The system is short of memory.
  case releaseMemory

  /// Bytes of the address of a device at its push service.
  static let longestPushAddress = 7_000

  /// Bytes of the payload of a notification.
  static let longestPayload = 8_192

  /// Bytes of what is said or typed at once for voice control.
  static let longestVoiced = 1 << 16

  /// The usual and the longest time of `wait`, in seconds.
  public static let usualWait = 2.0
  public static let longestWait = 600.0

  public enum SwitchNumber: String, Sendable, Hashable, CaseIterable {
    case first, second
  }

  public enum SwitchMotion: String, Sendable, Hashable, CaseIterable {
    /// Down and up again.
    case press
    case down, up
  }

  public enum PhotoAnswer: Sendable, Hashable {
    case bytes([UInt8])
    /// The path of a file on this machine.
    case file(String)
    /// The person cancelled the request.
    case none
  }

  /// The destination of a notification: a route, signed here as the server would sign it, or a link as received.
  public enum Opening: Sendable, Hashable {
    /// Valid for seven days unless `until` names another end.
    case route(Route, until: Date? = nil)
    case link(String)
  }

  /// Identifies a node on the screen.
  public enum Target: Sendable, Hashable {
    case id(String)
    /// The whole label, case-sensitive, of an enabled node.
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
