internal import Days
internal import FoundationEssentials
internal import Hours
internal import Kernel
internal import Numbers

/// Parses the values of a form, and reports what is wrong in sentences. Checks only what needs no server; sync reports
/// the rest.
struct FormReader {
  let values: FormValues
  let now: Moment
  /// The entry's original time, and the form's text for it.
  let original: Date?
  let before: FormValues
  /// The notation of its numbers.
  let numbers: NumberNotation

  private(set) var complaints: [FormField: Complaint] = [:]

  struct Complaint: Equatable {
    let sentence: String
    /// Whether the value is missing, which is reported only after an attempt to save.
    var isOfMissing = false
  }

  static let years = 10

  /// The numbers of a form are in the notation of its locale, and those of a stored entry in the plain one.
  init(
    _ values: FormValues, original: Date? = nil, before: FormValues = FormValues(), at now: Moment,
    in numbers: NumberNotation? = nil
  ) {
    self.values = values
    self.original = original
    self.before = before
    self.now = now
    self.numbers = numbers ?? NumberNotation(locale: now.locale)
  }

  mutating func complain(_ field: FormField, _ sentence: String, isOfMissing: Bool = false) {
    // The first complaint of a field is the simpler one.
    if complaints[field] == nil { complaints[field] = Complaint(sentence: sentence, isOfMissing: isOfMissing) }
  }

  // MARK: Text

  /// The text; nil when it is blank.
  mutating func text(_ field: FormField, longest: Int) -> String? {
    // Databases reject null characters.
    let text = values[field].replacing("\0", with: "").trimmed
    // Counted like the database, in Unicode scalars.
    let count = text.unicodeScalars.count
    if count > longest {
      complain(field, "This has \(count) characters; the limit is \(longest). Make it shorter.")
    }
    return text.isEmpty ? nil : text
  }

  mutating func required(_ field: FormField, longest: Int, else sentence: String) -> String {
    if let text = text(field, longest: longest) { return text }
    complain(field, sentence, isOfMissing: true)
    return ""
  }

  func one(_ field: FormField, of words: [String]) -> String? { words.first { $0 == values[field] } }

  /// The distinct parts, in order.
  mutating func list(_ field: FormField, separator: Character = "\n", most: Int) -> [String] {
    var words: [String] = []
    for part in values[field].split(separator: separator) {
      let word = String(part).replacing("\0", with: "").trimmed
      if !word.isEmpty, !words.contains(word) { words.append(word) }
    }
    if words.count > most { complain(field, "You entered \(words.count); the limit is \(most).") }
    if let long = words.first(where: { $0.unicodeScalars.count > 60 }) {
      complain(field, "“\(long.brief(20))” is too long. Use up to 60 characters for each.")
    }
    return words
  }

  /// The non-empty lines in order, possibly with repeats.
  mutating func lines(_ field: FormField, most: Int) -> [String] {
    let lines = values[field].split(whereSeparator: \.isNewline)
      .map { String($0).replacing("\0", with: "").trimmed }.filter { !$0.isEmpty }
    if lines.count > most { complain(field, "You entered \(lines.count); the limit is \(most).") }
    if let long = lines.first(where: { $0.unicodeScalars.count > 200 }) {
      complain(field, "“\(long.brief(20))” is too long. Use up to 200 characters for each line.")
    }
    return lines
  }

  // MARK: Numbers

  mutating func whole(_ field: FormField, in range: ClosedRange<Int>) -> Int? {
    let text = values[field]
    if text.trimmed.isEmpty { return nil }
    do throws(NumberComplaint) {
      return try numbers.whole(text, in: range)
    } catch {
      complain(field, error.sentence)
      return nil
    }
  }

  mutating func fraction(_ field: FormField, in range: ClosedRange<Int>) -> Double? {
    let text = values[field]
    if text.trimmed.isEmpty { return nil }
    do throws(NumberComplaint) {
      return try numbers.fraction(text, in: Double(range.lowerBound)...Double(range.upperBound), such: "5.2")
    } catch {
      complain(field, error.sentence)
      return nil
    }
  }

  // MARK: Time

  func moment(_ date: Date) -> Moment { Moment(date, in: now.zone) }

  /// The time of the entry; now by default. An entry whose time was not edited keeps its own, to the fraction of a
  /// second.
  mutating func instant() -> Date {
    let (typedDay, typedTime) = (values[.date].trimmed, values[.time].trimmed)
    let today = CalendarDay(of: now).text
    // No other day is assumed for one that was taken away.
    if values.isEmptied(.date) { complain(.date, "Enter the day, such as \(today).", isOfMissing: true) }
    if values.isEmptied(.time) { complain(.time, "Enter a time, such as 07:30.", isOfMissing: true) }
    if let original, typedDay == before[.date], typedTime == before[.time] { return original }
    if typedDay.isEmpty, typedTime.isEmpty { return original ?? now.date }
    let standing = moment(original ?? now.date)
    let day = typedDay.isEmpty ? CalendarDay(of: standing) : CalendarDay(typedDay)
    let time = typedTime.isEmpty ? standing.clock : TimeOfDay(typed: typedTime)
    if day == nil { complain(.date, "Enter the day as \(today): year, month, day.") }
    if time == nil { complain(.time, "Enter a time, such as 07:30.") }
    guard let day, let time, let instant = day.instant(at: time, in: now.zone) else { return now.date }
    let field: FormField = typedTime.isEmpty || day > CalendarDay(of: now) ? .date : .time
    if instant > now.date { complain(field, "This is in the future. Choose a time up to now.") }
    if let first = CalendarDay(of: now).earlier(years: FormReader.years), day < first {
      complain(.date, "This is too long ago. Choose a day within the last \(FormReader.years) years.")
    }
    return instant
  }
}

extension String {
  /// The string without surrounding whitespace.
  var trimmed: String {
    // A fast path for thousands of source names, which have no whitespace at their ends.
    if let first = utf8.first, let last = utf8.last, isInk(first), isInk(last) { return self }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private func isInk(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
