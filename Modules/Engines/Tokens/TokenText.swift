internal import JSON
internal import Signing

/// The parsed parts of a token whose signature is not verified yet.
public struct TokenText: Sendable {
  /// In bytes: as much as the head of a request holds beside its other fields.
  public static let longest = 16_384

  public let algorithm: String
  /// The identifier of the key that is said to have signed it.
  public let keyID: String?
  /// The bytes that the signature covers.
  let signed: [UInt8]
  let payload: [UInt8]
  let signature: [UInt8]

  public init(_ text: String) throws(TokenRefusal) {
    guard text.utf8.count <= TokenText.longest else { throw .malformed }
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.bytes(String(parts[0])),
      let payload = Base64URL.bytes(String(parts[1])), let signature = Base64URL.bytes(String(parts[2])),
      let members = Claims.members(header), let algorithm = members["alg"]?.string
    else { throw .malformed }
    // RFC 7515, 4.1.11: a token with critical extensions that are not understood is refused. None is understood here.
    guard members["crit"] == nil else { throw .malformed }
    switch members["kid"] {
    case nil: keyID = nil
    case .string(let text)?: keyID = text
    default: throw .malformed
    }
    self.algorithm = algorithm
    self.payload = payload
    self.signature = signature
    signed = Array(text.utf8.dropLast(parts[2].utf8.count + 1))
  }

  /// The claims; to be read only after the signature was verified.
  func claims() throws(TokenRefusal) -> Claims { try Claims(payload) }
}
