internal import FoundationEssentials

/// Formats timestamps as columns store them: `2026-01-15T12:00:00.250000+00:00`.
enum MomentText {
  static let length = 32

  static func of(_ date: Date) -> String {
    let microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    let day = 86_400_000_000 as Int64
    var days = microseconds / day
    var rest = microseconds % day
    if rest < 0 {
      rest += day
      days -= 1
    }
    return String(unsafeUninitializedCapacity: length) { bytes in
      write(Int(days), Int(rest), into: bytes)
      return length
    }
  }

  /// Formats a timestamp as PostgreSQL writes it in JSON: without trailing zeros of the fraction.
  static func shown(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard bytes.count == length else { return text }
    bytes.removeLast(6)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes + "+00:00".utf8, as: UTF8.self)
  }

  private static func write(_ days: Int, _ microseconds: Int, into bytes: UnsafeMutableBufferPointer<UInt8>) {
    // Howard Hinnant's `civil_from_days`.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fifth = (5 * dayOfYear + 2) / 153
    let month = fifth < 10 ? fifth + 3 : fifth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let seconds = microseconds / 1_000_000
    var at = 0
    func put(_ number: Int, _ places: Int, then sign: Unicode.Scalar) {
      var rest = number
      for place in stride(from: at + places - 1, through: at, by: -1) {
        bytes[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
        rest /= 10
      }
      bytes[at + places] = UInt8(ascii: sign)
      at += places + 1
    }
    put(min(9999, max(1, year)), 4, then: "-")
    put(month, 2, then: "-")
    put(dayOfYear - (153 * fifth + 2) / 5 + 1, 2, then: "T")
    put(seconds / 3600, 2, then: ":")
    put(seconds / 60 % 60, 2, then: ":")
    put(seconds % 60, 2, then: ".")
    put(microseconds % 1_000_000, 6, then: "+")
    for byte in "00:00".utf8 {
      bytes[at] = byte
      at += 1
    }
  }
}
