public import Kernel

/// Asks others over HTTP and hands mail to servers, on one thread of its own, until it is closed or nobody holds it.
public final class Fetch: Sendable {
  private let carriage: Carriage

  public init(_ settings: FetchSettings = FetchSettings(), log: Log = .silent) throws(Problem) {
    carriage = try Carriage(settings, log.from("fetch"))
    try carriage.start()
  }

  deinit { carriage.end() }

  /// Asks, and returns the whole answer, whatever its status. A task that is cancelled returns at once.
  public func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    try await carry(.request(request.checked()), within: request.limits.total)
  }

  /// Returns when the server has taken the mail for all whom it goes to; then it is the server's.
  public func deliver(_ mail: Envelope) async throws(Problem) {
    _ = try await carry(.mail(mail.checked()), within: mail.total)
  }

  /// Ends what is under way, and returns when the thread has ended. What is sent afterwards is refused.
  public func close() async {
    carriage.end()
    await carriage.ended()
  }

  private func carry(_ load: Load, within total: Duration) async throws(Problem) -> Incoming {
    let ticket = Ticket()
    let carriage = carriage
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.wait(continuation)
        carriage.take(Order(load: load, ticket: ticket, due: .now + total))
      }
    } onCancel: {
      ticket.settle(.failure(.cancelled))
      carriage.drop()
    }
    return try result.get()
  }
}

/// What holds for all that one `Fetch` does.
public struct FetchSettings: Sendable, Hashable {
  /// Whom to trust instead of those whom the system trusts: certificates as PEM.
  public var authorities: String?
  public var agent = "troupe"
  /// How much is under way at once, and how much may wait for its turn; more is refused.
  public var atOnce = 64
  public var waiting = 1_000
  public var connectionsPerHost = 8

  public init() {}
}
