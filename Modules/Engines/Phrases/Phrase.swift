public import Kernel
public import Money
public import Recurrence

/// The kind of thing that a line of text describes.
public enum PhraseKind: String, Sendable, Hashable, CaseIterable {
  case todo, event, expense, none
}

/// An amount as it was said: the currency is nil when none was named.
public struct PhraseAmount: Sendable, Hashable {
  /// In the smallest unit of the currency, or in hundredths without one.
  public let minor: Int
  public let currency: Currency?

  public init(minor: Int, currency: Currency?) {
    self.minor = minor
    self.currency = currency
  }

  /// The amount in its own currency, or in the usual one; nil beyond the most that `Money` holds.
  public func money(usual: Currency) -> Money? {
    if let currency { return Money(minor: minor, currency) }
    switch usual.digits {
    case 2: return Money(minor: minor, usual)
    case 0: return Money(minor: minor / 100, usual)
    default:
      let (scaled, isOver) = minor.multipliedReportingOverflow(by: usual.scale)
      return isOver ? nil : Money(minor: scaled / 100, usual)
    }
  }
}

/// A part of the text and its meaning.
public struct PhraseSpan: Sendable, Hashable {
  public enum Meaning: String, Sendable, Hashable, CaseIterable {
    case day, time, duration, repeats, amount, lead, title
  }

  public let meaning: Meaning
  /// Bytes of the text in UTF-8.
  public let bytes: Range<Int>
  /// The words of the text.
  public let words: String
}

/// The reading of a line of text.
public struct PhraseReading: Sendable, Hashable {
  public var kind = PhraseKind.none
  /// The text without the words that were taken for something else; nil if nothing is left.
  public var title: String?
  /// A day, or a local time of the zone that was given.
  public var start: LocalTime?
  /// The last day, or the time at which it ends.
  public var end: LocalTime?
  /// Nil without a start.
  public var isAllDay: Bool?
  /// A rule of RFC 5545, which `RecurrenceRule` reads; its first time is the start.
  public var repeats: String?
  public var amount: PhraseAmount?
  /// A category of expenses: `food`, `transport` ...
  public var category: String?
  /// The probability that kind, title, start and amount are what the person means: 0 to 1.
  public var sure = 0.0
  /// A question when two readings are near; nil otherwise.
  public var ask: String?
  /// The start of the other reading, if `ask` is about the start.
  public var other: LocalTime?
  /// In the order of the text; they do not overlap.
  public var spans: [PhraseSpan] = []

  public init() {}
}

/// The conditions under which a text is read.
public struct PhraseSettings: Sendable, Hashable {
  /// `3/4` is the 4th of March, as in the United States, instead of the 3rd of April.
  public var isMonthFirst: Bool
  /// Days without a year and weekdays lie behind, as in a question about what was.
  public var looksBack = false

  public init(isMonthFirst: Bool = true) { self.isMonthFirst = isMonthFirst }

  /// The order of numbers in dates of a locale.
  public init(locale: String) {
    isMonthFirst = locale.hasPrefix("en-US") || locale == "en" || locale.hasPrefix("en-PH")
  }
}

extension PhraseReading {
  /// The longest text that is read, in bytes of UTF-8.
  public static let longest = 2_000

  /// Reads a line of English. Throws if it is longer than `longest`.
  ///
  /// The time is linear in the length of the text. Line breaks count as spaces.
  public init(of text: String, at now: Moment, settings: PhraseSettings = PhraseSettings()) throws(Problem) {
    guard text.utf8.count <= PhraseReading.longest else {
      throw Problem(
        "text-too-long", "This text is too long to be read as one line.", safe: "Nothing was added.",
        remedy: "Shorten it to \(PhraseReading.longest) characters, or use a form and its notes.")
    }
    var scanner = PhraseScanner(text, at: now, settings)
    scanner.scan()
    self = scanner.reading()
  }
}
