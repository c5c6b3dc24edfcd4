/// The fields of all forms. The raw values are stored in drafts, so they never change.
public enum FormField: String, Sendable, Hashable, CaseIterable {
  case mood, feelings, note
  case course, description, calories, photo
  case activity, minutes, steps, distance
  case title, body, tags
  case protein, carbohydrate, fat, fibre
  case workout, effort, sets
  case millilitres, drink
  case energy, stress
  case fellAsleep = "fell_asleep"
  /// The instant with its fraction of a second; not shown in any form.
  case fellAsleepAt = "fell_asleep_at"
  case quality
  case kilograms
  case date, time
}

/// The texts of a form's fields, as typed. Empty fields are absent, except a day or time that was emptied.
public struct FormValues: Sendable, Hashable {
  private var texts: [FormField: String] = [:]

  init(_ texts: [FormField: String] = [:]) {
    self.texts = texts.filter { !$0.value.isEmpty || FormValues.standing.contains($0.key) }
  }

  subscript(field: FormField) -> String {
    get { texts[field] ?? "" }
    set { texts[field] = newValue.isEmpty && !FormValues.standing.contains(field) ? nil : newValue }
  }

  /// The fields that show a value before one is typed; emptied is different from untouched there.
  private static let standing: Set<FormField> = [.date, .time]

  /// Whether the field was emptied, rather than never touched.
  func isEmptied(_ field: FormField) -> Bool { texts[field].map(\.trimmed.isEmpty) ?? false }

  var isEmpty: Bool { texts.isEmpty }

  // Several words in one text, one per line.

  static func text(of list: [String]) -> String { list.joined(separator: "\n") }

  func list(_ field: FormField) -> [String] { self[field].split(separator: "\n").map(String.init) }

  mutating func tick(_ word: String, in field: FormField, _ isOn: Bool) {
    let others = list(field).filter { $0 != word }
    self[field] = FormValues.text(of: isOn ? others + [word] : others)
  }
}

extension FormValues: Codable {
  /// Fields of a newer version are dropped.
  public init(from decoder: any Decoder) throws {
    let kept = try [String: String](from: decoder)
    self.init(
      Dictionary(
        kept.compactMap { name, text in FormField(rawValue: name).map { ($0, text) } },
        uniquingKeysWith: { first, _ in first }))
  }

  public func encode(to encoder: any Encoder) throws {
    try Dictionary(texts.map { ($0.rawValue, $1) }, uniquingKeysWith: { first, _ in first }).encode(to: encoder)
  }
}
