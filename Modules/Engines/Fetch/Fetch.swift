// Whoever has the client has the requests that it takes.
@_exported public import HTTP
public import Kernel

/// A client for HTTP requests and mail delivery. It works on one thread of its own until it is closed or released.
public final class Fetch: Sendable {
  private let carriage: Carriage

  public init(_ settings: FetchSettings = FetchSettings(), log: Log = .silent) throws(Problem) {
    carriage = try Carriage(settings, log.from("fetch"))
    try carriage.start()
  }

  deinit { carriage.end() }

  /// Sends a request and returns the whole response, whatever its status. A cancelled task returns at once.
  public func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    try await carry(.request(request.checked()), within: request.limits.total)
  }

  /// Sends a request and hands out the response as it arrives, within the same limits. Who stops reading ends the request.
  public func stream(_ request: Outgoing) throws(Problem) -> IncomingStream {
    let (ticket, carriage, load) = (Ticket(), carriage, Load.request(try request.checked()))
    let (parts, continuation) = AsyncThrowingStream<IncomingPart, any Error>.makeStream()
    ticket.wait { outcome in
      switch outcome {
      case .success: continuation.finish()
      case .failure(let problem): continuation.finish(throwing: problem)
      }
    }
    continuation.onTermination = { _ in
      ticket.settle(.failure(.requestCancelled))
      carriage.drop()
    }
    carriage.take(
      TransferOrder(load: load, ticket: ticket, due: .now + request.limits.total) { continuation.yield($0) })
    return IncomingStream(parts)
  }

  /// Delivers a mail. Returns when the server has accepted it for all recipients.
  public func deliver(_ mail: Envelope) async throws(Problem) {
    _ = try await carry(.mail(mail.checked()), within: mail.total)
  }

  /// Cancels all transfers and returns when the thread has ended. Later requests are refused.
  public func close() async {
    carriage.end()
    await carriage.ended()
  }

  /// The client as a value, which keeps it open.
  public var client: HTTPClient {
    HTTPClient(
      send: { request throws(Problem) in try await self.send(request) },
      stream: { request throws(Problem) in try self.stream(request) },
      connect: CurlConnection.opening(trusting: carriage.settings.authorities))
  }

  private func carry(_ load: Load, within total: Duration) async throws(Problem) -> Incoming {
    let ticket = Ticket()
    let carriage = carriage
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.wait { continuation.resume(returning: $0) }
        carriage.take(TransferOrder(load: load, ticket: ticket, due: .now + total))
      }
    } onCancel: {
      ticket.settle(.failure(.requestCancelled))
      carriage.drop()
    }
    return try result.get()
  }
}

/// The settings of one `Fetch`.
public struct FetchSettings: Sendable, Hashable {
  /// The certificate authorities to trust instead of the system's, as PEM.
  public var authorities: String?
  public var agent = "troupe"
  /// Number of transfers that run at once, and that may wait for their turn; further ones are refused.
  public var atOnce = 64
  public var waiting = 1_000
  public var connectionsPerHost = 8

  public init() {}
}
