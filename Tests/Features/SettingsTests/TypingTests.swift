import Covers
import Hours
import Interface
import Kernel
import Testing

@testable import Settings

@Suite("Text input in settings") struct TypingTests {
  private let sentence = "End time must be after start time."
  private let example = "Write a time such as 22:00."

  @Test(
    "Quiet hours reject equal start and end times, and text that is not a time",
    arguments: [
      ("22:00", "07:00", true), ("08:00", "17:00", true), ("00:00", "23:59", true), ("23:59", "00:00", true),
      ("10pm", "7am", true), ("22:00", "22:00", false), ("00:00", "0:00", false), ("10pm", "22", false),
      ("", "07:00", false), ("22:00", "", false), ("25:00", "07:00", false), ("22:00", "soon", false),
    ])
  func window(start: String, end: String, isLegal: Bool) {
    var desk = Desk(["bell.quiet": #"{"start":"12:34","end":"13:57"}"#])
    desk.do(.type(.start("bell.quiet"), start))
    desk.do(.type(.end("bell.quiet"), end))
    let fields = ["Quiet hours start", "Quiet hours end"].compactMap { desk.node($0, at: Sample.bellRoute) }
    #expect(fields.count == 2 && fields.allSatisfy { $0.role == .timefield })
    #expect(fields.allSatisfy { $0.state.invalid == nil } == isLegal)
    let wanted = TimeOfDay(typed: start).flatMap { start in
      TimeOfDay(typed: end).flatMap { TimeWindow(from: start, to: $0) }
    }
    if isLegal {
      #expect(desk.state[Sample.quiet] == wanted && desk.state.desks.isEmpty)
    } else {
      #expect(fields.contains { [start, end].contains($0.value ?? "") }, "what was typed stays")
      #expect(desk.state[Sample.quiet] != wanted)
    }
  }

  @Test(
    "An end equal to the start is reported at its field in the words of the specification, and not saved",
    .covers("yh-S04.6.1-E2"))
  func sameTime() {
    var desk = Desk()
    desk.do(.type(.end("bell.quiet"), "22:00"))
    #expect(desk.saves.isEmpty && desk.events.isEmpty && desk.state[Sample.quiet] == .night)
    let end = desk.node("Quiet hours end", at: Sample.bellRoute)
    #expect(end?.state.invalid == sentence && end?.value == "22:00")
    #expect(desk.node("Quiet hours start", at: Sample.bellRoute)?.state.invalid == nil)
    desk.do(.type(.start("bell.quiet"), "21:00"))
    #expect(desk.node("Quiet hours end", at: Sample.bellRoute)?.state.invalid == nil)
    #expect(desk.state[Sample.quiet] == TimeWindow(from: .at(21), to: .at(22)))
    #expect(desk.saves.map(\.value) == [#"{"end":"22:00","start":"21:00"}"#])
  }

  @Test("Text typed at one desk is not visible at another")
  func desks() {
    var desk = Desk()
    desk.do(.type(.end("bell.quiet"), "22:00"))
    desk.do(.search("theme"))
    desk.do(.askReset(.one("theme")))
    let other = desk.state.screen(Sample.bellRoute, in: Surroundings(now: Desk.now), at: Desk.identifiers.next())
    #expect(other.nodes.flatMap(\.all).allSatisfy { $0.state.invalid == nil } && other.dialog == nil)
    desk.send(.close(desk.name))
    #expect(desk.state.desks.isEmpty)
  }

  @Test("A list of times is sorted, without duplicates and limited in length")
  func times() {
    var desk = Desk(["mode": #""deep""#])
    let field = SettingsDesk.Field.another("calls")
    func complaint() -> String? { desk.node("Add to Calls", at: Sample.bellRoute)?.state.invalid }
    desk.do(.type(field, "7:30"))
    #expect(desk.state[Sample.calls].map(\.text) == ["07:30", "09:00"])
    desk.do(.type(field, "9am"))
    #expect(complaint() == "09:00 is in the list already.")
    desk.do(.type(field, "later"))
    #expect(complaint() == example && desk.saves.isEmpty)
    desk.do(.type(field, ""))
    #expect(complaint() == nil)
    desk.do(.type(field, "8 pm"))
    #expect(desk.state[Sample.calls].count == 3)
    #expect(desk.node("Add to Calls", at: Sample.bellRoute) == nil)
    #expect(desk.node("The list holds 3 times.", at: Sample.bellRoute) != nil)
    desk.do(.type(field, "10"))
    #expect(complaint() == "The list holds 3 times. Remove one first.")
    desk.do(.remove(.at(9), from: "calls"))
    #expect(desk.state[Sample.calls].map(\.text) == ["07:30", "20:00"])
  }

  @Test("The last time can be removed, and the empty list is not the default")
  func none() {
    var desk = Desk(["mode": #""deep""#])
    desk.do(.remove(.at(9), from: "calls"))
    #expect(desk.state[Sample.calls].isEmpty && desk.saves.map(\.value) == ["[]"])
    #expect(desk.node("No times yet.", at: Sample.bellRoute) != nil)
    #expect(Desk(["calls": "[]"]).state[Sample.calls].isEmpty)
  }

  @Test("A field that belongs to no setting accepts nothing")
  func nowhere() {
    var desk = Desk()
    for field: SettingsDesk.Field in [.start("theme"), .end("no-such"), .another("bell.quiet"), .start("calls")] {
      desk.do(.type(field, "08:00"))
      #expect(desk.saves.isEmpty && desk.events.isEmpty)
    }
    desk.do(.remove(.at(9), from: "theme"))
    #expect(desk.saves.isEmpty)
  }
}
