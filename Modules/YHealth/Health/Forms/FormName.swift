public import FoundationEssentials
public import Interface

/// The identity of a form: one for new entries of each kind, and one for each entry being edited.
public struct FormName: Sendable, Hashable {
  public let kind: LogKind
  /// Nil for a new entry.
  public let entry: UUID?

  public init(_ kind: LogKind, editing entry: UUID? = nil) {
    self.kind = kind
    self.entry = entry
  }

  /// Nil for a route that shows no form.
  public init?(_ route: Route) {
    guard route.path.count == 2, route.path[0] == "log", let kind = LogKind(rawValue: route.path[1]) else { return nil }
    self.init(kind, editing: route.parameters["id"].flatMap { UUID(uuidString: $0) })
  }

  public var route: Route {
    Route(["log", kind.rawValue], entry.map { ["id": $0.uuidString.lowercased()] } ?? [:])
  }

  /// The name in lanes and drafts.
  var text: String { entry.map { "\(kind.rawValue)/\($0.uuidString.lowercased())" } ?? kind.rawValue }
}
