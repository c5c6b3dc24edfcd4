internal import Kernel

/// Instants as ISO 8601 with as many decimals as they have, up to microseconds.
enum PortableInstant {
  /// Seconds from 1970 to 2001, in UTC.
  private static let epoch = 978_307_200
  /// The instants of the years 1 to 9999, in seconds since 2001.
  private static let range = -63_113_904_000.0...252_423_993_599.0

  /// Nil when it is not exact to the bit.
  static func text(_ instant: Double) -> [UInt8]? {
    guard range.contains(instant) else { return nil }
    let micro = (instant * 1e6).rounded()
    guard micro / 1e6 == instant, abs(micro) < 9e18 else { return nil }
    let all = Int(micro)
    let (seconds, part) = (all >= 0 ? all / 1_000_000 : -((999_999 - all) / 1_000_000), all)
    let rest = part - seconds * 1_000_000
    let (day, second) = CivilDate.split(seconds + epoch, dayLength: 86_400)
    let date = CivilDate(daysSince1970: day)
    return [UInt8](unsafeUninitializedCapacity: 27) { text, count in
      func put(_ number: Int, _ places: Range<Int>) {
        var rest = number
        for place in places.reversed() {
          text[place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
          rest /= 10
        }
      }
      put(date.year, 0..<4)
      put(date.month, 5..<7)
      put(date.day, 8..<10)
      put(second / 3600, 11..<13)
      put(second / 60 % 60, 14..<16)
      put(second % 60, 17..<19)
      (text[4], text[7], text[10]) = (UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "T"))
      (text[13], text[16]) = (UInt8(ascii: ":"), UInt8(ascii: ":"))
      count = 19
      if rest != 0 {
        text[19] = UInt8(ascii: ".")
        put(rest, 20..<26)
        count = 26
        while text[count - 1] == UInt8(ascii: "0") { count -= 1 }
      }
      text[count] = UInt8(ascii: "Z")
      count += 1
    }
  }

  /// Seconds since 2001; nil for other text than `text` makes.
  static func seconds(_ text: some Swift.Collection<UInt8>) -> Double? {
    let text = Array(text)
    func number(_ from: Int, _ count: Int) -> Int? {
      var number = 0
      for byte in text[from..<(from + count)] {
        guard (48...57).contains(byte) else { return nil }
        number = number * 10 + Int(byte - 48)
      }
      return number
    }
    guard (20...27).contains(text.count), text.last == UInt8(ascii: "Z"), text.count != 21,
      [4, 7].allSatisfy({ text[$0] == UInt8(ascii: "-") }), text[10] == UInt8(ascii: "T"),
      [13, 16].allSatisfy({ text[$0] == UInt8(ascii: ":") }), let year = number(0, 4), let month = number(5, 2),
      let day = number(8, 2), let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      hour < 24, minute < 60, second < 60, let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var micro = 0
    if text.count > 20 {
      guard text[19] == UInt8(ascii: "."), let part = number(20, text.count - 21) else { return nil }
      micro = part
      for _ in (text.count - 21)..<6 { micro *= 10 }
    }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - epoch
    return Double(seconds * 1_000_000 + micro) / 1e6
  }
}
