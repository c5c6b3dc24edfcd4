internal import JSON
internal import Relational
internal import Tokens
internal import Transport

/// Encodes failures for PostgREST's clients: a status, four members in the body, and the code in a header too, for
/// responses without a body.
enum ErrorEncoding {
  static func answer(_ failure: Failure, isAnonymous: Bool) -> Response {
    let status = status(of: failure, isAnonymous: isAnonymous)
    var headers: Headers = [
      "content-type": "application/json; charset=utf-8", "proxy-status": "PostgREST; error=\(failure.code)",
    ]
    if status == .unauthorized { headers.add("www-authenticate", "Bearer") }
    if status == .unavailable { headers.add("retry-after", "1") }
    return Response(status, headers: headers, content: .bytes(body(failure)))
  }

  static func answer(_ refusal: TokenRefusal) -> Response {
    let failure =
      switch refusal {
      case .expired: Failure("PGRST303", "JWT expired")
      case .notYet: Failure("PGRST303", "JWT not yet valid")
      case .wrongAudience: Failure("PGRST303", "JWT not in audience")
      case .wrongIssuer: Failure("PGRST303", "JWT not of this issuer")
      case .sessionEnded: Failure("PGRST303", "The session of this JWT has ended")
      case .malformed: Failure("PGRST301", "JWT cannot be read")
      case .unknownKey: Failure("PGRST301", "No suitable key or wrong key type")
      case .wrongSignature: Failure("PGRST301", "JWT cryptographic operation failed")
      case .wrongAlgorithm: Failure("PGRST301", "Wrong or unsupported encoding algorithm")
      }
    var response = answer(failure, isAnonymous: true)
    response.headers["www-authenticate"] = #"Bearer error="invalid_token", error_description="\#(failure.message)""#
    return response
  }

  static func body(_ failure: Failure) -> [UInt8] {
    var bytes = Array(#"{"code":"#.utf8)
    func add(_ name: StaticString, _ text: String?) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      if let text { JSONBytes.append(string: text, to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
    }
    JSONBytes.append(string: failure.code, to: &bytes)
    add(#","details":"#, failure.details)
    add(#","hint":"#, failure.hint)
    add(#","message":"#, failure.message)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  // MARK: - Statuses

  static func status(of failure: Failure, isAnonymous: Bool) -> Status {
    if failure.code.hasPrefix("PGRST") { return own(failure.code) }
    switch failure.code {
    case "23503", "23505": return .conflict
    case "25006": return .methodNotAllowed
    case "21000": return failure.message.hasSuffix("requires a WHERE clause") ? .badRequest : .failed
    case "42501": return isAnonymous ? .unauthorized : .forbidden
    case "42883", "42P01": return .notFound
    case "42P17", "53400": return .failed
    case "57P01", "57P02", "57P03": return .unavailable
    case "P0001": return .badRequest
    default: break
    }
    switch failure.code.prefix(2) {
    case "08", "53": return .unavailable
    case "0L", "0P", "28": return .forbidden
    // A raised error may name its HTTP status.
    case "PT": return Self.named[failure.code.dropFirst(2)] ?? .failed
    case "09", "25", "2D", "38", "39", "3B", "40", "55", "57", "58", "F0", "HV", "P0", "XX": return .failed
    default: return .badRequest
    }
  }

  private static func own(_ code: String) -> Status {
    switch code.dropFirst(5) {
    case "000", "001", "002": .unavailable
    case "003": Status(504, "Gateway Timeout")
    case "103": Status(416, "Range Not Satisfiable")
    case "105", "117": .methodNotAllowed
    case "106", "107", "116": .notAcceptable
    case "125", "202", "205": .notFound
    case "201": Status(300, "Multiple Choices")
    case "301", "302", "303": .unauthorized
    case "111", "112", "300", "X00": .failed
    default: .badRequest
    }
  }

  private static let named: [Substring: Status] = [
    "400": .badRequest, "401": .unauthorized, "402": Status(402, "Payment Required"), "403": .forbidden,
    "404": .notFound, "409": .conflict, "410": .gone, "412": Status(412, "Precondition Failed"),
    "422": .unprocessable, "429": .tooManyRequests, "503": .unavailable,
  ]
}
