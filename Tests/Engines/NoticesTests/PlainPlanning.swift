import FoundationEssentials
import Hours
import Kernel

@testable import Notices

/// The planner in its plainest form: each day merges and sorts anew all that wait. It takes days times notifications.
struct PlainPlanning {
  /// A notification that may be sent, at the earliest at `from`.
  private struct Waiting {
    let place: Int
    let notice: Notice
    let kind: NoticeKind
    /// When it is wanted, which is the time that it waits from.
    let wish: Int
    var from: Int
    let expires: Int
    var reason: PlannedNotice.Reason
    var isHeld: Bool

    /// Before all others if there is no room for all.
    func goesBefore(_ other: Waiting) -> Bool {
      if kind.priority != other.kind.priority { return kind.priority > other.kind.priority }
      if wish != other.wish { return wish < other.wish }
      return notice.id < other.notice.id
    }

    func held(until second: Int, _ reason: PlannedNotice.Reason) -> Waiting {
      var held = self
      (held.from, held.reason, held.isHeld) = (second, reason, true)
      return held
    }
  }

  private struct Told: Hashable {
    let kind: String
    let at: Int
  }

  private let inputs: NoticePlan.Inputs
  private let kinds: [String: NoticeKind]
  private let usual: OpeningTimes
  private let now: Int
  private let until: Int
  private let pause: Int
  private let sentIDs: Set<String>
  /// The times at which something was or will be sent, by local day.
  private var sent: [Int: [Int]] = [:]
  private var decided: [PlannedNotice?]
  /// The places of notifications that became part of another, by its place.
  private var parts: [Int: [Int]] = [:]

  init(_ inputs: NoticePlan.Inputs) {
    self.inputs = inputs
    kinds = Dictionary(inputs.kinds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    usual = OpeningTimes(inputs.opens, on: inputs.journey, now: inputs.now)
    now = Journey.seconds(inputs.now)
    until = Journey.seconds(inputs.until)
    pause = Int(inputs.rules.pause.seconds)
    sentIDs = Set(inputs.sent.compactMap(\.id))
    decided = Array(repeating: nil, count: inputs.notices.count)
    // Those of one kind and one instant were one notification.
    let told = Set(inputs.sent.map { Told(kind: $0.kind, at: Journey.seconds($0.at)) })
    for at in told.map(\.at).sorted() { sent[inputs.journey.day(at), default: []].append(at) }
  }

  mutating func run() -> [PlannedNotice] {
    var days: [Int: [Waiting]] = [:]
    for (place, notice) in inputs.notices.enumerated() {
      guard let one = waiting(notice, at: place) else { continue }
      days[inputs.journey.day(one.from), default: []].append(one)
    }
    // A notification that waits goes to a later day, so each day is complete when its turn comes.
    while let day = days.keys.min(), let all = days.removeValue(forKey: day) {
      for one in settle(merged(all), on: day) { days[inputs.journey.day(one.from), default: []].append(one) }
    }
    return decided.compactMap(\.self)
  }

  // MARK: One notification

  private mutating func decide(
    _ place: Int, _ decision: PlannedNotice.Decision, at second: Int?, _ reason: PlannedNotice.Reason
  ) {
    let notice = inputs.notices[place]
    // What goes at its own time goes at exactly that time, fractions of a second included.
    let own = second == Journey.seconds(notice.at) ? notice.at : nil
    let at = second.map { own ?? Date(timeIntervalSince1970: Double($0)) }
    decided[place] = PlannedNotice(id: notice.id, kind: notice.kind, decision: decision, at: at, reason: reason)
  }

  /// Decides what depends on nothing else, and returns what may be sent.
  private mutating func waiting(_ notice: Notice, at place: Int) -> Waiting? {
    let kind = kinds[notice.kind] ?? NoticeKind(notice.kind, isAdaptive: true)
    let rules = inputs.rules
    let own = Journey.seconds(notice.at)
    let expires = notice.expires.map(Journey.seconds) ?? own + Int(rules.useful.seconds)
    func drop(_ reason: PlannedNotice.Reason) -> Waiting? {
      decide(place, .drop, at: nil, reason)
      return nil
    }
    if sentIDs.contains(notice.id) { return drop(.alreadySent) }
    if !rules.isOn { return drop(.allOff) }
    if !rules.allows(kind) { return drop(.kindOff) }
    var (wish, reason, isHeld) = (own, PlannedNotice.Reason.nothingAgainst, false)
    if let snoozed = notice.snoozedUntil {
      (wish, reason) = (max(own, Journey.seconds(snoozed)), .snoozed)
    } else if kind.isAdaptive, let (moved, usual) = usual.moved(own, kind: kind.id, on: inputs.journey),
      moved < expires,
      moved >= now
    {
      (wish, reason) = (moved, .usualTime(usual.time, openings: usual.openings))
    }
    if wish < now { (wish, reason, isHeld) = (now, .late, true) }
    if wish >= expires {
      return drop(expires <= own ? .neverOfUse : wish > now ? .expiresMeanwhile : .expired)
    }
    var one = Waiting(
      place: place, notice: notice, kind: kind, wish: wish, from: wish, expires: expires, reason: reason, isHeld: isHeld
    )
    if let silence = rules.silentUntil.map(Journey.seconds), silence > one.from {
      one = one.held(until: silence, .doNotDisturb)
      if one.from >= expires { return drop(.expiresMeanwhile) }
    }
    return outsideQuietHours(one)
  }

  /// Moves it to the end of the quiet hours; nil if it is of no use then, which is decided.
  private mutating func outsideQuietHours(_ waiting: Waiting) -> Waiting? {
    guard let quiet = inputs.rules.quiet else { return waiting }
    let end = inputs.journey.end(of: quiet, from: waiting.from)
    guard end > waiting.from else { return waiting }
    guard end < waiting.expires else {
      decide(waiting.place, .drop, at: nil, .expiresInQuietHours(until: quiet.end))
      return nil
    }
    return waiting.held(until: end, .quietHours(until: quiet.end))
  }

  // MARK: One day

  /// Notifications of one kind that would go at the same instant become one, the newest of them.
  private mutating func merged(_ all: [Waiting]) -> [Waiting] {
    struct Instant: Hashable {
      let kind: String
      let from: Int
    }
    var groups: [Instant: [Waiting]] = [:]
    for one in all { groups[Instant(kind: one.kind.id, from: one.from), default: []].append(one) }
    return groups.values.compactMap { group in
      guard
        let newest = group.max(by: { left, right in
          (left.notice.at, left.notice.id) < (right.notice.at, right.notice.id)
        })
      else { return nil }
      for one in group where one.place != newest.place {
        parts[newest.place, default: []] += [one.place] + (parts.removeValue(forKey: one.place) ?? [])
      }
      return newest
    }
  }

  /// Decides the day's notifications, the more important first, and returns those that wait for a later time.
  private mutating func settle(_ all: [Waiting], on day: Int) -> [Waiting] {
    var later: [Waiting] = []
    for one in all.sorted(by: { $0.goesBefore($1) }) {
      if one.from > until {
        finish(one, .hold, at: one.from, one.isHeld ? one.reason : .beyondPlan)
      } else if let cap = inputs.rules.cap, sent[day, default: []].count >= cap {
        if let next = onNextDay(one, cap: cap) { later.append(next) }
      } else if let at = gap(for: one, on: day) {
        if at == one.from {
          finish(one, one.isHeld ? .hold : .send, at: at, one.reason)
          note(at, on: day)
        } else if inputs.journey.day(at) == day, !isQuiet(at) {
          finish(one, .hold, at: at, .pause)
          note(at, on: day)
        } else if let moved = outsideQuietHours(one.held(until: at, .pause)) {
          // The day's room may be taken by then, so it is asked about again.
          later.append(moved)
        } else {
          takeParts(of: one, .expiresMeanwhile)
        }
      } else {
        finish(one, .drop, at: nil, .expiresMeanwhile)
      }
    }
    return later
  }

  private mutating func note(_ second: Int, on day: Int) {
    let times = sent[day, default: []]
    sent[day, default: []].insert(second, at: times.firstIndex { $0 > second } ?? times.count)
  }

  private func isQuiet(_ second: Int) -> Bool {
    inputs.rules.quiet.map { inputs.journey.isWithin($0, at: second) } ?? false
  }

  /// The first instant with a pause before and after it; nil if it is of no use then.
  private func gap(for one: Waiting, on day: Int) -> Int? {
    guard !one.kind.isImmediate else { return one.from }
    var at = one.from
    for near in [day - 1, day, day + 1] {
      for other in sent[near] ?? [] where other - at < pause && at - other < pause { at = other + pause }
    }
    return at < one.expires ? at : nil
  }

  /// Returns it for the next day; nil if it is decided, since that is too late for it or for this plan.
  private mutating func onNextDay(_ one: Waiting, cap: Int) -> Waiting? {
    let midnight = inputs.journey.nextDay(after: one.from)
    let next = inputs.rules.quiet.map { inputs.journey.end(of: $0, from: midnight) } ?? midnight
    guard cap > 0, next < one.expires else {
      finish(one, .drop, at: nil, .noRoom(cap: cap))
      return nil
    }
    return one.held(until: next, .nextDay(cap: cap))
  }

  private mutating func finish(
    _ one: Waiting, _ decision: PlannedNotice.Decision, at second: Int?, _ reason: PlannedNotice.Reason
  ) {
    decide(one.place, decision, at: second, reason)
    takeParts(of: one, reason)
  }

  /// Decides the parts of a notification as it was decided: together with it, or not at all.
  private mutating func takeParts(of one: Waiting, _ reason: PlannedNotice.Reason) {
    let at = decided[one.place]?.at
    for part in parts.removeValue(forKey: one.place) ?? [] {
      decide(
        part, at == nil ? .drop : .merge, at: at.map(Journey.seconds), at == nil ? reason : .together(one.notice.id))
    }
  }
}
