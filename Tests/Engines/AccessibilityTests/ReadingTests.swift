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
