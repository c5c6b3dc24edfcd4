public import Days
public import Interface

/// The data of a home screen. They are cached, so they are encoded.
public protocol BoardFacts: Sendable, Hashable, Codable {
  /// The day that they are about.
  var day: CalendarDay { get }
  /// Whether a part of them could not be made.
  var isPartial: Bool { get }
  /// These facts within the bounds of what a screen can show. A part that could not be made is that of the older facts.
  func bounded(after older: Self?) -> Self
}

extension BoardFacts {
  public var isPartial: Bool { false }
  public func bounded(after older: Self?) -> Self { self }
}

/// The cards of a product's home screen, and what they do.
public protocol BoardContent: Sendable, Hashable {
  associatedtype Facts: BoardFacts
  /// Something on a card that can be tapped.
  associatedtype Tap: Sendable, Hashable

  /// The name of the screen within a sentence: "dashboard".
  var name: String { get }
  /// The cards in their order, which depends on the mode and the part of the day.
  func nodes(_ view: BoardView<Self>) -> [Node<BoardWindowAction<Tap>>]
  func outcome(of tap: Tap, facts: Facts?) -> BoardOutcome
}

/// The consequence of a tap on a card.
public enum BoardOutcome: Sendable, Hashable {
  case open(Route)
  case tell(Toast)
  /// The product does something else at the window where it was tapped: see `BoardEvent.chosen`.
  case choose
  /// The card has gone meanwhile.
  case nothing
}
