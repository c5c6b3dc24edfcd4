/// The events of a product, as data. An event that it does not declare is not recorded.
public struct AnalyticsPlan: Sendable, Hashable {
  public struct Property: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// One of these words, or "other".
      case word(Set<String>)
      /// A number from 0 to this one, which also stands for all greater ones.
      case count(upTo: Int)
    }

    public let name: String
    public let kind: Kind

    private init(_ name: StaticString, _ kind: Kind) {
      self.name = name.description
      self.kind = kind
    }

    public static func choice<Choice: CaseIterable & RawRepresentable>(
      _ name: StaticString, of choices: Choice.Type
    ) -> Property where Choice.RawValue == String {
      Property(name, .word(Set(choices.allCases.map(\.rawValue))))
    }

    public static func item(_ name: StaticString, of terms: EventTerms) -> Property {
      Property(name, .word(terms.all))
    }

    public static func count(_ name: StaticString, upTo most: Int) -> Property { Property(name, .count(upTo: most)) }

    /// The value within the bounds of the declaration; nil for a value of another property, of another kind, or with a word
    /// that is not listed.
    func bounded(_ value: EventValue) -> EventValue? {
      guard value.property == name else { return nil }
      switch (kind, value.content) {
      case (.word(let words), .word(let word)): return words.contains(word) || word == EventValue.other ? value : nil
      case (.count(let most), .count(let count)): return EventValue(name, .count(min(max(0, count), most)))
      case (.word, .count), (.count, .word): return nil
      }
    }
  }

  public struct Declaration: Sendable, Hashable {
    public let name: String
    public let properties: [Property]

    public static func event(_ name: StaticString, _ properties: Property...) -> Declaration {
      Declaration(name: name.description, properties: properties)
    }
  }

  public let declarations: [Declaration]
  private let byName: [String: Declaration]

  public init(_ declarations: [Declaration]) {
    self.declarations = declarations
    byName = Dictionary(declarations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The event with its counts within their bounds; nil for one that is not declared with exactly these properties.
  public func bounded(_ event: AnalyticsEvent) -> AnalyticsEvent? {
    guard let declaration = byName[event.name], declaration.properties.count == event.values.count else { return nil }
    let values = zip(declaration.properties, event.values).compactMap { $0.bounded($1) }
    return values.count == event.values.count ? AnalyticsEvent(name: event.name, values: values) : nil
  }
}
