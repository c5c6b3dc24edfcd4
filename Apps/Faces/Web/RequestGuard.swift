internal import HTML
internal import Kernel
internal import Signing
internal import Transport

/// Decides which requests are admitted.
///
/// Every page shown by any browser on this machine can reach a server at a loopback address. Three checks reject
/// foreign pages: the host name of the request (DNS rebinding can point a foreign name here), the origin of the
/// request, and a session cookie that only this server's pages receive.
struct RequestGuard: Sendable {
  let key: SigningKey
  let isSecure: Bool
  /// The names by which other machines reach the server, besides addresses.
  let names: Set<String>
  /// The port, set once the server listens.
  private let port: Locked<UInt16>

  static let bodyLimit = 1 << 19

  init(key: SigningKey, isSecure: Bool = false, names: Set<String> = []) {
    self.key = key
    self.isSecure = isSecure
    self.names = Set(names.map { $0.lowercased() })
    port = Locked(0)
  }

  func opens(at port: UInt16) { self.port.withLock { $0 = port } }

  /// The name of the session cookie. It contains the port, since cookies are shared between the ports of a host.
  private var cookie: String { "troupe-\(port.withLock { $0 })" }

  // MARK: Request validation

  /// Admits or refuses a request before its body is read, and limits the size of the body.
  func admit(_ head: RequestHead) -> Admission {
    guard isOurName(head.authority) else {
      return .refuse(
        .text("This server is not called that. Use the address that Troupe printed.\n", status: .misdirected))
    }
    guard isOurPage(head) else {
      return .refuse(.text("Another site's page may not do this.\n", status: .forbidden))
    }
    switch head.method {
    case .get, .head: return .body(upTo: 0)
    case .post: return .body(upTo: isFile(head) ? Face.largestFile + ProfileRouter.slack : RequestGuard.bodyLimit)
    default:
      var response = Response.text("Only GET and POST are understood here.\n", status: .methodNotAllowed)
      response.headers["allow"] = "GET, HEAD, POST"
      return .refuse(response)
    }
  }

  /// Whether the request uploads a photo or a piece of a file, and has a session.
  private func isFile(_ head: RequestHead) -> Bool {
    [["-", "photo"], ["-", "file"]].contains(Array(head.target.segments.suffix(2))) && session(of: head) != nil
  }

  /// Whether the host is an address, `localhost` or one of `names`. A foreign name may resolve to this machine too.
  private func isOurName(_ authority: String) -> Bool {
    let host = RequestGuard.host(of: authority).lowercased()
    return host == "localhost" || names.contains(host) || RequestGuard.isAddress(host)
  }

  /// The host of an authority, without its port.
  static func host(of authority: String) -> String {
    if authority.hasPrefix("[") { return authority.firstIndex(of: "]").map { String(authority[...$0]) } ?? authority }
    return authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
  }

  private static func isAddress(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { part in part.count <= 3 && UInt8(part) != nil }
  }

  private func isOurPage(_ head: RequestHead) -> Bool {
    let ours = "\(isSecure ? "https" : "http")://\(head.authority)"
    if let origin = head.headers["origin"] { return head.headers.all("origin").count == 1 && origin == ours }
    let site = head.headers["sec-fetch-site"]
    // A request that changes state must state its origin, also from a client that is not a browser.
    guard head.method == .get || head.method == .head else { return site == "same-origin" }
    if head.headers["upgrade"] != nil { return false }
    // A link on another site may open a page here, as the address bar does.
    return site == nil || site == "same-origin" || site == "none"
      || head.headers["sec-fetch-mode"] == "navigate" && head.headers["sec-fetch-dest"] == "document"
  }

  // MARK: Sessions and passes

  /// The session of the request's cookie; nil without a valid signature.
  func session(of head: RequestHead) -> BrowserSession? {
    guard let text = head.cookies[cookie] else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let signature = try? Signature(text: String(parts[1])),
      (try? key.verify(signature, of: RequestGuard.signed(session: parts[0]))) == true
    else { return nil }
    return BrowserSession(id: String(parts[0]))
  }

  /// Starts a session. Returns it with its cookie.
  func begin() throws(Problem) -> (BrowserSession, SetCookie) {
    let id = Unguessable.text()
    let signature = try key.signature(of: RequestGuard.signed(session: id[...]))
    return (
      BrowserSession(id: id),
      try SetCookie(
        cookie, "\(id).\(signature.text)", lasting: .seconds(400 * 86_400), isSecure: isSecure, sameSite: .lax)
    )
  }

  /// Whether the browser runs as the user of this process and so needs no pass.
  func isOwn(_ peer: Peer) -> Bool { SocketOwner.isOurs(peer, port: port.withLock { $0 }) }

  /// The secret in the address printed at the start. It admits every client that has it.
  var pass: String {
    get throws(Problem) { try key.signature(of: Array("pass".utf8)).text }
  }

  func isPass(_ text: String) -> Bool {
    guard let signature = try? Signature(text: text) else { return false }
    return (try? key.verify(signature, of: Array("pass".utf8))) == true
  }

  private static func signed(session id: Substring) -> [UInt8] { Array("session \(id)".utf8) }
}

/// The session of one browser.
struct BrowserSession: Sendable, Hashable {
  let id: String
}

/// Unguessable identifiers: 128 random bits of the system.
enum Unguessable {
  static func text() -> String {
    var random = SystemRandomNumberGenerator()
    let words: [UInt64] = [random.next(), random.next()]
    return Base64URL.text(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
  }
}
