internal import Kernel

/// Parses a moment or a day in the forms of ISO 8601 that PostgreSQL accepts, and writes the one stored spelling:
/// `2026-01-15T12:00:00.250000+00:00`, `2026-01-15`. These texts sort in order of time.
enum DateText {
  case written(String)
  case unreadable
  /// Well-formed but not a date, such as the 30th of February or 25 o'clock.
  case impossible

  static func read(_ text: String, isDate: Bool) -> DateText {
    guard text.utf8.count <= 64 else { return .unreadable }
    var reader = Reader(bytes: Array(text.utf8))
    return reader.read(isDate: isDate)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func read(isDate: Bool) -> DateText {
      skipSpace()
      guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
        return .unreadable
      }
      var time = (hour: 0, minute: 0, second: 0, millionths: 0)
      var offset = 0
      if takeSeparator() {
        guard let hour = number(2), take(":"), let minute = number(2) else { return .unreadable }
        time = (hour, minute, 0, 0)
        if take(":") {
          guard let second = number(2), let millionths = millionths() else { return .unreadable }
          time.second = second
          time.millionths = millionths
        }
        skipSpace()
        guard let read = zone() else { return .unreadable }
        offset = read
      }
      skipSpace()
      guard position == bytes.count else { return .unreadable }
      guard let date = CivilDate(year: year, month: month, day: day), time.hour < 24, time.minute < 60, time.second < 60
      else { return .impossible }
      if isDate { return .written(date.text) }
      let seconds = date.daysSince1970 * 86_400 + time.hour * 3600 + time.minute * 60 + time.second - offset
      return Self.written(seconds, time.millionths)
    }

    private mutating func takeSeparator() -> Bool {
      guard position + 1 < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "t") || bytes[position] == 0x20,
        0x30...0x39 ~= bytes[position + 1]
      else { return false }
      position += 1
      return true
    }

    private mutating func number(_ places: Int) -> Int? {
      guard position + places <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[position..<position + places] {
        guard 0x30...0x39 ~= byte else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      position += places
      return number
    }

    /// Microseconds, rounded; 1,000,000 carries into the next second.
    private mutating func millionths() -> Int? {
      guard take(".") else { return 0 }
      var millionths = 0
      var places = 0
      while position < bytes.count, 0x30...0x39 ~= bytes[position] {
        let digit = Int(bytes[position] - 0x30)
        if places < 6 { millionths = millionths * 10 + digit }
        if places == 6, digit >= 5 { millionths += 1 }
        places += 1
        position += 1
      }
      guard places > 0 else { return nil }
      for _ in min(places, 6)..<6 { millionths *= 10 }
      return millionths
    }

    /// Seconds east of Greenwich. Defaults to UTC, the server's time zone.
    private mutating func zone() -> Int? {
      if position == bytes.count || take("Z") || take("z") { return 0 }
      let isEast = take("+")
      guard isEast || take("-"), let hours = number(2), hours < 16 else { return nil }
      var seconds = hours * 3600
      if take(":") || (position < bytes.count && 0x30...0x39 ~= bytes[position]) {
        guard let minutes = number(2), minutes < 60 else { return nil }
        seconds += minutes * 60
      }
      return isEast ? seconds : -seconds
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    }

    private static func written(_ seconds: Int, _ millionths: Int) -> DateText {
      let (days, second) = CivilDate.split(seconds + millionths / 1_000_000)
      let date = CivilDate(daysSince1970: days)
      guard 1...9999 ~= date.year else { return .impossible }
      return .written(
        String(unsafeUninitializedCapacity: 32) { buffer in
          var spelling = Spelling(buffer)
          spelling.put(date.year, 4, "-")
          spelling.put(date.month, 2, "-")
          spelling.put(date.day, 2, "T")
          spelling.put(second / 3600, 2, ":")
          spelling.put(second / 60 % 60, 2, ":")
          spelling.put(second % 60, 2, ".")
          spelling.put(millionths % 1_000_000, 6, "+")
          spelling.put(0, 2, ":")
          spelling.put(0, 2)
          return spelling.count
        })
    }
  }

  /// Writes numbers with a fixed number of digits, one after another.
  private struct Spelling {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func put(_ number: Int, _ places: Int, _ sign: Unicode.Scalar? = nil) {
      var rest = number
      for place in (count..<count + places).reversed() {
        buffer[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
      count += places
      if let sign {
        buffer[count] = UInt8(ascii: sign)
        count += 1
      }
    }
  }
}
