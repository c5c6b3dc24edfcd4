public import JSON

extension Claims {
  /// Reads the payload of a token. Throws when a claim that is acted on has the wrong type; otherwise an `exp` given as
  /// a string would count as absent.
  public init(_ payload: [UInt8]) throws(TokenRefusal) {
    guard var members = Claims.members(payload) else { throw .malformed }
    subject = try Claims.text(members.removeValue(forKey: "sub"))
    audience = try Claims.texts(members.removeValue(forKey: "aud"))
    issuer = try Claims.text(members.removeValue(forKey: "iss"))
    expires = try Claims.instant(members.removeValue(forKey: "exp"))
    issued = try Claims.instant(members.removeValue(forKey: "iat"))
    notBefore = try Claims.instant(members.removeValue(forKey: "nbf"))
    role = try Claims.text(members.removeValue(forKey: "role"))
    session = try Claims.text(members.removeValue(forKey: "session_id"))
    email = members.removeValue(forKey: "email")?.string
    phone = members.removeValue(forKey: "phone")?.string
    assurance = members.removeValue(forKey: "aal")?.string
    methods = (members.removeValue(forKey: "amr")?.array ?? []).compactMap { item in
      guard let name = item["method"]?.string, let at = item["timestamp"]?.number else { return nil }
      return Int(exactly: at.rounded(.down)).map { Method(name, at: $0) }
    }
    appMetadata = members.removeValue(forKey: "app_metadata")
    userMetadata = members.removeValue(forKey: "user_metadata")
    isAnonymous = members.removeValue(forKey: "is_anonymous")?.bool
    others = members
  }

  /// The claims as a token carries them, with keys in order, so that equal claims make equal tokens.
  public var json: JSON {
    var members = others
    members["sub"] = subject.map { .string($0) }
    if let only = audience.first {
      members["aud"] = audience.count == 1 ? .string(only) : .array(audience.map { .string($0) })
    }
    members["iss"] = issuer.map { .string($0) }
    members["exp"] = expires.map { .number(Double($0)) }
    members["iat"] = issued.map { .number(Double($0)) }
    members["nbf"] = notBefore.map { .number(Double($0)) }
    members["role"] = role.map { .string($0) }
    members["session_id"] = session.map { .string($0) }
    members["email"] = email.map { .string($0) }
    members["phone"] = phone.map { .string($0) }
    members["aal"] = assurance.map { .string($0) }
    if !methods.isEmpty {
      members["amr"] = .array(methods.map { ["method": .string($0.name), "timestamp": .number(Double($0.at))] })
    }
    members["app_metadata"] = appMetadata
    members["user_metadata"] = userMetadata
    members["is_anonymous"] = isAnonymous.map { .bool($0) }
    return .object(members)
  }

  /// Returns nil for anything but a JSON object.
  static func members(_ bytes: [UInt8]) -> [String: JSON]? {
    (try? JSON(bytes: bytes, deepest: 32))?.object
  }

  private static func text(_ value: JSON?) throws(TokenRefusal) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw .malformed
    }
  }

  private static func texts(_ value: JSON?) throws(TokenRefusal) -> [String] {
    switch value {
    case nil, .null?: return []
    case .string(let text)?: return [text]
    case .array(let items)?:
      let texts = items.compactMap(\.string)
      guard texts.count == items.count, !texts.isEmpty else { throw .malformed }
      return texts
    default: throw .malformed
    }
  }

  private static func instant(_ value: JSON?) throws(TokenRefusal) -> Int? {
    switch value {
    case nil, .null?: return nil
    case .number(let seconds)?:
      guard seconds.magnitude < 1e12 else { throw .malformed }
      return Int(seconds.rounded(.down))
    default: throw .malformed
    }
  }
}
