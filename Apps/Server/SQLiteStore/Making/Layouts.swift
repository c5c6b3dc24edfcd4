internal import Relational

/// The layouts of all declared tables.
final class Layouts: Sendable {
  /// In the order of declaration.
  let ordered: [Layout]
  private let byName: [String: Layout]

  init(_ ordered: [Layout]) {
    self.ordered = ordered
    byName = Dictionary(ordered.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ name: String) -> Layout? { byName[name] }

  func layout(_ name: String) throws(Failure) -> Layout {
    guard let layout = byName[name] else { throw .noTable(name) }
    return layout
  }
}
