extension AsyncStream {
  /// Returns a stream of what `source` tells. The source starts at once. The stream ends when it returns, and it is
  /// cancelled when the consumer ends.
  public static func relaying<Event: Sendable>(
    keeping policy: Continuation.BufferingPolicy = .unbounded,
    _ source: @escaping @Sendable (_ tell: @escaping @Sendable (Element) -> Void) async -> Void
  ) -> AsyncStream where Element == Heard<Event> {
    let (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
    let running = Task {
      await source { continuation.yield($0) }
      continuation.finish()
    }
    continuation.onTermination = { _ in running.cancel() }
    return stream
  }
}
