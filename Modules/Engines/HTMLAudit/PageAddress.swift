/// Addresses in a form in which equal ones are written alike.
enum PageAddress {
  static func plain(_ address: String) -> String {
    var rest = address.trimmed
    var fragment = ""
    if let sign = rest.firstIndex(of: "#") {
      fragment = String(rest[sign...])
      rest = String(rest[..<sign])
    }
    var query = ""
    if let sign = rest.firstIndex(of: "?") {
      query = String(rest[sign...])
      rest = String(rest[..<sign])
    }
    var host = ""
    if let scheme = Substring(rest).range(of: "://") {
      let end = rest[scheme.upperBound...].firstIndex(of: "/") ?? rest.endIndex
      host = rest[..<end].lowercased()
      if host.hasPrefix("http:"), host.hasSuffix(":80") { host = String(host.dropLast(3)) }
      if host.hasPrefix("https:"), host.hasSuffix(":443") { host = String(host.dropLast(4)) }
      rest = String(rest[end...])
      if rest.isEmpty { rest = "/" }
    } else if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isLetter || "+-.".contains($0) }) {
      return rest[..<colon].lowercased() + rest[colon...] + query + fragment
    }
    var parts: [Substring] = []
    let all = rest.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      if part == "." {
        if isLast { parts.append("") }
      } else if part == "..", let before = parts.last, before != "..", !before.isEmpty {
        parts.removeLast()
        if isLast { parts.append("") }
      } else {
        parts.append(part)
      }
    }
    return host + parts.joined(separator: "/") + query + fragment
  }
}
