public import Kernel

/// The address by which clients reach a server. Links in mails, the issuer of tokens, callbacks of sign-in providers and
/// links to exports begin with it.
public struct PublicAddress: Sendable, Hashable {
  /// Without a slash at the end.
  public let text: String
  /// The path after the host, without a slash at the end; empty for most.
  public let path: String

  /// Reads `https://example.org` or `https://example.org:8443/path`.
  public init(_ text: String) throws(Problem) {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    let rest = text.dropFirst(scheme?.count ?? 0)
    let host = rest.prefix { $0 != "/" }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains { "?#@\\\"<>".contains($0) }
    guard scheme != nil, text.utf8.count <= 500, isPlain, !host.isEmpty, host.first != ":" else {
      throw Problem(
        "bad-public-address", "“\(text.prefix(80))” is no address of a server.", safe: "Nothing was started.",
        remedy: "Give one such as https://api.example.org, without a question mark or a name of a user.")
    }
    let slashes = text.reversed().prefix { $0 == "/" }.count
    let whole = String(text.dropLast(slashes))
    self.text = whole
    path = String(whole.dropFirst(scheme?.count ?? 0).drop { $0 != "/" })
  }
}
