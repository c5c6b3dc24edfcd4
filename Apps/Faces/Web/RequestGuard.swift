internal import HTML
internal import Kernel
internal import Signing
internal import Transport

/// Who is let in: a browser of ours, on a page of ours, by a name of ours.
///
/// A server at a loopback address is reached by every page that any browser on this machine shows. Three things keep them
/// out: the name by which they call us (another's name may lead here), the page that they come from, and a session that
/// only our own pages are given.
struct RequestGuard: Sendable {
  let key: SigningKey
  let isSecure: Bool
  /// By which other machines call us, beside addresses.
  let names: Set<String>
  /// Where we listen, which is known once we do.
  private let port: Locked<UInt16>

  static let bodyLimit = 1 << 19

  init(key: SigningKey, isSecure: Bool = false, names: Set<String> = []) {
    self.key = key
    self.isSecure = isSecure
    self.names = Set(names.map { $0.lowercased() })
    port = Locked(0)
  }

  func opens(at port: UInt16) { self.port.withLock { $0 = port } }

  /// Cookies know no ports, and another server may stand at another one.
  private var cookie: String { "troupe-\(port.withLock { $0 })" }

  // MARK: Where from

  /// Asked before any of the body is taken.
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
    case .post: return .body(upTo: isFile(head) ? Face.largestFile + Desk.slack : RequestGuard.bodyLimit)
    default:
      var response = Response.text("Only GET and POST are understood here.\n", status: .methodNotAllowed)
      response.headers["allow"] = "GET, HEAD, POST"
      return .refuse(response)
    }
  }

  /// A photo or a piece of a file, of a browser that was let in before.
  private func isFile(_ head: RequestHead) -> Bool {
    [["-", "photo"], ["-", "file"]].contains(Array(head.target.segments.suffix(2))) && session(of: head) != nil
  }

  /// A name that its owner lets lead here is a name still: only addresses, `localhost` and what was said at the start are
  /// ours.
  private func isOurName(_ authority: String) -> Bool {
    let host = RequestGuard.host(of: authority).lowercased()
    return host == "localhost" || names.contains(host) || RequestGuard.isAddress(host)
  }

  /// The host without its port.
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
    // Whatever changes something says where it comes from; a program that is no browser says it too.
    guard head.method == .get || head.method == .head else { return site == "same-origin" }
    if head.headers["upgrade"] != nil { return false }
    // A link on another page may lead here, and open a page as the address bar would.
    return site == nil || site == "same-origin" || site == "none"
      || head.headers["sec-fetch-mode"] == "navigate" && head.headers["sec-fetch-dest"] == "document"
  }

  // MARK: Who

  /// A browser that was let in before.
  func session(of head: RequestHead) -> Session? {
    guard let text = head.cookies[cookie] else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let signature = try? Signature(text: String(parts[1])),
      (try? key.verify(signature, of: RequestGuard.signed(session: parts[0]))) == true
    else { return nil }
    return Session(id: String(parts[0]))
  }

  /// A new session, and what the browser keeps of it.
  func begin() throws(Problem) -> (Session, SetCookie) {
    let id = Unguessable.text()
    let signature = try key.signature(of: RequestGuard.signed(session: id[...]))
    return (
      Session(id: id),
      try SetCookie(
        cookie, "\(id).\(signature.text)", lasting: .seconds(400 * 86_400), isSecure: isSecure, sameSite: .lax)
    )
  }

  /// Whether the browser is run by whoever runs us: then it needs no pass.
  func isOwn(_ peer: Peer) -> Bool { SocketOwner.isOurs(peer, port: port.withLock { $0 }) }

  /// What stands in the address that is printed at the start, and lets in whoever has it.
  var pass: String {
    get throws(Problem) { try key.signature(of: Array("pass".utf8)).text }
  }

  func isPass(_ text: String) -> Bool {
    guard let signature = try? Signature(text: text) else { return false }
    return (try? key.verify(signature, of: Array("pass".utf8))) == true
  }

  private static func signed(session id: Substring) -> [UInt8] { Array("session \(id)".utf8) }
}

/// One browser.
struct Session: Sendable, Hashable {
  let id: String
}

/// A text that nobody guesses: 128 random bits of the system's.
enum Unguessable {
  static func text() -> String {
    var random = SystemRandomNumberGenerator()
    let words: [UInt64] = [random.next(), random.next()]
    return Base64URL.text(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
  }
}
