public import Kernel

/// A visit to a web page outside of the window, such as a sign-in with Apple or Google.
public struct BrowserVisit: Sendable, Hashable, Codable {
  /// The page to open in the system's browser.
  public let address: String
  /// The address to which the browser returns, with the query that identifies this visit.
  public let callback: String
  /// The provider of the sign-in, such as `google`. A system that signs in with it itself may answer with its token.
  public let provider: String
  /// The SHA-256 of this visit's nonce in hexadecimal, which such a token must contain.
  public let nonce: String
  /// The `state` that the address of the return has in its query, where the callback itself does not have it. Only this
  /// process needs it.
  public var state: String?

  private enum CodingKeys: String, CodingKey { case address, callback, provider, nonce }

  public init(address: String, callback: String, provider: String, nonce: String) {
    self.address = address
    self.callback = callback
    self.provider = provider
    self.nonce = nonce
  }

  /// Whether the visit ends with the return to this address.
  public func ends(at address: String) -> Bool {
    guard address.hasPrefix(callback) else { return false }
    guard let state else { return true }
    let query = address.dropFirst(callback.utf8.count).drop { $0 == "?" }
    return query.split(separator: "&").contains { $0 == "state=\(state)" }
  }
}

/// The end of a visit, as the front end reports it.
public enum BrowserAnswer: Sendable, Hashable {
  /// The longest address or token that a front end accepts, in bytes.
  public static let longest = 16_384

  /// The browser has returned: the whole address. The query says whether the person was admitted or denied.
  case returned(Redacted<String>)
  /// The system has signed the person in and issued an ID token.
  case token(Redacted<String>)
  /// The person closed the browser.
  case cancelled
  /// The system could not open the page.
  case failed
}
