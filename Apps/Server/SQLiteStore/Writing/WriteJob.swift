internal import Relational
internal import Tokens

/// A job for the writing thread: runs in its own savepoint, possibly again when the surrounding transaction must be
/// repeated, and is answered once its commit is on disk.
struct WriteJob: Sendable {
  let perform: @Sendable (GroupWriter) -> Outcome
  /// Answers a job that was not run.
  let refuse: @Sendable (Failure) -> Void

  struct Outcome {
    /// Nil on success.
    let failure: Failure?
    /// Answers the caller; with a failure if the commit failed after all.
    let tell: (Failure?) -> Void
  }

  /// Creates a job that runs `body` on the writing thread for a caller.
  static func make<Answer: Sendable>(
    as caller: Caller, isSingle: Bool = false, _ body: @escaping @Sendable (GroupWriter) throws(Failure) -> Answer,
    _ told: UnsafeContinuation<Result<Answer, Failure>, Never>
  ) -> WriteJob {
    WriteJob(
      perform: { writer in
        let answer: Result<Answer, Failure>
        var failure: Failure?
        do throws(Failure) {
          answer = .success(try writer.alone(as: caller, isSingle: isSingle, body))
        } catch {
          answer = .failure(error)
          failure = error
        }
        return Outcome(failure: failure) { lost in
          told.resume(returning: failure == nil ? lost.map { .failure($0) } ?? answer : answer)
        }
      }, refuse: { told.resume(returning: .failure($0)) })
  }
}
