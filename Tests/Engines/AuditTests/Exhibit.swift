import Interface
import Plot

@testable import Audit

/// The input of all rules at once: a frame with every element, the same enlarged, the next screen, and the frames after
/// a destructive control was tapped. It has no faults until a test adds one.
struct Exhibit {
  var theme = Theme.plain
  var targets = TargetSizes.usual
  var frame = Exhibit.valid
  var enlarge: (inout Frame) -> Void = { _ in }
  var next = Exhibit.valid
  var asked = Exhibit.question
  var dismissed: Frame? = Exhibit.still

  var findings: [Finding] {
    var large = frame
    large.appearance.textSize = 200
    enlarge(&large)
    let destroyer = Exhibit.still.everything.first { $0.id == "delete" }
    return Audit.findings(of: frame, theme: theme, targets: targets) + Audit.findings(comparing: frame, with: large)
      + Audit.findings(along: [frame, next])
      + (destroyer.map { Audit.findings(tapping: $0, in: Exhibit.still, came: asked, dismissed: dismissed) } ?? [])
  }

  var rules: Set<Rule> { Set(findings.map(\.rule)) }

  // MARK: The frames

  static let still: Frame = {
    var frame = valid
    frame.dialog = nil
    return frame
  }()

  static let question: Frame = valid

  static let valid: Frame = {
    let screen = Screen<Int>(Route(["sample"]), title: "Sample", nodes: read + done + entered + told, dialog: dialog)
    return Frame(
      product: "yhealth", profile: "me", route: screen.route, title: screen.title,
      chrome: Chrome(bars).nodes.map(\.element), nodes: screen.nodes.map(\.element),
      toasts: Chrome([toast]).nodes.map(\.element), dialog: screen.dialog?.element)
  }()

  private static func tab(_ title: String, _ position: Int, badge: String, _ words: String) -> Node<Int> {
    var tab = Node<Int>.link(title, to: Route([title.lowercased()])).with { state in
      state.position = position
      state.size = 2
      state.badge = badge
      state.isCurrent = position == 1
    }
    tab.value = words
    return tab
  }

  private static let bars: [Node<Int>] = [
    Node(.banner, "yHealth", id: "top", children: [.link("yHealth", to: Route(["home"]), id: "brand")]),
    Node(
      .navigation, "Main", id: "tabs",
      children: [tab("Today", 1, badge: "•", "update due"), tab("Talk", 2, badge: "99+", "120 new")]),
  ]

  private static let read: [Node<Int>] = [
    .heading("Sample", level: 1, id: "title"), .text("You slept well.", id: "words"),
    .button("Save", id: "save", isProminent: true, does: 1), .link("All of it", to: Route(["all"]), id: "all"),
    .section("Today", id: "today", [.text("Rest."), .heading("Details", level: 3)]),
    .note("Three days are missing.", tone: .warning, icon: .warning, id: "note"),
    .score("Fitness", id: "score", number: 81, word: "Excellent", tone: .excellent, icon: .fitness, to: Route(["f"])),
    .chart(chart, id: "chart"), .image("/me.png", alternative: "You, on a hill"),
    .card("Walk", id: "card", value: "3 km", to: Route(["walk"])),
    .table("Week", id: "table", columns: ["Day", "km"], rows: [["Mon", "5"], ["Tue", "8"]]),
    .calendar("March", id: "month", weeks: [[.day("1 March", id: "2026-03-01", choose: 2)]], columns: ["Sun"]),
    .carousel("Tips", id: "tips", at: 2, [.card("One"), .card("Two"), .card("Three")]) { $0 },
  ]

  private static let done: [Node<Int>] = [
    .list(
      "Meals",
      ["Bread", "Soup"].map { .row($0, id: $0.lowercased(), menu: [.menuItem("Change", id: "change", does: 3)]) }),
    .disabledButton("Send", id: "send", because: "Nothing is written yet."),
    .destructive("Delete all", id: "delete", asks: 4),
    .tabs(
      "Span", id: "span", [(id: "w", title: "Week", icon: nil), (id: "m", title: "Month", icon: nil)], selected: "w"
    ) { _ in 5 },
    Node(.timer, "Time left", id: "timer", value: "2:00", children: [.button("Stop the clock", id: "stop", does: 6)]),
  ]

  private static let entered: [Node<Int>] = [
    .field("Email", id: "email", holds: "", commit: { _ in 7 }) { field in
      field.purpose = .email
      field.example = "name@example.org"
      field.isRequired = true
      field.invalid = "This is no address. Write one like name@example.org."
    },
    .field("Note", id: "text", holds: "", commit: { _ in 8 }), .toggle("Sound", id: "sound", isOn: true) { _ in 9 },
    .checkbox("I agree", id: "agree", is: .off) { _ in 10 },
    .choice("Theme", id: "theme", [(id: "l", title: "Light"), (id: "d", title: "Dark")], selected: "l") { _ in 11 },
    .choice("Unit", id: "unit", [(id: "k", title: "km"), (id: "m", title: "mi")], selected: "k", isFolded: true) { _ in
      12
    },
    .slider("Mood", id: "mood", at: 5, in: 1...10) { Int($0) },
    .steps("Sign up", id: "steps", ["You", "Goals"], at: 1, [], buttons: [.button("On", does: 13)]),
  ]

  private static let told: [Node<Int>] = [
    .progress("Import", done: 3, of: 7), .skeleton("Loading your meals"),
    .notice("Nothing could be sent. Try again.", id: "alert", tone: .critical, icon: .offline),
    .notice("You are up to date.", id: "status", tone: .success, icon: .success),
    .empty("No walk yet.", because: "You just began.", icon: .star),
    .conversation("Coach", [.message(from: "Ann", "Hello", id: "1", at: "8:00", isOwn: false)]),
  ]

  private static let toast = Node<Int>.notice("Kept.", id: "toast", tone: .info, icon: .info, dismiss: 14)

  private static let dialog = Node<Int>.dialog(
    "Delete all?", id: "question", [.text("They are gone then.")],
    buttons: [.button("Cancel", id: "cancel", does: 15), .destructive("Delete", id: "delete", asks: 16)], dismiss: 15,
    isAlert: true)

  static func chart(_ dash: Series.Dash) -> ChartSpec {
    func series(_ name: String, _ hue: Hue, _ dash: Series.Dash) -> Series {
      Series(
        id: name, name: name, hue: hue, dash: dash,
        points: [62.0, 71].enumerated().map { Point(.number(Double($0.offset)), $0.element) })
    }
    return ChartSpec(
      title: "Both",
      kind: .line(Lines(series: [series("Sleep", Hue.series[0], .solid), series("Mood", Hue.series[1], dash)])))
  }

  private static let chart = chart(.dashed)
}

extension Element {
  mutating func edit(_ wanted: String, _ body: (inout Element) -> Void) {
    if id == wanted {
      body(&self)
    } else {
      for index in children.indices { children[index].edit(wanted, body) }
    }
  }
}

extension Frame {
  mutating func edit(_ id: String, _ body: (inout Element) -> Void) {
    for index in chrome.indices { chrome[index].edit(id, body) }
    for index in nodes.indices { nodes[index].edit(id, body) }
    for index in toasts.indices { toasts[index].edit(id, body) }
    dialog?.edit(id, body)
  }
}

extension Theme {
  func with(_ change: (inout Tokens) -> Void) -> Theme {
    var (light, dark) = (light, dark)
    change(&light)
    change(&dark)
    return Theme(id: id, name: name, light: light, dark: dark)
  }
}
