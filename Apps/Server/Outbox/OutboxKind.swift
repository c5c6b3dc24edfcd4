public import JSON
public import Kernel

/// A kind of work in the outbox: its name, its limits and its handler.
public struct OutboxKind: Sendable {
  /// Stored with every entry, so it never changes.
  public let name: String
  /// The largest number of attempts; after the last one the entry is given up and deleted.
  public let attempts: Int
  /// The time after which an attempt that has not ended counts as lost, because its server was killed.
  public let lease: Duration
  /// Whether another attempt would fail in the same way.
  public let isFinal: @Sendable (Problem) -> Bool
  /// Does the work. It may be called again for work that is done already, since a server may be killed before it has
  /// noted that.
  public let handle: @Sendable (OutboxJob) async throws(Problem) -> Void

  public init(
    _ name: String, attempts: Int = Backoff.pauses.count + 1, lease: Duration = .seconds(300),
    isFinal: @escaping @Sendable (Problem) -> Bool = { _ in false },
    handle: @escaping @Sendable (OutboxJob) async throws(Problem) -> Void
  ) {
    self.name = name
    self.attempts = attempts
    self.lease = lease
    self.isFinal = isFinal
    self.handle = handle
  }
}

/// One attempt at an entry of the outbox.
public struct OutboxJob: Sendable, Hashable {
  public let id: String
  public let kind: String
  /// The person whom the work concerns; nil when it concerns nobody.
  public let person: String?
  public let payload: JSON
  /// The number of this attempt, from 1.
  public let attempt: Int
}

/// The pauses between attempts.
public enum Backoff {
  /// The pause after each failed attempt, before the jitter; the last one repeats.
  public static let pauses: [Duration] = [
    .seconds(2), .seconds(10), .seconds(60), .seconds(300), .seconds(1_800), .seconds(7_200),
  ]

  /// Returns the pause in milliseconds after an attempt. `chance` is from 0 to 1 and moves it by a quarter either way, so
  /// that entries that failed together are not repeated together.
  static func pause(after attempt: Int, chance: Double) -> Int {
    let pause = pauses[min(max(attempt, 1), pauses.count) - 1]
    return Int(pause.seconds * 1_000 * (0.75 + 0.5 * min(max(chance, 0), 1)))
  }
}
