/// Who answers.
public struct Handler: Sendable {
  /// Stays on the loop: no change of thread for a request that needs none.
  public typealias Answer = nonisolated(nonsending) @Sendable (Request) async -> Response

  let admit: @Sendable (RequestHead, Peer) -> Admission
  let answer: Answer
  let comesBackAtOnce: Bool

  /// `admit` is asked when the header fields have come and before any of the body is taken.
  ///
  /// `comesBackAtOnce` is for a handler that often waits for another thread, as for a database's: its task goes on at the
  /// loop without a way round the pool of threads. Actors without an executor of their own then run on the loop too,
  /// so none of those that it asks may take long.
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

/// What a request's head is worth.
public enum Admission: Sendable {
  /// The request goes on, with a body of so many bytes at most.
  case body(upTo: Int)
  /// It is answered at once. Whatever body it has is not read, and the connection closes.
  case refuse(Response)
}
