/// A person's other ways to operate a screen: by switches, and by spoken words. Both are off at first.
public struct Steering: Sendable, Hashable {
  /// The permitted times of one stop, in milliseconds.
  public static let stops = 300...10_000

  public var switches: SwitchChoice
  public var keys: SwitchKeys
  /// Milliseconds until the scan moves on by itself, or until staying selects.
  public var stop: Int
  public var voice: Bool

  public init(
    switches: SwitchChoice = .off, keys: SwitchKeys = .spaceAndEnter, stop: Int = 1_500, voice: Bool = false
  ) {
    self.switches = switches
    self.keys = keys
    self.stop = stop
    self.voice = voice
  }

  public var isOn: Bool { switches != .off || voice }
}

/// The number of switches with which a person operates a screen, and their effect.
public enum SwitchChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case off
  /// The only switch selects; time moves on.
  case one
  /// The first switch moves on, the second selects.
  case two
  /// The only switch moves on; staying selects.
  case dwell
}

/// The keys that switches send. A switch is connected to a computer as a keyboard with one or two keys.
public enum SwitchKeys: String, Sendable, Hashable, Codable, CaseIterable {
  case spaceAndEnter = "space-enter"
  case oneAndTwo = "1-2"
  case functionKeys = "f7-f8"
}
