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

/// A slider of HTML, whose value lies between its ends.
struct RangeInput {
  let value: String

  init(_ node: PageNode) {
    func number(_ attribute: String) -> Double? {
      node[attribute].flatMap { CSSLength($0) }.flatMap { $0.unit.isEmpty ? $0.number : nil }
    }
    let least = number("min") ?? 0
    let most = max(least, number("max") ?? 100)
    var found = min(most, max(least, number("value") ?? least + (most - least) / 2))
    let step = number("step") ?? 1
    if node.keyword("step") != "any", step > 0 {
      let steps = ((found - least) / step).rounded()
      found = least + (least + steps * step > most ? (steps - 1).rounded() : steps) * step
    }
    value = found == found.rounded() && abs(found) < 1e15 ? String(Int(found)) : String(found)
  }
}
