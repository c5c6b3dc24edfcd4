internal import FoundationEssentials
internal import Kernel

/// Formats timestamps as columns store them: `2026-01-15T12:00:00.250000+00:00`.
enum MomentText {
  static let length = 32

  static func of(_ date: Date) -> String {
    let (days, rest) = CivilDate.split(
      Int((date.timeIntervalSince1970 * 1_000_000).rounded()), dayLength: 86_400_000_000)
    return String(unsafeUninitializedCapacity: length) { bytes in
      write(days, rest, into: bytes)
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
    let date = CivilDate(daysSince1970: days)
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
    put(min(9999, max(1, date.year)), 4, then: "-")
    put(date.month, 2, then: "-")
    put(date.day, 2, then: "T")
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
