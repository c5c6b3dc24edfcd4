public import Kernel

/// The cookies of a request (RFC 6265, 5.4), as the client sent them.
public struct Cookies: Sendable, Hashable {
  private let pairs: [FormFields.Field]

  public init(_ headers: Headers) {
    pairs = headers.all("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      guard let mark = pair.firstIndex(of: "=") else { return nil }
      let name = Headers.trimmed(pair[..<mark])
      return name.isEmpty ? nil : .init(String(name), String(Headers.trimmed(pair[pair.index(after: mark)...])))
    }
  }

  /// The value of the cookie with that name; nil when several differ. Every program on this machine may set cookies for
  /// `localhost`, whatever its port, and which of them is ours cannot be told.
  public subscript(name: String) -> String? {
    let values = Set(all(name))
    return values.count == 1 ? values.first : nil
  }

  public func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }
}

/// A cookie for the client to store (RFC 6265, 4.1). By default scripts cannot read it and other sites do not send it.
public struct SetCookie: Sendable, Hashable {
  public enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
    /// Only with `isSecure`: browsers drop it otherwise.
    case none = "None"
  }

  /// The value of the `Set-Cookie` field.
  public let text: String

  /// `lasting` is how long the client keeps it; nil until the browser ends, zero deletes it.
  public init(
    _ name: String, _ value: String, path: String = "/", lasting: Duration? = nil, isSecure: Bool = false,
    isHTTPOnly: Bool = true, sameSite: SameSite = .strict
  ) throws(Problem) {
    guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter), value.utf8.allSatisfy(SetCookie.mayStand),
      path.hasPrefix("/"), path.utf8.allSatisfy({ $0.isFieldCharacter && $0 < 0x80 && $0 != UInt8(ascii: ";") })
    else {
      throw Problem(
        "cookie-text", "A cookie's name, value or path has a character that cannot stand there.",
        safe: "The cookie was not set.", remedy: "Encode it first, for example as base64url.")
    }
    let needsSecure = sameSite == .none || name.hasPrefix("__Secure-") || name.hasPrefix("__Host-")
    guard isSecure || !needsSecure, path == "/" || !name.hasPrefix("__Host-") else {
      throw Problem(
        "cookie-promise", "The cookie's name or its SameSite promises more than its other attributes keep.",
        safe: "The cookie was not set.", remedy: "Set it secure, and a __Host- cookie for the path /.")
    }
    var text = "\(name)=\(value); Path=\(path)"
    if let lasting { text += "; Max-Age=\(max(0, lasting.components.seconds))" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    self.text = text + "; SameSite=\(sameSite.rawValue)"
  }

  /// `cookie-octet`.
  private static func mayStand(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
    default: false
    }
  }
}

extension RequestHead {
  public var cookies: Cookies { Cookies(headers) }
}
