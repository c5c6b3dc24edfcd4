internal import Hours

/// One thing that a form asks, and how it is answered.
struct Question: Sendable {
  enum Control: Sendable {
    case text(longest: Int, isLong: Bool = false)
    case number(_ unit: String)
    /// A number on a scale, and what it says in words.
    case scale(ClosedRange<Int>, usual: Int, _ said: @Sendable (Int) -> String)
    /// One of a few words; which, unless somebody says so, the time of the day tells.
    case one([String], isFolded: Bool = false, usual: @Sendable (TimeOfDay) -> String)
    case several([String])
    /// As a clock on the wall shows it.
    case time
  }

  /// What may be said of it beside its title.
  struct About {
    /// Light mode leaves it out while it is empty.
    var isDeepOnly = false
    var isRequired = false
    /// Of a scale: nothing is said until somebody does.
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

  /// In a person's words.
  func said(_ text: String) -> String {
    switch control {
    case .text, .time: text
    // Its title says the unit already: "Steps: 6100".
    case .number(let unit): title.lowercased().hasPrefix(unit) ? text : "\(text) \(unit)"
    case .scale(_, _, let said): Int(text).map(said) ?? text
    case .one: text.capitalisedFirst
    case .several: text.split(separator: "\n").joined(separator: ", ")
    }
  }
}
