/// The words of a product for the accounts that a person connects.
public struct ConnectedAppsWords: Sendable, Hashable {
  public var title = "Connected Apps"
  public var nothing = "No app is connected yet."
  /// The use of connecting one.
  public var use = "Connect the apps that your health data comes from and goes to."
  /// The title of those that can be connected.
  public var adding = "Add an app"
  /// The sentence on what disconnecting deletes, and what stays.
  public var disconnecting =
    "This deletes the connection and all sync configurations that use it. Data that was synced stays where it is."
  /// Whether the product leads a new person through connecting a first source and a first destination.
  public var pairs = true

  public init() {}
}
