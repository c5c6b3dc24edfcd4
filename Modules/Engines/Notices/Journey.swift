internal import Hours
internal import Kernel
public import Platform

/// The zones a person was or will be in, as the local time at each instant. Counts in whole seconds, since the planner
/// asks for the local time of every notification several times.
public struct Journey: Sendable, Hashable {
  public struct Stay: Sendable, Hashable {
    public let from: Date
    public let zone: TimeZone

    public init(from: Date, in zone: TimeZone) {
      self.from = from
      self.zone = zone
    }
  }

  /// A span of time with one difference from GMT, up to the next span.
  private struct Span: Sendable, Hashable {
    let start: Int
    let offset: Int
  }

  /// In the order of time; the first has no beginning.
  private let spans: [Span]

  /// A journey that is known from the first of the stays on; before it, its zone is taken. Changes of the clock are
  /// counted up to `end`. The stays may be in any order; without any, the local time is GMT.
  public init(_ stays: [Stay], until end: Date) {
    let stays = stays.sorted { $0.from < $1.from }
    var spans: [Span] = []
    for (place, stay) in stays.enumerated() {
      let leaving = place + 1 < stays.count ? min(stays[place + 1].from, end) : end
      var at = stay.from
      spans.append(Span(start: Journey.seconds(at), offset: stay.zone.secondsFromGMT(for: at)))
      while let change = stay.zone.nextDaylightSavingTimeTransition(after: at), change < leaving, change > at {
        spans.append(Span(start: Journey.seconds(change), offset: stay.zone.secondsFromGMT(for: change)))
        at = change
      }
    }
    self.spans = spans.isEmpty ? [Span(start: 0, offset: 0)] : spans
  }

  public init(in zone: TimeZone, from start: Date, until end: Date) {
    self.init([Stay(from: start, in: zone)], until: end)
  }

  /// Whole seconds since 1970, rounded up: a notification is never early.
  static func seconds(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970.rounded(.up)
    return Int(max(-1e11, min(1e11, seconds)))
  }

  private func span(at second: Int) -> Int {
    var (low, high) = (0, spans.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if spans[middle].start <= second { low = middle } else { high = middle }
    }
    return low
  }

  private func local(_ second: Int) -> (day: Int, rest: Int) {
    CivilDate.split(second + spans[span(at: second)].offset)
  }

  /// The local day, as days since 1 January 1970.
  func day(_ second: Int) -> Int { local(second).day }

  /// Seconds since local midnight.
  func secondOfDay(_ second: Int) -> Int { local(second).rest }

  /// Whether the local time is within a window.
  func isWithin(_ window: TimeWindow, at second: Int) -> Bool {
    guard let time = TimeOfDay(minutes: local(second).rest / 60) else { return false }
    return window.contains(time)
  }

  /// The first instant after `second` at which the local time has come to `time`. Where the clock is set forward over
  /// it, or a flight leaves it out, that is the moment of the change.
  func next(_ time: TimeOfDay, after second: Int) -> Int {
    var place = span(at: second)
    var from = second + 1
    while true {
      let offset = spans[place].offset
      let local = CivilDate.split(from + offset)
      let wanted = time.minutes * 60
      let found = from + (wanted >= local.rest ? wanted - local.rest : wanted - local.rest + 86_400)
      guard place + 1 < spans.count, found >= spans[place + 1].start else { return found }
      let change = spans[place + 1]
      // The local time after the change may have passed it without its ever having been shown.
      let skipsIt = found + offset < change.start + change.offset
      if skipsIt { return change.start }
      (from, place) = (change.start, place + 1)
    }
  }

  /// The first instant from `second` on that is not within the window. The window of the zone in which the person is
  /// then counts, so a flight may end it early or begin it again.
  func end(of window: TimeWindow, from second: Int) -> Int {
    var at = second
    while isWithin(window, at: at) {
      let end = next(window.end, after: at)
      let place = span(at: at)
      // In another zone it may be day already.
      at = place + 1 < spans.count ? min(end, spans[place + 1].start) : end
    }
    return at
  }

  /// The next local midnight.
  func nextDay(after second: Int) -> Int {
    let today = day(second)
    var at = second
    repeat { at = next(.midnight, after: at) } while day(at) <= today && at < second + 3 * 86_400
    return at
  }
}
