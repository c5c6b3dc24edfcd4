internal import Hours
public import JSON
public import Kernel
public import Platform

/// A question to the planner as JSON, and its answer: `troupe notifications plan` reads and prints it.
public struct NoticeDocument: Sendable {
  public static let mostBytes = 64 << 20
  public static let mostNotices = 200_000
  public static let mostStays = 10_000
  /// Planned at most, since the changes of the clock in between are counted.
  public static let longest = Duration.seconds(20 * 366 * 86_400)

  public let inputs: NoticePlan.Inputs

  /// Throws what is wrong in a sentence, with the place of the value.
  public init(_ json: JSON, kinds: [NoticeKind]) throws(Problem) {
    let top = try Place(json, at: "the file").object()
    let (now, until) = (try top["now"].instant(), try top["until"].instant())
    guard now <= until else { throw .badPlan("“until” is before “now”.", "Give an end after the start.") }
    guard until.timeIntervalSince(now) <= NoticeDocument.longest.seconds else {
      throw .badPlan("The plan is longer than 20 years.", "Give an end that is nearer.")
    }
    let opens = try top["opens"].list(atMost: NoticeDocument.mostNotices).map { open throws(Problem) in
      let open = try open.object()
      return NoticeEvent(kind: try open["kind"].text(), at: try open["at"].instant())
    }
    let sent = try top["sent"].list(atMost: NoticeDocument.mostNotices).map { one throws(Problem) in
      let one = try one.object()
      return NoticeEvent(try one["id"].text(), kind: try one["kind"].text(), at: try one["at"].instant())
    }
    let stays = try top["zones"].list(atMost: NoticeDocument.mostStays).map { stay throws(Problem) in
      let stay = try stay.object()
      return Journey.Stay(from: try stay["from"].instant(), in: try stay["zone"].zone())
    }
    guard !stays.isEmpty else {
      throw .badPlan("“zones” is empty.", "Name the zone that the person is in, such as Europe/Berlin.")
    }
    guard Set(stays.map(\.from)).count == stays.count else {
      throw .badPlan("Two “zones” begin at the same instant.", "Give one zone for each stay.")
    }
    let notices = try top["candidates"].given().list(atMost: NoticeDocument.mostNotices).map { one throws(Problem) in
      let one = try one.object()
      return Notice(
        try one["id"].text(), kind: try one["kind"].text(), at: try one["at"].instant(),
        expires: try one["expires"].ifGiven { value throws(Problem) in try value.instant() },
        snoozedUntil: try one["snoozed_until"].ifGiven { value throws(Problem) in try value.instant() })
    }
    guard Set(notices.map(\.id)).count == notices.count else {
      throw .badPlan("Two candidates have the same id.", "Give each candidate an id of its own.")
    }
    let rules = try NoticeDocument.rules(
      try top["settings"].object(), known: Set(kinds.flatMap { [$0.id, $0.setting] } + notices.map(\.kind)))
    inputs = NoticePlan.Inputs(
      now: now, until: until, notices: notices, kinds: kinds, rules: rules, journey: Journey(stays, until: until),
      opens: opens, sent: sent)
  }

  private static func rules(_ settings: Members, known: Set<String>) throws(Problem) -> NoticeRules {
    var rules = NoticeRules()
    rules.isOn = try settings["enabled"].ifGiven { value throws(Problem) in try value.flag() } ?? true
    if let kinds = try settings["kinds"].ifGiven({ value throws(Problem) in try value.object() }) {
      for name in kinds.names {
        // A misspelt name would turn off nothing without a word.
        guard known.contains(name) else {
          throw .badPlan(
            "settings.kinds names “\(name.prefix(40))”, which is no kind.",
            "The kinds are \(known.sorted().prefix(40).map { $0.prefix(40) }.joined(separator: ", ")).")
        }
        rules.kinds[name] = try kinds[name].flag()
      }
    }
    rules.quiet = try settings["quiet"].ifGiven { value throws(Problem) in
      let quiet = try value.object()
      guard let window = TimeWindow(from: try quiet["start"].time(), to: try quiet["end"].time()) else {
        throw Problem(
          "bad-plan", "End time must be after start time.",
          remedy: "Give quiet hours that begin and end at different times, or null for none.")
      }
      return window
    }
    let mode = try settings["mode"].ifGiven { value throws(Problem) in try value.text() } ?? "light"
    guard let most = ["light": 3, "deep": 8][mode] else {
      throw .badPlan("settings.mode is “\(mode.prefix(40))”.", "It is light or deep.")
    }
    // A mode bounds what may be chosen.
    rules.cap = try settings["cap"].ifGiven { value throws(Problem) in min(try value.count(), most) } ?? most
    rules.silentUntil = try settings["silent_until"].ifGiven { value throws(Problem) in try value.instant() }
    return rules
  }

  /// The plan as JSON: a list with an object for each candidate, in the order in which they were given.
  public static func answer(_ plan: NoticePlan) -> JSON {
    .array(
      plan.planned.map { one in
        [
          "id": .string(one.id), "decision": .string(one.decision.rawValue),
          "at": one.at.map { .string(instant($0)) } ?? .null, "why": .string(one.words),
        ]
      })
  }

  /// An instant in whole seconds, rounded up: a notification is never early.
  public static func instant(_ date: Date) -> String {
    Date(timeIntervalSince1970: Double(Journey.seconds(date))).formatted(.iso8601)
  }
}

extension Problem {
  fileprivate static func badPlan(_ what: String, _ remedy: String) -> Problem {
    Problem("bad-plan", what, remedy: remedy)
  }
}

/// An object of the document, with its place.
private struct Members {
  let members: [String: JSON]
  let place: String

  var names: [String] { members.keys.sorted() }
  subscript(_ name: String) -> Place {
    Place(members[name] ?? .null, at: place == "the file" ? name : "\(place).\(name)")
  }
}

/// A value of the document and its place, such as `candidates[3].at`.
private struct Place {
  let value: JSON
  let name: String

  init(_ value: JSON, at name: String) {
    self.value = value
    self.name = name
  }

  private func wrong(_ wanted: String) -> Problem {
    .badPlan("\(name) is \(value == .null ? "missing" : value.kind), not \(wanted).", "Correct it and try again.")
  }

  func object() throws(Problem) -> Members {
    guard let members = value.object else { throw wrong("an object") }
    return Members(members: members, place: name)
  }

  func given() throws(Problem) -> Place {
    if value == .null { throw wrong("a list") }
    return self
  }

  /// No list is an empty one.
  func list(atMost most: Int) throws(Problem) -> [Place] {
    if value == .null { return [] }
    guard let items = value.array else { throw wrong("a list") }
    guard items.count <= most else {
      throw .badPlan("\(name) has \(items.count) items.", "At most \(most) can be planned at once.")
    }
    return items.enumerated().map { Place($1, at: "\(name)[\($0)]") }
  }

  func ifGiven<Value>(_ read: (Place) throws(Problem) -> Value) throws(Problem) -> Value? {
    value == .null ? nil : try read(self)
  }

  func text() throws(Problem) -> String {
    guard let text = value.string, !text.isEmpty, text.utf8.count <= 500 else {
      throw wrong("a text of 1 to 500 bytes")
    }
    return text
  }

  func flag() throws(Problem) -> Bool {
    guard let flag = value.bool else { throw wrong("true or false") }
    return flag
  }

  func count() throws(Problem) -> Int {
    guard let number = value.number, let count = Int(exactly: number), 0...1000 ~= count else {
      throw wrong("a whole number from 0 to 1000")
    }
    return count
  }

  func instant() throws(Problem) -> Date {
    guard let text = value.string, text.utf8.count <= 40, let date = Moment.date(text) else {
      throw wrong("an instant such as 2026-11-23T18:00:00Z")
    }
    return date
  }

  func time() throws(Problem) -> TimeOfDay {
    guard let text = value.string, let time = TimeOfDay(text) else { throw wrong("a time of day such as 22:00") }
    return time
  }

  func zone() throws(Problem) -> TimeZone {
    guard let text = value.string, let zone = TimeZone(named: text) else {
      throw .badPlan(
        "\(name) is not a zone that is known here.", "Give a name of the IANA table, such as Europe/Berlin.")
    }
    return zone
  }
}
