internal import JSON
internal import Signing

/// A token's parts as they came: read, and not yet believed.
public struct TokenText: Sendable {
  /// A head holds so much at most, beside its other fields.
  public static let longest = 16_384

  public let algorithm: String
  /// Which key of several is said to have signed it.
  public let keyID: String?
  /// What the signature is of.
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
    // RFC 7515, 4.1.11: what is critical and not understood makes a token worthless. We understand none of it.
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

  /// The claims, once somebody has checked the signature.
  func claims() throws(TokenRefusal) -> Claims { try Claims(payload) }
}
