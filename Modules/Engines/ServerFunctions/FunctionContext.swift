public import HTTP
public import JSON
public import Kernel

/// The parts of a server that a function may use.
public struct FunctionContext: Sendable {
  /// Reads an uploaded file of one of the function's buckets; nil when it does not exist or the name is invalid.
  public let file: @Sendable (_ name: String, _ bucket: String) async throws(Problem) -> StoredFile?
  /// Sends a request to another server.
  public let send: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// Sends a request to another server, and hands its response out as it comes.
  public let stream: @Sendable (Outgoing) throws(Problem) -> IncomingStream
  /// The tables of the server; nil where a function is called without one, as in tests.
  public let tables: FunctionTables?
  /// Seals what a function keeps in a table, with the server's key; nil where a function is called without a server.
  public let vault: FunctionVault?
  public let time: Time
  public let log: Log

  public init(
    file: @escaping @Sendable (_ name: String, _ bucket: String) async throws(Problem) -> StoredFile?,
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    stream: @escaping @Sendable (Outgoing) throws(Problem) -> IncomingStream = { _ throws(Problem) in
      throw Problem("function-streams-nothing", "There is nothing here to stream from.", remedy: "Give it a client.")
    }, tables: FunctionTables? = nil, vault: FunctionVault? = nil,
    time: Time = .live, log: Log
  ) {
    self.file = file
    self.send = send
    self.stream = stream
    self.tables = tables
    self.vault = vault
    self.time = time
    self.log = log
  }
}

/// The server's sealing for one function. What it seals is bound to a name, and to the function.
public struct FunctionVault: Sendable {
  /// Nil for what is no JSON.
  public let seal: @Sendable (JSON, _ name: String) -> String?
  /// Nil for what was sealed elsewhere, for another name, or changed.
  public let open: @Sendable (String, _ name: String) -> JSON?

  public init(
    seal: @escaping @Sendable (JSON, _ name: String) -> String?,
    open: @escaping @Sendable (String, _ name: String) -> JSON?
  ) {
    self.seal = seal
    self.open = open
  }
}

/// An uploaded file.
public struct StoredFile: Sendable {
  public let type: String
  public let size: Int
  /// Reads the content; nil when the file was deleted meanwhile.
  public let bytes: @Sendable () async throws(Problem) -> [UInt8]?

  public init(type: String, size: Int, bytes: @escaping @Sendable () async throws(Problem) -> [UInt8]?) {
    self.type = type
    self.size = size
    self.bytes = bytes
  }
}
