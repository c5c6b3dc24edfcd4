internal import Platform

/// The pattern of the routes that open one screen, written "/pillars/{pillar:fitness|nutrition}?range:7|30".
///
/// Every variable part is either one of a fixed set of words or an identifier. So a link cannot carry a person's words,
/// and its content is validated completely by matching.
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
  /// The permitted parameters, all optional.
  public let parameters: [String: Part]

  public init(_ parts: [Part], parameters: [String: Part] = [:]) {
    self.parts = parts
    self.parameters = parameters
  }

  public func matches(_ route: Route) -> Bool {
    route.path.count == parts.count && zip(parts, route.path).allSatisfy { $0.accepts($1) }
      && route.parameters.allSatisfy { name, value in parameters[name]?.accepts(value) ?? false }
  }

  /// The value of the named part or parameter in a matching route.
  public func value(_ name: String, in route: Route) -> String? {
    for (part, text) in zip(parts, route.path) {
      switch part {
      case .one(name, _), .id(name): return text
      default: continue
      }
    }
    return route.parameters[name]
  }

  /// All routes of this pattern that do not depend on a record, as listed by `troupe routes` and opened by the audit.
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
  /// Creates a path of fixed words: "/insights".
  public init(stringLiteral text: String) { self.init(text.split(separator: "/").map { .word(String($0)) }) }
}
