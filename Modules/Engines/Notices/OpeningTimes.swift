public import Hours
internal import Kernel
public import Platform

/// When a person opens notifications of a kind, learnt from those they opened. Computed on the device; nothing of it is
/// sent.
public struct OpeningTimes: Sendable, Hashable {
  /// Result of the openings of one kind.
  public struct Usual: Sendable, Hashable {
    /// The time of day around which they were opened, in quarters of an hour.
    public let time: TimeOfDay
    /// The number of openings that it rests on.
    public let openings: Int
    /// The most by which a notification may be moved. It grows with the number of openings, so that a few cannot move
    /// much and the time changes slowly.
    public var furthest: Duration { .seconds(min(openings - OpeningTimes.least + 1, 16) * OpeningTimes.step) }
  }

  /// Fewer openings than this tell nothing.
  public static let least = 5
  /// The share of openings that must be within an hour of the usual time.
  public static let share = 0.6
  /// Openings before that are forgotten.
  public static let memory = Duration.seconds(60 * 86_400)
  /// The step in which times move, in seconds.
  private static let step = 900
  private static let nearness = 3600
  private static let day = 86_400

  private let kinds: [String: Usual]

  public init(_ opens: [NoticeEvent], on journey: Journey, now: Date) {
    let end = Journey.seconds(now)
    let start = end - Int(OpeningTimes.memory.seconds)
    var times: [String: [Int]] = [:]
    for open in opens {
      let at = Journey.seconds(open.at)
      guard at > start, at <= end else { continue }
      times[open.kind, default: []].append(journey.secondOfDay(at))
    }
    kinds = times.compactMapValues(OpeningTimes.usual)
  }

  /// Nil if there is too little to learn from, or no time that most of them are near.
  public subscript(_ kind: String) -> Usual? { kinds[kind] }

  /// The time with the most openings within an hour of it, and of those the middle one. The day is a circle: 23:50 and
  /// 00:10 are near.
  private static func usual(_ times: [Int]) -> Usual? {
    guard times.count >= least else { return nil }
    let sorted = times.sorted()
    let circle = sorted + sorted.map { $0 + day }
    var best = (count: 0, from: 0)
    var end = 0
    for start in sorted.indices {
      end = max(end, start)
      while end < circle.count, end < start + sorted.count, circle[end] - circle[start] <= 2 * nearness { end += 1 }
      if end - start > best.count { best = (end - start, start) }
    }
    guard Double(best.count) >= share * Double(times.count) else { return nil }
    let middle = circle[best.from + best.count / 2]
    let rounded = (middle + step / 2) / step * step % day
    return TimeOfDay(minutes: rounded / 60).map { Usual(time: $0, openings: times.count) }
  }

  /// Returns the time to which a wish moves: towards the usual time, no further than the evidence allows, and within its
  /// local day.
  func moved(_ wish: Int, kind: String, on journey: Journey) -> (second: Int, usual: Usual)? {
    guard let usual = self[kind] else { return nil }
    let time = journey.secondOfDay(wish)
    var distance = usual.time.minutes * 60 - time
    // The shorter way around the day.
    if distance > OpeningTimes.day / 2 { distance -= OpeningTimes.day }
    if distance < -OpeningTimes.day / 2 { distance += OpeningTimes.day }
    guard distance.magnitude >= OpeningTimes.step else { return nil }
    let furthest = Int(usual.furthest.seconds)
    var moved = wish + max(-furthest, min(furthest, distance))
    if journey.day(moved) != journey.day(wish) {
      moved = distance < 0 ? wish - time : journey.nextDay(after: wish) - OpeningTimes.step
    }
    return journey.day(moved) == journey.day(wish) ? (moved, usual) : nil
  }
}
