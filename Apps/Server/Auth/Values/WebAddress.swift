internal import Transport

/// A redirect target, parsed strictly: an address that parsers could interpret differently is rejected.
struct WebAddress: Sendable, Hashable {
  let scheme: String
  /// In lower case. `https://a.example:8443` has the host `a.example` and the port `8443`; app addresses may have
  /// neither.
  let host: String
  let port: String
  /// The address up to the query, without a fragment.
  private let front: String
  private let query: String?

  init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !text.contains("\\"),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let first = scheme.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
      scheme.utf8.allSatisfy(WebAddress.mayStand), !WebAddress.forbidden.contains(scheme)
    else { return nil }
    var rest = text[text.index(after: colon)...]
    rest = rest.prefix { $0 != "#" }
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    let path = rest[..<question]
    query = question == rest.endIndex ? nil : String(rest[rest.index(after: question)...])
    front = "\(scheme):\(path)"
    self.scheme = scheme
    guard path.hasPrefix("//") else {
      // App addresses such as `app:/done`. Browsers interpret web addresses of this form differently.
      guard scheme != "http", scheme != "https" else { return nil }
      (host, port) = ("", "")
      return
    }
    let authority = path.dropFirst(2).prefix { $0 != "/" }
    // User information before an @ can be mistaken for the host.
    guard !authority.contains("@") else { return nil }
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : authority.firstIndex(of: ":")
    guard !authority.hasPrefix("[") || end != nil else { return nil }
    let name = authority[..<(end ?? authority.endIndex)]
    let tail = authority[name.endIndex...]
    guard tail.isEmpty || (tail.hasPrefix(":") && tail.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 }) else {
      return nil
    }
    guard !name.isEmpty || (scheme != "http" && scheme != "https") else { return nil }
    host = name.lowercased()
    port = String(tail.dropFirst())
  }

  var text: String { query.map { "\(front)?\($0)" } ?? front }

  var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// Whether the address leads to this machine, as for native apps and during development. Addresses in 127.0.0.0/8
  /// need all four parts, since `127.evil.example` has the same prefix.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { 1...3 ~= $0.utf8.count && UInt8($0) != nil }
  }

  func isSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }

  private var effectivePort: String {
    guard port.isEmpty else { return port }
    return scheme == "https" ? "443" : scheme == "http" ? "80" : ""
  }

  /// The address with further query fields, and with a fragment, which only the client sees.
  func with(query more: [FormFields.Field], fragment: [FormFields.Field] = []) -> String {
    let queries = [query, more.isEmpty ? nil : FormFields(more).text].compactMap(\.self).filter { !$0.isEmpty }
    let whole = queries.isEmpty ? front : "\(front)?\(queries.joined(separator: "&"))"
    return fragment.isEmpty ? whole : "\(whole)#\(FormFields(fragment).text)"
  }

  /// Schemes that a browser executes or displays itself.
  private static let forbidden: Set = ["javascript", "data", "vbscript", "file", "blob", "about"]

  private static func mayStand(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
