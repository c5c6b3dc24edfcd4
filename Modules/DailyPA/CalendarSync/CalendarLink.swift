public import CalDAV
public import Kernel
public import Platform
public import Storage

/// The provider of the calendar. The raw values are stored, so they never change.
public enum CalendarProvider: String, Sendable, Hashable, Codable, CaseIterable {
  case none, google, apple, device, other

  var title: String {
    switch self {
    case .none: "None"
    case .google: "Google Calendar"
    case .apple: "Apple Calendar"
    case .device: "This device's calendar"
    case .other: "Another calendar"
    }
  }
}

/// The calendar that this device syncs with, and what the last sync did. It stays on the device.
public struct CalendarLink: Kept {
  public static let collection = "calendar_links"
  static let own = ID<CalendarLink>(named: "own")

  public let provider: CalendarProvider
  /// The name of the account; empty for the calendar of the device.
  public let user: String
  public let address: String
  public let name: String
  public let since: Date
  /// The last sync that came to its end.
  public var syncedAt: Date?
  public var report: CalendarReport?

  public var id: ID<CalendarLink> { CalendarLink.own }
  public var when: Date { since }
}

/// The password of an account. It is neither synced nor exported.
struct CalendarSecret: Kept {
  static let collection = "calendar_secrets"
  static let own = ID<CalendarSecret>(named: "own")

  let password: String
  let at: Date

  var id: ID<CalendarSecret> { CalendarSecret.own }
  var when: Date { at }
}

/// The point up to which the changes of the calendar are known.
struct CalendarToken: Kept {
  static let collection = "calendar_tokens"
  static let own = ID<CalendarToken>(named: "own")

  let token: String
  let at: Date

  var id: ID<CalendarToken> { CalendarToken.own }
  var when: Date { at }
}

/// The last version of a resource on which both sides agree.
struct KeptCopy: Kept {
  static let collection = "calendar_copies"

  let copy: CalendarCopy
  let at: Date

  var id: ID<KeptCopy> { KeptCopy.id(copy.name) }
  var when: Date { at }

  static func id(_ name: String) -> ID<KeptCopy> { ID(named: name) }
}
