/// The element of a broadcast stream: an event, or the number of events a slow listener missed.
public enum News<Event: Sendable>: Sendable {
  case said(Event)
  case missed(Int)

  /// Number of events it stands for.
  var count: Int { if case .missed(let count) = self { count } else { 1 } }
}

extension News: Equatable where Event: Equatable {}

/// News in delivery to one listener. Its window is not settled until the listener has finished with it.
public struct Heard<Event: Sendable>: Sendable {
  public let news: News<Event>
  /// A receipt, or a place in a listener's queue that holds one.
  private let held: (any AnyObject & Sendable)?

  /// News without a receipt: settling does not wait for it.
  public init(_ event: Event) { self.init(.said(event), holding: nil) }

  public init(_ event: Event, holding receipt: Receipt) { self.init(.said(event), holding: receipt) }

  /// Reports `count` missed events, for a source that does not track each one.
  public init(missed count: Int) { self.init(.missed(count), holding: nil) }

  init(_ news: News<Event>, holding held: (any AnyObject & Sendable)?) {
    self.news = news
    self.held = held
  }

  /// Processes the news. Its receipt is released only after `body` returns, so effects that `body` starts hold their
  /// own.
  public func use(_ body: (News<Event>) async -> Void) async {
    await body(news)
    withExtendedLifetime(held) {}
  }

  /// Transforms the event and keeps its receipt.
  public func map<Other>(_ said: (Event) -> Other) -> Heard<Other> {
    switch news {
    case .said(let event): Heard<Other>(.said(said(event)), holding: held)
    case .missed(let count): Heard<Other>(.missed(count), holding: held)
    }
  }

  /// Transforms the event or the count of missed events, for a listener that catches up on what it missed.
  public func map<Other>(_ said: (Event) -> Other, missed: (Int) -> Other) -> Heard<Other> {
    switch news {
    case .said(let event): Heard<Other>(.said(said(event)), holding: held)
    case .missed(let count): Heard<Other>(.said(missed(count)), holding: held)
    }
  }
}

extension AsyncSequence where Failure == Never {
  /// Processes every event in order until the stream ends or the task is cancelled.
  public func hear<Event>(_ body: (News<Event>) async -> Void) async where Element == Heard<Event> {
    for await heard in self {
      // A stream still delivers its buffered elements to a cancelled task.
      if Task.isCancelled { return }
      await heard.use(body)
    }
  }
}
