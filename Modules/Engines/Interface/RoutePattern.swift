internal import FoundationEssentials

/// The shape of the routes that open one screen, written "/pillars/{pillar:fitness|nutrition}?range:7|30".
///
/// Every part that varies says what it may be: one of a few words, or an identifier. So a link can carry no words of a
/// person's, and nothing that arrives in one needs to be trusted further than it was checked here.
public struct RoutePattern: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case word(String)
    case one(name: String, of: [String])
    case id(name: String)

    func accepts(_ text: String) -> Bool {
      switch self {
      case .word(let word): text == word
      case .one(_, let words): words.contains(text)
      case .id: UUID(uuidString: text) != nil && text.utf8.count == 36
      }
    }
  }

  public let parts: [Part]
  /// The parameters that may follow, all of them optional.
  public let parameters: [String: Part]

  public init(_ parts: [Part], parameters: [String: Part] = [:]) {
    self.parts = parts
    self.parameters = parameters
  }

  public func matches(_ route: Route) -> Bool {
    route.path.count == parts.count && zip(parts, route.path).allSatisfy { $0.accepts($1) }
      && route.parameters.allSatisfy { name, value in parameters[name]?.accepts(value) ?? false }
  }

  /// What the route says for the part of that name, once it matches.
  public func value(_ name: String, in route: Route) -> String? {
    for (part, text) in zip(parts, route.path) {
      switch part {
      case .one(name, _), .id(name): return text
      default: continue
      }
    }
    return route.parameters[name]
  }

  /// Every route of this shape that can be named without knowing a record: what `troupe routes` lists and the audit
  /// opens.
  public var examples: [Route] {
    var paths: [[String]] = [[]]
    for part in parts {
      switch part {
      case .word(let word): paths = paths.map { $0 + [word] }
      case .one(_, let words): paths = paths.flatMap { path in words.map { path + [$0] } }
      case .id: return []
      }
    }
    return paths.map { Route($0) }
  }

  public var text: String {
    let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key):\(RoutePattern.choices($0.value))" }
    return "/" + parts.map(RoutePattern.written).joined(separator: "/") + (query.isEmpty ? "" : "?")
      + query.joined(separator: "&")
  }

  private static func written(_ part: Part) -> String {
    switch part {
    case .word(let word): word
    case .one(let name, _), .id(let name): "{\(name):\(choices(part))}"
    }
  }

  private static func choices(_ part: Part) -> String {
    switch part {
    case .word(let word): word
    case .one(_, let words): words.joined(separator: "|")
    case .id: "id"
    }
  }
}

extension RoutePattern: ExpressibleByStringLiteral {
  /// A path of plain words: "/insights".
  public init(stringLiteral text: String) { self.init(text.split(separator: "/").map { .word(String($0)) }) }
}
