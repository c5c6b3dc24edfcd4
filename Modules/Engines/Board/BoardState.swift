package import Days
public import Kernel
internal import Mode
public import Platform

/// The facts of a person's home screen, their age, and the refresh under way.
public struct BoardState<Content: BoardContent>: WindowedDeciding {
  public typealias Action = BoardAction<Content.Facts>
  public typealias LocalAction = BoardWindowAction<Content.Tap>
  public typealias Effect = BoardEffect<Content.Facts>
  public typealias Event = BoardEvent<Content.Tap>
  public typealias Steps = [Step<Effect, Event>]

  public let content: Content
  public internal(set) var facts: Content.Facts?
  /// The instant up to which the facts hold.
  public internal(set) var asOf: Date?
  public internal(set) var origin = BoardOrigin.nothing
  public internal(set) var refresh = BoardProgress.still
  /// The time at which no part of the facts was missing; older than `asOf` where a part of them could not be made since.
  public internal(set) var wholeAt: Date?
  var cache = CacheReading.unread
  /// Whether reading the cache has ended.
  public var knowsKept: Bool { cache == .done }
  /// The time at which the facts were last stored.
  var keptAt: Date?
  public var windows = WindowStates<BoardWindowState>()
  var mode: Mode?
  /// The current part of the day. It is part of the state so that every window is told when it changes.
  package internal(set) var part: DayPart?
  package internal(set) var day: CalendarDay?
  package internal(set) var turn: Date?

  public init(_ content: Content) { self.content = content }

  /// The time that the product may take before the refresh counts as failed.
  package static var patience: Duration { .seconds(30) }
  /// Age in seconds after which the facts are requested again when the board is next shown.
  package static var fresh: Double { 15 * 60 }
  /// Shortest time in seconds before the same facts are stored again.
  package static var keeping: Double { 10 * 60 }
}

/// The source of the facts.
public enum BoardOrigin: Sendable, Hashable {
  case nothing, cache, product
}

/// The progress of a refresh.
public enum BoardProgress: Sendable, Hashable {
  case still, underWay
  /// The content stays, and is requested again when the board is next shown.
  case failed(Problem)
}

/// The progress of reading the cache.
enum CacheReading: Sendable, Hashable {
  case unread, underWay, done
}

/// The state of one window. The facts belong to the person and are the same in every window.
public struct BoardWindowState: LocalState {
  /// Whether the user pulled to refresh here and is waiting.
  public internal(set) var isPulling = false
  /// Whether the user pulled to refresh here while the server was unreachable.
  public internal(set) var wasPulledOffline = false

  public init() {}
}
