public import Kernel
internal import Testing

/// Records every event that a feature publishes on its broadcast, from the moment the recorder is made.
///
/// The recorder is registered before `init` returns, so no event published afterwards is lost. An
/// event is in `events` as soon as the feature's context has settled.
public final class EventRecorder<Event: Sendable>: Sendable {
  private let recorded = Locked<[Event]>([])
  private let listening: Task<Void, Never>

  /// Starts to listen, everywhere or at one window. If events are published faster than they are recorded, so that some are missed, the test fails.
  public init(_ broadcast: Broadcast<Event>, at window: WindowID? = nil) {
    let (stream, recorded) = (broadcast.listen(at: window), recorded)
    listening = Task {
      await stream.hear { news in
        switch news {
        case .said(let event): recorded.withLock { $0.append(event) }
        case .missed(let count): Issue.record("The recorder missed \(count) events.")
        }
      }
    }
  }

  deinit { listening.cancel() }

  /// The events in the order in which they were published.
  public var events: [Event] { recorded.withLock { $0 } }

  /// Drops what was recorded so far.
  public func forget() { recorded.withLock { $0 = [] } }
}
