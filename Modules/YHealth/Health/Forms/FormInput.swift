internal import Hours

/// A field of a form, with its control.
struct FormInput: Sendable {
  enum Control: Sendable {
    case text(longest: Int, isLong: Bool = false)
    case number(_ unit: String)
    /// A number on a scale, with its meaning in words.
    case scale(ClosedRange<Int>, usual: Int, _ said: @Sendable (Int) -> String)
    /// One of a few words; the default follows from the time of day.
    case one([String], isFolded: Bool = false, usual: @Sendable (TimeOfDay) -> String)
    case several([String])
    /// A time of day.
    case time
  }

  /// The description of a field beside its title.
  struct About {
    /// Whether Light mode hides it while it is empty.
    var isDeepOnly = false
    var isRequired = false
    /// Whether a scale starts without a value.
    var isOptional = false
    var hint: String?
    var example: String?
  }

  let field: FormField
  let title: String
  let control: Control
  let isDeepOnly: Bool
  let isRequired: Bool
  let isOptional: Bool
  let hint: String?
  let example: String?

  init(_ field: FormField, _ title: String, _ control: Control, _ about: (inout About) -> Void = { _ in }) {
    var said = About()
    about(&said)
    self.field = field
    self.title = title
    self.control = control
    isDeepOnly = said.isDeepOnly
    isRequired = said.isRequired
    isOptional = said.isOptional
    hint = said.hint
    example = said.example
  }

  /// Whether its text is a number in the notation of a locale.
  var isNumber: Bool { if case .number = control { true } else { false } }

  /// The value in words.
  func said(_ text: String) -> String {
    switch control {
    case .text, .time: text
    // The title already contains the unit: "Steps: 6100".
    case .number(let unit): title.lowercased().hasPrefix(unit) ? text : "\(text) \(unit)"
    case .scale(_, _, let said): Int(text).map(said) ?? text
    case .one: text.capitalisedFirst
    case .several: text.split(separator: "\n").joined(separator: ", ")
    }
  }
}
