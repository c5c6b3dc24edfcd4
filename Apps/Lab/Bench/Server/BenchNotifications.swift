internal import Catalog
internal import FoundationEssentials
internal import Kernel
internal import Notices

extension Benchmark {
  /// Plans a year of one person, and the next hour of many.
  static let notifications = notifications(persons: 100_000)

  static func notifications(persons: Int) -> Benchmark {
    Benchmark(
      name: "notifications",
      summary:
        "a year of one person's notifications and the next hour of 100,000 persons planned; one sent, registered, delivered",
      measure: { () throws(Problem) in
        let year = inputs(days: 365, aDay: 8, zone: 0)
        var plan = NoticePlan(year)
        var years: [Double] = []
        for _ in 0..<21 { years.append(timedNow { plan = NoticePlan(year) }) }
        let due = plan.due(by: year.until).count
        guard due > 365, due <= 365 * 3 else { throw .unmeasured("\(due) notifications of a year were due") }
        var sent = 0
        let hour = timedNow {
          for person in 0..<persons {
            let inputs = inputs(days: 0, aDay: 3, zone: person % zones.count)
            sent += NoticePlan(inputs).due(by: inputs.until).count
          }
        }
        guard sent > persons / 10 else { throw .unmeasured("\(sent) notifications of an hour were due") }
        return [
          Figure(
            "notifications-year", here: Times(years).median / 1000, peer: 50, peerName: "the limit", unit: "ms",
            limit: 1),
          Figure(
            "notifications-hour", here: hour / 1_000_000 * 100_000 / Double(persons), peer: 10, peerName: "the limit",
            unit: "s", limit: 1),
        ] + (try await pushed())
      })
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo", "Asia/Kolkata",
  ].compactMap { TimeZone(named: $0) }

  /// Returns what a person's plan is made from: as many notifications a day for so many days, or within an hour for none,
  /// and the openings of two months before.
  private static func inputs(days: Int, aDay: Int, zone: Int) -> NoticePlan.Inputs {
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    let until = now.addingTimeInterval(days == 0 ? 3600 : Double(days) * 86_400)
    let kinds = NoticeKind.products
    let notices = (0..<max(1, days) * aDay).map { number in
      let step = days == 0 ? 900 : 86_400 / Double(aDay)
      let at = now.addingTimeInterval(Double(number) * step)
      return Notice("\(number)", kind: kinds[number % kinds.count].id, at: at, expires: at.addingTimeInterval(36_000))
    }
    let opens = (1...60).map { NoticeEvent(kind: "check-in", at: now.addingTimeInterval(Double(-$0) * 86_400)) }
    return NoticePlan.Inputs(
      now: now, until: until, notices: notices, kinds: kinds, rules: NoticeRules(cap: 3),
      journey: Journey(in: zones[zone], from: now.addingTimeInterval(-61 * 86_400), until: until), opens: opens)
  }
}
