public import HTTP
public import Kernel
public import Supabase

/// Access to a product's server. The server is looked up on first use: opening a person does not use the network.
public struct ServerPort: Sendable {
  /// Returns the server's current address. Callers that cache it ask again when the server cannot be reached.
  public let project: @Sendable () async throws(Problem) -> Project
  /// Sends a request. A person's requests go through that person's `Network`, and from there to here.
  public let send: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// Opens the connection on which the server tells of changes; nil where only asking tells.
  public let connect: RawConnecting?

  public init(
    project: @escaping @Sendable () async throws(Problem) -> Project,
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming, connect: RawConnecting? = nil
  ) {
    self.project = project
    self.send = send
    self.connect = connect
  }

  /// Access to a server whose address is known beforehand.
  public static func at(
    _ project: Project, connect: RawConnecting? = nil,
    asking send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) -> ServerPort {
    ServerPort(project: { project }, send: send, connect: connect)
  }

  /// Access to a server whose address is known beforehand, by that client.
  public static func at(_ project: Project, by client: HTTPClient) -> ServerPort {
    .at(project, connect: client.connect, asking: client.send)
  }
}
