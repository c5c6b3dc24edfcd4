/// Reduces many points to those that affect the picture: in each column of pixels the first, minimum, maximum and last.
enum Thinning {
  /// The indices to draw, in order; anomalies are always among them.
  static func kept(_ track: Track, _ range: Range<Int>, _ scale: ValueScale) -> [Int] {
    let columns = max(1, scale.end - scale.start)
    guard Double(range.count) > columns * 4 else { return Array(range) }
    var kept: [Int] = []
    kept.reserveCapacity(Int(columns) * 4)
    var column = Column()
    for index in range {
      let x = scale.at(track.xs[index]).rounded(.down)
      if x != column.x {
        column.empty(into: &kept, track)
        column = Column(x: x)
      }
      column.take(index, track.ys[index])
    }
    column.empty(into: &kept, track)
    return kept
  }

  private struct Column {
    var x = -Double.infinity
    private var first = -1, least = -1, greatest = -1, last = -1, gap = -1
    private var low = Double.infinity, high = -Double.infinity

    init(x: Double = -.infinity) { self.x = x }

    mutating func take(_ index: Int, _ value: Double) {
      guard !value.isNaN else {
        gap = index
        return
      }
      if first < 0 { first = index }
      if value < low { (least, low) = (index, value) }
      if value > high { (greatest, high) = (index, value) }
      last = index
    }

    /// Appends the column's points; a column that contains only gaps stays a gap.
    func empty(into kept: inout [Int], _ track: Track) {
      guard first >= 0 else {
        if gap >= 0 { kept.append(gap) }
        return
      }
      var all = [first, least, greatest, last]
      if !track.anomalies.isEmpty {
        all += (first...last).filter { track.anomalies[$0] != nil }
      }
      all.sort()
      for index in all where kept.last != index { kept.append(index) }
    }
  }
}
