internal import Kernel
internal import Platform

/// Values of short texts, read where the bytes lie.
enum FastText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The bytes without the space around them.
  static func trimmed(_ bytes: Bytes) -> Bytes {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] <= 32 { start += 1 }
    while end > start, bytes[end - 1] <= 32 { end -= 1 }
    return Bytes(rebasing: bytes[start..<end])
  }

  static func string(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The number of a text as `Double` reads it; nil for what is none or not finite.
  static func number(_ bytes: Bytes) -> Double? {
    if let number = plain(bytes) { return number }
    return Double(string(bytes)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Digits with a point, as nearly all numbers of such files are; nil for anything else. A whole number of 53 bits divided by an
  /// exact power of ten is rounded once, so it is the nearest `Double`.
  private static func plain(_ bytes: Bytes) -> Double? {
    guard let first = bytes.first, bytes.count <= 20 else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var (number, digits, places): (UInt64, Int, Int) = (0, 0, -1)
    for place in (isNegative ? 1 : 0)..<bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "."), places < 0 {
        places = 0
        continue
      }
      guard 48...57 ~= byte else { return nil }
      number = number &* 10 &+ UInt64(byte &- 48)
      digits += 1
      if places >= 0 { places += 1 }
    }
    guard 1...18 ~= digits, places != 0, number < 1 << 53 else { return nil }
    let value = places > 0 ? Double(number) / tens[places] : Double(number)
    return isNegative ? -value : value
  }

  private static let tens: [Double] = (0...22).map { power in (0..<power).reduce(1.0) { ten, _ in ten * 10 } }

  /// Seconds since 1970 of "2026-11-22T18:00:05Z", and of everything else that `Moment.date` reads.
  static func time(_ bytes: Bytes) -> Double? {
    if bytes.count == 20 || bytes.count == 24, bytes[bytes.count - 1] == UInt8(ascii: "Z"), let time = plainTime(bytes)
    {
      return time
    }
    return Moment.date(string(bytes))?.timeIntervalSince1970
  }

  private static func plainTime(_ bytes: Bytes) -> Double? {
    guard bytes[4] == 45, bytes[7] == 45, bytes[10] == 84, bytes[13] == 58, bytes[16] == 58,
      let year = digits(bytes, 0, 4), let month = digits(bytes, 5, 2), let day = digits(bytes, 8, 2),
      let hour = digits(bytes, 11, 2), let minute = digits(bytes, 14, 2), let second = digits(bytes, 17, 2),
      // Days that every month has; the others are left to the calendar.
      1...12 ~= month, 1...28 ~= day, hour < 24, minute < 60, second < 60, year >= 1
    else { return nil }
    var thousandths = 0
    if bytes.count == 24 {
      guard bytes[19] == 46, let fraction = digits(bytes, 20, 3) else { return nil }
      thousandths = fraction
    }
    // Days since 1 March of the year 0, when years begin in March.
    let (shifted, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5 + day - 1 - 719_468
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    return Double(seconds * 1000 + thousandths) / 1000
  }

  private static func digits(_ bytes: Bytes, _ start: Int, _ count: Int) -> Int? {
    var number = 0
    for place in start..<start + count {
      guard 48...57 ~= bytes[place] else { return nil }
      number = number * 10 + Int(bytes[place] - 48)
    }
    return number
  }
}
