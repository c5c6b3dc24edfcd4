public import Days
public import Hours
public import Kernel
public import Numbers
public import Platform

/// Parses the values of a form, and reports what is wrong in sentences. Checks only what needs no server; sync reports
/// the rest.
public struct FormReader<Field: FormFieldName>: Sendable {
  public let values: FormValues<Field>
  public let now: Moment
  /// The record's original time, and the form's values for it.
  public let original: Date?
  public let before: FormValues<Field>
  /// The notation of its numbers.
  public let numbers: NumberNotation
  /// The passwords that were typed.
  public let secrets: [Field: Redacted<String>]

  public private(set) var complaints: [Field: Complaint] = [:]
  /// A sentence about an unlikely value: the person is asked before it is saved.
  public private(set) var doubt: String?

  public struct Complaint: Sendable, Equatable {
    public let sentence: String
    /// Whether the value is missing, which is reported only after an attempt to save.
    public let isOfMissing: Bool
  }

  public static var longestEmail: Int { 254 }
  public static var longestSecret: Int { 1024 }

  /// The numbers of a form are in the notation of its locale, and those of a stored record in the plain one.
  public init(
    _ values: FormValues<Field>, original: Date? = nil, before: FormValues<Field> = FormValues(), at now: Moment,
    in numbers: NumberNotation? = nil, secrets: [Field: Redacted<String>] = [:]
  ) {
    self.values = values
    self.original = original
    self.before = before
    self.now = now
    self.numbers = numbers ?? NumberNotation(locale: now.locale)
    self.secrets = secrets
  }

  public mutating func complain(_ field: Field, _ sentence: String, isOfMissing: Bool = false) {
    // The first complaint of a field is the simpler one.
    if complaints[field] == nil { complaints[field] = Complaint(sentence: sentence, isOfMissing: isOfMissing) }
  }

  /// Has the person asked before this is saved.
  public mutating func doubt(_ sentence: String) { if doubt == nil { doubt = sentence } }

  // MARK: Text

  /// The text; nil when it is blank.
  public mutating func text(_ field: Field, longest: Int = .max) -> String? {
    // Databases reject null characters.
    let text = values[field].replacing("\0", with: "").trimmed
    // Counted like the database, in Unicode scalars.
    let count = text.unicodeScalars.count
    if count > longest {
      complain(field, "This has \(count) characters; the limit is \(longest). Make it shorter.")
    }
    return text.isEmpty ? nil : text
  }

  public mutating func required(_ field: Field, longest: Int, else sentence: String) -> String {
    if let text = text(field, longest: longest) { return text }
    complain(field, sentence, isOfMissing: true)
    return ""
  }

  public func one(_ field: Field, of words: [String]) -> String? { words.first { $0 == values[field] } }

  /// The distinct parts, in order.
  public mutating func list(_ field: Field, separator: Character = "\n", most: Int) -> [String] {
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
  public mutating func lines(_ field: Field, most: Int) -> [String] {
    let lines = values[field].split(whereSeparator: \.isNewline)
      .map { String($0).replacing("\0", with: "").trimmed }.filter { !$0.isEmpty }
    if lines.count > most { complain(field, "You entered \(lines.count); the limit is \(most).") }
    if let long = lines.first(where: { $0.unicodeScalars.count > 200 }) {
      complain(field, "“\(long.brief(20))” is too long. Use up to 200 characters for each line.")
    }
    return lines
  }

  /// The e-mail address; nil when it is blank. Only a server can find out whether the mailbox exists.
  public mutating func email(_ field: Field) -> String? {
    guard let text = text(field, longest: Self.longestEmail) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
      && !parts[1].hasSuffix(".") && parts.allSatisfy { !$0.contains(where: \.isWhitespace) }
    if !isAddress { complain(field, "Enter an email address, such as name@example.org.") }
    return text
  }

  /// The typed password; nil when it is empty.
  public func password(_ field: Field) -> Redacted<String>? {
    secrets[field].flatMap { $0.revealed.isEmpty ? nil : $0 }
  }

  /// The code without the spaces between its digits; nil when it is blank or anything else.
  public mutating func code(_ field: Field, digits: Int) -> Redacted<String>? {
    let typed = (secrets[field]?.revealed ?? "").filter { !$0.isWhitespace }
    if typed.isEmpty { return nil }
    guard typed.utf8.count == digits, typed.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      complain(field, "Enter the \(digits) digits of the code.")
      return nil
    }
    return Redacted(typed)
  }

  // MARK: Numbers

  /// `unit` may follow the number.
  public mutating func whole(_ field: Field, in range: ClosedRange<Int>, unit: String? = nil) -> Int? {
    number(field, unit: unit) { numbers, text throws(NumberComplaint) in try numbers.whole(text, in: range) }
  }

  /// `unit` may follow the number.
  public mutating func fraction(_ field: Field, in range: ClosedRange<Int>, unit: String? = nil) -> Double? {
    number(field, unit: unit) { numbers, text throws(NumberComplaint) in
      try numbers.fraction(text, in: Double(range.lowerBound)...Double(range.upperBound), such: "5.2")
    }
  }

  /// Reads a number in the form's notation, and reports why it cannot; nil when the field is blank.
  public mutating func number<Number>(
    _ field: Field, unit: String? = nil, _ read: (NumberNotation, String) throws(NumberComplaint) -> Number
  ) -> Number? {
    var text = values[field]
    if text.trimmed.isEmpty { return nil }
    if let unit, !unit.isEmpty, text.trimmed.lowercased().hasSuffix(unit.lowercased()) {
      text = String(text.trimmed.dropLast(unit.count))
    }
    do throws(NumberComplaint) {
      return try read(numbers, text)
    } catch {
      complain(field, error.sentence)
      return nil
    }
  }

  // MARK: Time

  public func moment(_ date: Date) -> Moment { Moment(date, in: now.zone) }

  /// The day; nil when it is blank.
  public mutating func day(_ field: Field) -> CalendarDay? {
    let typed = values[field].trimmed
    if typed.isEmpty { return nil }
    let day = CalendarDay(typed: typed, locale: now.locale)
    if day == nil { complain(field, "Enter the day as \(now.day.text): year, month, day.") }
    return day
  }

  /// The time of day; nil when it is blank.
  public mutating func time(_ field: Field, such example: String = "07:30") -> TimeOfDay? {
    let typed = values[field].trimmed
    if typed.isEmpty { return nil }
    let time = TimeOfDay(typed: typed)
    if time == nil { complain(field, "Enter a time, such as \(example).") }
    return time
  }

  /// The past instant of a standing day and time; now by default. A record whose time was not edited keeps its own, to
  /// the fraction of a second.
  public mutating func instant(day dayField: Field, time timeField: Field, years: Int = 10) -> Date {
    let (typedDay, typedTime) = (values[dayField].trimmed, values[timeField].trimmed)
    // No other day is assumed for one that was taken away.
    if values.isEmptied(dayField) {
      complain(dayField, "Enter the day, such as \(now.day.text).", isOfMissing: true)
    }
    if values.isEmptied(timeField) { complain(timeField, "Enter a time, such as 07:30.", isOfMissing: true) }
    if let original, typedDay == before[dayField], typedTime == before[timeField] { return original }
    if typedDay.isEmpty, typedTime.isEmpty { return original ?? now.date }
    let standing = moment(original ?? now.date)
    let day = typedDay.isEmpty ? standing.day : day(dayField)
    let time = typedTime.isEmpty ? standing.clock : time(timeField)
    guard let day, let time, let instant = day.instant(at: time, in: now.zone) else { return now.date }
    let field: Field = typedTime.isEmpty || day > now.day ? dayField : timeField
    if instant > now.date { complain(field, "This is in the future. Choose a time up to now.") }
    if let first = now.day.earlier(years: years), day < first {
      complain(dayField, "This is too long ago. Choose a day within the last \(years) years.")
    }
    return instant
  }

  // MARK: Fields

  /// Checks a field by its control.
  public mutating func check(_ input: FormInput<Field>) {
    let field = input.field
    var isMissing = values[field].trimmed.isEmpty
    switch input.control {
    case .text(let longest, _): _ = text(field, longest: longest)
    case .number(_, let range?, true): _ = whole(field, in: range)
    case .number(_, let range?, false): _ = fraction(field, in: range)
    case .scale(let range, _, _):
      _ = whole(field, in: range)
      isMissing = false
    case .one(let options, _, let usual):
      let isOption = options.contains { $0.value == values[field] }
      if !isMissing, !isOption { complain(field, "Choose one of these.") }
      // The usual option stands without a choice, and an option may be to have none.
      isMissing = isMissing && !isOption && usual(now).isEmpty
    case .day:
      _ = day(field)
      isMissing = isMissing && (!Field.standing.contains(field) || values.isEmptied(field))
    case .time:
      _ = time(field)
      isMissing = isMissing && (!Field.standing.contains(field) || values.isEmptied(field))
    case .email: _ = email(field)
    case .password: isMissing = password(field) == nil
    case .code(let digits):
      _ = code(field, digits: digits)
      isMissing = secrets[field]?.revealed.trimmed.isEmpty ?? true
    case .several, .toggle, .number(_, nil, _): break
    }
    if isMissing, input.about.isRequired {
      complain(field, input.about.missing ?? input.usualMissing, isOfMissing: true)
    }
  }
}

extension FormInput {
  /// "Enter your name." for a field without a sentence of its own.
  fileprivate var usualMissing: String {
    switch control {
    case .one: "Choose one of these."
    case .several: "Choose at least one."
    case .toggle: "Turn this on to continue."
    default: about.example.map { "Fill this in, such as \($0)." } ?? "Fill this in."
    }
  }
}
