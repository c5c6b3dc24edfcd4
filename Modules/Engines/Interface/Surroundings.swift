public import Connectivity
public import Entitlement
public import Kernel
public import Mode

/// The environment on which every screen depends and which no feature owns. A change renders the screen again.
public struct Surroundings: Sendable, Hashable {
  public enum Motion: String, Sendable, Hashable, Codable, CaseIterable {
    case full, reduced
  }

  /// The current moment, in the window's zone and locale.
  public var now: Moment
  public var mode: Mode
  public var connectivity: Connectivity
  public var entitlements: Set<Entitlement>
  public var isSignedIn: Bool
  /// Whether the profile belongs to an account, also while that must sign in again. Without one nothing is sent.
  public var hasAccount: Bool
  public var scheme: SchemeChoice
  /// Per cent of the usual size.
  public var textSize: Int
  public var motion: Motion
  public var contrast: ContrastChoice
  public var feedback: Feedback
  public var timeLimits: TimeLimits
  public var steering = Steering()
  /// The channel in which the person prefers to talk, which comes first; nil without a preference.
  public var preferredChannel: String?

  /// Where every place leads until something required is done; nil when all places are open.
  public var gate: PlaceGate?

  /// A BCP 47 tag such as "en-GB".
  public var locale: String { now.locale }

  public init(
    now: Moment, locale: String? = nil, mode: Mode = .light, connectivity: Connectivity = .offline,
    entitlements: Set<Entitlement> = [], isSignedIn: Bool = false, hasAccount: Bool? = nil,
    scheme: SchemeChoice = .system, textSize: Int = 100, motion: Motion = .full,
    contrast: ContrastChoice = .system, feedback: Feedback = Feedback(), timeLimits: TimeLimits = .usual
  ) {
    self.now = now
    if let locale { self.now.locale = locale }
    self.mode = mode
    self.connectivity = connectivity
    self.entitlements = entitlements
    self.isSignedIn = isSignedIn
    self.hasAccount = hasAccount ?? isSignedIn
    self.scheme = scheme
    self.textSize = textSize
    self.motion = motion
    self.contrast = contrast
    self.feedback = feedback
    self.timeLimits = timeLimits
  }
}
