public import Interface
import Plot

public typealias N = Node<String>

/// Sample screens that together contain every role, built as a feature builds them.
public enum EveryRole {
  public static func frame(
    _ nodes: [N], title: String = "Sample", toasts: [N] = [], dialog: N? = nil, chrome: [N] = bars
  ) -> Frame {
    let screen = Screen(Route(["sample"]), title: title, nodes: nodes, dialog: dialog)
    return Frame(
      product: "yhealth", profile: "me", route: screen.route, title: title,
      chrome: Chrome(chrome).nodes.map(\.element), nodes: screen.nodes.map(\.element),
      toasts: Chrome(toasts).nodes.map(\.element), dialog: screen.dialog?.element)
  }

  public static func tab(_ title: String, _ position: Int, isCurrent: Bool = false, badge: String? = nil) -> N {
    N.link(title, to: Route([title])).with { state in
      state.isCurrent = isCurrent
      state.icon = position == 1 ? .home : position == 2 ? .lightbulb : .person
      state.badge = badge
      state.position = position
      state.size = 3
    }
  }

  public static var bars: [N] {
    [
      N(
        .banner, "yHealth", id: "top",
        children: [
          .button("Back", icon: .back, does: "back"), .link("yHealth", to: Route(["home"])),
          .button("Voice", icon: .microphone, does: "voice"),
          N.link("Notifications", to: Route(["bell"]), icon: .bell).with { $0.badge = "2" },
        ]),
      N(
        .navigation, "Pillars", id: "parts",
        children: [
          N.link("Fitness", to: Route(["fitness"])).with { $0.isCurrent = true },
          .link("Nutrition", to: Route(["nutrition"])),
        ]),
      N(
        .navigation, "Main", id: "tabs",
        children: [
          tab("Dashboard", 1), tab("Insights", 2, isCurrent: true, badge: "3"), tab("Profile", 3, badge: "•"),
        ]),
    ]
  }

  // MARK: Text

  public static var words: [N] {
    [
      .heading("Today", level: 1),
      .text("You slept well, and your recovery is better than it was in any of the last seven days, so a run is fine."),
      .heading("Score factors"), .text("Sleep and rest."), .note("As of 08:00"),
      .note("Two days are missing.", tone: .warning), .heading("Details", level: 3), .text("First line.\nSecond line."),
      .code("7F3K-22", label: "Invitation"), N(.term, "Load"), N(.definition, "How hard the last seven days were."),
      N(.time, "Last run", value: "Tuesday, 07:30"), N(.separator, id: "line"),
      .image("/me.png", alternative: "A runner at dawn"),
      N(.figure, "Route", children: [.image("/map.png", alternative: "A map of the park")]),
      N(.tooltip, "Weighed over seven days"), N(.badge, "new", id: "badge", value: "3 new"),
      N(.status, "9 screens", id: "count"),
      .notice("Shown as of yesterday.", tone: .info, icon: .offline),
      .notice(
        "The last sync failed.", id: "failed", tone: .critical, icon: .error, dismiss: "dismiss",
        [.button("Try again", does: "again")]),
      .skeleton("Loading your week", lines: 2),
      N(.article, "A tip", children: [.text("Drink something.")]),
    ]
  }

  // MARK: Actions

  public static var doing: [N] {
    [
      .button("Log meal", icon: .add, isProminent: true, does: "log"), .button("Share", does: "share"),
      .destructive("Delete all", asks: "delete"), .link("Insights", to: Route(["insights"])),
      .disabledButton("Send", because: "Write something first."),
      .button("Export", hint: "A file that other apps can read.", does: "export"),
      .menu("More", [.menuItem("Edit", does: "edit"), .menuItem("Remove", isDestructive: true, does: "remove")]),
      .tabs(
        "View", [("month", "Month", nil), ("week", "Week", nil)], selected: "week", choose: { $0 }),
      N(.tabpanel, "Week 12", children: [.text("Three runs.")]),
      N(.toolbar, "Tools", children: [.button("Undo", does: "undo"), .button("Redo", does: "redo")]),
      N(.main, id: "main", children: [.text("The main part.")]),
    ]
  }

  // MARK: Input

  public static var entering: [N] {
    let fields: [N] = [
      .field("Name", holds: "Anna", commit: { $0 }, { $0.isRequired = true }),
      .field("Email", holds: "", commit: { $0 }) { field in
        field.example = "name@example.org"
        field.invalid = "Enter an address with an @."
        field.hint = "We write only when you ask us to."
      },
      .field("Password", holds: "secret", commit: { $0 }, { $0.purpose = .password }),
      .field("Notes", holds: "Slept late.\nWoke once.", commit: { $0 }, { $0.isMultiline = true }),
      .field("Weight", holds: "62", role: .spinbutton, commit: { $0 }),
      .field("Day", holds: "2026-03-02", role: .datefield, commit: { $0 }),
      .field("Hour", holds: "", role: .timefield, commit: { $0 }, { $0.example = "07:30" }),
      .field("Photo", holds: "", role: .filefield, commit: { $0 }),
      .search("Find food", holds: "oats", search: { $0 }),
    ]
    let choices: [N] = [
      .toggle("Reminders", isOn: true, hint: "Twice a day at most.", set: { "\($0)" }),
      .checkbox("All days", is: .mixed, set: { "\($0)" }), .checkbox("Sundays", is: .off, set: { "\($0)" }),
      .choice("Units", [("metric", "Metric"), ("imperial", "Imperial")], selected: "metric", choose: { $0 }),
      .choice("Meal", [("b", "Breakfast"), ("l", "Lunch")], selected: "l", isFolded: true, choose: { $0 }),
      .slider("Mood", at: 7, in: 1...10, set: { "\($0)" }),
    ]
    return [
      .steps(
        "Sign up", ["About you", "Goals", "Review"], at: 2, fields,
        buttons: [.button("Previous", icon: .back, does: "previous"), .button("Next", icon: .forward, does: "next")])
    ] + choices
  }

  // MARK: Data

  public static var showing: [N] {
    [
      .score("Fitness", number: 81, word: "Excellent", tone: .excellent, icon: .fitness, to: Route(["fitness"])),
      .score("Nutrition", number: 54, word: "Needs attention", tone: .needsAttention, icon: .nutrition),
      .progress("Uploading", done: 0.6), .progress("Syncing"), N(.timer, "Next try", value: "8 s"),
      .chart(
        ChartSpec(
          title: "Sleep", summary: "Sleep, 7 nights: least 6 h, greatest 8 h.",
          kind: .ring(Rings([])))),
      .card("Sleep", to: Route(["sleep"]), [.text("7 h 20 min")]),
      .carousel(
        "Insights", at: 1, [.card("First", [.text("You walk more on Mondays.")]), .card("Second")], move: { "\($0)" }),
      .list(
        "Meals",
        [
          .row("Oats", id: "m1", value: "310 kcal", to: Route(["m1"]), menu: [.menuItem("Remove", does: "x")]),
          .row("Soup", id: "m2").with { $0.isUnread = true },
        ]),
      .list("Drinks", []),
      .table(
        "Runs", columns: ["Day", "Distance", "How"], rows: [["Monday", "5.2", "Easy"], ["Thursday", "12.0", "Long"]]),
      N(.row, "Total", id: "total", children: [N(.rowheader, "Sum"), N(.cell, "Distance", value: "17.2")]),
      .conversation(
        "Coach",
        [
          .message(from: "Coach", "Yesterday was hard, so today is easy.", id: "c1", at: "07:30", isOwn: false),
          .message(from: "You", "Good.", id: "c2", at: "07:31", isOwn: true, delivery: "read"),
        ]),
      .calendar(
        "March 2026",
        weeks: [
          (2...8).map { day in
            .day(
              "\(day) March", id: "2026-03-0\(day)", holds: day == 4 ? [.text("Dentist")] : [], isToday: day == 2,
              isSelected: day == 4, choose: "\(day)")
          }
        ], columns: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
      .empty("No journal yet.", because: "What you write is kept here.", icon: .edit, .button("Write", does: "write")),
    ]
  }

  public static let toast: N = .notice("Saved.", id: "toast", tone: .success, icon: .success, dismiss: "dismiss")

  public static let dialog: N = .dialog(
    "Delete the meal?", [.text("It is gone for good.")],
    buttons: [.button("Keep it", does: "keep"), .destructive("Delete", asks: "delete")], dismiss: "keep", isAlert: true)

  public static let question: N = .dialog(
    "Connect WhatsApp", [.list("What to do", [.row("Choose Connect below.", id: "one")])],
    buttons: [.button("Not now", does: "not"), .button("Connect", isProminent: true, does: "connect")], dismiss: "not")

  public static let sheet: N = .sheet("Filter", [.checkbox("Runs", is: .on, set: { "\($0)" })], dismiss: "close")
}
