public import Interface
public import Kernel
internal import Numbers

/// A field of a form, with its control.
public struct FormInput<Field: FormFieldName>: Sendable {
  public enum Control: Sendable {
    case text(longest: Int, isLong: Bool = false)
    /// A number in the notation of the form's locale. Without a range the feature checks it.
    case number(_ unit: String? = nil, in: ClosedRange<Int>? = nil, isWhole: Bool = false)
    /// A number on a scale, with its meaning in words.
    case scale(ClosedRange<Int>, usual: Int, _ said: @Sendable (Int) -> String)
    /// One of a few options. The default may follow from the time of day.
    case one([FormOption], isFolded: Bool = false, usual: @Sendable (Moment) -> String)
    case several([FormOption])
    case day
    /// A time of day.
    case time
    case toggle
    case email
    // The text of these is in no frame, draft or log.
    case password(isNew: Bool = false)
    /// A code of digits that was sent to the person.
    case code(digits: Int)
  }

  /// The description of a field beside its title.
  public struct About: Sendable {
    /// Whether Light mode hides it while it is empty.
    public var isDeepOnly = false
    public var isRequired = false
    /// The complaint about a missing value, as a sentence.
    public var missing: String?
    /// Whether a scale starts without a value.
    public var isOptional = false
    public var hint: String?
    public var example: String?
    public var purpose: Purpose?
  }

  public let field: Field
  public let title: String
  public let control: Control
  public let about: About

  public init(_ field: Field, _ title: String, _ control: Control, _ about: (inout About) -> Void = { _ in }) {
    var said = About()
    about(&said)
    self.field = field
    self.title = title
    self.control = control
    self.about = said
  }

  /// Whether its text is a number in the notation of a locale.
  public var isNumber: Bool { if case .number = control { true } else { false } }

  /// Whether its text is hidden wherever it goes.
  public var isSecret: Bool {
    switch control {
    case .password, .code: true
    default: false
    }
  }

  /// The value in words.
  public func said(_ text: String) -> String {
    switch control {
    case .text, .day, .time, .email, .number(nil, _, _): text
    // The title already contains the unit: "Steps: 6100".
    case .number(let unit?, _, _): title.lowercased().hasPrefix(unit) ? text : "\(text) \(unit)"
    case .scale(_, _, let said): Int(text).map(said) ?? text
    case .one(let options, _, _): options.first { $0.value == text }?.title ?? text.capitalisedFirst
    case .several: text.split(separator: "\n").joined(separator: ", ")
    case .toggle: text == "on" ? "yes" : "no"
    case .password, .code: "hidden"
    }
  }

  /// The longest text that the field takes. It is slightly beyond the limit, so that a longer text is reported and not
  /// cut off.
  public var longest: Int {
    switch control {
    case .text(let longest, _): longest + 500
    case .number, .scale: NumberNotation.longest
    case .day, .time, .toggle: 16
    case .email: FormReader<Field>.longestEmail + 100
    case .password: FormReader<Field>.longestSecret
    // Mail programs show codes with spaces.
    case .code(let digits): 2 * digits
    case .one, .several: 2000
    }
  }
}

/// An option of a choice.
public struct FormOption: Sendable, Hashable {
  /// The identifier on screen.
  public let id: String
  public let value: String
  public let title: String

  public init(_ value: String, _ title: String, id: String? = nil) {
    self.id = id ?? value
    self.value = value
    self.title = title
  }
}

extension [FormOption] {
  /// Options that are called like their values.
  public static func words(_ words: [String]) -> [FormOption] {
    words.map { FormOption($0, $0.capitalisedFirst, id: $0.replacing(" ", with: "-")) }
  }
}
