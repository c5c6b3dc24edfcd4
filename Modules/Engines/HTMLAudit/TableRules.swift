extension PageRule {
  static let tableRules: [PageRule] = [
    PageRule("table-header-used", act: "d0f69e", ["1.3.1"], "Header of a table has cells") { exam in
      var targets: [PageTarget] = []
      for place in exam.nodes.indices where ["table", "grid", "treegrid"].contains(exam.scene.roles[place]) {
        guard exam.scene.isExposed(place), exam.scene.isSeen(place) else { continue }
        let grid = PageTable(place, in: exam.scene)
        for header in grid.headers.prefix(300)
        where exam.scene.isExposed(header.place) && exam.scene.isSeen(header.place) {
          targets.append(
            PageTarget(
              place: header.place,
              verdict: grid.isAssigned(header, in: exam.scene) ? .passed : .failed("No cell belongs to this header.")))
        }
      }
      return targets.sorted { $0.place < $1.place }
    },
    PageRule("table-headers", act: "a25f45", ["1.3.1"], "Headers of a cell are cells of its table") { exam in
      exam.each { place, node in
        guard ["td", "th"].contains(node.html), let list = node["headers"], !list.isBlank,
          let table = table(of: place, exam), exam.scene.isSeen(table), exam.scene.isExposed(table),
          ["table", "grid", "treegrid"].contains(exam.scene.roles[table])
        else { return nil }
        for id in list.words {
          guard let other = exam.scene.page.places[id] else {
            return .failed("No element has the id “\(id.prefix(60))”.")
          }
          if other == place { return .failed("The cell names itself as its header.") }
          guard ["td", "th"].contains(exam.nodes[other].html), PageRule.table(of: other, exam) == table else {
            return .failed("“\(id.prefix(60))” is not a cell of this table.")
          }
        }
        return .passed
      }
    },
    PageRule("table-has-headers", ["1.3.1"], "Table of data has headers") { exam in
      exam.each { place, node in
        guard node.html == "table", exam.scene.isExposed(place), exam.scene.isSeen(place),
          ["table", "grid", "treegrid"].contains(exam.scene.roles[place])
        else { return nil }
        let grid = PageTable(place, in: exam.scene)
        guard grid.rows > 1, grid.columns > 1 else { return nil }
        return grid.headers.isEmpty
          ? .undecided("It has none; a person has to see whether it only arranges the page.") : .passed
      }
    },
  ]

  static func table(of place: Int, _ exam: PageExam) -> Int? {
    exam.scene.ancestor(of: place) { exam.nodes[$0].html == "table" }
  }
}

/// The cells of a table with their places in its grid.
struct PageTable {
  struct Cell {
    let place: Int
    let row: Int
    let column: Int
    let height: Int
    let width: Int
    let isHeader: Bool
  }

  private(set) var cells: [Cell] = []
  private(set) var rows = 0
  private(set) var columns = 0

  var headers: [Cell] { cells.filter(\.isHeader) }

  init(_ table: Int, in scene: PageScene) {
    // Columns that cells of earlier rows still cover, with the number of rows that they go on.
    var covered: [Int: Int] = [:]
    let all = PageTable.rows(of: table, in: scene).prefix(1_000)
    var rowsLeft = Array(repeating: 1, count: all.count)
    for index in all.indices.dropLast().reversed()
    where scene.nodes[all[index]].parent == scene.nodes[all[index + 1]].parent {
      rowsLeft[index] = rowsLeft[index + 1] + 1
    }
    for (index, row) in all.enumerated() {
      var column = 0
      for place in PageTable.cells(of: row, in: scene).prefix(200) {
        while covered[column, default: 0] > 0 { column += 1 }
        let node = scene.nodes[place]
        let width = min(100, max(1, node.integer("colspan") ?? 1))
        let asked = node.integer("rowspan") ?? 1
        // Zero is all rows that are left in the group.
        let height = asked == 0 ? rowsLeft[index] : min(1_000, max(1, asked))
        let role = scene.roles[place]
        cells.append(
          Cell(
            place: place, row: rows, column: column, height: height, width: width,
            isHeader: role == "columnheader" || role == "rowheader"))
        for index in column..<(column + width) where height > 1 { covered[index] = height }
        column += width
      }
      columns = max(columns, column)
      for (index, left) in covered { covered[index] = left > 1 ? left - 1 : nil }
      rows += 1
    }
  }

  private static func rows(of table: Int, in scene: PageScene) -> [Int] {
    below(table, in: scene) { scene.nodes[$0].html == "tr" || scene.roles[$0] == "row" }
  }

  private static func cells(of row: Int, in scene: PageScene) -> [Int] {
    let roles: Set<String> = ["cell", "gridcell", "columnheader", "rowheader"]
    return below(row, in: scene) { ["td", "th"].contains(scene.nodes[$0].html) || roles.contains(scene.roles[$0]) }
  }

  /// The nearest descendants of a kind, which are not looked into, nor are other tables.
  private static func below(_ place: Int, in scene: PageScene, where holds: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    var at = place + 1
    let end = max(place + 1, scene.nodes[place].end)
    while at < end {
      if scene.nodes[at].isElement, holds(at) {
        found.append(at)
        at = scene.nodes[at].end
      } else if scene.nodes[at].html == "table" {
        at = scene.nodes[at].end
      } else {
        at += 1
      }
    }
    return found
  }

  func isAssigned(_ header: Cell, in scene: PageScene) -> Bool {
    let node = scene.nodes[header.place]
    if let id = node["id"] {
      if cells.contains(where: { $0.place != header.place && scene.nodes[$0.place].tokens("headers").contains(id) }) {
        return true
      }
    }
    let others = cells.filter { $0.place != header.place && !scene.nodes[$0.place].has("headers") }
    let isBelow = others.contains { $0.row > header.row && overlaps($0.column, $0.width, header.column, header.width) }
    let isBeside = others.contains {
      $0.column > header.column && overlaps($0.row, $0.height, header.row, header.height)
    }
    switch node.keyword("scope") {
    case "col", "colgroup": return isBelow
    case "row", "rowgroup": return isBeside
    default: break
    }
    if node.html != "th" { return scene.roles[header.place] == "rowheader" ? isBeside : isBelow }
    // An empty cell, such as that in the corner, is no data.
    let data = others.filter { !$0.isHeader && !scene.nodes[$0.place].children.isEmpty }
    let hasDataBeside = data.contains { overlaps($0.row, $0.height, header.row, header.height) }
    if !hasDataBeside { return isBelow }
    let hasDataBelow = data.contains { overlaps($0.column, $0.width, header.column, header.width) }
    return hasDataBelow ? false : isBeside
  }

  private func overlaps(_ first: Int, _ length: Int, _ second: Int, _ other: Int) -> Bool {
    first < second + other && second < first + length
  }
}
