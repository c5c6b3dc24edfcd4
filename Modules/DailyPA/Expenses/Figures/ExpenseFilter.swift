internal import Days
internal import Forms
internal import Money
internal import Storage

/// The choice of expenses that a list shows.
struct ExpenseFilter: Sendable, Equatable {
  enum Period: String, Sendable, CaseIterable {
    case all
    case thisMonth = "this-month"
    case lastMonth = "last-month"
    case thisYear = "this-year"
    case own

    var title: String {
      switch self {
      case .all: "Any time"
      case .thisMonth: "This month"
      case .lastMonth: "Last month"
      case .thisYear: "This year"
      case .own: "From … to …"
      }
    }
  }

  /// Stands for no choice of a category.
  static let any = "any"

  var category: String?
  var period = Period.all
  /// The days of an own range as typed. An empty one leaves the range open.
  var from = ""
  var to = ""
  var text = ""

  var isEmpty: Bool { category == nil && period == .all && words.isEmpty }

  private var words: [String] { text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The days of the period.
  func days(on today: CalendarDay) -> ClosedRange<CalendarDay> {
    let month = ExpenseMonth(of: today)
    switch period {
    case .all: return ExpenseFilter.always
    case .thisMonth: return month.days
    case .lastMonth: return month.moved(by: -1).days
    case .thisYear:
      guard let first = CalendarDay(year: today.year, month: 1, day: 1),
        let last = CalendarDay(year: today.year, month: 12, day: 31)
      else { return ExpenseFilter.always }
      return first...last
    case .own:
      let first = CalendarDay(from.trimmed) ?? ExpenseFilter.always.lowerBound
      let last = CalendarDay(to.trimmed) ?? ExpenseFilter.always.upperBound
      // A range that ends before it begins is complained about; until it is mended its end counts for nothing.
      return first...max(first, complaintAboutTo == nil ? last : ExpenseFilter.always.upperBound)
    }
  }

  private static let always = CalendarDay(number: -4_000_000)...CalendarDay(number: 4_000_000)

  var complaintAboutFrom: String? { ExpenseFilter.complaint(about: from) }

  var complaintAboutTo: String? {
    if let complaint = ExpenseFilter.complaint(about: to) { return complaint }
    guard let first = CalendarDay(from.trimmed), let last = CalendarDay(to.trimmed), last < first else { return nil }
    return "This is before the first day. Choose the same day or a later one."
  }

  private static func complaint(about day: String) -> String? {
    day.trimmed.isEmpty || CalendarDay(day.trimmed) != nil
      ? nil : "Enter a day such as 2026-11-22, or leave this empty."
  }

  func matching(_ all: [Opened<Expense>], on today: CalendarDay) -> [Opened<Expense>] {
    if isEmpty { return all }
    let (days, words) = (days(on: today), words)
    return all.filter { kept in
      let expense = kept.record
      guard days.contains(expense.spentOn), category == nil || category == expense.category else { return false }
      if words.isEmpty { return true }
      let category = ExpenseCategory.title(of: expense.category)
      let text = [expense.merchant ?? "", expense.description ?? "", category].joined(separator: " ").lowercased()
      let left = words.filter { !text.contains($0) }
      guard !left.isEmpty, let receipt = expense.receiptText?.lowercased() else { return left.isEmpty }
      return left.allSatisfy { receipt.contains($0) }
    }
  }

  /// The chosen filter in words, for the line above the list.
  var summary: String {
    var parts: [String] = []
    if let category { parts.append(ExpenseCategory.title(of: category)) }
    switch period {
    case .all: break
    case .own: parts.append([from, to].map { $0.trimmed.isEmpty ? "…" : $0.trimmed }.joined(separator: " to "))
    default: parts.append(period.title.lowercased())
    }
    if !words.isEmpty { parts.append("“\(text.trimmed)”") }
    return parts.joined(separator: ", ")
  }
}

/// A month of the calendar.
struct ExpenseMonth: Sendable, Hashable {
  /// Months since the year 0.
  private let index: Int

  init(of day: CalendarDay) { index = day.year * 12 + day.month - 1 }

  private init(index: Int) { self.index = index }

  func moved(by months: Int) -> ExpenseMonth { ExpenseMonth(index: index + months) }

  var first: CalendarDay { CalendarDay(year: index / 12, month: index % 12 + 1, day: 1) ?? CalendarDay(number: 0) }
  var last: CalendarDay { moved(by: 1).first.following(-1) }
  var days: ClosedRange<CalendarDay> { first...max(first, last) }

  /// "November 2026".
  var title: String { first.long.split(separator: " ").dropFirst().joined(separator: " ") }
}
