public import Kernel

/// The largest calendar that is read.
public struct ICalendarLimits: Sendable, Hashable {
  public var bytes = 8 << 20
  /// Bytes of one property with its continuation lines.
  public var property = 1 << 20
  public var components = 50_000
  public var properties = 500_000
  public var parameters = 100
  public var depth = 8

  public init() {}
}

/// A calendar as text, by RFC 5545: read strictly and within limits, written with folded lines.
public enum ICalendar {
  /// Reads the components of a file, mostly one `VCALENDAR`. Throws with the number of the line for anything that is no
  /// calendar, is cut short or exceeds a limit.
  public static func read(_ bytes: [UInt8], limits: ICalendarLimits = .init()) throws(Problem) -> [ICalendarComponent] {
    guard bytes.count <= limits.bytes else { throw .largeCalendar }
    var reader = ICalendarReader(limits: limits)
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 0
    var pending: [UInt8] = []
    var pendingLine = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      var piece = bytes[start..<end]
      if piece.last == 13 { piece = piece.dropLast() }
      start = end + 1
      line += 1
      if let first = piece.first, first == 32 || first == 9, !pending.isEmpty {
        pending += piece.dropFirst()
      } else {
        try reader.take(pending, line: pendingLine)
        pending = Array(piece)
        pendingLine = line
      }
      guard pending.count <= limits.property else { throw .badCalendar("line \(pendingLine) is too long") }
    }
    try reader.take(pending, line: pendingLine)
    return try reader.finish()
  }
}

extension Problem {
  static let largeCalendar = Problem(
    "calendar-large", "The calendar is larger than 8 MB.", safe: "Nothing was read from it.",
    remedy: "Export a shorter period or fewer calendars, and use that file.")

  static func badCalendar(_ why: String) -> Problem {
    Problem(
      "calendar-unreadable", "This is no calendar that can be read: \(why).", safe: "Nothing was read from it.",
      remedy: "Export the calendar again as iCalendar (.ics), and use that file.")
  }
}

/// Builds components from unfolded lines.
private struct ICalendarReader {
  let limits: ICalendarLimits
  private var open: [ICalendarComponent] = []
  private var done: [ICalendarComponent] = []
  private var components = 0
  private var properties = 0

  init(limits: ICalendarLimits) { self.limits = limits }

  mutating func take(_ bytes: [UInt8], line: Int) throws(Problem) {
    guard bytes.contains(where: { $0 != 32 && $0 != 9 }) else { return }
    guard !bytes.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
      throw .badCalendar("line \(line) has a control character")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .badCalendar("line \(line) is no text in UTF-8")
    }
    let property = try ICalendarLine.property(text, most: limits.parameters, line: line)
    switch property.name {
    case "BEGIN": try begin(property.value.trimmedName, line)
    case "END": try end(property.value.trimmedName, line)
    default:
      guard !open.isEmpty else { throw .badCalendar("line \(line) stands outside of BEGIN and END") }
      properties += 1
      guard properties <= limits.properties else { throw .badCalendar("it has more than \(limits.properties) lines") }
      open[open.count - 1].properties.append(property)
    }
  }

  private mutating func begin(_ name: String, _ line: Int) throws(Problem) {
    guard !name.isEmpty, name.utf8.allSatisfy(ICalendarLine.isName) else {
      throw .badCalendar("line \(line) begins nothing that has a name")
    }
    guard open.count < limits.depth else { throw .badCalendar("line \(line) is nested too deeply") }
    components += 1
    guard components <= limits.components else {
      throw .badCalendar("it has more than \(limits.components) entries")
    }
    open.append(ICalendarComponent(name))
  }

  private mutating func end(_ name: String, _ line: Int) throws(Problem) {
    guard let last = open.popLast(), last.name == name else {
      throw .badCalendar("line \(line) ends what was not begun")
    }
    if open.isEmpty { done.append(last) } else { open[open.count - 1].components.append(last) }
  }

  func finish() throws(Problem) -> [ICalendarComponent] {
    if let last = open.last { throw .badCalendar("it is cut short within \(last.name)") }
    guard !done.isEmpty else { throw .badCalendar("it has no BEGIN:VCALENDAR") }
    return done
  }
}

extension String {
  fileprivate var trimmedName: String { filter { $0 != " " && $0 != "\t" }.uppercased() }
}
