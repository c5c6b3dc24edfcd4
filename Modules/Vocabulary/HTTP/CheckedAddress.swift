package import Kernel

/// An address as far as it is checked before a client parses it: scheme and host. Addresses that two parsers could read
/// differently are refused.
package struct CheckedAddress: Hashable {
  package let scheme: String
  package let host: String

  package init(_ text: String, schemes: [String] = ["https", "http"]) throws(Problem) {
    guard text.utf8.count <= 8_192, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) else {
      throw .requestMalformed("An address is at most 8,192 visible ASCII characters.")
    }
    guard let mark = text.firstRange(of: "://") else { throw .requestMalformed("An address begins with its scheme.") }
    scheme = text[..<mark.lowerBound].lowercased()
    guard schemes.contains(scheme) else {
      throw .requestMalformed("An address begins with \(schemes.map { "\($0)://" }.joined(separator: " or ")).")
    }
    let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
    // A user name before the host makes one address look like another.
    guard !authority.contains("@") else { throw .requestMalformed("An address names no user.") }
    host = try CheckedAddress.host(authority)
  }

  private static func host(_ authority: Substring) throws(Problem) -> String {
    let isNumber = authority.hasPrefix("[")
    let end = isNumber ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let end else { throw .requestMalformed("The address has half a bracket.") }
    let host = isNumber ? authority[authority.index(after: authority.startIndex)..<end] : authority[..<end]
    let rest = isNumber ? authority[authority.index(after: end)...] : authority[end...]
    let isPort = rest.isEmpty || rest.first == ":" && UInt16(rest.dropFirst()).map { $0 > 0 } == true
    let isHost = host.utf8.allSatisfy { byte in
      byte.isToken && !"!#$%&'*+^`|".utf8.contains(byte) || isNumber && byte == UInt8(ascii: ":")
    }
    guard 1...253 ~= host.utf8.count, isHost, isPort else {
      throw .requestMalformed("The address has no host and port.")
    }
    return host.lowercased()
  }

  package var isEncrypted: Bool { scheme == "https" }

  /// Whether the host is this machine, judged without resolving a name.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
