internal import JSON

/// An operation that a product adds to the server, for what a row cannot do: called by name beneath `/functions/v1`.
public struct ServerFunction: Sendable {
  public static let usualBodyLimit = 1 << 20

  public let name: String
  /// The largest accepted body in bytes.
  public let bodyLimit: Int
  /// The buckets whose files it reads. The server makes them when it starts.
  public let buckets: [ServerBucket]
  /// Whether it sends requests to other servers. A server without such a function may open no client for them.
  public let sendsRequests: Bool
  /// The header fields that it reads as a webhook, which another server calls without a key; nil for every other function.
  public let webhook: Set<String>?
  /// Handles one call. It is never called without a valid key or token, unless it is a webhook.
  public let handle: @Sendable (FunctionCall, FunctionContext) async -> FunctionAnswer
  /// Handles one call whose answer is handed out as it arises; nil for a function whose answers are whole.
  public let stream: (@Sendable (FunctionCall, FunctionContext) async -> FunctionStream)?

  public init(
    _ name: String, bodyLimit: Int = ServerFunction.usualBodyLimit, buckets: [ServerBucket] = [],
    sendsRequests: Bool = false, handle: @escaping @Sendable (FunctionCall, FunctionContext) async -> FunctionAnswer
  ) {
    self.name = name
    self.bodyLimit = max(0, bodyLimit)
    self.buckets = buckets
    self.sendsRequests = sendsRequests
    self.handle = handle
    (stream, webhook) = (nil, nil)
  }

  /// A function that another server calls without a key. It learns the query and these header fields, by which it must verify
  /// each call itself.
  public init(
    webhook name: String, headers: Set<String>, bodyLimit: Int = ServerFunction.usualBodyLimit,
    handle: @escaping @Sendable (FunctionCall, FunctionContext) async -> FunctionAnswer
  ) {
    self.name = name
    self.bodyLimit = max(0, bodyLimit)
    (buckets, sendsRequests, stream) = ([], false, nil)
    webhook = Set(headers.map { $0.lowercased() })
    self.handle = handle
  }

  /// A function whose answers are event streams.
  public init(
    streaming name: String, bodyLimit: Int = ServerFunction.usualBodyLimit, sendsRequests: Bool = false,
    stream: @escaping @Sendable (FunctionCall, FunctionContext) async -> FunctionStream
  ) {
    self.name = name
    self.bodyLimit = max(0, bodyLimit)
    self.buckets = []
    self.sendsRequests = sendsRequests
    self.stream = stream
    webhook = nil
    handle = { _, _ in .refusal("STREAM", "This function answers with a stream.", .badRequest) }
  }
}

/// A private bucket for files that persons upload.
public struct ServerBucket: Sendable, Hashable {
  public let name: String
  /// The accepted media types, such as `image/*`.
  public let types: [String]
  /// The largest accepted file in bytes.
  public let largest: Int

  public init(_ name: String, types: [String], largest: Int) {
    self.name = name
    self.types = types
    self.largest = largest
  }
}
