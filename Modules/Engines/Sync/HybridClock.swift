public import Platform

/// A hybrid logical clock: the wall clock, but never earlier than a time already seen. Its texts sort in clock order.
public struct HybridClock: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970.
  public let milliseconds: Int64
  public let count: Int
  /// Breaks ties between two devices at the same instant.
  public let device: String

  public init(milliseconds: Int64, count: Int = 0, device: String) {
    self.milliseconds = min(max(0, milliseconds), HybridClock.most)
    self.count = min(max(0, count), 9999)
    self.device = String(device.lowercased().filter { $0.isHexDigit }.prefix(8))
  }

  /// The next time on a device that has seen `last`.
  public init(at date: Date, after last: HybridClock?, device: UUID) {
    let now = HybridClock.milliseconds(of: date)
    let name = device.uuidString
    if let last, last.milliseconds >= now {
      self.init(
        milliseconds: last.milliseconds + (last.count == 9999 ? 1 : 0), count: (last.count + 1) % 10_000, device: name)
    } else {
      self.init(milliseconds: now, device: name)
    }
  }

  /// Returns nil for a text that is not a clock.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= 40, parts.count == 3, parts[0].utf8.count == 15, parts[1].utf8.count == 4,
      let milliseconds = Int64(parts[0]), let count = Int(parts[1]), milliseconds >= 0, count >= 0
    else { return nil }
    self.init(milliseconds: milliseconds, count: count, device: String(parts[2]))
  }

  public var text: String {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(milliseconds, 15))-\(padded(Int64(count), 4))-\(device)"
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Returns this time, or the server's time when this clock runs ahead of it.
  public func capped(at date: Date) -> HybridClock {
    let most = HybridClock.milliseconds(of: date)
    return milliseconds > most ? HybridClock(milliseconds: most, count: 0, device: device) : self
  }

  public static func < (left: HybridClock, right: HybridClock) -> Bool {
    (left.milliseconds, left.count, left.device) < (right.milliseconds, right.count, right.device)
  }

  /// Clamped, so any date is accepted.
  private static func milliseconds(of date: Date) -> Int64 {
    let number = date.timeIntervalSince1970 * 1000
    return number >= Double(most) ? most : number > 0 ? Int64(number) : 0
  }

  private static let most: Int64 = 999_999_999_999_999
}
