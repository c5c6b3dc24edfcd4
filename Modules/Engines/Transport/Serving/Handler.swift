/// Handles the requests of a server.
public struct Handler: Sendable {
  /// Runs on the loop, without a change of thread for a request that needs none.
  public typealias Answer = nonisolated(nonsending) @Sendable (Request) async -> Response

  let admit: @Sendable (RequestHead, Peer) -> Admission
  let answer: Answer
  let comesBackAtOnce: Bool

  /// `admit` is called when the header fields have arrived, before any of the body is read.
  ///
  /// `comesBackAtOnce` is for a handler that often waits for another thread, such as a database's: its task resumes on
  /// the loop without going through the thread pool. Actors without an executor of their own then run on the loop too,
  /// so those that the handler calls must be quick.
  public init(
    comesBackAtOnce: Bool = false,
    admit: @escaping @Sendable (RequestHead, Peer) -> Admission = { _, _ in .body(upTo: 65_536) },
    answer: @escaping Answer
  ) {
    self.comesBackAtOnce = comesBackAtOnce
    self.admit = admit
    self.answer = answer
  }
}
