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
    .of(.toggle, "Sounds", id: "sounds", [.activate, .choose]) { $0.check = .off },
    .of(.checkbox, "Weekly letter", id: "letter", [.activate, .choose]) { $0.check = .on },
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

  @Test("turns a control on or off only if it is not so already, and says so otherwise")
  func turns() {
    let unchanged = VoiceControl.Answer.unchanged("Sounds is already off.")
    for words in ["uncheck Sounds", "untick sounds", "turn off Sounds", "Turn sounds off."] {
      #expect(answer(words) == unchanged, "\(words)")
    }
    for words in ["check Sounds", "tick sounds", "turn on Sounds", "switch sounds on"] {
      #expect(answer(words) == .does(.act("sounds", .choose, .flag(true))), "\(words)")
    }
    #expect(answer("uncheck weekly letter") == .does(.act("letter", .choose, .flag(false))))
    #expect(answer("check weekly letter") == .unchanged("Weekly letter is already on."))
    #expect(answer("uncheck weekly") == .does(.act("letter", .choose, .flag(false))))
    // What is neither on nor off is not pressed.
    #expect(answer("check save") == .notUnderstood("Try 'turn Sounds on' instead."))
    var voice = VoiceControl()
    #expect(
      voice.hear("turn on light", on: .of([.of(.button, "Light", id: "l")]))
        == .notUnderstood("Nothing on this screen can be turned on or off. Say “go back”."))
    let mixed = Frame.of([.of(.checkbox, "All", id: "all", [.activate, .choose]) { $0.check = .mixed }])
    for isOn in [true, false] {
      #expect(
        voice.hear(isOn ? "check all" : "uncheck all", on: mixed) == .does(.act("all", .choose, .flag(isOn))))
    }
    let radio = Frame.of([.of(.radio, "Dark", id: "dark") { $0.check = .on }])
    #expect(voice.hear("uncheck dark", on: radio) == .unchanged("Dark is off once another option is chosen."))
  }

  @Test(
    "takes a number as recognisers write it",
    arguments: [
      ("2", "o2"), ("two", "o2"), ("to", "o2"), ("too.", "o2"), ("number 2", "o2"), ("Number two", "o2"),
      ("tap two", "o2"), ("press number 2", "o2"), ("one", "o1"), ("won", "o1"),
    ])
  func spokenNumbers(words: String, id: String) {
    var voice = VoiceControl()
    _ = voice.hear("tap open", on: frame)
    #expect(voice.hear(words, on: frame) == .does(.act(id, .activate, .none)))
  }

  @Test("reads numbers up to ninety-nine in words, and no other words as a number")
  func numerals() {
    let numbers = [
      "three": 3, "for": 4, "ate": 8, "twelve": 12, "twenty": 20, "twenty-one": 21, "ninety nine": 99, "number 40": 40,
    ]
    for (words, number) in numbers { #expect(VoiceCommand.number(spoken: words) == number, "\(words)") }
    for words in ["", "number", "three four", "twenty eleven", "twenty twenty", "to the top", "threes"] {
      #expect(VoiceCommand.number(spoken: words) == nil, "\(words)")
    }
  }

  @Test("keeps its numbers after a word that was not understood, and prefers a name in sight to a number")
  func keptNumbers() {
    var voice = VoiceControl()
    _ = voice.hear("tap open", on: frame)
    #expect(voice.hear("mumble", on: frame) == .notUnderstood("Try 'tap Save' instead."))
    #expect(voice.hear("9", on: frame) == .notUnderstood("Say a number from 1 to 2."))
    #expect(voice.hear("three", on: frame) == .notUnderstood("Say a number from 1 to 2."))
    #expect(voice.hear("tap nine", on: frame) != .does(.act("o1", .activate, .none)))
    #expect(voice.hear("two", on: frame) == .does(.act("o2", .activate, .none)))
    let counted = Frame.of([
      .of(.button, "Open", id: "o1"), .of(.button, "Open", id: "o2"), .of(.button, "Two", id: "two"),
    ])
    _ = voice.hear("tap open", on: counted)
    #expect(voice.hear("tap two", on: counted) == .does(.act("two", .activate, .none)))
    // Anything else that is understood is the end of the question.
    #expect(voice.hear("two", on: counted) != .does(.act("o2", .activate, .none)))
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
    // Words for a field lead to a field, and are not repeated.
    #expect(answer("type my secret into notes") == .notUnderstood("Try 'type … into Note' instead."))
    #expect(answer("clear the note") == .notUnderstood("Try 'clear Note' instead."))
    #expect(answer("choose dark for the theme") == .notUnderstood("Try 'choose … for Theme' instead."))
    var voice = VoiceControl()
    #expect(
      voice.hear("type a into note", on: .of([.of(.button, "Note", id: "n")]))
        == .notUnderstood("Nothing on this screen can be written into. Say “go back”."))
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
      String(repeating: "tap ", count: 5000), "clear", "12", "tap 1", "show numbers", "uncheck",
      "turn on", "two", "number",
    ]
    for _ in 0..<20 {
      let frame = maker.frame()
      let text = (0..<maker.below(5)).map { _ in words[maker.below(words.count)] }.joined(separator: " ")
      switch voice.hear(text, on: frame) {
      case .does(.act(let id, let verb, _)):
        let element = frame.everything.first { $0.id == id }
        #expect(element?.state.isDisabled == false && element?.actions.contains(verb) == true)
      case .does, .unchanged, .notUnderstood: break
      case .which(let all): #expect(!all.isEmpty)
      }
    }
  }
}
