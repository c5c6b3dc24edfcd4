public import Fetch
public import Kernel
public import Supabase

/// How a product reaches its server. Which one that is, is asked for only when it is first needed: making a person never
/// touches the network.
public struct ServerPort: Sendable {
  /// Where the server is now. Whoever keeps what was answered asks again when nobody is there any more.
  public let project: @Sendable () async throws(Problem) -> Project
  /// Asks it. A person's requests go through that person's `Network`, and from there to here.
  public let send: @Sendable (Outgoing) async throws(Problem) -> Incoming

  public init(
    project: @escaping @Sendable () async throws(Problem) -> Project,
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) {
    self.project = project
    self.send = send
  }

  /// A server that is known beforehand.
  public static func at(
    _ project: Project, asking send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) -> ServerPort {
    ServerPort(project: { project }, send: send)
  }
}
