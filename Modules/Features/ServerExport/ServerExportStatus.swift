public import Platform

/// The export of everything that the server has of a person, as the server describes it.
public struct ServerExportStatus: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// The server is making it.
    case making
    case ready(until: Date, bytes: Int, downloads: Int)
    case failed
  }

  public let id: String
  public let state: State

  public init(id: String, state: State) {
    self.id = id
    self.state = state
  }
}

/// The link of an export. Whoever has it can read the export, so it is kept sealed and shown to its person alone.
public struct ServerExportLink: Sendable, Hashable, Codable {
  /// The export that it belongs to.
  public let id: String
  public let address: String

  public init(id: String, address: String) {
    self.id = id
    self.address = address
  }
}
