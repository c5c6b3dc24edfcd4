public import Kernel

/// Delivers the events of one feature to others. Features do not know of each other; the composition connects them.
public struct EventRoute: Sendable {
  /// Looks the window up for each event, so that a route does not keep a window alive.
  package typealias Run = @Sendable (_ window: @Sendable () -> Window?) async -> Void

  package enum Kind: Sendable {
    /// Runs in a task of its own until that is cancelled.
    case task(Run)
    /// Delivers from its start to its end.
    case delivery(
      start: @Sendable (_ window: @escaping @Sendable () -> Window?) -> Void, cancel: @Sendable () -> Void,
      end: @Sendable () async -> Void)
  }

  package let kind: Kind

  package init(run: @escaping Run) { kind = .task(run) }

  private init(
    start: @escaping @Sendable (_ window: @escaping @Sendable () -> Window?) -> Void,
    cancel: @escaping @Sendable () -> Void, end: @escaping @Sendable () async -> Void
  ) { kind = .delivery(start: start, cancel: cancel, end: end) }

  /// Makes a route that delivers the events of `speaker` to `carry`. It subscribes at once, so that no event before the
  /// window is open is lost.
  public static func from<F: Feature>(
    _ speaker: F, _ carry: @escaping @Sendable (F.State.Event, Window) async -> Void
  ) -> EventRoute {
    let delivery = speaker.events.delivery()
    return EventRoute(
      start: starting(delivery, of: F.self, carry), cancel: { delivery.cancel() }, end: { await delivery.end() })
  }

  /// Makes a route that delivers the events for this window and those for all windows. When the window has closed, it
  /// removes the speaker's local state.
  public static func from<F: Feature>(
    _ speaker: F, in window: WindowID, _ carry: @escaping @Sendable (F.State.Event, Window) async -> Void
  ) -> EventRoute where F.State: WindowedDeciding {
    let delivery = speaker.events.delivery(at: window)
    return EventRoute(
      start: starting(delivery, of: F.self, carry), cancel: { delivery.cancel() },
      end: { [weak speaker] in
        await delivery.end()
        await speaker?.close(window)
      })
  }

  private static func starting<F: Feature>(
    _ delivery: EventDelivery<F.State.Event>, of speaker: F.Type,
    _ carry: @escaping @Sendable (F.State.Event, Window) async -> Void
  ) -> @Sendable (_ window: @escaping @Sendable () -> Window?) -> Void {
    { window in
      delivery.start { news in
        guard let window = window() else { return }
        switch news {
        case .said(let event): await carry(event, window)
        case .missed(let count): await window.missed(count, of: "\(F.self)")
        }
      }
    }
  }
}

extension [EventRoute] {
  /// Begins to deliver, until the tasks that are returned are cancelled.
  func start(_ window: @escaping @Sendable () -> Window?) -> [Task<Void, Never>] {
    var (cancels, ends): ([@Sendable () -> Void], [@Sendable () async -> Void]) = ([], [])
    var tasks: [Task<Void, Never>] = []
    for route in self {
      switch route.kind {
      case .task(let run): tasks.append(Task { await run(window) })
      case .delivery(let start, let cancel, let end):
        start(window)
        cancels.append(cancel)
        ends.append(end)
      }
    }
    // Waits until it is cancelled. From that instant nothing is delivered any more.
    let ending = Task { [cancels, ends] in
      let endless = AsyncStream<Never> { _ in }
      await withTaskCancellationHandler {
        for await _ in endless {}
      } onCancel: {
        for cancel in cancels { cancel() }
      }
      for end in ends { await end() }
    }
    return tasks + [ending]
  }
}
