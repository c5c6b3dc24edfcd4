/// An event of a product: a declared name with values from closed lists.
///
/// It cannot carry what a person typed: names are literals of the program, and a value is a case of an enumeration, a number
/// of things up to the bound of its declaration, or an identifier from a list of literals.
public struct AnalyticsEvent: Sendable, Hashable {
  public let name: String
  public let values: [EventValue]

  public init(_ name: StaticString, _ values: EventValue...) {
    self.init(name: name.description, values: values)
  }

  init(name: String, values: [EventValue]) {
    self.name = name
    self.values = values
  }
}

/// A value of an event's property. It cannot be decoded: what was stored becomes a value by `AnalyticsPlan` alone.
public struct EventValue: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case word(String)
    case count(Int)
  }

  /// The word that stands for everything outside of a closed list.
  public static let other = "other"

  public let property: String
  public let content: Content

  private init(_ property: StaticString, _ content: Content) { self.init(property.description, content) }

  init(_ property: String, _ content: Content) {
    self.property = property
    self.content = content
  }

  /// A case of an enumeration, by its raw value.
  public static func choice<Choice: CaseIterable & RawRepresentable & Sendable>(
    _ property: StaticString, _ choice: Choice
  ) -> EventValue where Choice.RawValue == String {
    // A type that is no enumeration could be made from any text, so that its list decides.
    let isListed = Choice.allCases.contains { $0.rawValue == choice.rawValue }
    return EventValue(property, .word(isListed ? choice.rawValue : other))
  }

  /// A number of things, from 0. One above the bound of the declaration is recorded as that bound.
  public static func count(_ property: StaticString, _ count: Int) -> EventValue {
    EventValue(property, .count(max(0, count)))
  }

  /// An identifier of a list; any other text is recorded as "other".
  public static func item(_ property: StaticString, _ identifier: String, of terms: EventTerms) -> EventValue {
    EventValue(property, .word(terms.all.contains(identifier) ? identifier : other))
  }

  /// The value as text, for a screen.
  public var text: String {
    switch content {
    case .word(let word): "\(property): \(word)"
    case .count(let count): "\(property): \(count)"
    }
  }
}

/// A closed list of identifiers, all literals of the program.
public struct EventTerms: Sendable, Hashable {
  public let all: Set<String>

  public init(_ terms: [StaticString]) { all = Set(terms.map(\.description)) }
}
