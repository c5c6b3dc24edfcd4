internal import FoundationEssentials
internal import Kernel

/// Reads the long part of a spec, its lists of points, thirty times as fast as a general decoder, and leaves the rest to that.
/// It only ever reads what is plain; at the first thing that is not, it gives up, and the general decoder reads everything
/// and says what is wrong.
struct PointReader {
  /// The lists in their order, and the same JSON with each of them empty; nil when nothing was gained.
  static func split(_ json: Data) -> (rest: Data, points: [[Point]])? {
    // Short specs are read as fast without.
    guard json.count > 2_000 else { return nil }
    return json.withUnsafeBytes { bytes in
      var reader = PointReader(bytes: bytes)
      return reader.split()
    }
  }

  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func split() -> (rest: Data, points: [[Point]])? {
    var rest = Data()
    var lists: [[Point]] = []
    var copied = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\"") else {
        at += 1
        continue
      }
      guard let text = string() else { return nil }
      guard PointReader.isWord("points", text), take(":"), take("[") else { continue }
      rest.append(contentsOf: bytes[copied..<at])
      guard let list = list() else { return nil }
      // The bracket that closes it is copied with what follows.
      copied = at - 1
      lists.append(list)
    }
    guard !lists.isEmpty else { return nil }
    rest.append(contentsOf: bytes[copied...])
    return (rest, lists)
  }

  private static let powers: [Double] = (0...15).map { powerOfTen($0) }

  private static func isWord(_ word: StaticString, _ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<text.count where text[text.startIndex + offset] != word.utf8Start[offset] { return false }
    return true
  }

  // MARK: Tokens

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 0x20 || (0x09...0x0D).contains(bytes[at]) { at += 1 }
  }

  /// A byte of punctuation, with the space before it; stays where it is when another is there.
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    let start = at
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: byte) else {
      at = start
      return false
    }
    at += 1
    return true
  }

  /// What stands between two quotes, as bytes; nil when it never ends. Escapes are skipped here and refused in points.
  private mutating func string() -> Slice<UnsafeRawBufferPointer>? {
    let start = at + 1
    at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    guard at < bytes.count else { return nil }
    at += 1
    return bytes[start..<(at - 1)]
  }

  private mutating func plainString() -> Slice<UnsafeRawBufferPointer>? {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let text = string(),
      !text.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 })
    else { return nil }
    return text
  }

  private mutating func number() -> Double? {
    skipSpace()
    let start = at
    let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var (digits, count, decimals) = (0, 0, 0)
    let first = at
    var isFraction = false
    while at < bytes.count {
      let byte = bytes[at]
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        guard count < 15 else { return nil }
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        if isFraction { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !isFraction, count > 0 {
        isFraction = true
      } else {
        break
      }
      at += 1
    }
    // A zero in front, a point at the end, an exponent: correct or not, that is for the general decoder.
    let hasZero = at - first > 1 && bytes[first] == UInt8(ascii: "0") && bytes[first + 1] != UInt8(ascii: ".")
    let isOpen = at < bytes.count && (bytes[at] | 0x20 == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "."))
    guard at > start, count > 0, !hasZero, !isOpen, !isFraction || decimals > 0 else { return nil }
    // Both are exact below 2^53 and 10^22, so their quotient is the nearest number there is.
    let value = Double(digits) / PointReader.powers[decimals]
    return isNegative ? -value : value
  }

  // MARK: Points

  private mutating func list() -> [Point]? {
    var points: [Point] = []
    if take("]") { return points }
    repeat {
      guard points.count <= ChartSpec.Limit.points, take("{"), let point = point() else { return nil }
      points.append(point)
    } while take(",")
    return take("]") ? points : nil
  }

  private mutating func point() -> Point? {
    var x: Position?
    var y: Double?
    var note: String?
    var seen: UInt64 = 0
    repeat {
      guard let key = plainString(), let initial = key.first, take(":") else { return nil }
      // All keys begin with letters of their own, so one that begins as another did is there twice, or is none.
      let bit = UInt64(1) << UInt64(initial & 63)
      guard seen & bit == 0 else { return nil }
      seen |= bit
      let isY = PointReader.isWord("y", key)
      if isY {
        skipSpace()
        if at + 4 <= bytes.count, bytes[at..<(at + 4)].elementsEqual("null".utf8) {
          at += 4
        } else {
          guard let value = number() else { return nil }
          y = value
        }
        continue
      }
      if PointReader.isWord("note", key) {
        guard let text = plainString(), let words = String(validating: text, as: UTF8.self) else { return nil }
        note = words
        continue
      }
      guard x == nil, let place = place(key) else { return nil }
      x = place
    } while take(",")
    guard take("}"), let x else { return nil }
    return Point(x, y, note: note)
  }

  private mutating func place(_ key: Slice<UnsafeRawBufferPointer>) -> Position? {
    if PointReader.isWord("x", key) { return number().map { .number($0) } }
    guard let text = plainString() else { return nil }
    if PointReader.isWord("day", key) { return PointReader.day(text).map { .day($0) } }
    if PointReader.isWord("at", key) { return PointReader.instant(text).map { .instant($0) } }
    guard PointReader.isWord("label", key) else { return nil }
    return String(validating: text, as: UTF8.self).map { .label($0) }
  }

  private static func digits(_ text: Slice<UnsafeRawBufferPointer>, _ from: Int, _ count: Int) -> Int? {
    var number = 0
    for byte in text[(text.startIndex + from)..<(text.startIndex + from + count)] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  private static func day(_ text: Slice<UnsafeRawBufferPointer>) -> Day? {
    let start = text.startIndex
    guard text.count >= 10, text[start + 4] == UInt8(ascii: "-"), text[start + 7] == UInt8(ascii: "-"),
      let year = digits(text, 0, 4), let month = digits(text, 5, 2), let day = digits(text, 8, 2)
    else { return nil }
    return text.count == 10 || text[start + 10] == UInt8(ascii: "T") ? Day(year, month, day) : nil
  }

  /// `2026-03-12T08:00:00Z` is read here, with milliseconds or without; every other form as elsewhere.
  private static func instant(_ text: Slice<UnsafeRawBufferPointer>) -> Date? {
    let start = text.startIndex
    guard text.count == 20 || text.count == 24, text[start + 13] == UInt8(ascii: ":"),
      text[start + 16] == UInt8(ascii: ":"),
      text[start + 10] == UInt8(ascii: "T"), text[start + text.count - 1] == UInt8(ascii: "Z"), let day = day(text),
      let hour = digits(text, 11, 2), let minute = digits(text, 14, 2), let second = digits(text, 17, 2), hour < 24,
      minute < 60, second < 60
    else { return String(validating: text, as: UTF8.self).flatMap { Moment.date($0) } }
    var part = 0.0
    if text.count == 24 {
      guard text[start + 19] == UInt8(ascii: "."), let milliseconds = digits(text, 20, 3) else { return nil }
      part = Double(milliseconds) / 1_000
    }
    return Date(timeIntervalSince1970: part + Double(day.number * 86_400 + hour * 3_600 + minute * 60 + second))
  }
}

extension ChartSpec.Kind {
  /// The kind with those points in its series, one list a series; nil when the lists do not fit.
  func filled(_ lists: [[Point]]) -> ChartSpec.Kind? {
    func filled(_ series: [Series]) -> [Series]? {
      guard series.count == lists.count, series.allSatisfy({ $0.points.isEmpty }) else { return nil }
      return zip(series, lists).map { one, points in
        var one = one
        one.points = points
        return one
      }
    }
    switch self {
    case .line(var lines):
      guard let series = filled(lines.series) else { return nil }
      lines.series = series
      return .line(lines)
    case .bar(var bars):
      guard let series = filled(bars.series) else { return nil }
      bars.series = series
      return .bar(bars)
    case .groupedBar(var bars):
      guard let series = filled(bars.series) else { return nil }
      bars.series = series
      return .groupedBar(bars)
    case .scatter(var scatter):
      guard let series = filled(scatter.series) else { return nil }
      scatter.series = series
      return .scatter(scatter)
    // A sparkline's trend is reckoned from its points as it is read.
    case .sparkline, .ring, .heatmap, .radar, .volume, .week: return nil
    }
  }
}
