public import Connectivity
public import Entitlement
public import Kernel
public import Mode

/// The environment on which every screen depends and which no feature owns. A change renders the screen again.
public struct Surroundings: Sendable, Hashable {
  public enum Motion: String, Sendable, Hashable, Codable, CaseIterable {
    case full, reduced
  }

  public var now: Moment
  /// A BCP 47 tag such as "en-GB".
  public var locale: String
  public var mode: Mode
  public var connectivity: Connectivity
  public var entitlements: Set<Entitlement>
  public var isSignedIn: Bool
  public var scheme: SchemeChoice
  /// Per cent of the usual size.
  public var textSize: Int
  public var motion: Motion

  public init(
    now: Moment, locale: String = "en-GB", mode: Mode = .light, connectivity: Connectivity = .offline,
    entitlements: Set<Entitlement> = [], isSignedIn: Bool = false, scheme: SchemeChoice = .system,
    textSize: Int = 100, motion: Motion = .full
  ) {
    self.now = now
    self.locale = locale
    self.mode = mode
    self.connectivity = connectivity
    self.entitlements = entitlements
    self.isSignedIn = isSignedIn
    self.scheme = scheme
    self.textSize = textSize
    self.motion = motion
  }
}
