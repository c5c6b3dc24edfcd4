import Covers
import Hours
import Interface
import Kernel
import Testing

@testable import Settings

@Suite("Text input in settings") struct TypingTests {
  private let sentence = "End time must be after start time."
  private let example = "Enter a time, such as 22:00."

  @Test(
    "Quiet hours reject equal start and end times, and text that is not a time",
    arguments: [
      ("22:00", "07:00", true), ("08:00", "17:00", true), ("00:00", "23:59", true), ("23:59", "00:00", true),
      ("10pm", "7am", true), ("22:00", "22:00", false), ("00:00", "0:00", false), ("10pm", "22", false),
      ("", "07:00", false), ("22:00", "", false), ("25:00", "07:00", false), ("22:00", "soon", false),
    ])
  func window(start: String, end: String, isLegal: Bool) {
    var sitting = Sitting(["bell.quiet": #"{"start":"12:34","end":"13:57"}"#])
    sitting.do(.type(.start("bell.quiet"), start))
    sitting.do(.type(.end("bell.quiet"), end))
    let fields = ["Quiet hours start", "Quiet hours end"].compactMap { sitting.node($0, at: Sample.bellRoute) }
    #expect(fields.count == 2 && fields.allSatisfy { $0.role == .timefield })
    #expect(fields.allSatisfy { $0.state.invalid == nil } == isLegal)
    let wanted = TimeOfDay(typed: start).flatMap { start in
      TimeOfDay(typed: end).flatMap { TimeWindow(from: start, to: $0) }
    }
    if isLegal {
      #expect(sitting.state[Sample.quiet] == wanted && sitting.state.windows.isEmpty)
    } else {
      #expect(fields.contains { [start, end].contains($0.value ?? "") }, "the typed text stays")
      #expect(sitting.state[Sample.quiet] != wanted)
    }
  }

  @Test(
    "An end equal to the start is reported at its field in the words of the specification, and not saved",
    .covers("yh-S04.6.1-E2"))
  func sameTime() {
    var sitting = Sitting()
    sitting.do(.type(.end("bell.quiet"), "22:00"))
    #expect(sitting.saves.isEmpty && sitting.events.isEmpty && sitting.state[Sample.quiet] == .night)
    let end = sitting.node("Quiet hours end", at: Sample.bellRoute)
    #expect(end?.state.invalid == sentence && end?.value == "22:00")
    #expect(sitting.node("Quiet hours start", at: Sample.bellRoute)?.state.invalid == nil)
    sitting.do(.type(.start("bell.quiet"), "21:00"))
    #expect(sitting.node("Quiet hours end", at: Sample.bellRoute)?.state.invalid == nil)
    #expect(sitting.state[Sample.quiet] == TimeWindow(from: .at(21), to: .at(22)))
    #expect(sitting.saves.map(\.value) == [#"{"end":"22:00","start":"21:00"}"#])
  }

  @Test("Text typed at one sitting is not visible in another")
  func windows() {
    var sitting = Sitting()
    sitting.do(.type(.end("bell.quiet"), "22:00"))
    sitting.do(.search("theme"))
    sitting.do(.askReset(.one("theme")))
    let other = sitting.state.screen(
      Sample.bellRoute, in: Surroundings(now: Sitting.now), at: Sitting.identifiers.next())
    #expect(other.nodes.flatMap(\.all).allSatisfy { $0.state.invalid == nil } && other.dialog == nil)
    sitting.close()
    #expect(sitting.state.windows.isEmpty)
  }

  @Test("A list of times is sorted, without duplicates and limited in length")
  func times() {
    var sitting = Sitting(["mode": #""deep""#])
    let field = SettingsWindowState.Field.another("calls")
    func complaint() -> String? { sitting.node("Add to Calls", at: Sample.bellRoute)?.state.invalid }
    sitting.do(.type(field, "7:30"))
    #expect(sitting.state[Sample.calls].map(\.text) == ["07:30", "09:00"])
    sitting.do(.type(field, "9am"))
    #expect(complaint() == "09:00 is already in the list.")
    sitting.do(.type(field, "later"))
    #expect(complaint() == example && sitting.saves.isEmpty)
    sitting.do(.type(field, ""))
    #expect(complaint() == nil)
    sitting.do(.type(field, "8 pm"))
    #expect(sitting.state[Sample.calls].count == 3)
    #expect(sitting.node("Add to Calls", at: Sample.bellRoute) == nil)
    #expect(sitting.node("You can add up to 3 times.", at: Sample.bellRoute) != nil)
    sitting.do(.type(field, "10"))
    #expect(complaint() == "You can add up to 3 times. Remove one first.")
    sitting.do(.remove(.at(9), from: "calls"))
    #expect(sitting.state[Sample.calls].map(\.text) == ["07:30", "20:00"])
  }

  @Test("The last time can be removed, and the empty list is not the default")
  func none() {
    var sitting = Sitting(["mode": #""deep""#])
    sitting.do(.remove(.at(9), from: "calls"))
    #expect(sitting.state[Sample.calls].isEmpty && sitting.saves.map(\.value) == ["[]"])
    #expect(sitting.node("No times yet.", at: Sample.bellRoute) != nil)
    #expect(Sitting(["calls": "[]"]).state[Sample.calls].isEmpty)
  }

  @Test("A field that belongs to no setting accepts nothing")
  func nowhere() {
    var sitting = Sitting()
    for field: SettingsWindowState.Field in [.start("theme"), .end("no-such"), .another("bell.quiet"), .start("calls")]
    {
      sitting.do(.type(field, "08:00"))
      #expect(sitting.saves.isEmpty && sitting.events.isEmpty)
    }
    sitting.do(.remove(.at(9), from: "theme"))
    #expect(sitting.saves.isEmpty)
  }
}
