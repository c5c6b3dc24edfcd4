/// The allowed redirects after a sign-in. Tokens are passed to the target, so the list is short: the site, loopback
/// addresses, and the patterns of the server's operator.
struct RedirectRules: Sendable {
  let site: WebAddress
  private let allowed: [Pattern]

  init(site: WebAddress, allowed: [String]) {
    self.site = site
    self.allowed = allowed.map { Pattern($0) }
  }

  /// Whether a text is an address, which may have wildcards after its scheme.
  static func isPattern(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("*") else { return false }
    // A digit stands in hosts, ports and paths alike.
    return WebAddress(text.replacing("*", with: "1")) != nil
  }

  /// The requested address if it is allowed, otherwise the site.
  func address(_ asked: String?) -> WebAddress {
    guard let asked, let address = WebAddress(asked), allows(address) else { return site }
    return address
  }

  private func allows(_ address: WebAddress) -> Bool {
    if address.isWeb, address.isSameOrigin(as: site) || address.isLoopback { return true }
    return allowed.contains { $0.matches(address.text) }
  }

  /// An address with `*` for characters of one part (no `.` and no `/`) and `**` for any characters. An app's scheme
  /// alone, such as `troupe://`, allows all of its addresses.
  struct Pattern: Sendable {
    private enum Piece: Sendable {
      case sign(UInt8)
      case some
      case all
    }

    private let pieces: [Piece]

    init(_ text: String) {
      var pieces: [Piece] = []
      for byte in text.utf8.prefix(2048) {
        if byte != UInt8(ascii: "*") {
          pieces.append(.sign(byte))
        } else if case .some? = pieces.last {
          pieces[pieces.count - 1] = .all
        } else if case .all? = pieces.last {
          continue
        } else {
          pieces.append(.some)
        }
      }
      if text.hasSuffix("://") { pieces.append(.all) }
      self.pieces = pieces
    }

    /// Whether the text matches. Tracks all reachable positions of the pattern, so the time is at most the product of
    /// both lengths.
    func matches(_ text: String) -> Bool {
      var reached = [Bool](repeating: false, count: pieces.count + 1)
      reached[0] = true
      skip(&reached)
      for byte in text.utf8 {
        var next = [Bool](repeating: false, count: pieces.count + 1)
        for (index, piece) in pieces.enumerated() where reached[index] {
          switch piece {
          case .sign(let sign): if sign == byte { next[index + 1] = true }
          case .some: if byte != UInt8(ascii: "/"), byte != UInt8(ascii: ".") { next[index] = true }
          case .all: next[index] = true
          }
        }
        skip(&next)
        reached = next
      }
      return reached[pieces.count]
    }

    /// A wildcard may match the empty string.
    private func skip(_ reached: inout [Bool]) {
      for (index, piece) in pieces.enumerated() where reached[index] {
        if case .sign = piece { continue }
        reached[index + 1] = true
      }
    }
  }
}
