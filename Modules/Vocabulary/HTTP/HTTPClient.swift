public import Kernel

/// An HTTP client as a value, which a program hands to what sends requests.
///
/// A client refuses what `Outgoing.checked()` refuses, obeys the request's limits, and calls a server that cannot be reached
/// `fetch-unreachable` and one that does not answer in time `fetch-timed-out`.
public struct HTTPClient: Sendable {
  /// Sends a request and returns the whole response, whatever its status.
  public let send: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// Sends a request and hands out the response as it arrives. Who stops reading ends the request.
  public let stream: @Sendable (Outgoing) throws(Problem) -> IncomingStream
  /// Opens a connection for another protocol.
  public let connect: RawConnecting

  public init(
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    stream: @escaping @Sendable (Outgoing) throws(Problem) -> IncomingStream, connect: @escaping RawConnecting
  ) {
    self.send = send
    self.stream = stream
    self.connect = connect
  }
}
