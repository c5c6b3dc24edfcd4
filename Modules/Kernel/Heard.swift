/// What reaches a listener: an event, or how many it was too slow to hear.
public enum News<Event: Sendable>: Sendable {
  case said(Event)
  case missed(Int)

  /// Of how many events it tells.
  var count: Int { if case .missed(let count) = self { count } else { 1 } }
}

extension News: Equatable where Event: Equatable {}

/// News on its way to one listener. Until the listener has dealt with it, its window is not settled.
public struct Heard<Event: Sendable>: Sendable {
  public let news: News<Event>
  /// A receipt, or a place in a listener's queue that holds one.
  private let held: (any AnyObject & Sendable)?

  /// News that nobody waits for.
  public init(_ event: Event) { self.init(.said(event), holding: nil) }

  public init(_ event: Event, holding receipt: Receipt) { self.init(.said(event), holding: receipt) }

  /// That so many were not heard, for who tells of something that keeps no account of each.
  public init(missed count: Int) { self.init(.missed(count), holding: nil) }

  init(_ news: News<Event>, holding held: (any AnyObject & Sendable)?) {
    self.news = news
    self.held = held
  }

  /// Deals with the news; what `body` sets off has taken its own receipt before this one is let go.
  public func use(_ body: (News<Event>) async -> Void) async {
    await body(news)
    withExtendedLifetime(held) {}
  }

  /// The same news in another's words, under the same receipt.
  public func map<Other>(_ said: (Event) -> Other) -> Heard<Other> {
    switch news {
    case .said(let event): Heard<Other>(.said(said(event)), holding: held)
    case .missed(let count): Heard<Other>(.missed(count), holding: held)
    }
  }

  /// As above, for a listener that catches up on what it missed.
  public func map<Other>(_ said: (Event) -> Other, missed: (Int) -> Other) -> Heard<Other> {
    switch news {
    case .said(let event): Heard<Other>(.said(said(event)), holding: held)
    case .missed(let count): Heard<Other>(.said(missed(count)), holding: held)
    }
  }
}

extension AsyncSequence where Failure == Never {
  /// Hears every event in order until the owner goes or the task is cancelled.
  public func hear<Event>(_ body: (News<Event>) async -> Void) async where Element == Heard<Event> {
    for await heard in self {
      // A stream still delivers what it holds to a cancelled task.
      if Task.isCancelled { return }
      await heard.use(body)
    }
  }
}
