/// Amounts that accumulate over a day, in quarters of an hour, separate for each kind and source.
///
/// For each quarter the source with the greatest count is used, as in `Overlap` of Measures, so no minute counts twice
/// and the order of the records has no effect. This variant handles millions of records in little memory.
struct QuarterHours {
  /// The bound on blocks, of 384 bytes each.
  static let mostBlocks = 64_000
  static let mostCoarse = 200_000
  private static let blocksOfAChunk = 256
  private static let quarters = 96
  /// Amounts are summed as whole thousandths, because integer sums do not depend on the order.
  private static let scale = 1000.0

  /// The block number of each key.
  private var numbers: [UInt32: Int32] = [:]
  private var chunks: [[UInt32]] = []
  private var count = 0
  private var lastKey = UInt32.max
  private var lastNumber = 0
  /// Daily sums for when blocks run out; of several sources the greatest is then used.
  private var coarse: [UInt32: Double] = [:]
  private let mostBlocks: Int

  init(mostBlocks: Int = QuarterHours.mostBlocks) { self.mostBlocks = mostBlocks }

  /// Adds an amount, spread evenly over the interval, in seconds of local time; returns false when even the daily sum
  /// has no room.
  mutating func add(_ amount: Double, _ sort: RecordType, from start: Int, to end: Int, source: Int) -> Bool {
    let whole = (amount * QuarterHours.scale)
    let first = start / 900
    if end <= (first + 1) * 900 { return put(whole.rounded(), sort, first, source) }
    let length = Double(end - start)
    var done = 0.0
    for quarter in first...(end - 1) / 900 {
      // Rounded cumulatively, so that the pieces add up to the whole.
      let reached = (whole * (Double(min(end, (quarter + 1) * 900) - start) / length)).rounded()
      guard put(reached - done, sort, quarter, source) else { return false }
      done = reached
    }
    return true
  }

  private mutating func put(_ thousandths: Double, _ sort: RecordType, _ quarter: Int, _ source: Int) -> Bool {
    guard thousandths > 0 else { return true }
    let day = quarter / QuarterHours.quarters
    let key = GatherKey.key(sort.rawValue, day: day, source: source)
    guard let number = key == lastKey ? lastNumber : block(key) else {
      guard coarse.count < QuarterHours.mostCoarse || coarse[key] != nil else { return false }
      coarse[key, default: 0] += thousandths
      return true
    }
    (lastKey, lastNumber) = (key, number)
    let place =
      number % QuarterHours.blocksOfAChunk * QuarterHours.quarters + quarter - day * QuarterHours.quarters
    let chunk = number / QuarterHours.blocksOfAChunk
    let sum = Double(chunks[chunk][place]) + thousandths
    chunks[chunk][place] = UInt32(min(sum, Double(UInt32.max)))
    return true
  }

  private mutating func block(_ key: UInt32) -> Int? {
    if let number = numbers[key] { return Int(number) }
    guard count < mostBlocks else { return nil }
    if count % QuarterHours.blocksOfAChunk == 0 {
      chunks.append([UInt32](repeating: 0, count: QuarterHours.blocksOfAChunk * QuarterHours.quarters))
    }
    numbers[key] = Int32(count)
    count += 1
    return count - 1
  }

  // MARK: Totals per day

  /// Calls `body` for every day of every kind, with the total and then each source.
  func each(_ body: (_ sort: RecordType, _ day: Int, _ source: Int?, _ amount: Double) -> Void) {
    let keys = (Array(numbers.keys) + coarse.keys).sorted()
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, GatherKey.isSameDay(keys[start], keys[end]) { end += 1 }
      if let sort = GatherKey.sort(keys[start]) {
        let day = GatherKey.day(keys[start])
        var greatest = [UInt32](repeating: 0, count: QuarterHours.quarters)
        var whole = 0.0
        for key in keys[start..<end] {
          var own = coarse[key] ?? 0
          if let number = numbers[key].map({ Int($0) }) {
            let first = number % QuarterHours.blocksOfAChunk * QuarterHours.quarters
            let quarters = chunks[number / QuarterHours.blocksOfAChunk][first..<first + QuarterHours.quarters]
            for (place, amount) in quarters.enumerated() {
              own += Double(amount)
              greatest[place] = max(greatest[place], amount)
            }
          }
          whole = max(whole, own)
          body(sort, day, GatherKey.source(key), own / QuarterHours.scale)
        }
        whole = max(whole, greatest.reduce(0) { $0 + Double($1) })
        body(sort, day, nil, whole / QuarterHours.scale)
      }
      start = end
    }
  }
}

/// Packs a kind, a day and a source into four bytes. A day has sixteen bits: 1970 to 2149.
enum GatherKey {
  static let days = 1..<65_536

  static func key(_ sort: UInt8, day: Int, source: Int) -> UInt32 {
    UInt32(sort) << 24 | UInt32(truncatingIfNeeded: day & 0xFFFF) << 8 | UInt32(truncatingIfNeeded: source & 0xFF)
  }

  static func isSameDay(_ one: UInt32, _ other: UInt32) -> Bool { one >> 8 == other >> 8 }
  static func sort(_ key: UInt32) -> RecordType? { RecordType(rawValue: UInt8(key >> 24)) }
  static func day(_ key: UInt32) -> Int { Int(key >> 8 & 0xFFFF) }
  static func source(_ key: UInt32) -> Int { Int(key & 0xFF) }
}
