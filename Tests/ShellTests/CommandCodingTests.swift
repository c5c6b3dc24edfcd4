import Connectivity
import FoundationEssentials
import Interface
import JSON
import Kernel
import Permissions
import ShellTesting
import Testing

@testable import Shell

@Suite("A command in JSON")
struct CommandCodingTests {
  static let all: [Command] =
    [
      .switched(.first), .switched(.second, .down), .switched(.first, .up), .voiced("tap Save"), .releaseMemory,
      .voiced(""),
      .appearance(comfort: .init(switches: .dwell, switchKeys: .functionKeys, switchStop: 300, voice: true)),
      .lock, .appearance(), .appearance(.dark), .appearance(.system, textSize: 150, motion: .reduced),
      .appearance(comfort: .init(contrast: .more, haptics: .off, sounds: true, captions: false, timeLimits: .longer)),
      .photo(.bytes([0, 255, 7])), .photo(.bytes([]), to: 2), .photo(.file("/tmp/lunch.jpg"), to: 1), .photo(.none),
      .delivered(.saved()), .delivered(.saved(path: "/tmp/a b.csv"), of: 3), .delivered(.shared, of: 1),
      .delivered(.declined), .delivered(.failed(Problem("a", "b", safe: "c", remedy: "d")), of: 2),
      .delivered(.failed(Problem("a", "b", remedy: "d"))),
      .delivered(.saved()), .delivered(.saved(path: "/tmp/chart.png"), of: 2), .delivered(.shared),
      .delivered(.declined),
      .browses(returningTo: "myapp://callback"), .browsed(.returned(Redacted("myapp://callback?state=s&code=c"))),
      .browsed(.token(Redacted("a.b.c"))), .browsed(.cancelled), .browsed(.failed),
      .speech(.can(SpeechAbility(listens: true, reads: true, opensSettings: true, microphone: .undecided))),
      .speech(.can(SpeechAbility(microphone: .denied))), .speech(.microphone(.granted), to: 2),
      .speech(.partial("I r"), to: 3), .speech(.heard("I run\n<b>"), to: 3), .speech(.heard("")),
      .speech(.failed(.network), to: 4),
      .pushAddress(nil), .pushed(Redacted(#"{"id":"one"}"#), isTapped: true),
      .pushAddress(Redacted(#"{"service":"apns","token":"abab"}"#)),
      .delivered(.failed(Delivery.interrupted), of: 3), .region(RegionalSettings()),
      .region(RegionalSettings(locale: "de-DE", zone: "Europe/Berlin")),
      .screen, .arrive, .open(Route(["pillars", "fitness"], ["range": "30"])), .tap(.id("tabs.insights")),
      .tap(.label("Log Meal")),
      .type(.label("Name"), "Ann \"é\" 😀\n"), .type(.id("name"), ""), .choose(.label("Sound"), .flag(true)),
      .choose(.id("mood"), .number(7.5)), .choose(.id("mood"), .number(7)), .choose(.label("Range"), .text("30")),
      .choose(.label("Range"), .none), .act(.id("screen"), .scroll, .number(240)), .act(.label("Row"), .swipe, .none),
      .back,
      .refresh, .wait(.label("Saved"), seconds: 2.5), .advance(seconds: 28_800), .advance(seconds: 0),
      .setClock(noon.date, zone: nil), .setClock(noon.date.addingTimeInterval(0.125), zone: "Europe/Rome"),
      .receive(title: "Sleep", body: "Seven.", opening: nil),
      .receive(title: "Sleep", body: "Seven.", opening: .route(Route(["insights"]))),
      .receive(title: "Sleep", body: "Seven.", opening: .link("troupe://yhealth/insights?expires=1&signature=x")),
    ] + Connectivity.allCases.map { .network($0) }

  @Test("survives a round trip through JSON text", arguments: all)
  func roundTrip(command: Command) throws {
    let params = try JSONDecoder().decode(JSON.self, from: JSON.data(command.params))
    #expect(try Command(method: command.method, params: params) == command)
    #expect(Command.methods.contains(command.method))
  }

  @Test("has a method name, and every method name has a command; an unknown name has none")
  func methods() throws {
    #expect(Set(CommandCodingTests.all.map(\.method)) == Set(Command.methods))
    #expect(try Command(method: "explode", params: [:]) == nil)
    #expect(try Command(method: "", params: .null) == nil)
    for method in ["screen", "arrive", "back", "refresh"] {
      #expect(try Command(method: method, params: .null) != nil && Command(method: method, params: []) != nil)
    }
  }

  @Test("takes a typed number as a number, and a place that is unknown as none")
  func lenient() throws {
    let typed = try Command(method: "type", params: ["id": "x", "text": 6.5])
    #expect(typed == .act(.id("x"), .edit, .number(6.5)))
    #expect(
      try Command(method: "region", params: ["locale": "de DE", "zone": "Mars/Base"]) == .region(RegionalSettings()))
    #expect(throws: Problem.self) { try Command(method: "region", params: ["locale": 7]) }
    #expect(throws: Problem.self) {
      try Command(method: "region", params: ["zone": .string(String(repeating: "a", count: 101))])
    }
  }

  @Test("waits two seconds by default")
  func patience() throws {
    #expect(try Command(method: "wait", params: ["id": "x"]) == .wait(.id("x"), seconds: 2))
    #expect(try Command(method: "wait", params: ["id": "x", "timeout": nil]) == .wait(.id("x"), seconds: 2))
  }

  @Test("prefers the id to the label, and treats null as absent")
  func both() throws {
    #expect(try Command(method: "tap", params: ["id": "x", "label": "X"]) == .tap(.id("x")))
    #expect(
      try Command(method: "receive", params: ["push": ["title": "a", "body": "b", "link": nil, "route": nil]])
        == .receive(title: "a", body: "b", opening: nil))
    #expect(try Command(method: "clock", params: ["set": "2026-03-02T08:00:00Z", "zone": nil])?.params["zone"] == nil)
  }

  @Test(
    "with missing or invalid parameters is refused with the reason and a remedy",
    arguments: [
      ("open", [:], "“open” lacks the text “route”."), ("open", ["route": 7], "“open” lacks the text “route”."),
      ("open", ["route": "/.."], "“/..” is not a route."), ("tap", [:], "“tap” does not say which node."),
      ("tap", ["id": 7], "“tap” does not say which node."), ("tap", [], "“tap” does not say which node."),
      ("type", ["id": "x"], "“type” lacks the text “text”."), ("act", ["id": "x"], "“act” lacks the text “action”."),
      ("choose", ["id": "x", "value": []], "“value” is a list."),
      ("choose", ["id": "x", "value": [:]], "“value” is an object."),
      ("wait", ["id": "x", "timeout": "soon"], "“timeout” is a text, not a number."),
      ("network", ["state": "moon"], "There is no network state “moon”."),
      ("network", [:], "“network” lacks the text “state”."),
      ("clock", [:], "“clock” lacks what to do."), ("clock", ["set": "noon"], "“noon” is not an instant."),
      ("clock", ["advance": true], "“advance” is true or false, not a number."),
      ("clock", ["set": "2026-03-02T08:00:00Z", "zone": 1], "“clock” lacks the text “zone”."),
      ("appearance", ["scheme": "pink"], "“scheme” is not “pink”."),
      ("appearance", ["motion": 7], "“appearance” lacks the text “motion”."),
      ("appearance", ["textSize": 79], "“textSize” is a whole number from 80 to 200."),
      ("appearance", ["textSize": 100.5], "“textSize” is a whole number from 80 to 200."),
      ("appearance", ["textSize": "big"], "“textSize” is a text, not a number."),
      ("receive", [:], "“receive” lacks the object “push”."),
      ("receive", ["push": "x"], "“receive” lacks the object “push”."),
      ("receive", ["push": ["title": "a"]], "“receive” lacks the text “body”."),
      ("receive", ["push": ["title": "a", "body": "b", "route": "/.."]], "“/..” is not a route."),
    ] as [(String, JSON, String)])
  func bad(method: String, params: JSON, what: String) {
    let problem = #expect(throws: Problem.self) { try Command(method: method, params: params) }
    #expect(problem?.code == "bad-params" && problem?.what == what && problem?.remedy.isEmpty == false)
  }

  @Test(
    "with a text above its limit is refused",
    arguments: [
      ("type", "text", (1 << 19) + 1), ("open", "route", Route.longest + 1), ("act", "action", 41),
      ("network", "state", 4097),
    ])
  func tooLong(method: String, name: String, count: Int) {
    let params: JSON = .object(["id": "x", name: .string(String(repeating: "a", count: count))])
    let problem = #expect(throws: Problem.self) { try Command(method: method, params: params) }
    #expect(problem?.what == "“\(name)” is longer than \(count - 1) bytes.")
  }
}
