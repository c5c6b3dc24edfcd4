import Covers
import FoundationEssentials
import Hours
import Kernel
import Testing

@testable import Notices

/// A plan of one day in Berlin, from six in the morning (04:00 GMT in summer).
private struct Question {
  var notices: [Notice] = []
  var kinds: [NoticeKind] = [
    NoticeKind("check-in", priority: .low, isAdaptive: true), NoticeKind("message"),
    NoticeKind("recovery", priority: .high),
    NoticeKind("milestone", priority: .high, isImmediate: true), NoticeKind("meal", priority: .low, setting: "prompts"),
    NoticeKind("workout", priority: .low, isAdaptive: true, setting: "prompts"),
  ]
  var rules = NoticeRules(cap: 8)
  var now = "2026-06-10T04:00:00Z"
  var opens: [NoticeEvent] = []
  var sent: [NoticeEvent] = []
  /// The length of the plan; nil for a week.
  var years: Int?

  func plan() -> NoticePlan {
    let now = instant(now)
    let until = now.addingTimeInterval(Double(years.map { $0 * 365 } ?? 7) * 86_400)
    let journey = Journey(in: zone("Europe/Berlin"), from: now.addingTimeInterval(-90 * 86_400), until: until)
    return NoticePlan(
      .init(
        now: now, until: until, notices: notices, kinds: kinds, rules: rules, journey: journey, opens: opens, sent: sent
      ))
  }

  mutating func add(_ id: String, _ kind: String, _ at: String, expires: String? = nil) {
    notices.append(
      Notice(
        id, kind: kind, at: instant("2026-06-10T\(at):00Z"), expires: expires.map { instant("2026-06-1\($0):00Z") }))
  }
}

extension NoticePlan {
  fileprivate subscript(_ id: String) -> String {
    guard let one = planned.first(where: { $0.id == id }) else { return "missing" }
    return one.decision.rawValue + (one.at.map { " \($0.formatted(.iso8601).dropFirst(8).dropLast(4))" } ?? "")
  }

  fileprivate func words(_ id: String) -> String { planned.first { $0.id == id }?.words ?? "missing" }
}

@Suite("One day of notifications") struct NoticePlanTests {
  @Test("A notification goes at its time when nothing is against it")
  func plain() {
    var question = Question()
    question.add("a", "check-in", "08:00")
    #expect(question.plan()["a"] == "send 10T08:00")
    #expect(question.plan().words("a") == "Nothing is against it.")
  }

  @Test(
    "In quiet hours it waits for their end, and is dropped when it is of no use then")
  func quiet() {
    var question = Question()
    question.add("late", "message", "21:30")
    question.add("dinner", "meal", "20:30", expires: "0T22:00")
    question.add("dawn", "check-in", "04:30")
    let plan = question.plan()
    #expect(plan["late"] == "hold 11T05:00" && plan.words("late") == "Your quiet hours last until 07:00.")
    #expect(plan["dinner"] == "drop")
    #expect(plan.words("dinner") == "It is of no use any more when your quiet hours end at 07:00.")
    #expect(plan["dawn"] == "hold 10T05:00")
  }

  @Test(
    "After quiet hours several go one after the other, the most important first",
    .covers("yh-S04.4.2-E3", "yh-S04.4.3-L6"))
  func queue() {
    var question = Question()
    question.add("low", "check-in", "04:10")
    question.add("high", "recovery", "04:40")
    question.add("usual", "message", "04:20")
    let plan = question.plan()
    #expect(plan["high"] == "hold 10T05:00" && plan["usual"] == "hold 10T05:10" && plan["low"] == "hold 10T05:20")
    #expect(plan.due(by: instant("2026-06-10T05:10:00Z")).map(\.id) == ["high", "usual"])
  }

  @Test("Of one kind that waited together the newest goes, and the others are part of it")
  func merged() {
    var question = Question()
    question.add("first", "message", "04:10")
    question.add("second", "message", "04:20")
    question.add("third", "message", "06:20")
    let plan = question.plan()
    #expect(plan["second"] == "hold 10T05:00" && plan["first"] == "merge 10T05:00" && plan["third"] == "send 10T06:20")
    #expect(plan.words("first") == "It goes together with another of its kind.")
  }

  @Test(
    "When there is no room for all on a day, the important ones go, and the others wait for the next or are dropped",
    .covers("yh-S04.4.3-E3"))
  func capped() {
    var question = Question()
    question.rules.cap = 2
    question.add("one", "check-in", "08:00", expires: "0T20:00")
    question.add("two", "message", "09:00")
    question.add("three", "recovery", "12:00")
    question.add("four", "message", "15:00")
    let plan = question.plan()
    #expect(plan["two"] == "send 10T09:00" && plan["three"] == "send 10T12:00")
    #expect(plan["one"] == "drop")
    #expect(plan.words("one") == "There is room for 2 notifications on that day, and others matter more.")
    #expect(plan["four"] == "hold 11T05:00")
    #expect(plan.words("four") == "There is room for 2 notifications on that day, so it waits for the next.")
  }

  @Test("What was sent counts for the day, and is not sent twice")
  func sent() {
    var question = Question()
    question.rules.cap = 2
    question.now = "2026-06-10T10:00:00Z"
    question.sent = [
      NoticeEvent("x", kind: "message", at: instant("2026-06-10T06:00:00Z")),
      NoticeEvent("a", kind: "check-in", at: instant("2026-06-10T09:55:00Z")),
      NoticeEvent("old", kind: "check-in", at: instant("2026-06-09T09:55:00Z")),
    ]
    question.add("a", "check-in", "09:55")
    question.add("b", "message", "11:00", expires: "0T20:00")
    let plan = question.plan()
    #expect(plan["a"] == "drop" && plan.words("a") == "It has been sent already.")
    #expect(plan["b"] == "drop")
  }

  @Test("Everything off, a kind off and a setting of several kinds silence at once")
  func off() {
    var question = Question()
    question.add("meal", "meal", "08:00")
    question.add("workout", "workout", "09:00")
    question.add("message", "message", "10:00")
    question.rules.kinds = ["prompts": false]
    #expect(question.plan()["meal"] == "drop" && question.plan()["workout"] == "drop")
    #expect(question.plan()["message"] == "send 10T10:00")
    #expect(question.plan().words("meal") == "This kind is turned off.")
    question.rules.isOn = false
    #expect(question.plan()["message"] == "drop")
    #expect(question.plan().words("message") == "All notifications are turned off.")
  }

  @Test("A milestone goes at its moment, without a pause, but not in quiet hours")
  func immediate() {
    var question = Question()
    question.add("reminder", "check-in", "08:00")
    question.add("milestone", "milestone", "08:01")
    question.add("night", "milestone", "21:00")
    let plan = question.plan()
    #expect(plan["milestone"] == "send 10T08:01" && plan["night"] == "hold 11T05:00")
    // The reminder would come within the pause.
    #expect(plan["reminder"] == "hold 10T08:11")
  }

  @Test("Do Not Disturb and a snooze are waited for")
  func silence() {
    var question = Question()
    question.add("a", "message", "08:00")
    question.notices.append(
      Notice(
        "b", kind: "check-in", at: instant("2026-06-10T08:00:00Z"), snoozedUntil: instant("2026-06-10T11:00:00Z")))
    question.rules.silentUntil = instant("2026-06-10T09:30:00Z")
    let plan = question.plan()
    #expect(plan["a"] == "hold 10T09:30" && plan.words("a") == "Do Not Disturb is on until then.")
    #expect(plan["b"] == "send 10T11:00" && plan.words("b") == "You asked to be reminded again then.")
  }

  @Test("After a long silence there is no burst: the newest of each kind goes, and the outdated ones do not")
  func silenceOver() {
    var question = Question()
    question.now = "2026-06-20T10:00:00Z"
    for day in 0..<10 {
      let at = instant("2026-06-10T06:00:00Z").addingTimeInterval(Double(day) * 86_400)
      question.notices.append(Notice("check-in-\(day)", kind: "check-in", at: at))
      question.notices.append(Notice("message-\(day)", kind: "message", at: at))
    }
    let plan = question.plan()
    let due = plan.due(by: instant("2026-06-21T00:00:00Z"))
    #expect(due.map(\.id) == ["message-9", "check-in-9"])
    #expect(plan["check-in-3"] == "drop" && plan.words("check-in-3") == "It was of no use any more.")
    #expect(plan["check-in-8"].hasPrefix("merge"))
  }

  @Test("Ten thousand at one minute are as many as there is room for")
  func crowd() {
    var question = Question()
    question.rules.cap = 3
    for number in 0..<10_000 {
      question.notices.append(
        Notice("\(number)", kind: "kind-\(number)", at: instant("2026-06-10T08:00:00Z")))
    }
    let plan = question.plan()
    #expect(plan.planned.count == 10_000)
    #expect(plan.planned.count { $0.decision == .send } == 1)
    #expect(plan.planned.count { $0.decision == .hold } == 3 * 4 - 1)
  }

  @Test("Ten thousand at one minute that are of use for 20 years are planned day by day in seconds")
  func crowdForYears() {
    var question = Question()
    question.rules.cap = 1
    question.years = 20
    for number in 0..<10_000 {
      question.notices.append(
        Notice(
          "\(number)", kind: "kind-\(number)", at: instant("2026-06-10T08:00:00Z"),
          expires: instant("2046-06-01T00:00:00Z")))
    }
    let start = ContinuousClock.now
    let plan = question.plan()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(plan.planned.count { $0.decision == .send } == 1)
    // One on each day before the last, at the end of the quiet hours.
    #expect(plan.planned.count { $0.decision == .hold } == 7295)
    #expect(plan["9999"] == "drop")
    #expect(plan.words("9999") == "There is room for 1 notification on that day, and others matter more.")
  }

  @Test("The words say what is true of a number of 0, and of one that ends before its time")
  func truth() {
    var question = Question()
    question.rules.cap = 0
    question.add("none", "message", "10:00")
    question.add("reversed", "message", "12:00", expires: "0T11:00")
    question.notices.append(
      Notice(
        "snoozed", kind: "check-in", at: instant("2026-06-10T08:00:00Z"), expires: instant("2026-06-10T09:00:00Z"),
        snoozedUntil: instant("2026-06-10T11:00:00Z")))
    let plan = question.plan()
    #expect(plan.planned.allSatisfy { $0.decision == .drop })
    #expect(plan.words("none") == "The most on a day is set to 0, so none is sent.")
    #expect(plan.words("reversed") == "Its end is not after its time, so it is never of use.")
    #expect(plan.words("snoozed") == "It would be of no use any more when its turn came.")
  }

  @Test("A notification after the end of the plan is left to a later one")
  func beyond() {
    var question = Question()
    question.notices = [Notice("a", kind: "message", at: instant("2026-06-18T08:00:00Z"))]
    #expect(question.plan()["a"] == "hold 18T08:00")
    #expect(question.plan().words("a") == "It is later than this plan looks.")
  }

  @Test("The order in which notifications are given does not matter")
  func order() {
    var question = Question()
    for (number, kind) in ["check-in", "message", "recovery", "milestone", "meal"].enumerated() {
      for hour in 10..<24 { question.add("\(kind)-\(hour)", kind, "\(hour):0\(number)") }
    }
    let plan = Set(question.plan().planned)
    question.notices.reverse()
    #expect(Set(question.plan().planned) == plan)
  }
}

@Suite("Times learnt from openings") struct OpeningTimesTests {
  private func opens(_ times: [String]) -> [NoticeEvent] {
    times.enumerated().map { number, time in
      let day = instant("2026-06-09T\(time):00Z").addingTimeInterval(Double(-number) * 86_400)
      return NoticeEvent(kind: "workout", at: day)
    }
  }

  private func plan(_ times: [String], at: String = "15:00") -> NoticePlan {
    var question = Question()
    question.opens = opens(times)
    question.add("a", "workout", at)
    return question.plan()
  }

  @Test("Openings around one time move a reminder there step by step as they become more")
  func learnt() {
    // 18:00 in Berlin is 16:00 GMT.
    #expect(plan(Array(repeating: "16:03", count: 4))["a"] == "send 10T15:00")
    #expect(plan(Array(repeating: "16:03", count: 5))["a"] == "send 10T15:15")
    #expect(plan(Array(repeating: "16:03", count: 7))["a"] == "send 10T15:45")
    #expect(plan(Array(repeating: "16:03", count: 20))["a"] == "send 10T16:00")
    #expect(
      plan(Array(repeating: "16:03", count: 20)).words("a") == "You usually open these around 18:00 (20 times lately).")
  }

  @Test("Too few openings, or openings at any time, leave the person's own time")
  func unknown() {
    #expect(plan([])["a"] == "send 10T15:00")
    let scattered = (0..<20).map { "\(10 + $0 % 12):\(10 + $0)" }
    #expect(plan(scattered)["a"] == "send 10T15:00")
  }

  @Test("Openings around midnight are near to each other, and a reminder stays on its day")
  func circle() throws {
    let times = ["21:50", "22:10", "21:55", "22:05", "21:50", "22:10"]
    let start = instant("2026-03-01T00:00:00Z")
    let journey = Journey(in: zone("Europe/Berlin"), from: start, until: instant("2026-07-01T00:00:00Z"))
    let usual = OpeningTimes(opens(times), on: journey, now: instant("2026-06-10T00:00:00Z"))
    let found = try #require(usual["workout"])
    #expect([TimeOfDay("23:45"), .midnight, TimeOfDay("00:15")].contains(found.time))
    // 22:00 in Berlin; the evidence of six openings moves it by half an hour, towards the later end of the day or not at all.
    let moved = usual.moved(second("2026-06-10T20:00:00Z"), kind: "workout", on: journey)?.second
    #expect(moved == nil || moved == second("2026-06-10T20:30:00Z"))
  }

  @Test("Openings of long ago are forgotten, and news have the time at which they happened")
  func forgotten() {
    var question = Question()
    question.opens = (0..<20).map {
      NoticeEvent(kind: "workout", at: instant("2026-04-01T16:00:00Z").addingTimeInterval(Double($0) * -3600))
    }
    question.opens += (0..<20).map {
      NoticeEvent(kind: "message", at: instant("2026-06-09T16:00:00Z").addingTimeInterval(Double($0) * -86_400))
    }
    question.add("a", "workout", "15:00")
    question.add("b", "message", "13:00")
    #expect(question.plan()["a"] == "send 10T15:00" && question.plan()["b"] == "send 10T13:00")
  }
}
