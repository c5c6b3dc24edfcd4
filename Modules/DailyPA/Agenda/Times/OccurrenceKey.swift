internal import Kernel
internal import Platform
public import Recurrence

/// One occurrence of a series, by its local start. Routes carry words and identifiers only, so a route has it in the form
/// of a UUID of version 8.
public struct OccurrenceKey: Sendable, Hashable {
  public let local: LocalTime

  init(_ local: LocalTime) { self.local = local }

  /// Puts times before 1970 above zero.
  private static let offset = 1 << 40

  /// Nil for any other UUID.
  init?(_ uuid: UUID) {
    let text = uuid.uuidString
    guard text.hasPrefix("00000000-0000-8000-8000-"), let number = Int(text.suffix(12), radix: 16) else { return nil }
    let (day, second) = CivilDate.split((number >> 1) - OccurrenceKey.offset)
    self.init(LocalTime(day: day, second: second, isDay: number & 1 == 1))
  }

  var text: String {
    let count = local.day * 86_400 + local.second + OccurrenceKey.offset
    let digits = String(count << 1 | (local.isDay ? 1 : 0), radix: 16)
    return "00000000-0000-8000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}

extension LocalTime {
  /// Seconds since the beginning of 1970, as if the local time were GMT.
  var seconds: Int { day * 86_400 + second }

  init(seconds: Int, isDay: Bool) {
    let (day, second) = CivilDate.split(seconds)
    self.init(day: day, second: isDay ? 0 : second, isDay: isDay)
  }

  /// The local time of an instant, in a zone.
  init(_ date: Date, in zone: TimeZone, isDay: Bool) {
    self.init(
      seconds: Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date), isDay: isDay)
  }
}
