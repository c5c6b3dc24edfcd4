public import Interface
internal import Platform
internal import Storage

/// A product's names for its collections and fields. Names that are missing have readable fallbacks.
public struct OfflineWords: Sendable, Hashable {
  /// One kind of entry.
  public struct Kind: Sendable, Hashable {
    public let collection: String
    /// "mood check-in", "mood check-ins".
    public let one: String
    public let many: String
    public let icon: Icon
    /// The fields in display order.
    public let fields: [Field]
    /// The route that opens an entry for editing, given its identifier as `id`; nil when there is none.
    public let editing: Route?
    /// The sentences of the server's conditions, by the name that a violation reports.
    public let refusals: [String: String]

    public init(
      _ collection: String, one: String, many: String, icon: Icon, fields: [Field] = [], editing: Route? = nil,
      refusals: [String: String] = [:]
    ) {
      self.collection = collection
      self.one = one
      self.many = many
      self.icon = icon
      self.fields = fields
      self.editing = editing
      self.refusals = refusals
    }
  }

  /// One field of an entry.
  public struct Field: Sendable, Hashable {
    public let name: String
    public let title: String
    public let reading: Reading

    public init(_ name: String, _ title: String, _ reading: Reading = .plain) {
      self.name = name
      self.title = title
      self.reading = reading
    }
  }

  /// The format of a value.
  public enum Reading: Sendable, Hashable {
    case plain
    /// "350 kcal".
    case unit(String)
    /// "7 of 10".
    case outOf(Int)
    /// One word of a fixed set, by stored value.
    case words([String: String])
    /// Not shown, because it means nothing to a user.
    case hidden
  }

  public let kinds: [Kind]
  private let byCollection: [String: Kind]

  public init(_ kinds: [Kind]) {
    self.kinds = kinds
    byCollection = Dictionary(kinds.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func kind(_ collection: String) -> Kind {
    byCollection[collection] ?? Kind(collection, one: "entry", many: "entries", icon: .list)
  }

  /// "1 meal", "2 meals".
  func count(_ number: Int, of collection: String) -> String {
    let kind = kind(collection)
    return "\(number) \(number == 1 ? kind.one : kind.many)"
  }

  /// "3 mood check-ins, 2 meals": kinds in the product's order, with unnamed collections counted together at the end.
  func counts(_ numbers: [String: Int]) -> String {
    var parts = kinds.compactMap { kind in
      numbers[kind.collection].flatMap { $0 > 0 ? count($0, of: kind.collection) : nil }
    }
    let others = numbers.filter { byCollection[$0.key] == nil }.values.reduce(0, +)
    if others > 0 { parts.append(parts.isEmpty ? entries(others) : "\(others) more") }
    return parts.joined(separator: ", ")
  }

  func editing(_ collection: String, _ id: String) -> Route? {
    kind(collection).editing.map { Route($0.path, ["id": id]) }
  }

  // MARK: Refusals

  /// The server's reason for refusing an entry, as a sentence for the person. A database names the condition that was
  /// violated, or the column without a value; any other reason is a sentence already.
  func refusal(_ reason: String, of collection: String) -> String {
    if reason.isEmpty { return "no reason was given" }
    let kind = kind(collection)
    func quoted(after words: String) -> String? {
      guard let start = reason.firstRange(of: "\(words) \"") else { return nil }
      return String(reason[start.upperBound...].prefix { $0 != "\"" })
    }
    if let name = quoted(after: "violates check constraint"), let sentence = kind.refusals[name] { return sentence }
    if reason.hasPrefix("null value"), let name = quoted(after: "in column") {
      return "\(kind.fields.first { $0.name == name }?.title ?? OfflineWords.title(name)) is missing."
    }
    return String(reason.prefix(200))
  }

  // MARK: Fields

  /// The shown fields of a record: the named fields in order, then all others by name.
  func fields(of collection: String, in versions: [Fields?]) -> [Field] {
    let known = kind(collection).fields
    var names: Set<String> = []
    for case let version? in versions { names.formUnion(version.keys) }
    let others = names.subtracting(known.map(\.name)).subtracting(Fields.ofTheServer).subtracting(["deleted"])
    return known.filter { names.contains($0.name) && $0.reading != .hidden }
      + others.sorted().map { Field($0, OfflineWords.title($0)) }
  }

  /// "editedAt" and "edited_at" as "Edited at".
  static func title(_ name: String) -> String {
    var words = ""
    for character in name.prefix(60) {
      if character == "_" || character == "-" || character == "." {
        words.append(" ")
      } else if character.isUppercase, let last = words.last, last != " ", !last.isUppercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
    }
    let trimmed = words.split(separator: " ").joined(separator: " ")
    return trimmed.isEmpty ? "Field" : trimmed.prefix(1).uppercased() + trimmed.dropFirst()
  }
}

/// "1 entry", "2 entries".
func entries(_ number: Int) -> String { "\(number) \(number == 1 ? "entry" : "entries")" }

extension String {
  /// The string with its first letter capitalized.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
