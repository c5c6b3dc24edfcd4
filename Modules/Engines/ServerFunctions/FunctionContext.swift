public import Fetch
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
  public let time: Time
  public let log: Log

  public init(
    file: @escaping @Sendable (_ name: String, _ bucket: String) async throws(Problem) -> StoredFile?,
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    stream: @escaping @Sendable (Outgoing) throws(Problem) -> IncomingStream = { _ throws(Problem) in
      throw Problem("function-streams-nothing", "There is nothing here to stream from.", remedy: "Give it a client.")
    }, tables: FunctionTables? = nil,
    time: Time = .live, log: Log
  ) {
    self.file = file
    self.send = send
    self.stream = stream
    self.tables = tables
    self.time = time
    self.log = log
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
