/// The events of a product, as data. An event that it does not declare is not recorded.
public struct AnalyticsPlan: Sendable, Hashable {
  public struct Property: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// One of these words, or "other".
      case word(Set<String>)
      case count
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

    public static func count(_ name: StaticString) -> Property { Property(name, .count) }

    func accepts(_ value: EventValue) -> Bool {
      guard value.property == name else { return false }
      switch (kind, value.content) {
      case (.word(let words), .word(let word)): return words.contains(word) || word == EventValue.other
      case (.count, .count): return true
      case (.word, .count), (.count, .word): return false
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

  /// Whether the event is declared, with exactly the properties that it has.
  public func declares(_ event: AnalyticsEvent) -> Bool {
    guard let declaration = byName[event.name], declaration.properties.count == event.values.count else { return false }
    return zip(declaration.properties, event.values).allSatisfy { $0.accepts($1) }
  }
}
