internal import Kernel

/// The heart rates that a chest strap kept during a swim and handed over afterwards, in messages of their own.
///
/// They are added to the points as the FIT SDK does it: a rate holds for up to five seconds in steps of a quarter, and a point
/// has the mean of the rates since the point before it.
struct FITHearts {
  private struct Beat {
    /// Seconds of FIT.
    var time: Double
    var rate: Int
  }

  private static let step = 0.25
  private static let mostSteps = 20

  private var beats: [Beat] = []
  /// The moment of the strap's clock, and the strap's own count of it, in seconds.
  private var anchor: (time: Double, event: Double)?
  /// The strap's count in 1/1024 s, to which messages with 12 bits add.
  private var count: UInt64 = 0

  /// Takes a message. Returns false for one whose times are missing.
  mutating func take(_ fields: FITMessage) throws(Problem) -> Bool {
    var events = fields.list(9).compactMap(\.self).map { Double($0) / 1024 }
    if let raw = fields.list(9).last ?? nil { count = UInt64(truncatingIfNeeded: raw) }
    if events.isEmpty, let packed = fields.raw(10) { events = unpacked(packed) }
    let rates = fields.list(6)
    if let time = fields.time {
      guard events.count == 1 else { return false }
      let fraction = fields.whole(0).map { Double($0) / 32_768 } ?? fields.whole(1).map { Double($0) / 256 } ?? 0
      anchor = (Double(time) + fraction, events[0])
    }
    guard let anchor, events.count == rates.count else { return false }
    for (event, rate) in zip(events, rates) {
      var event = event
      // The strap counts to 2^32, and begins again.
      if event < anchor.event { event += 4_194_304 }
      guard event - anchor.event <= Possible.lengths.upperBound else { return false }
      guard let rate, 1...300 ~= rate else { continue }
      try add(Beat(time: anchor.time + (event - anchor.event), rate: rate))
    }
    return true
  }

  /// Counts of 12 bits each, which go on from the last one.
  private mutating func unpacked(_ bytes: [UInt8]) -> [Double] {
    guard bytes.contains(where: { $0 != 0xFF }) else { return [] }
    return (0..<bytes.count * 2 / 3).map { index in
      let place = index / 2 * 3
      let value =
        index % 2 == 0
        ? UInt64(bytes[place]) | UInt64(bytes[place + 1] & 0x0F) << 8
        : UInt64(bytes[place + 1] >> 4) | UInt64(bytes[place + 2]) << 4
      count &+= (value &- count) & 0xFFF
      return Double(count) / 1024
    }
  }

  private mutating func add(_ beat: Beat) throws(Problem) {
    if let last = beats.last {
      var gap = abs(beat.time - last.time)
      var number = 1
      while gap > FITHearts.step, number <= FITHearts.mostSteps {
        beats.append(Beat(time: last.time + FITHearts.step * Double(number), rate: last.rate))
        gap -= FITHearts.step
        number += 1
      }
    }
    guard beats.count < ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
    beats.append(beat)
  }

  /// Gives each point the mean rate since the one before it, where there is one.
  func merge(into track: inout [TrackPoint]) {
    guard !beats.isEmpty else { return }
    var (place, start): (Int, Double?) = (0, nil)
    for index in track.indices where !track[index].time.isNaN {
      let end = track[index].time - FITGathering.epoch
      var from = start ?? end
      if from == end {
        from -= 1
        place = max(0, place - 1)
      }
      var (sum, number) = (0, 0)
      while place < beats.count {
        let beat = beats[place]
        if beat.time > end {
          if number > 0 { track[index].heartRate = Int16(Double(sum) / Double(number) + 0.5) }
          (sum, number) = (0, 0)
          from = end
          break
        }
        if beat.time > from { (sum, number) = (sum + beat.rate, number + 1) }
        place += 1
      }
      start = from
    }
  }
}
