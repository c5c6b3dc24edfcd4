internal import Kernel
internal import Platform

/// A fast parser for the lists of points in a spec, which leaves the rest to the general decoder. It reads only the
/// plain form; at anything else it gives up, and the general decoder reads the whole file and reports errors.
struct PointReader {
  /// The lists in their order, and the same JSON with each of them empty; nil if the fast path does not apply.
  static func split(_ json: Data) -> (rest: Data, points: [[Point]])? {
    // Short specs are read as fast by the general decoder.
    guard json.count > 2_000 else { return nil }
    return json.withUnsafeBytes { bytes in
      var reader = PointReader(bytes: bytes)
      return reader.split()
    }
  }

  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  /// The day read last and its position: ordered instants often begin with the same day.
  private var known: (from: Int, seconds: Double)?
  /// The layout of the last point, if it consists of only a moment and a value.
  private var form: Form?

  /// The byte layout of a point. Generated files repeat it: except for moment and value, a point has the same bytes as
  /// the one before.
  private struct Form {
    /// Offsets and lengths of that point's start, of the bytes before its moment, of the moment, and of the bytes
    /// between moment and value.
    let start: Int
    let before: Int
    let length: Int
    let between: Int
    let isDay: Bool
  }

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
      guard isWord("points", text.range), take(UInt8(ascii: ":")), take(UInt8(ascii: "[")) else { continue }
      rest.append(contentsOf: bytes[copied..<at])
      guard let list = list() else { return nil }
      // The closing bracket is copied with what follows.
      copied = at - 1
      lists.append(list)
    }
    guard !lists.isEmpty else { return nil }
    rest.append(contentsOf: bytes[copied...])
    return (rest, lists)
  }

  private static let powers: [Double] = (0...15).map { powerOfTen($0) }

  private func isWord(_ word: StaticString, _ text: Range<Int>) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<text.count where bytes[text.lowerBound + offset] != word.utf8Start[offset] { return false }
    return true
  }

  private func words(_ text: Range<Int>) -> String? { String(validating: bytes[text], as: UTF8.self) }

  // MARK: Tokens

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20, bytes[at] == 0x20 || (0x09...0x0D).contains(bytes[at]) { at += 1 }
  }

  /// Consumes a byte of punctuation and the space before it; consumes nothing if another byte follows.
  private mutating func take(_ byte: UInt8) -> Bool {
    let start = at
    skipSpace()
    guard at < bytes.count, bytes[at] == byte else {
      at = start
      return false
    }
    at += 1
    return true
  }

  /// Consumes a string; `isPlain` if it has neither escapes nor control characters. Nil if it is unterminated.
  private mutating func string() -> (range: Range<Int>, isPlain: Bool)? {
    let start = at + 1
    var isPlain = true
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        at = end + 1
        return (start..<end, isPlain)
      }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        end += 1
      } else if byte < 0x20 {
        isPlain = false
      }
      end += 1
    }
    at = end
    return nil
  }

  private mutating func plainString() -> Range<Int>? {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let text = string(), text.isPlain else { return nil }
    return text.range
  }

  private mutating func isNull() -> Bool {
    guard at + 4 <= bytes.count, bytes[at] == UInt8(ascii: "n"), isWord("null", at..<(at + 4)) else { return false }
    at += 4
    return true
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
        digits = digits &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        count += 1
        if isFraction { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !isFraction, count > 0 {
        isFraction = true
      } else {
        break
      }
      at += 1
    }
    // A leading zero, a trailing point or an exponent, valid or not, is left to the general decoder.
    let hasZero = at - first > 1 && bytes[first] == UInt8(ascii: "0") && bytes[first + 1] != UInt8(ascii: ".")
    let isOpen = at < bytes.count && (bytes[at] | 0x20 == UInt8(ascii: "e") || bytes[at] == UInt8(ascii: "."))
    guard at > start, count > 0, !hasZero, !isOpen, !isFraction || decimals > 0 else { return nil }
    // Both are exact below 2^53 and 10^22, so their quotient is the nearest Double.
    let value = decimals == 0 ? Double(digits) : Double(digits) / PointReader.powers[decimals]
    return isNegative ? -value : value
  }

  // MARK: Points

  private mutating func list() -> [Point]? {
    var points: [Point] = []
    if take(UInt8(ascii: "]")) { return points }
    let start = at
    repeat {
      guard points.count <= ChartSpec.Limit.points, let point = pointAsBefore() ?? point() else { return nil }
      points.append(point)
      if points.count == 64 { points.reserveCapacity(room(of: 64, from: start)) }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? points : nil
  }

  /// Estimates the number of points in the list from the first few, to avoid reallocation.
  private func room(of count: Int, from start: Int) -> Int {
    let end = at + firstIndex(of: UInt8(ascii: "]"), in: UnsafeRawBufferPointer(rebasing: bytes[at...]))
    return min((end - start) / ((at - start) / count) + count, ChartSpec.Limit.points)
  }

  /// Reads the next point if it has the layout of the last one; otherwise consumes nothing.
  private mutating func pointAsBefore() -> Point? {
    guard let form else { return nil }
    let (start, moment) = (at, at + form.before)
    let text = moment..<(moment + form.length)
    let value = text.upperBound + form.between
    guard value < bytes.count, isSame(form.start, start, form.before),
      isSame(form.start + form.before + form.length, text.upperBound, form.between)
    else { return nil }
    let x: Position? = form.isDay ? day(text).map { .day($0) } : plainInstant(text).map { .instant($0) }
    at = value
    guard let x, let y = number(), at < bytes.count, bytes[at] == UInt8(ascii: "}") else {
      at = start
      return nil
    }
    at += 1
    return Point(x, y)
  }

  private mutating func point() -> Point? {
    skipSpace()
    let start = at
    guard take(UInt8(ascii: "{")) else { return nil }
    var x: Position?
    var y: Double?
    var note: String?
    var seen: UInt64 = 0
    var moment: Range<Int>?
    var value = start
    repeat {
      guard let key = plainString(), !key.isEmpty, take(UInt8(ascii: ":")) else { return nil }
      // The first letters of all keys differ, so a repeated one means a duplicate or unknown key.
      let bit = UInt64(1) << UInt64(bytes[key.lowerBound] & 63)
      guard seen & bit == 0 else { return nil }
      seen |= bit
      if isWord("y", key) {
        skipSpace()
        if isNull() { continue }
        value = at
        guard let number = number() else { return nil }
        y = number
      } else if isWord("note", key) {
        guard let text = plainString(), let words = words(text) else { return nil }
        note = words
      } else {
        guard x == nil, let place = place(key, &moment) else { return nil }
        x = place
      }
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")), let x else { return nil }
    if let moment, y != nil, note == nil, moment.upperBound < value {
      var isDay = false
      if case .day = x { isDay = true }
      form = Form(
        start: start, before: moment.lowerBound - start, length: moment.count, between: value - moment.upperBound,
        isDay: isDay)
    }
    return Point(x, y, note: note)
  }

  /// Reads a position; sets `moment` to its text if it is a day or an instant.
  private mutating func place(_ key: Range<Int>, _ moment: inout Range<Int>?) -> Position? {
    if isWord("x", key) { return number().map { .number($0) } }
    guard let text = plainString() else { return nil }
    moment = isWord("label", key) ? nil : text
    if isWord("at", key) { return instant(text).map { .instant($0) } }
    if isWord("day", key) { return text.count == 10 ? day(text).map { .day($0) } : nil }
    guard isWord("label", key) else { return nil }
    return words(text).map { .label($0) }
  }

  /// A number of exactly that many digits; negative if there is none.
  private func digits(_ from: Int, _ count: Int) -> Int {
    var number = 0
    for index in from..<(from + count) {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return -1 }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }

  /// The day at the start of a text of ten bytes or more.
  private func day(_ text: Range<Int>) -> Day? {
    let start = text.lowerBound
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-") else { return nil }
    return Day(digits(start, 4), digits(start + 5, 2), digits(start + 8, 2))
  }

  private mutating func instant(_ text: Range<Int>) -> Date? {
    plainInstant(text) ?? words(text).flatMap { Moment.date($0) }
  }

  /// Reads `2026-03-12T08:00:00Z`, with or without milliseconds, and no other form.
  private mutating func plainInstant(_ text: Range<Int>) -> Date? {
    let start = text.lowerBound
    guard text.count == 20 || text.count == 24, bytes[start + 13] == UInt8(ascii: ":"),
      bytes[start + 16] == UInt8(ascii: ":"), bytes[start + 10] == UInt8(ascii: "T"),
      bytes[text.upperBound - 1] == UInt8(ascii: "Z"), let midnight = midnight(text)
    else { return nil }
    let (hour, minute, second) = (digits(start + 11, 2), digits(start + 14, 2), digits(start + 17, 2))
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    var part = 0.0
    if text.count == 24 {
      let milliseconds = digits(start + 20, 3)
      guard bytes[start + 19] == UInt8(ascii: "."), milliseconds >= 0 else { return nil }
      part = Double(milliseconds) / 1_000
    }
    return Date(timeIntervalSince1970: part + midnight + Double(hour * 3_600 + minute * 60 + second))
  }

  /// Seconds since 1970 to the start of the instant's day.
  private mutating func midnight(_ text: Range<Int>) -> Double? {
    let start = text.lowerBound
    if let known, isSame(known.from, start, 10) { return known.seconds }
    guard let day = day(text) else { return nil }
    let seconds = Double(day.number) * 86_400
    known = (start, seconds)
    return seconds
  }

  private func isSame(_ one: Int, _ two: Int, _ count: Int) -> Bool {
    for offset in 0..<count where bytes[one + offset] != bytes[two + offset] { return false }
    return true
  }
}

extension ChartSpec.Kind {
  /// The kind with the lists as the points of its series; nil if the lists do not fit.
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
    // A sparkline's trend is computed from its points while decoding.
    case .sparkline, .ring, .heatmap, .radar, .volume, .week: return nil
    }
  }
}
