internal import FoundationEssentials
internal import JSON
internal import Kernel

/// A JSON-RPC 2.0 request; one without `id` is a notification.
struct RPCRequest: Sendable {
  let id: JSON?
  let method: String
  let params: JSON

  /// Nil for what is not a JSON-RPC 2.0 request.
  init?(_ value: JSON) {
    guard let members = value.object, members["jsonrpc"] == "2.0", let method = members["method"]?.string else {
      return nil
    }
    switch members["id"] {
    case nil: id = nil
    case .string?, .number?, .null?: id = members["id"]
    default: return nil
    }
    switch members["params"] {
    case nil, .null?: params = [:]
    case .object?: params = members["params"] ?? [:]
    default: return nil
    }
    self.method = method
  }
}

/// The error codes of JSON-RPC and of this protocol.
enum ErrorCode {
  static let unreadable = -32700
  static let notARequest = -32600
  static let unknownMethod = -32601
  static let badParams = -32602

  /// The protocol's own error codes, by the code of the problem.
  static let numbers = [
    "bad-params": badParams, "no-such-node": -32001, "disabled": -32002, "ambiguous": -32003, "not-offered": -32004,
    "bad-value": -32005, "no-clock": -32006, "line-too-long": -32007, "no-such-collection": -32008, "locked": -32009,
    "no-such-file": -32010,
  ]
  static let other = -32000

  static func number(of problem: Problem) -> Int { numbers[problem.code] ?? other }
}

/// Encodes responses and notifications.
enum MessageEncoding {
  static func result(_ result: JSON, to id: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

  static func notification(_ method: String, _ params: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  static func fault(_ number: Int, _ message: String, to id: JSON = .null) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .number(Double(number)), "message": .string(message)]]
  }

  static func fault(_ problem: Problem, to id: JSON) -> JSON {
    let data = (try? JSON(encoding: problem)) ?? .null
    return [
      "jsonrpc": "2.0", "id": id,
      "error": [
        "code": .number(Double(ErrorCode.number(of: problem))), "message": .string(problem.sentence), "data": data,
      ],
    ]
  }
}
