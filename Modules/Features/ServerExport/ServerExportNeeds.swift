public import Kernel

/// The dependencies of the export that the server makes.
public struct ServerExportNeeds: Sendable {
  /// Returns the person's export; nil without one.
  public var look: @Sendable () async throws(Problem) -> ServerExportStatus?
  /// Asks for an export. The link comes with the first answer only; nil when one is being made already.
  public var begin: @Sendable () async throws(Problem) -> (ServerExportStatus, ServerExportLink?)
  /// Deletes the export on the server, and ends its link.
  public var remove: @Sendable () async throws(Problem) -> Void
  /// Returns the link that was kept; nil without one.
  public var link: @Sendable () async throws(Problem) -> ServerExportLink?
  /// Keeps the link, sealed; nil removes it.
  public var keep: @Sendable (ServerExportLink?) async throws(Problem) -> Void

  public init(
    look: @escaping @Sendable () async throws(Problem) -> ServerExportStatus?,
    begin: @escaping @Sendable () async throws(Problem) -> (ServerExportStatus, ServerExportLink?),
    remove: @escaping @Sendable () async throws(Problem) -> Void,
    link: @escaping @Sendable () async throws(Problem) -> ServerExportLink?,
    keep: @escaping @Sendable (ServerExportLink?) async throws(Problem) -> Void
  ) {
    self.look = look
    self.begin = begin
    self.remove = remove
    self.link = link
    self.keep = keep
  }
}
