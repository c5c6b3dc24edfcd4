internal import Interface

// Rules for the structure of the tree.
extension AuditScene {
  var structure: [Finding] { duplicates + each(.idForm, idForm) + sets + each(.table) { $0.element.tableWithoutHeads } }

  private var duplicates: [Finding] {
    var seen: Set<String> = []
    return elements.compactMap { element in
      seen.insert(element.id).inserted
        ? nil : Finding(.duplicateID, at: element, "“\(element.id)” names two nodes, and the focus may jump to either.")
    }
  }

  private func idForm(_ item: Item) -> String? {
    let id = item.element.id
    // A screen that is shown as a sheet keeps the identifiers of its parts.
    let isOfScreen = item.parent.map { $0.role == .sheet && !id.hasPrefix("\($0.id).") } ?? true
    let prefix = isOfScreen ? "" : item.parent.map { "\($0.id)." } ?? ""
    let key = id.hasPrefix(prefix) ? id.dropFirst(prefix.count) : ""
    guard key.isEmpty || key.contains(".") || key.contains(where: \.isWhitespace) else { return nil }
    return "Its identifier “\(id)” is not its parent's with a name of its own behind it."
  }

  private static let counted: Set<Role> = [.tab, .radio, .option, .link, .step, .listitem, .menuitem, .row, .card]

  /// Checks positions and set sizes among siblings, for each role.
  private var sets: [Finding] {
    siblings.flatMap { _, elements in
      AuditScene.counted.compactMap { role in
        let set = elements.filter { $0.role == role }
        let positions = set.compactMap(\.state.position)
        guard !positions.isEmpty else { return nil }
        let sizes = Set(set.compactMap(\.state.size))
        let sorted = positions.sorted()
        let isWhole =
          positions.count == set.count && sizes.count == 1
          && zip(sorted, sorted.dropFirst()).allSatisfy { $1 == $0 + 1 }
          && (sorted.first ?? 1) >= 1 && (sorted.last ?? 0) <= (sizes.first ?? 0)
        if isWhole { return nil }
        let said = set.map {
          "\($0.state.position.map(String.init) ?? "?") of \($0.state.size.map(String.init) ?? "?")"
        }
        return Finding(.sets, at: set.first, "It and what belongs to it count \(said.joined(separator: ", ")).")
      }
    }
  }
}

extension Element {
  fileprivate var tableWithoutHeads: String? {
    guard role == .table || role == .grid else { return nil }
    let rows = children.filter { $0.role == .row }
    guard let heads = rows.first, !heads.children.isEmpty, heads.children.allSatisfy({ $0.role == .columnheader })
    else {
      return "Its first row is not one of column headers."
    }
    if let wrong = rows.dropFirst().first(where: { $0.children.count > heads.children.count }) {
      return "The row “\(wrong.label)” has \(wrong.children.count) cells under \(heads.children.count) headings."
    }
    return nil
  }
}
