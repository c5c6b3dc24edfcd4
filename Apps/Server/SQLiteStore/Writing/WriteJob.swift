internal import Relational
internal import Tokens

/// What is asked of the writing thread: run in a savepoint of its own, perhaps again when the transaction around it has
/// to begin anew, and told when all of it is on disk.
struct WriteJob: Sendable {
  let perform: @Sendable (Writer) -> Outcome
  /// For a job that nobody got to.
  let refuse: @Sendable (Failure) -> Void

  struct Outcome {
    /// Nil when it did what it was asked.
    let failure: Failure?
    /// Tells whoever waits; with a failure when what was done is not kept after all.
    let tell: (Failure?) -> Void
  }

  /// `body` on the writing thread, in the name of that caller.
  static func make<Answer: Sendable>(
    as caller: Caller, _ body: @escaping @Sendable (Writer) throws(Failure) -> Answer,
    _ told: UnsafeContinuation<Result<Answer, Failure>, Never>
  ) -> WriteJob {
    WriteJob(
      perform: { writer in
        let answer: Result<Answer, Failure>
        var failure: Failure?
        do throws(Failure) {
          answer = .success(try writer.alone(as: caller, body))
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
