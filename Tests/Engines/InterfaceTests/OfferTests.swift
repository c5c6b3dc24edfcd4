import Numbers
import Testing

@testable import Interface

@Suite("Input that nodes accept")
struct OfferTests {
  typealias N = Node<Deed>

  func does(_ node: N, _ verb: Verb, _ entry: Entry = .none) -> Deed? { node.offer(verb)?.action(entry) }

  @Test("buttons, menu items, days and rows with an action are activated")
  func pressing() {
    #expect(does(.button("Save", does: .pressed), .activate) == .pressed)
    #expect(does(.destructive("Delete", asks: .pressed), .activate) == .pressed)
    #expect(does(.menuItem("Edit", does: .pressed), .activate) == .pressed)
    #expect(does(.day("1", id: "2026-03-01", choose: .pressed), .activate) == .pressed)
    #expect(does(.row("Row", id: "1", does: .pressed), .activate) == .pressed)
    #expect(does(.row("Row", id: "1"), .activate) == nil)
    #expect(does(.button("Save", does: .pressed), .hold) == nil)
  }

  @Test("a field accepts text up to its length, as a draft or committed, and nothing else")
  func fields() {
    let field = N.field("Name", holds: "", draft: { .drafted($0) }, commit: { .committed($0) }) { $0.longest = 5 }
    #expect(does(field, .edit, .text("Anna")) == .committed("Anna"))
    #expect(does(field, .draft, .text("Ann")) == .drafted("Ann"))
    #expect(does(field, .edit, .text("")) == .committed(""))
    #expect(does(field, .edit, .text("👨‍👩‍👧‍👦éé12")) == .committed("👨‍👩‍👧‍👦éé12"), "length is counted in grapheme clusters")
    #expect(does(field, .edit, .text("Annnna")) == nil)
    #expect(does(field, .draft, .text("Annnna")) == nil)
    #expect(does(field, .edit, .number(1)) == nil && does(field, .edit) == nil)
    #expect(does(.field("Name", holds: "", commit: { .committed($0) }), .draft, .text("a")) == nil)
  }

  @Test("the Enter key of a field is an action of its own, where it has one")
  func entering() {
    let field = N.field("Message", holds: "", draft: { .drafted($0) }, commit: { .committed($0) }) {
      $0.enter = .pressed
    }
    #expect(does(field, .submit) == .pressed && field.element.actions == [.edit, .draft, .submit])
    #expect(does(.field("Name", holds: "", commit: { .committed($0) }), .submit) == nil)
    let composer = N.composer(field, [.button("Send", does: .pressed)])
    #expect(composer.children.map(\.label) == ["Message", "Send"])
  }

  @Test("a number field accepts text as it is, and writes a number in the notation of its locale")
  func numbers() {
    let field = N.number(
      "Distance", holds: "6,5", in: NumberNotation(locale: "de-DE"), draft: { .drafted($0) }, commit: { .committed($0) }
    ) { $0.example = "5.2" }
    #expect(does(field, .edit, .text("1.234,5 km")) == .committed("1.234,5 km"))
    #expect(does(field, .draft, .text("6,")) == .drafted("6,"))
    #expect(does(field, .edit, .number(1234.5)) == .committed("1234,5"))
    #expect(does(field, .edit, .number(.infinity)) == nil && does(field, .edit, .flag(true)) == nil)
    #expect(does(field, .edit, .text(String(repeating: "1", count: 65))) == nil)
    #expect(field.role == .spinbutton && field.element.state.example == "5,2" && field.element.state.step == nil)
  }

  @Test("a search accepts drafts and edits of up to 100 characters")
  func searching() {
    let search = N.search(holds: "") { .committed($0) }
    #expect(does(search, .draft, .text("mo")) == .committed("mo"))
    #expect(does(search, .edit, .text(String(repeating: "a", count: 100))) != nil)
    #expect(does(search, .edit, .text(String(repeating: "a", count: 101))) == nil)
    #expect(search.state.purpose == .search)
  }

  @Test("a switch is set by activation, by a flag, or by the words on and off", arguments: [true, false])
  func toggles(isOn: Bool) {
    let toggle = N.toggle("Sound", isOn: isOn) { .set($0) }
    #expect(does(toggle, .activate) == .set(!isOn))
    for (entry, wanted) in [
      (Entry.flag(true), true), (.flag(false), false), (.text("on"), true), (.text("off"), false),
    ] {
      #expect(does(toggle, .choose, entry) == .set(wanted))
    }
    for entry in [Entry.none, .text("maybe"), .number(1)] { #expect(does(toggle, .choose, entry) == nil) }
    #expect(toggle.element.value == (isOn ? "on" : "off") && toggle.state.check == (isOn ? .on : .off))
  }

  @Test("activation checks a mixed checkbox and unchecks a checked one")
  func checkboxes() {
    #expect(does(.checkbox("All", is: .mixed) { .set($0) }, .activate) == .set(true))
    #expect(does(.checkbox("All", is: .on) { .set($0) }, .activate) == .set(false))
    #expect(does(.checkbox("All", is: .off) { .set($0) }, .choose, .flag(false)) == .set(false))
  }

  @Test("a choice accepts one of its options, by id or by title", arguments: [true, false])
  func choices(isFolded: Bool) {
    let choice = N.choice(
      "Range", [(id: "7", title: "Week"), (id: "30", title: "Month")], selected: "30", isFolded: isFolded
    ) { .chosen($0) }
    #expect(does(choice, .choose, .text("7")) == .chosen("7"))
    #expect(does(choice, .choose, .text("Week")) == .chosen("7"))
    #expect(does(choice, .choose, .text("week")) == nil && does(choice, .choose, .text("90")) == nil)
    #expect(does(choice, .choose, .number(7)) == nil)
    #expect(choice.children.map { does($0, .activate) } == [.chosen("7"), .chosen("30")])
    #expect(choice.value == "Month" && choice.children.map(\.state.isSelected) == [false, true])
    #expect(choice.children.map(\.state.check) == (isFolded ? [nil, nil] : [.off, .on]))
    #expect(choice.children.map(\.state.position) == [1, 2])
  }

  @Test("an option's id takes precedence over another option's equal title")
  func confusable() {
    let choice = N.choice("Odd", [(id: "b", title: "a"), (id: "a", title: "b")], selected: nil) { .chosen($0) }
    #expect(does(choice, .choose, .text("a")) == .chosen("a"))
  }

  @Test("a slider accepts numbers within its range, as a number or as text")
  func sliders() {
    let slider = N.slider("Mood", at: 5, in: 1...10) { .moved($0) }
    #expect(does(slider, .choose, .number(1)) == .moved(1) && does(slider, .choose, .number(10)) == .moved(10))
    #expect(does(slider, .choose, .text("7")) == .moved(7))
    for number in [0.999, 10.001, .nan, .infinity, -.infinity] {
      #expect(does(slider, .choose, .number(number)) == nil)
    }
    #expect(does(slider, .choose, .text("low")) == nil && does(slider, .choose) == nil)
    #expect(slider.children.map { does($0, .activate) } == [.moved(4), .moved(6)])
    #expect(slider.value == "5")
  }

  @Test("a slider at an end has no stepper beyond it")
  func sliderEnds() {
    #expect(N.slider("Mood", at: 1, in: 1...10) { .moved($0) }.children.map(\.id) == ["more"])
    #expect(N.slider("Mood", at: 10, in: 1...10) { .moved($0) }.children.map(\.id) == ["less"])
  }

  @Test("a carousel shows one page, moves in both directions, and stops at its ends")
  func carousels() {
    let pages: [N] = [.card("One"), .card("Two"), .card("Three")]
    func at(_ position: Int) -> N { .carousel("Cards", at: position, pages) { .page($0) } }
    #expect(at(1).children.map(\.label) == ["One", "Next"])
    #expect(at(2).children.map(\.label) == ["Two", "Previous", "Next"])
    #expect(at(3).children.map(\.label) == ["Three", "Previous"])
    #expect(does(at(1), .swipe, .number(1)) == .page(2) && does(at(2), .swipe, .number(-1)) == .page(1))
    #expect(does(at(1), .swipe, .number(-1)) == nil && does(at(3), .swipe, .number(1)) == nil)
    #expect(does(at(2), .swipe, .number(0)) == nil && does(at(2), .swipe, .number(.nan)) == nil)
    #expect(at(2).children.dropFirst().map { does($0, .activate) } == [.page(1), .page(3)])
  }

  @Test("an empty carousel does not move", arguments: -1...2)
  func emptyCarousel(position: Int) {
    let empty = N.carousel("Cards", at: position, []) { .page($0) }
    #expect(does(empty, .swipe, .number(1)) == nil && does(empty, .swipe, .number(-1)) == nil)
    #expect(!empty.children.contains { $0.label == "Next" && position >= 0 })
  }

  @Test("activating a tab chooses it, and the selected tab has the value selected")
  func tabs() {
    let tabs = N.tabs(
      "View", [(id: "w", title: "Week", icon: nil), (id: "m", title: "Month", icon: nil)], selected: "m"
    ) {
      .chosen($0)
    }
    #expect(tabs.children.map { does($0, .activate) } == [.chosen("w"), .chosen("m")])
    #expect(tabs.children.map(\.value) == [nil, "selected"])
  }

  @Test("dialogs, sheets and notices with a dismiss action can be dismissed")
  func dismissing() {
    let dialog = N.dialog("Sure?", [], buttons: [.button("Keep", does: .pressed)], dismiss: .dismissed)
    #expect(does(dialog, .dismiss) == .dismissed && dialog.state.isModal)
    let sheet = N.sheet("More", [], dismiss: .dismissed)
    #expect(does(sheet, .dismiss) == .dismissed && does(sheet.children.last!, .activate) == .dismissed)
    let notice = N.notice("Offline", tone: .warning, icon: .offline, dismiss: .dismissed)
    #expect(does(notice, .dismiss) == .dismissed && does(notice.children.last!, .activate) == .dismissed)
    #expect(does(.notice("Offline", tone: .info, icon: .info), .dismiss) == nil)
  }

  @Test(
    "progress with a total of zero or less, or with a number that is not finite, is busy without a value",
    arguments: [
      (0.0, 0.0), (1, 0), (.nan, 1), (1, .nan), (.infinity, 1), (1, .infinity), (1, -3),
    ])
  func progress(done: Double, whole: Double) {
    let bar = N.progress("Import", done: done, of: whole)
    #expect(bar.value == nil && bar.state.number == nil && bar.state.maximum == nil && bar.state.isBusy)
  }

  @Test("progress stays between 0 and 100 %")
  func bounds() {
    #expect(N.progress("Import", done: 3, of: 7).value == "43 %")
    #expect(N.progress("Import", done: 9, of: 7).value == "100 %")
    #expect(N.progress("Import", done: -1, of: 7).value == "0 %")
  }
}
