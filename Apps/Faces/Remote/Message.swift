internal import JSON
internal import Kernel
internal import Platform
internal import Shell

/// A JSON-RPC 2.0 request; one without `id` is a notification.
struct RPCRequest: Sendable {
  /// The identifier as the client wrote it, so that it is echoed byte for byte; nil for a notification.
  let id: String?
  let method: String
  /// The parameters by name; nil when they are given otherwise.
  let params: JSON?

  /// `id` is the identifier as written. Nil for what is not a JSON-RPC 2.0 request.
  init?(_ value: JSON, id: String?) {
    guard let members = value.object, members["jsonrpc"] == "2.0", let method = members["method"]?.string else {
      return nil
    }
    switch members["id"] {
    case nil, .string?, .number?, .null?: self.id = id
    default: return nil
    }
    switch members["params"] {
    case nil, .null?: params = [:]
    case .object?: params = members["params"]
    default: params = nil
    }
    self.method = method
  }
}

/// One parsed line: a message, or a batch of them.
struct RPCLine {
  let value: JSON
  /// The identifier of each message as written; nil where it has none.
  let ids: [String?]

  /// The largest depth of a message.
  static let deepest = 128

  init(_ bytes: [UInt8]) throws(JSONFlaw) {
    value = try JSON(bytes: bytes, deepest: RPCLine.deepest)
    ids = try RPCLine.ids(in: bytes)
  }

  /// Returns the identifiers of a line that may be nested more deeply than a message may be.
  static func ids(in bytes: [UInt8]) throws(JSONFlaw) -> [String?] {
    var reader = JSONReader(bytes, deepest: 250)
    var ids: [String?] = []
    if try reader.peek() == .array {
      try reader.openArray()
      while try reader.nextItem() { ids.append(try id(of: &reader)) }
    } else {
      ids.append(try id(of: &reader))
    }
    try reader.finish()
    return ids
  }

  private static func id(of reader: inout JSONReader) throws(JSONFlaw) -> String? {
    guard try reader.peek() == .object else {
      try reader.skip()
      return nil
    }
    var id: String?
    try reader.openObject()
    while let key = try reader.nextKey() {
      let isWanted = reader.says(key, "id")
      let kind = try reader.peek()
      let range = try reader.skip()
      // The last of duplicate keys wins, as in `JSONReader.tree`.
      if isWanted { id = [.string, .number, .null].contains(kind) ? reader.string(range) : nil }
    }
    return id
  }
}

/// The error codes of JSON-RPC and of this protocol.
enum ErrorCode {
  static let unreadable = -32700
  static let notARequest = -32600
  static let unknownMethod = -32601
  static let badParams = -32602

  /// The error codes by the code of the problem.
  static let numbers = [
    "bad-params": badParams, "unknown-method": unknownMethod, "no-such-node": -32001, "disabled": -32002,
    "ambiguous": -32003, "not-offered": -32004,
    "bad-value": -32005, "no-clock": -32006, "line-too-long": -32007, "no-such-collection": -32008, "locked": -32009,
    "no-such-file": -32010, "no-such-route": -32011, "too-deep": -32012, "no-such-protocol": -32013,
    "too-many-waits": -32014, "push-forged": -32015, "switch-off": -32016,
    "voice-off": -32017,
  ]
  static let other = -32000

  static func number(of problem: Problem) -> Int { numbers[problem.code] ?? other }
}

/// Encodes responses and notifications as text, with their members in order.
enum MessageEncoding {
  /// `result` is JSON, and so is `id`.
  static func result(_ result: String, to id: String) -> String {
    #"{"id":\#(id),"jsonrpc":"2.0","result":\#(result)}"#
  }

  /// `params` is JSON.
  static func notification(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","method":\#(text(method)),"params":\#(params)}"#
  }

  static func fault(_ number: Int, _ message: String, to id: String? = nil) -> String {
    #"{"error":{"code":\#(number),"message":\#(text(message))},"id":\#(id ?? "null"),"jsonrpc":"2.0"}"#
  }

  static func fault(_ problem: Problem, to id: String?) -> String {
    let number = ErrorCode.number(of: problem)
    // JSON-RPC's own codes say enough; the data of the others says what happened, what is safe and what to do.
    guard number != ErrorCode.unknownMethod else { return fault(number, problem.sentence, to: id) }
    let error = #"{"code":\#(number),"data":\#(text(problem)),"message":\#(text(problem.sentence))}"#
    return #"{"error":\#(error),"id":\#(id ?? "null"),"jsonrpc":"2.0"}"#
  }

  static func text(_ value: some Encodable) -> String { (try? JSON.text(value)) ?? "null" }
}
