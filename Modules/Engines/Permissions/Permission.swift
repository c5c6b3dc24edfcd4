public import Interface
public import Kernel

/// A permission of the device that a product asks for, and the words with which it explains why.
public struct Permission: Sendable, Hashable, Identifiable {
  /// The name by which the port knows it, such as "notifications".
  public let id: String
  public let title: String
  /// Purpose as a sentence: "So that a reminder reaches you when the app is closed."
  public let why: String
  /// The words on the button that asks the system: "Yes, notify me".
  public let allow: String
  public let icon: Icon

  public init(_ id: String, title: String, why: String, allow: String = "Allow", icon: Icon) {
    self.id = id
    self.title = title
    self.why = why
    self.allow = allow
    self.icon = icon
  }
}

/// The system's answer about a permission.
public enum PermissionStanding: String, Sendable, Hashable, CaseIterable, Codable {
  /// The system was never asked, so it can be.
  case undecided
  case granted
  /// Granted without the system's question, for notifications that arrive in its list alone, without sound or banner.
  case quiet
  /// Refused once; the system asks no more, and only its settings change that.
  case denied
  /// The device has no such permission.
  case unavailable
}

/// The device's permissions, by their identifiers.
public struct PermissionPort: Sendable {
  public var standing: @Sendable (Permission.ID) async throws(Problem) -> PermissionStanding
  /// Shows the system's own question, and returns the person's answer.
  public var ask: @Sendable (Permission.ID) async throws(Problem) -> PermissionStanding
  /// Opens the device's settings at this product.
  public var openSettings: @Sendable (Permission.ID) async throws(Problem) -> Void
  /// Asks for quiet delivery, which the system grants without a question; nil for a device without it.
  public var askQuietly: (@Sendable (Permission.ID) async throws(Problem) -> PermissionStanding)?

  public init(
    standing: @escaping @Sendable (Permission.ID) async throws(Problem) -> PermissionStanding,
    ask: @escaping @Sendable (Permission.ID) async throws(Problem) -> PermissionStanding,
    openSettings: @escaping @Sendable (Permission.ID) async throws(Problem) -> Void,
    askQuietly: (@Sendable (Permission.ID) async throws(Problem) -> PermissionStanding)? = nil
  ) {
    self.standing = standing
    self.ask = ask
    self.openSettings = openSettings
    self.askQuietly = askQuietly
  }

  /// A device without permissions, such as a server or a terminal.
  public static let none = PermissionPort(
    standing: { _ throws(Problem) in .unavailable }, ask: { _ throws(Problem) in .unavailable },
    openSettings: { _ throws(Problem) in })
}
