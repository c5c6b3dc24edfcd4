internal import Kernel

/// A project's parsed address. Only addresses with TLS or on this machine are accepted.
struct ProjectOrigin: Sendable, Hashable {
  let isSecure: Bool
  /// The host and port as they stand in the address.
  let authority: String
  /// The path before every request path; usually empty.
  let prefix: String

  init(_ project: Project) throws(Problem) {
    let address = project.address
    guard address.utf8.count <= 2048, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }),
      let mark = address.firstRange(of: "://")
    else { throw .noAddress }
    // The key is used in header fields and in an address.
    guard 1...4096 ~= project.key.utf8.count, project.key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .noAddress
    }
    switch address[..<mark.lowerBound].lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: throw .noAddress
    }
    let rest = address[mark.upperBound...]
    guard !rest.contains(where: { "?#@".contains($0) }) else { throw .noAddress }
    let authority = rest.prefix { $0 != "/" }
    self.authority = String(authority)
    prefix = String(rest[authority.endIndex...])
    let host = try ProjectOrigin.host(authority)
    guard isSecure || ProjectOrigin.isLoopback(host) else { throw .insecure }
  }

  private static func host(_ authority: Substring) throws(Problem) -> String {
    let isNumber = authority.hasPrefix("[")
    guard let end = isNumber ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
    else { throw .noAddress }
    let host = isNumber ? authority[authority.index(after: authority.startIndex)..<end] : authority[..<end]
    let port = isNumber ? authority[authority.index(after: end)...] : authority[end...]
    guard !host.isEmpty, port.isEmpty || port.first == ":" && UInt16(port.dropFirst()).map({ $0 > 0 }) == true else {
      throw .noAddress
    }
    return host.lowercased()
  }

  /// Whether the host is this machine, judged without resolving a name.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension Problem {
  static let noAddress = Problem(
    "server-address", "The server's address or key cannot be read.", safe: "Nothing was sent.",
    remedy: "Give an address such as https://project.example.org, and the project's public key.")
  static let insecure = Problem(
    "server-insecure",
    "The server's address begins with http:// and is not this machine: on the way everybody could read what is sent.",
    safe: "Nothing was sent.", remedy: "Give an address that begins with https://.")
}
