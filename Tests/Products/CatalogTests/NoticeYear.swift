import Chance
import FoundationEssentials
import Kernel
import Notices

/// A person of one product for a year: ten zones with flights between them, both changes of the clock, days without the phone,
/// preferences that change, and what the product has to tell.
struct NoticeYear {
  /// A broken promise of the planner.
  enum Breach: String, Hashable, CaseIterable {
    /// In quiet hours, where the person was.
    case quiet
    /// More on a local date than the person wants.
    case cap
    /// No longer of use.
    case stale
    /// Before its time.
    case early
    case twice
    /// Its kind is turned off, or all are.
    case off
    case paused
    /// Within ten minutes of another one, though it could wait.
    case close
    /// Before something more important that waited.
    case order
    /// Before an older one of its kind.
    case overtaken
  }

  /// The way in which a product comes to a notification of a kind.
  enum Cause {
    /// At a time of the local day in minutes, on one day in so many, of use for so many hours, several at once.
    case daily(_ minutes: Int, every: Int = 1, hours: Double, together: Int = 1)
    /// Something that happens every so many hours or so, and is known from then on.
    case news(every: Double, hours: Double)
  }

  /// The kinds of a product with their causes.
  struct Life: Sendable {
    let product: String
    let kinds: [NoticeKind]
    let causes: [String: [Cause]]
    var isCapped = true
  }

  struct Result {
    var breaches: [Breach: Int] = [:]
    /// The number of notifications of each kind that were sent.
    var told: [String: Int] = [:]
    /// The number of those that became part of another one.
    var parts = 0
  }

  /// The zone in which the person is from each instant on.
  static let flights: [(from: Int, zone: TimeZone)] = [
    ("2026-01-01T00:00:00Z", "Asia/Kathmandu"), ("2026-02-03T11:00:00Z", "Pacific/Kiritimati"),
    ("2026-03-01T21:30:00Z", "America/New_York"), ("2026-03-20T04:00:00Z", "Europe/Rome"),
    ("2026-04-02T15:00:00Z", "Australia/Lord_Howe"), ("2026-05-10T02:00:00Z", "Asia/Tokyo"),
    ("2026-06-20T19:00:00Z", "America/Sao_Paulo"), ("2026-07-30T23:10:00Z", "Africa/Casablanca"),
    ("2026-09-10T08:00:00Z", "Pacific/Auckland"), ("2026-10-10T17:00:00Z", "America/St_Johns"),
  ].compactMap { from, name in
    guard let date = Moment.date(from), let zone = TimeZone(named: name) else { return nil }
    return (Int(date.timeIntervalSince1970), zone)
  }

  private static let day = 86_400
  static var start: Int { flights[0].from }

  private let life: Life
  private let cap: Int?
  private let kinds: [String: NoticeKind]
  /// Everything that happens in the year, in the order of time.
  private let news: [Notice]

  init(_ life: Life, cap: Int) throws {
    self.life = life
    self.cap = life.isCapped ? cap : nil
    kinds = Dictionary(uniqueKeysWithValues: life.kinds.map { ($0.id, $0) })
    var random = try FuzzPlan.generator(for: "notices-year-\(life.product)")
    var news: [Notice] = []
    for kind in life.kinds {
      for case .news(let every, let hours) in life.causes[kind.id] ?? [] {
        var at = Double(NoticeYear.start)
        while at < Double(NoticeYear.start + 366 * NoticeYear.day) {
          at += (Double.random(in: 0.2...1.8, using: &random) * every * 3600).rounded()
          let date = Date(timeIntervalSince1970: at)
          news.append(Notice("\(kind.id) \(news.count)", kind: kind.id, at: date, expires: date + hours * 3600))
        }
      }
    }
    self.news = news.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  // MARK: The world

  private static func zone(at second: Int) -> TimeZone { flights.last { $0.from <= second }?.zone ?? .gmt }

  /// The local date as a number of days, and the seconds since local midnight.
  static func local(_ second: Int, in zone: TimeZone) -> (day: Int, rest: Int) {
    let local = second + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    let rest = (local % day + day) % day
    return ((local - rest) / day, rest)
  }

  /// The instant of a local time; where the clock leaves it out, one that is near.
  private static func instant(of local: Int, in zone: TimeZone) -> Int {
    var second = local
    for _ in 0..<2 { second = local - zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) }
    return second
  }

  /// The preferences at an instant: a kind is off for two weeks, all are for three days, and two days are paused.
  private func rules(at second: Int) -> NoticeRules {
    let number = (second - NoticeYear.start) / NoticeYear.day
    var rules = NoticeRules(cap: cap)
    if let first = life.kinds.first, 70..<84 ~= number { rules.kinds = [first.setting: false] }
    rules.isOn = !(88..<91 ~= number)
    let pause = NoticeYear.start + 94 * NoticeYear.day
    let end = pause + 2 * NoticeYear.day
    if pause..<end ~= second { rules.silentUntil = Date(timeIntervalSince1970: Double(end)) }
    return rules
  }

  private func candidates(at now: Int, in zone: TimeZone) -> [Notice] {
    let today = NoticeYear.local(now, in: zone).day
    let date = Date(timeIntervalSince1970: Double(now))
    var all = news.prefix { $0.at <= date }.suffix(60).filter { ($0.expires ?? date) > date }
    for kind in life.kinds {
      for (place, cause) in (life.causes[kind.id] ?? []).enumerated() {
        guard case .daily(let minutes, let every, let hours, let together) = cause else { continue }
        for day in today - 1...today + 1 where day % every == 0 {
          let at = NoticeYear.instant(of: day * NoticeYear.day + minutes * 60, in: zone)
          let wanted = Date(timeIntervalSince1970: Double(at))
          for number in 0..<together {
            all.append(
              Notice("\(kind.id) \(day) \(place) \(number)", kind: kind.id, at: wanted, expires: wanted + hours * 3600))
          }
        }
      }
    }
    return all
  }

  // MARK: The year

  /// Lives with a planner, which is given its inputs as `bend` leaves them, and returns what it did.
  func lived(days: Range<Int> = 0..<365, bend: (inout NoticePlan.Inputs) -> Void = { _ in }) -> Result {
    var result = Result()
    var ledger = Ledger()
    var now = NoticeYear.start + days.lowerBound * NoticeYear.day
    let end = NoticeYear.start + days.upperBound * NoticeYear.day
    var stays: [Journey.Stay] = []
    var journey = Journey([], until: .distantPast)
    let horizon = Date(timeIntervalSince1970: Double(end + 30 * NoticeYear.day))
    while now < end {
      let (date, zone) = (Date(timeIntervalSince1970: Double(now)), NoticeYear.zone(at: now))
      if stays.last?.zone != zone {
        stays.append(.init(from: stays.isEmpty ? date - 9 * 86_400 : date, in: zone))
        journey = Journey(stays, until: horizon)
      }
      let (rules, notices) = (rules(at: now), candidates(at: now, in: zone))
      var inputs = NoticePlan.Inputs(
        now: date, until: date + 3 * 86_400, notices: notices, kinds: life.kinds, rules: rules, journey: journey,
        sent: ledger.events.suffix(200).filter { $0.at > date - 9 * 86_400 })
      bend(&inputs)
      let plan = NoticePlan(inputs)
      ledger.take(plan, notices, kinds, rules, zone, now, &result)
      let ahead = plan.planned.compactMap { $0.decision == .drop ? nil : $0.at }.filter { $0 > date }.min()
      let coming = news.first { $0.at > date }?.at
      var next = now + 6 * 3600
      for one in [ahead, coming].compactMap(\.self) { next = min(next, Int(one.timeIntervalSince1970.rounded(.up))) }
      // The phone is off for five days, twice.
      for number in [110, 230] {
        let off = NoticeYear.start + number * NoticeYear.day
        if now < off, next >= off { next = off + 5 * NoticeYear.day }
      }
      now = next
    }
    return result
  }

  /// The notifications that were sent, and the checks of them, which compute local times by themselves.
  private struct Ledger {
    private(set) var events: [NoticeEvent] = []
    private var known: Set<String> = []
    private var days: [Int: Int] = [:]
    private var last = Int.min / 2

    mutating func take(
      _ plan: NoticePlan, _ notices: [Notice], _ kinds: [String: NoticeKind], _ rules: NoticeRules, _ zone: TimeZone,
      _ now: Int, _ result: inout Result
    ) {
      let date = Date(timeIntervalSince1970: Double(now))
      let byID = Dictionary(notices.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      func breach(_ breach: Breach, if isSo: Bool) { if isSo { result.breaches[breach, default: 0] += 1 } }
      let due = plan.due(by: date)
      let (day, second) = NoticeYear.local(now, in: zone)
      let before = last
      for one in due {
        guard let notice = byID[one.id], let kind = kinds[one.kind] else { continue }
        breach(.twice, if: !known.insert(one.id).inserted)
        breach(.quiet, if: second >= 22 * 3600 || second < 7 * 3600)
        days[day, default: 0] += 1
        breach(.cap, if: days[day, default: 0] > rules.cap ?? .max)
        breach(.stale, if: notice.expires.map { $0 <= date } ?? false)
        breach(.early, if: notice.at > date)
        breach(.off, if: !rules.allows(kind))
        breach(.paused, if: rules.silentUntil.map { $0 > date } ?? false)
        breach(.close, if: !kind.isImmediate && now - before < 600)
        last = now
        events.append(NoticeEvent(one.id, kind: one.kind, at: date))
        result.told[one.kind, default: 0] += 1
      }
      // Several that could wait do not go in one moment.
      breach(.close, if: due.count { kinds[$0.kind]?.isImmediate == false } > 1)
      let wholes = Set(due.map(\.id))
      for one in plan.planned where one.decision == .merge {
        guard case .together(let whole) = one.reason, wholes.contains(whole) else { continue }
        breach(.twice, if: !known.insert(one.id).inserted)
        events.append(NoticeEvent(one.id, kind: one.kind, at: date))
        result.parts += 1
      }
      for one in due {
        guard let kind = kinds[one.kind], let sent = byID[one.id] else { continue }
        for other in notices where !known.contains(other.id) && other.at <= date && date < other.expires ?? date {
          guard let waiting = kinds[other.kind], rules.allows(waiting) else { continue }
          breach(.order, if: waiting.priority > kind.priority && (waiting.isImmediate || !kind.isImmediate))
          breach(.overtaken, if: other.kind == one.kind && other.at < sent.at)
        }
      }
    }
  }
}
