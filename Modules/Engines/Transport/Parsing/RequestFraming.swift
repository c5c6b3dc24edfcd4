/// The fields of a request that determine its framing, its host and what follows it.
struct RequestFraming {
  private var hosts: [String] = []
  private var lengths: [String] = []
  private var codings: [String]?
  private(set) var closes = false
  private(set) var awaitsContinue = false
  private(set) var awaitsOther = false

  mutating func hear(_ field: Headers.Field) throws(RequestRefusal) {
    switch field.name {
    case "host": hosts.append(field.value)
    case "content-length": lengths.append(field.value)
    case "transfer-encoding": codings = (codings ?? []) + RequestFraming.parts(field.value)
    case "connection": closes = closes || RequestFraming.parts(field.value).contains("close")
    case "expect":
      if field.value.lowercased() == "100-continue" { awaitsContinue = true } else { awaitsOther = true }
    default: break
    }
  }

  /// Determines the framing (RFC 9112, 6.1 and 6.3). Throws if it is ambiguous.
  func framing(isOld: Bool) throws(RequestRefusal) -> RequestHead.Framing {
    guard let codings else {
      guard let length = lengths.first else { return .none }
      // Also refuses two equal ones: the RFC leaves a choice, and a proxy in front may choose differently.
      guard lengths.count == 1 else { throw .bad("there are two lengths") }
      return .length(try RequestFraming.length(length))
    }
    guard lengths.isEmpty else { throw .bad("there are a length and a transfer coding") }
    guard !isOld else { throw .bad("HTTP/1.0 has no transfer codings") }
    guard let last = codings.last, !codings.contains("") else { throw .bad("the transfer coding is malformed") }
    if let unknown = codings.first(where: { $0 != "chunked" }) {
      guard unknown.utf8.allSatisfy(\.isTokenCharacter) else { throw .bad("the transfer coding is malformed") }
      guard !codings.dropLast().contains("chunked") else { throw .bad("a coding stands after the chunks") }
      throw RequestRefusal(.notImplemented, "that transfer coding is not known here")
    }
    guard codings.count == 1, last == "chunked" else { throw .bad("chunked twice") }
    return .chunked
  }

  /// Returns the authority (RFC 9112, 3.2): exactly one host, equal to the one in the target if it names one.
  func authority(asked: String?, isOld: Bool) throws(RequestRefusal) -> String {
    guard hosts.count <= 1 else { throw .bad("there are two hosts") }
    guard let host = hosts.first?.lowercased() else {
      guard isOld else { throw .bad("there is no host") }
      guard RequestFraming.isAuthority(asked ?? "x") else { throw .bad("the host is malformed") }
      return asked ?? ""
    }
    guard RequestFraming.isAuthority(host) else { throw .bad("the host is malformed") }
    guard asked == nil || asked == host else { throw .bad("the target names another host") }
    return host
  }

  private static func parts(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { Headers.trimmed($0).lowercased() }
  }

  /// Accepts digits only: no sign, no leading zero, no list, no overflow.
  private static func length(_ text: String) throws(RequestRefusal) -> Int {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy(\.isDigit), text == "0" || text.utf8.first != 0x30,
      let length = Int(text)
    else { throw .bad("the length is malformed") }
    return length
  }

  /// Accepts `uri-host [ ":" port ]` of RFC 3986, without percent-encoding and without user information.
  static func isAuthority(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex + 2,
        rest[(rest.startIndex + 1)..<end].allSatisfy({
          $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        })
      else { return false }
      rest = rest[(end + 1)...]
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
    } else {
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      guard end > rest.startIndex, end - rest.startIndex <= 255, rest[..<end].allSatisfy(\.isUnreserved) else {
        return false
      }
      rest = rest[end...]
    }
    let port = rest.dropFirst()
    return port.count <= 5 && port.allSatisfy(\.isDigit) && (rest.isEmpty || !port.isEmpty)
  }
}
