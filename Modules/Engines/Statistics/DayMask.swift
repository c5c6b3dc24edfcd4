/// The set of known days in a span, one bit for each day.
public struct DayMask: Sendable, Hashable {
  public let days: Int
  private var words: [UInt64]

  public init(days: Int) {
    self.days = max(0, days)
    words = [UInt64](repeating: 0, count: (self.days + 63) / 64)
  }

  /// Marks the days with a finite value.
  public init(known values: [Double]) {
    self.init(days: values.count)
    for (day, value) in values.enumerated() where value.isFinite { insert(day) }
  }

  public mutating func insert(_ day: Int) {
    guard (0..<days).contains(day) else { return }
    words[day >> 6] |= 1 << UInt64(day & 63)
  }

  public func contains(_ day: Int) -> Bool {
    (0..<days).contains(day) && words[day >> 6] >> UInt64(day & 63) & 1 == 1
  }

  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The days known in this mask whose day `lag` days earlier is known in the other.
  public func meeting(_ other: DayMask, earlierBy lag: Int) -> DayMask {
    var met = self
    for place in words.indices {
      met.words[place] &= other.word(startingAt: place * 64 - lag)
    }
    return met
  }

  /// Number of known days whose day `lag` days later is known as well.
  public func pairs(apart lag: Int) -> Int {
    guard lag > 0, lag < days else { return lag == 0 ? count : 0 }
    let skipped = lag >> 6
    let shift = UInt64(lag & 63)
    var sum = 0
    words.withUnsafeBufferPointer { words in
      var place = 0
      while place &+ skipped < words.count {
        var later = words[place &+ skipped] >> shift
        if shift > 0, place &+ skipped &+ 1 < words.count { later |= words[place &+ skipped &+ 1] << (64 &- shift) }
        sum &+= (words[place] & later).nonzeroBitCount
        place &+= 1
      }
    }
    return sum
  }

  public var firstAndLast: (first: Int, last: Int)? {
    guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else {
      return nil
    }
    return (first * 64 + words[first].trailingZeroBitCount, last * 64 + 63 - words[last].leadingZeroBitCount)
  }

  /// The 64 bits from that day on, which may precede the first day.
  private func word(startingAt day: Int) -> UInt64 {
    let place = day >> 6
    let shift = UInt64(day & 63)
    let low = words.indices.contains(place) ? words[place] >> shift : 0
    let high = shift > 0 && words.indices.contains(place + 1) ? words[place + 1] << (64 - shift) : 0
    return low | high
  }
}
