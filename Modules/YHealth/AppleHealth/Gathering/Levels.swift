/// Values measured at intervals: the daily mean, and for weight the last value.
struct Levels {
  static let most = 150_000

  /// Amounts are summed as whole millionths, because integer sums do not depend on the order.
  private static let scale = 1_000_000.0

  private struct Level {
    var sum = 0
    var count = 0
    var last = Int.min
    var newest = 0.0

    mutating func take(_ other: Level) {
      sum += other.sum
      count += other.count
      // Of two at the same instant the greater counts, so that their order has no effect.
      if (other.last, other.newest) > (last, newest) { (last, newest) = (other.last, other.newest) }
    }

    func value(_ sort: RecordType) -> Double {
      sort == .weight ? newest : Double(sum) / Double(max(1, count)) / Levels.scale
    }
  }

  private var levels: [UInt32: Level] = [:]

  /// Adds one value; returns false when the table is full.
  mutating func add(_ amount: Double, _ sort: RecordType, day: Int, at instant: Int, source: Int) -> Bool {
    let key = GatherKey.key(sort.rawValue, day: day, source: source)
    guard levels.count < Levels.most || levels[key] != nil else { return false }
    let millionths = Int((amount * Levels.scale).rounded())
    levels[key, default: Level()].take(Level(sum: millionths, count: 1, last: instant, newest: amount))
    return true
  }

  func each(_ body: (_ sort: RecordType, _ day: Int, _ source: Int?, _ amount: Double) -> Void) {
    let all = levels.sorted { $0.key < $1.key }
    var start = 0
    while start < all.count {
      var end = start
      var whole = Level()
      guard let sort = GatherKey.sort(all[start].key) else { return }
      let day = GatherKey.day(all[start].key)
      while end < all.count, GatherKey.isSameDay(all[start].key, all[end].key) {
        whole.take(all[end].value)
        body(sort, day, GatherKey.source(all[end].key), all[end].value.value(sort))
        end += 1
      }
      body(sort, day, nil, whole.value(sort))
      start = end
    }
  }
}
