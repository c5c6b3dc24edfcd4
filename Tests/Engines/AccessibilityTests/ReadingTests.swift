import Covers
import Interface
import Testing

@testable import Accessibility

@Suite("What a screen reader reads")
struct ReadingTests {
  @Test("is name, value, kind and state of each stop, in reading order")
  func lines() {
    let frame = Frame.of([
      .of(.heading, "Sleep", id: "h", []) { $0.level = 1 },
      .of(.textbox, "Hours", id: "f", value: "7", [.edit]) {
        $0.isRequired = true
        $0.invalid = "Enter a number from 0 to 24."
      },
      .of(.checkbox, "Nap", id: "c") { $0.check = .on },
      .of(.group, "", id: "g", [], children: [.of(.button, "Save", id: "b") { $0.isDisabled = true }]),
      .of(.progressbar, "Sending", id: "p", value: "40 %", []),
    ])
    #expect(
      ScreenReading(frame).text == """
        Sleep, heading 1
        Hours, 7, text field, required, invalid: Enter a number from 0 to 24.
        Nap, checkbox, on
        Save, button, dimmed
        Sending, 40 %, progress

        """)
  }

  @Test("of an element without a name is its kind, and the element is noted", .covers("yh-S04.7.1-E1"))
  func fallback() {
    let reading = ScreenReading(
      .of([.of(.button, "", id: "b"), .of(.textbox, "…", id: "f", [.edit]), .of(.button, "Save", id: "s")]))
    #expect(reading.text == "Button\nText field\nSave, button\n" && reading.unnamed == ["b", "f"])
    for role in Role.allCases { #expect(role.spoken.first?.isUppercase == true) }
  }

  @Test("is the dialog alone while one is open, with the message in front of it")
  func dialog() {
    let frame = Frame.of(
      [.of(.button, "Behind", id: "x")], toasts: [.of(.status, "Saved", id: "toast", [])],
      dialog: .of(.dialog, "Delete?", id: "d", [], children: [.of(.button, "Cancel", id: "c")]))
    #expect(ScreenReading(frame).lines.map(\.id) == ["d", "c", "toast"])
  }
}

@Suite("Announcements")
struct AnnouncerTests {
  @Test("tell what is new or changed about elements that say so, the urgent first")
  func told() {
    let old = Frame.of([.of(.status, "1 result", id: "s", [])])
    let new = Frame.of([
      .of(.status, "2 results", id: "s", []), .of(.alert, "The connection is gone.", id: "a", []),
      .of(.paragraph, "Silent", id: "p", []),
    ])
    #expect(
      Announcer.announcements(from: old, to: new) == [
        Announcement("The connection is gone.", urgency: .assertive), Announcement("2 results"),
      ])
  }

  @Test("tell progress at each quarter, with its value")
  func progress() {
    func frame(_ done: Double) -> Frame {
      .of([
        .of(.progressbar, "Sending", id: "p", value: "\(Int(done)) %", []) {
          ($0.number, $0.maximum) = (done, 100)
        }
      ])
    }
    var said: [String] = []
    for step in 0..<100 {
      said += Announcer.announcements(from: frame(Double(step)), to: frame(Double(step + 1))).map(\.text)
    }
    #expect(said == ["Sending: 25 %", "Sending: 50 %", "Sending: 75 %", "Sending: 100 %"])
  }

  @Test(
    "between any two frames: nothing twice, nothing behind a dialog, nothing where nothing changed", arguments: 0..<400)
  func property(seed: Int) {
    var maker = FrameMaker(UInt64(seed + 1))
    let (old, new) = (maker.frame(), maker.frame())
    #expect(Announcer.announcements(from: new, to: new).isEmpty)
    let said = Announcer.announcements(from: old, to: new)
    #expect(Set(said.map(\.text)).count == said.count)
    // The urgent come first.
    let urgencies = said.map(\.urgency)
    #expect(urgencies == urgencies.filter { $0 == .assertive } + urgencies.filter { $0 == .polite })
    let reach = (new.dialog.map { [$0] + new.toasts } ?? new.chrome + new.nodes + new.toasts).flatMap(\.all)
    let words = Set(
      reach.map { [$0.label, $0.value ?? ""].filter { !$0.isEmpty }.joined(separator: ": ") } + [new.title])
    for one in said { #expect(words.contains(one.text) || new.dialog?.label == one.text) }
  }
}
