public import Days

/// A CSV table of days: the first column is the day, every other one a number or empty. Parsing is strict, and errors
/// name their line.
public struct DayCSV: Sendable, Hashable {
  /// A parse error with its line.
  public struct Unreadable: Error, Sendable, Hashable {
    public let line: Int
    public let sentence: String
  }

  public static let mostBytes = 32 << 20
  public static let mostColumns = 200
  /// The longest span between the first and the last day: a century.
  public static let mostDays = 36_525

  public let first: CalendarDay
  public let columns: [Column]
  /// Number of days that have a line.
  public let days: Int

  public init(_ bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count <= DayCSV.mostBytes else {
      throw Unreadable(line: 1, sentence: "it is larger than \(DayCSV.mostBytes >> 20) MB")
    }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    // Spreadsheets write a byte order mark.
    let head = lines.popFirst().map { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? $0.dropFirst(3) : $0 } ?? []
    let names = try DayCSV.names(head)
    var rows: [(day: CalendarDay, values: [Double])] = []
    var seen: Set<CalendarDay> = []
    for (place, line) in lines.enumerated() {
      let number = place + 2
      let fields = DayCSV.fields(line)
      if fields == [""] {
        // Only the last line may be empty.
        guard place == lines.count - 1 else { throw Unreadable(line: number, sentence: "it is empty") }
        continue
      }
      guard fields.count == names.count + 1 else {
        throw Unreadable(line: number, sentence: "it has \(fields.count) fields, the first line has \(names.count + 1)")
      }
      guard let day = CalendarDay(fields[0]) else {
        throw Unreadable(line: number, sentence: "“\(fields[0].prefix(40))” is no day, such as 2026-11-22")
      }
      guard seen.insert(day).inserted else {
        throw Unreadable(line: number, sentence: "\(day.text) comes twice")
      }
      var values: [Double] = []
      for (name, field) in zip(names, fields.dropFirst()) { values.append(try DayCSV.value(field, name, number)) }
      rows.append((day, values))
    }
    guard let first = rows.map(\.day).min(), let last = rows.map(\.day).max() else {
      throw Unreadable(line: 2, sentence: "there is no day in it")
    }
    let span = last.days(since: first) + 1
    guard span <= DayCSV.mostDays else {
      throw Unreadable(line: 2, sentence: "its days lie more than a century apart")
    }
    // A century of many columns would be mostly empty: only the days that can be analysed are kept.
    let kept = min(span, CorrelationSearch.mostDays)
    let start = last.following(1 - kept)
    var table = [[Double]](repeating: [Double](repeating: .nan, count: kept), count: names.count)
    for (day, values) in rows where day >= start {
      for (column, value) in values.enumerated() { table[column][day.days(since: start)] = value }
    }
    self.first = start
    columns = zip(names, table).map { Column(name: $0, values: $1) }
    days = rows.count { $0.day >= start }
  }

  private static func names(_ head: ArraySlice<UInt8>) throws(Unreadable) -> [String] {
    let fields = fields(head)
    guard fields.first == "day" else {
      throw Unreadable(line: 1, sentence: "the first column is called “day”, not “\((fields.first ?? "").prefix(40))”")
    }
    let names = Array(fields.dropFirst())
    guard (2...mostColumns).contains(names.count) else {
      throw Unreadable(
        line: 1, sentence: "2 to \(mostColumns) columns are looked at beside the day, not \(names.count)")
    }
    var seen: Set<String> = []
    for name in names {
      guard !name.isEmpty, name.count <= 100, name.unicodeScalars.allSatisfy({ $0.value >= 32 }) else {
        throw Unreadable(line: 1, sentence: "a column has no name that can be shown")
      }
      guard seen.insert(name).inserted else {
        throw Unreadable(line: 1, sentence: "the column “\(name.prefix(40))” comes twice")
      }
    }
    return names
  }

  /// Splits a line. Quotes are not supported: names and numbers need none.
  private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    let whole = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return whole.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value(_ field: String, _ name: String, _ line: Int) throws(Unreadable) -> Double {
    if field.isEmpty { return .nan }
    let isPlain = field.utf8.count <= 40 && field.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isPlain, let value = Double(field), value.isFinite else {
      throw Unreadable(line: line, sentence: "“\(field.prefix(40))” in the column “\(name.prefix(40))” is no number")
    }
    return value
  }
}
