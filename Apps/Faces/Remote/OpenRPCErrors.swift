internal import JSON

/// The errors of the OpenRPC document, by name.
enum OpenRPCErrors {
  /// Those that answer a line rather than a method.
  static let ofLines = ["unreadable", "not-a-request", "unknown-method", "line-too-long", "too-deep"]

  static func references(_ names: [String]) -> [JSON] {
    names.map { ["$ref": .string("#/components/errors/\($0)")] }
  }

  static var all: [String: JSON] {
    func error(_ code: Int, _ message: String) -> JSON { ["code": .number(Double(code)), "message": .string(message)] }
    var errors: [String: JSON] = [
      "unreadable": error(ErrorCode.unreadable, "The line is not JSON."),
      "not-a-request": error(ErrorCode.notARequest, "It is JSON, but no JSON-RPC 2.0 request."),
      "other": error(ErrorCode.other, "It could not be done; `data` says what happened, what is safe and what to do."),
    ]
    for (code, number) in ErrorCode.numbers {
      errors[code] = error(number, "`data.code` is \(code); the message says what to do.")
    }
    errors["unknown-method"] = error(ErrorCode.unknownMethod, "There is no such method.")
    return errors
  }
}
