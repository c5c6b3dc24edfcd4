import Covers
import Interface
import Testing

@testable import Accessibility

@Suite("Voice control")
struct VoiceControlTests {
  private let frame = Frame.of([
    .of(.button, "Save", id: "save"), .of(.button, "More for Breakfast", id: "m1"),
    .of(.button, "More for Lunch", id: "m2"), .of(.button, "Open", id: "o1"), .of(.button, "Open", id: "o2"),
    .of(.button, "Send", id: "off") { $0.isDisabled = true }, .of(.textbox, "Note", id: "note", [.edit]),
    .of(
      .radiogroup, "Theme", id: "theme", [.choose],
      children: [.of(.radio, "Dark", id: "dark"), .of(.radio, "Light", id: "light")]),
    .of(.button, "👍", id: "thumb"),
  ])

  private func answer(_ text: String) -> VoiceControl.Answer {
    var voice = VoiceControl()
    return voice.hear(text, on: frame)
  }

  @Test("calls elements by the words that are seen, and writes into fields", .covers("yh-S04.7.2-B13"))
  func acts() {
    #expect(answer("Tap save.") == .does(.act("save", .activate, .none)))
    #expect(answer("press More for Lunch") == .does(.act("m2", .activate, .none)))
    #expect(answer("type Half  a thought into Note") == .does(.act("note", .edit, .text("Half  a thought"))))
    #expect(answer("type into the night into Note") == .does(.act("note", .edit, .text("into the night"))))
    #expect(answer("type anything") == .does(.act("note", .edit, .text("anything"))))
    #expect(answer("clear note") == .does(.act("note", .edit, .text(""))))
    #expect(answer("choose Dark for Theme") == .does(.act("dark", .activate, .none)))
    #expect(answer("choose light") == .does(.act("light", .activate, .none)))
    #expect(answer("go back") == .does(.back) && answer("refresh") == .does(.refresh))
  }

  @Test("asks for a number where several are called the same, and takes it once")
  func numbers() {
    var voice = VoiceControl()
    let asked = voice.hear("tap open", on: frame)
    #expect(
      asked
        == .which([
          .init(number: 1, id: "o1", name: "Open"), .init(number: 2, id: "o2", name: "Open"),
        ]))
    #expect(voice.hear("2", on: frame) == .does(.act("o2", .activate, .none)))
    #expect(voice.hear("2", on: frame) != .does(.act("o2", .activate, .none)))
    // What cannot be pronounced has a number as well.
    guard case .which(let all) = voice.hear("show numbers", on: frame),
      let thumb = all.first(where: { $0.id == "thumb" })
    else {
      Issue.record("Nothing was numbered.")
      return
    }
    #expect(voice.hear("tap \(thumb.number)", on: frame) == .does(.act("thumb", .activate, .none)))
  }

  @Test("suggests the most similar name for what is not understood", .covers("yh-S04.7.2-E3"))
  func suggests() {
    #expect(answer("make lunch more") == .notUnderstood("Try 'tap More for Lunch' instead."))
    #expect(answer("tap breakfast more") == .notUnderstood("Try 'tap More for Breakfast' instead."))
    // A disabled control is not offered.
    #expect(answer("tap send") != .does(.act("off", .activate, .none)))
    #expect(answer("tap send") != .notUnderstood("Try 'tap Send' instead."))
    var voice = VoiceControl()
    #expect(
      voice.hear("tap", on: .of([])) == .notUnderstood("Nothing on this screen can be tapped. Say “go back”."))
  }

  @Test("reaches only the dialog while one is open")
  func dialog() {
    let frame = Frame.of(
      [.of(.button, "Save", id: "save")],
      dialog: .of(.dialog, "Delete?", id: "d", [.dismiss], children: [.of(.button, "Cancel", id: "c")]))
    var voice = VoiceControl()
    #expect(voice.hear("tap save", on: frame) == .notUnderstood("Try 'tap Cancel' instead."))
    #expect(voice.hear("close", on: frame) == .does(.act("d", .dismiss, .none)))
  }

  @Test("takes rubbish on any screen without a fault", arguments: 0..<200)
  func rubbish(seed: Int) {
    var maker = FrameMaker(UInt64(seed + 11))
    var voice = VoiceControl()
    let words = [
      "tap", "", " ", "type", "into", "for", "choose", "9999999999999999999", "-1", "…", "שמור", "👍🏽", "\u{0}", "back",
      ".",
      String(repeating: "tap ", count: 5000), "clear", "12", "tap 1", "show numbers",
    ]
    for _ in 0..<20 {
      let frame = maker.frame()
      let text = (0..<maker.below(5)).map { _ in words[maker.below(words.count)] }.joined(separator: " ")
      switch voice.hear(text, on: frame) {
      case .does(.act(let id, let verb, _)):
        let element = frame.everything.first { $0.id == id }
        #expect(element?.state.isDisabled == false && element?.actions.contains(verb) == true)
      case .does, .notUnderstood: break
      case .which(let all): #expect(!all.isEmpty)
      }
    }
  }
}
