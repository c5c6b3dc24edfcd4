/// The rows of a screen, of which a terminal shows as many at a time as it has.
struct ScreenPager {
  private(set) var rows: [String] = []
  private(set) var top = 0
  /// The number of rows on the page that was shown last.
  private var count = 0
  /// The first lines of the pages before this one.
  private var earlier: [Int] = []

  var hasNext: Bool { top + count < rows.count }
  var hasPrevious: Bool { top > 0 }

  /// Shows other rows, from the first one or from the place that was reached.
  mutating func open(_ rows: [String], keepingPlace: Bool) {
    // After a change of the width a text has another number of rows.
    if !keepingPlace || self.rows.isEmpty || rows.isEmpty {
      (top, earlier) = (0, [])
    } else if rows.count != self.rows.count, top > 0 {
      top = min(top * rows.count / self.rows.count, rows.count - 1)
      earlier.removeAll { $0 >= top }
    }
    self.rows = rows
    count = rows.count - top
  }

  /// Returns the rows of the page for a terminal that has room for that many.
  mutating func page(_ room: Int?) -> ArraySlice<String> {
    if let room {
      if rows.count <= room { (top, earlier) = (0, []) }
      count = min(max(1, room), rows.count - top)
    } else {
      (top, count, earlier) = (0, rows.count, [])
    }
    return rows[top..<(top + count)]
  }

  mutating func next() {
    guard hasNext else { return }
    earlier.append(top)
    top += count
  }

  mutating func previous() { top = earlier.popLast() ?? 0 }
}
