public import Days
public import Platform

/// The reason why a typed date cannot be taken.
public enum SobrietyDateProblem: Error, Sendable, Hashable {
  case missing
  /// No day of the calendar, such as 30 February.
  case impossible
  case future
  case tooEarly
  /// The count begins on that day already.
  case begun(CalendarDay)
  /// A start or slip lies on that day or on the wrong side of it.
  case overtaken(by: SobrietyBeginning)

  public var sentence: String {
    switch self {
    case .missing: "Choose a day."
    case .impossible: "This is not a day of the calendar. Choose another."
    case .future: "Sobriety date cannot be in the future. Choose today or an earlier day."
    case .tooEarly: "Choose a day from 1900 on."
    case .begun(let day): "Your count begins on \(day.long) already."
    case .overtaken(let by):
      "There is \(by.isSlip ? "a slip" : "a start") on \(by.day.long) in your timeline. Choose a day on this side of it, or "
        + "take that entry back first."
    }
  }
}

/// Reads dates of the ledger, written as `yyyy-mm-dd`.
public enum SobrietyDate {
  /// The first day that the server accepts.
  public static let earliest = CalendarDay(number: -25_567)

  public static func read(_ text: String, today: CalendarDay) throws(SobrietyDateProblem) -> CalendarDay {
    if text.isEmpty { throw .missing }
    guard let day = CalendarDay(text) else { throw .impossible }
    if day > today { throw .future }
    if day < earliest { throw .tooEarly }
    return day
  }
}

extension SobrietyLedger {
  /// Whether the beginning may be moved to that day: it stays after the one before it and before the one after it.
  public func check(moving id: UUID, to day: CalendarDay) throws(SobrietyDateProblem) {
    guard let index = beginnings.firstIndex(where: { $0.id == id }) else { return }
    if index > 0, day <= beginnings[index - 1].day { throw .overtaken(by: beginnings[index - 1]) }
    if index + 1 < beginnings.count, day >= beginnings[index + 1].day { throw .overtaken(by: beginnings[index + 1]) }
  }

  /// Whether a slip may be recorded on that day: after the first start. It may lie before the newest beginning.
  public func checkSlip(on day: CalendarDay) throws(SobrietyDateProblem) {
    if beginnings.contains(where: { $0.day == day }) { throw .begun(day) }
    if let first = beginnings.first, day < first.day { throw .overtaken(by: first) }
  }
}
