internal import Hours
internal import Kernel
internal import Platform

/// A plan in the making. It takes n log n for n notifications, and a little for each day.
struct Planning {
  private typealias Waiting = WaitingNotice

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
  /// Those that may be sent, in the order in which they go before each other; a rank is a place here.
  private var ranked: [Waiting] = []
  /// The ranks of those that wait for a day by themselves.
  private var days: [Int: [Int]] = [:]
  private var agenda = Heap<Int>()
  /// Those that wait together.
  private var crowd = Crowd()

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
    for (place, notice) in inputs.notices.enumerated() {
      if let one = waiting(notice, at: place) { ranked.append(one) }
    }
    ranked.sort { $0.goesBefore($1) }
    for rank in ranked.indices { wait(rank) }
    // A notification that waits goes to a later time, so each day is complete when its turn comes.
    while let day = nextDay() {
      let alone = days.removeValue(forKey: day) ?? []
      let isCrowded = !crowd.isEmpty && inputs.journey.day(crowd.from) == day
      settle(merged(alone, isCrowded), isCrowded, on: day)
    }
    return decided.compactMap(\.self)
  }

  private mutating func wait(_ rank: Int) {
    let day = inputs.journey.day(ranked[rank].from)
    if days[day] == nil { agenda.insert(day) }
    days[day, default: []].append(rank)
  }

  private mutating func nextDay() -> Int? {
    while let day = agenda.first, days[day] == nil { _ = agenda.popFirst() }
    guard !crowd.isEmpty else { return agenda.first }
    let crowded = inputs.journey.day(crowd.from)
    return agenda.first.map { min($0, crowded) } ?? crowded
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

  /// The first instant from `second` on that is not within the quiet hours.
  private func quietEnd(from second: Int) -> Int {
    inputs.rules.quiet.map { inputs.journey.end(of: $0, from: second) } ?? second
  }

  /// Moves it to the end of the quiet hours; nil if it is of no use then, which is decided.
  private mutating func outsideQuietHours(_ waiting: Waiting) -> Waiting? {
    guard let quiet = inputs.rules.quiet else { return waiting }
    let end = quietEnd(from: waiting.from)
    guard end > waiting.from else { return waiting }
    guard end < waiting.expires else {
      decide(waiting.place, .drop, at: nil, .expiresInQuietHours(until: quiet.end))
      return nil
    }
    return waiting.held(until: end, .quietHours(until: quiet.end))
  }

  // MARK: Together

  /// Notifications of one kind that would go at the same instant become one, the newest of them. Returns the ranks of
  /// those that the crowd does not hold, the more important first.
  private mutating func merged(_ alone: [Int], _ isCrowded: Bool) -> [Int] {
    struct Instant: Hashable {
      let kind: String
      let from: Int
    }
    var newest: [Instant: Int] = [:]
    for rank in alone {
      let one = ranked[rank]
      let instant = Instant(kind: one.kind.id, from: one.from)
      newest[instant] = newest[instant].map { newer($0, rank) } ?? rank
    }
    return newest.compactMap { instant, rank in
      guard isCrowded, instant.from == crowd.from, let other = crowd.rank(of: instant.kind) else { return rank }
      guard newer(rank, other) == rank else { return nil }
      crowd.remove(other)
      return rank
    }.sorted()
  }

  /// Returns the newer one of two, of which the other becomes a part.
  private mutating func newer(_ one: Int, _ other: Int) -> Int {
    let (left, right) = (ranked[one], ranked[other])
    let isFirst = (left.notice.at, left.notice.id) > (right.notice.at, right.notice.id)
    let (whole, part) = isFirst ? (left.place, right.place) : (right.place, left.place)
    parts[whole, default: []] += [part] + (parts.removeValue(forKey: part) ?? [])
    return isFirst ? one : other
  }

  // MARK: One day

  /// Decides the day's notifications, the more important first, and lets those wait that go at a later time.
  private mutating func settle(_ alone: [Int], _ isCrowded: Bool, on day: Int) {
    var later: [Int] = []
    var moves: [Crowd.Part] = []
    if isCrowded, crowd.from > until {
      for rank in crowd.all {
        let one = leave(rank)
        finish(one, .hold, at: one.from, one.isHeld ? one.reason : .beyondPlan)
      }
    }
    if isFull(day), isCrowded { moves = [Crowd.Part(after: -1, move: toNextDay(crowd.from))] }
    var place = 0
    while true {
      let own = place < alone.count ? alone[place] : nil
      let other = isCrowded && !isFull(day) ? crowdsNext(&moves, on: day) : nil
      guard let rank = [own, other].compactMap(\.self).min() else { break }
      if rank == own { place += 1 } else { ranked[rank] = leave(rank) }
      let before = sent[day]?.count
      if let moved = settle(ranked[rank], on: day) {
        ranked[rank] = moved
        later.append(rank)
      }
      if isCrowded, sent[day]?.count != before { later += review(&moves, after: rank, on: day) }
    }
    if isCrowded { later += moveCrowd(moves) }
    gather(later)
  }

  private func isFull(_ day: Int) -> Bool { inputs.rules.cap.map { sent[day, default: []].count >= $0 } ?? false }

  /// Decides one; returns it if it waits for a later time.
  private mutating func settle(_ one: Waiting, on day: Int) -> Waiting? {
    if one.from > until {
      finish(one, .hold, at: one.from, one.isHeld ? one.reason : .beyondPlan)
    } else if isFull(day) {
      return moved(one, by: toNextDay(one.from))
    } else if let at = gap(for: one, on: day) {
      if at == one.from {
        finish(one, one.isHeld ? .hold : .send, at: at, one.reason)
        note(at, on: day)
      } else if isOpen(at, on: day) {
        finish(one, .hold, at: at, .pause)
        note(at, on: day)
      } else {
        // The day's room may be taken by then, so it is asked about again.
        return moved(one, by: .pause(at: at, to: quietEnd(from: at)))
      }
    } else {
      finish(one, .drop, at: nil, .expiresMeanwhile)
    }
    return nil
  }

  private func isOpen(_ second: Int, on day: Int) -> Bool {
    inputs.journey.day(second) == day
      && !(inputs.rules.quiet.map { inputs.journey.isWithin($0, at: second) } ?? false)
  }

  private mutating func note(_ second: Int, on day: Int) {
    let place = sent[day, default: []].firstPlace { $0 > second }
    sent[day, default: []].insert(second, at: place)
  }

  /// The first instant with a pause before and after it; nil if it is of no use then.
  private func gap(for one: Waiting, on day: Int) -> Int? {
    guard !one.kind.isImmediate else { return one.from }
    let at = gap(from: one.from, on: day)
    return at < one.expires ? at : nil
  }

  private func gap(from second: Int, on day: Int) -> Int {
    var at = second
    for near in [day - 1, day, day + 1] {
      guard let times = sent[near] else { continue }
      for other in times[times.firstPlace { $0 > at - pause }...] {
        if other - at >= pause { break }
        at = max(at, other + pause)
      }
    }
    return at
  }

  // MARK: A later time

  private func toNextDay(_ second: Int) -> Crowd.Move {
    .nextDay(to: quietEnd(from: inputs.journey.nextDay(after: second)))
  }

  /// Moves one; nil if it is decided, since it is of no use by then.
  private mutating func moved(_ one: Waiting, by move: Crowd.Move) -> Waiting? {
    switch move {
    case .nextDay(let next):
      let cap = inputs.rules.cap ?? 0
      guard cap > 0, next < one.expires else {
        finish(one, .drop, at: nil, .noRoom(cap: cap))
        return nil
      }
      return one.held(until: next, .nextDay(cap: cap))
    case .pause(let at, _):
      guard at < one.expires else {
        finish(one, .drop, at: nil, .expiresMeanwhile)
        return nil
      }
      if let moved = outsideQuietHours(one.held(until: at, .pause)) { return moved }
      takeParts(of: one, .expiresMeanwhile)
      return nil
    }
  }

  // MARK: The crowd

  /// The crowd's next member that can be sent on the day. Where those that need a pause find no room, they move.
  private mutating func crowdsNext(_ moves: inout [Crowd.Part], on day: Int) -> Int? {
    let immediate = crowd.firstImmediate()
    guard moves.isEmpty, let other = crowd.firstOther(), other < immediate ?? .max else { return immediate }
    let at = gap(from: crowd.from, on: day)
    if at == crowd.from || isOpen(at, on: day) { return other }
    moves = [Crowd.Part(after: other - 1, move: .pause(at: at, to: quietEnd(from: at)))]
    return immediate
  }

  /// Sees to the rest of the crowd after one was sent. Returns those that wait by themselves.
  private mutating func review(_ moves: inout [Crowd.Part], after rank: Int, on day: Int) -> [Int] {
    guard !isFull(day) else {
      moves.append(Crowd.Part(after: moves.isEmpty ? -1 : rank, move: toNextDay(crowd.from)))
      return []
    }
    guard case .pause(let former, _)? = moves.last?.move else { return [] }
    let at = gap(from: crowd.from, on: day)
    guard at != former else { return [] }
    guard at == crowd.from || isOpen(at, on: day) else {
      moves.append(Crowd.Part(after: rank, move: .pause(at: at, to: quietEnd(from: at))))
      return []
    }
    // There is room again for those that come after it.
    var passed: [Int] = []
    while let other = crowd.firstOther(), other < rank { passed += take(other, by: moves) }
    moves = []
    return passed
  }

  /// Moves what is left of the crowd, as a whole if it goes to one instant. Returns those that wait by themselves.
  private mutating func moveCrowd(_ moves: [Crowd.Part]) -> [Int] {
    guard let target = moves.first?.move.target, !crowd.isEmpty else { return [] }
    guard moves.allSatisfy({ $0.move.target == target }) else { return crowd.all.flatMap { take($0, by: moves) } }
    while let rank = crowd.firstExpired(by: target) { _ = take(rank, by: moves) }
    crowd.move(to: target, moves)
    return []
  }

  /// Moves one out of the crowd; empty if that decides it.
  private mutating func take(_ rank: Int, by moves: [Crowd.Part]) -> [Int] {
    let one = leave(rank)
    guard let move = Crowd.move(of: rank, in: moves), let moved = moved(one, by: move) else { return [] }
    ranked[rank] = moved
    return [rank]
  }

  /// Takes a member out of the crowd, as it waits now.
  private mutating func leave(_ rank: Int) -> Waiting {
    let (one, move) = (ranked[rank], crowd.move(of: rank))
    crowd.remove(rank)
    switch move {
    case nil: return one
    case .nextDay: return one.held(until: crowd.from, .nextDay(cap: inputs.rules.cap ?? 0))
    case .pause(let at, let to):
      let reason = inputs.rules.quiet.flatMap { to > at ? PlannedNotice.Reason.quietHours(until: $0.end) : nil }
      return one.held(until: to, reason ?? .pause)
    }
  }

  /// Adds to the crowd those that wait for its instant, and lets the others wait by themselves.
  private mutating func gather(_ later: [Int]) {
    if crowd.isEmpty {
      let count = Dictionary(later.map { (ranked[$0].from, 1) }, uniquingKeysWith: +)
      guard let from = count.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return }
      for rank in later where ranked[rank].from == from { join(rank) }
      for rank in later where ranked[rank].from != from { wait(rank) }
    } else {
      for rank in later { if ranked[rank].from == crowd.from { join(rank) } else { wait(rank) } }
    }
  }

  private mutating func join(_ rank: Int) {
    let one = ranked[rank]
    if !crowd.isEmpty, let other = crowd.rank(of: one.kind.id) {
      guard newer(rank, other) == rank else { return }
      crowd.remove(other)
    }
    crowd.insert(rank, kind: one.kind.id, isImmediate: one.kind.isImmediate, from: one.from, expires: one.expires)
  }

  // MARK: Ends

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

/// A notification that may be sent, at the earliest at `from`.
struct WaitingNotice {
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
  func goesBefore(_ other: WaitingNotice) -> Bool {
    if kind.priority != other.kind.priority { return kind.priority > other.kind.priority }
    if wish != other.wish { return wish < other.wish }
    return notice.id < other.notice.id
  }

  func held(until second: Int, _ reason: PlannedNotice.Reason) -> WaitingNotice {
    var held = self
    (held.from, held.reason, held.isHeld) = (second, reason, true)
    return held
  }
}

extension [Int] {
  /// The first place in an ascending list at which something holds that holds for all after it, too.
  fileprivate func firstPlace(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
