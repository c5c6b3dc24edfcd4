internal import Commands
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Recurrence

extension Tools {
  private static let start = Option(
    name: "start", value: "TIME", words: "the first time: 2026-11-23, or 2026-11-23T09:00")
  private static let zone = Option(name: "zone", value: "ZONE", words: "the zone of the times (UTC)")
  private static let until = Option(name: "until", value: "TIME", words: "nothing after it")
  private static let most = Option(name: "most", value: "N", words: "at most so many, 1 to 1000000 (100)")

  static let calendar = Tool(
    name: "calendar", summary: "the times at which a rule of RFC 5545 repeats", operands: "expand RULE",
    options: [start, zone, until, most, .json],
    details: """
      RULE is as in FREQ=MONTHLY;BYDAY=-1FR;COUNT=12. A start without a time gives days, one with a time gives local times
      with their offset. A time that the clock leaves out is moved by as much; one that comes twice is the first of them.
      """,
    run: { given throws(Problem) in
      guard given.operands.count == 2, given.operands.first == "expand", let text = given.operands.last else {
        throw .usage("`troupe calendar` takes the word expand and one rule.", help: "calendar")
      }
      let name = given[zone] ?? "UTC"
      guard let zone = TimeZone(named: name) else {
        throw .usage(
          "--zone \(name.prefix(64)) is not known here; give a name such as Europe/Berlin.", help: "calendar")
      }
      guard let begin = given[start] else { throw .usage("`troupe calendar expand` needs --start.", help: "calendar") }
      let first = try time(begin, zone, "start")
      let recurrence = try Recurrence(RecurrenceRule(text: text), from: first, in: zone)
      var last = Date.distantFuture
      if let end = given[until] {
        let local = try time(end, zone, "until")
        // A day is meant with all its hours.
        let wanted = local.isDay ? LocalTime(day: local.day, second: 86_399) : local
        last =
          Moment.date("\(wanted.text)Z").map { $0.addingTimeInterval(-Double(zone.secondsFromGMT(for: $0))) } ?? last
      }
      let count = given[most] ?? "100"
      guard let most = Int(count), 1...1_000_000 ~= most else {
        throw .usage("--most is a whole number from 1 to 1000000.", help: "calendar")
      }
      let (all, rest) = recurrence.occurrences(most: most, until: last)
      if rest == .givenUp {
        Output.remark("Nothing more was found for a long time, so the rule probably matches no other day.")
      }
      if given.has(.json) {
        Output.line((try? JSON.text(JSON.array(all.map { .string($0.text) }))) ?? "[]")
      } else {
        for one in all { Output.line(one.text) }
      }
      return 0
    })

  private static func time(_ text: String, _ zone: TimeZone, _ option: String) throws(Problem) -> LocalTime {
    guard let time = LocalTime(text: text, in: zone) else {
      throw .usage("--\(option) is a day such as 2026-11-23 or a time such as 2026-11-23T09:00.", help: "calendar")
    }
    return time
  }
}
