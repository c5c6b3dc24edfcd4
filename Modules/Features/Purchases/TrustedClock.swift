internal import Kernel
public import Platform

/// The time by which terms are judged. It never goes back while the store is not asked, whatever the device's clock is set
/// to: it moves on with the greater of the wall clock and the steady one, which nobody can set.
public struct TrustedClock: Sendable, Hashable {
  public private(set) var date: Date
  private var steady: Duration

  public init(_ date: Date, steady: Duration) {
    self.date = date
    self.steady = steady
  }

  /// Moves on to what both clocks say.
  mutating func read(_ now: Date, steady: Duration) {
    date = max(now, date.addingTimeInterval(max(.zero, steady - self.steady).seconds))
    self.steady = steady
  }

  /// Takes the wall clock again after the store was asked, but none before what the store has signed.
  mutating func confirm(_ now: Date, signed: Date, steady: Duration) {
    date = max(now, signed)
    self.steady = steady
  }
}

/// Memory of the store between two runs, sealed on this device.
public struct StoreContact: Sendable, Hashable, Codable {
  /// When the store was last asked and answered.
  public var asked: Date
  /// The trusted time that was read last.
  public var trusted: Date

  public init(asked: Date, trusted: Date) {
    self.asked = asked
    self.trusted = trusted
  }
}
