internal import FoundationEssentials
public import JSON
public import Tokens
public import Transport

extension Response {
  /// A JSON value, compact.
  public static func json(_ value: JSON, status: Status = .ok, headers: Headers = [:]) -> Response {
    // Encoding fails for numbers that are not finite; no service produces those.
    let bytes = (try? JSON.data(value)).map { [UInt8]($0) } ?? Array("null".utf8)
    return .json(bytes, status: status, headers: headers)
  }

  /// The response to a request without a key, in the words of Supabase's gateway.
  public static var noKey: Response {
    .json(
      [
        "message": "No API key found in request",
        "hint": "No `apikey` request header or url param was found.",
      ], status: .unauthorized)
  }

  /// The response to a key of another project.
  public static var wrongKey: Response {
    .json(
      [
        "message": "Invalid API key", "hint": "Double check your Supabase `anon` or `service_role` API key.",
      ], status: .unauthorized)
  }
}

extension TokenRefusal {
  /// A sentence that explains the refusal to the developer of a client.
  public var sentence: String {
    switch self {
    case .malformed: "The token is malformed."
    case .unknownKey: "The token was signed with a key that is not known here."
    case .wrongSignature: "The token's signature is wrong."
    case .wrongAlgorithm: "The token was signed by an algorithm that is not allowed."
    case .expired: "JWT expired"
    case .notYet: "The token is not valid yet."
    case .wrongAudience: "The token is for somebody else."
    case .wrongIssuer: "The token is by somebody else."
    case .sessionEnded: "The session of this token has ended."
    }
  }
}
