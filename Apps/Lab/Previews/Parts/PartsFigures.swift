internal import Interface
internal import Plot

extension Parts {
  static let lists: [Part] = [
    .section(
      "Rows",
      [
        .list(
          "Meals", id: "meals",
          [
            .row(
              "Oats", id: "m1", value: "310 kcal", to: PartsPage.figures.route,
              menu: [.menuItem("Remove", isDestructive: true, does: "Remove")]),
            Part.row("Soup", id: "m2", value: "180 kcal", does: "Soup").with { $0.isUnread = true },
            Part.row("Selected", id: "m3", value: "07:30", does: "Selected").with { $0.isSelected = true },
            .row(long, id: "m4", value: "23:59", does: "The long one"),
            .row(longWord, id: "m5", value: "1 234 567 kcal"),
            .row(arabic, id: "m6", value: "250", menu: [.menuItem("Edit", does: "Edit")]),
            .row(
              "With a time at the end", id: "m8", value: "Breakfast", to: PartsPage.figures.route,
              [Part(.time, id: "at", value: "07:30")]),
            .row(
              long, id: "m9", menu: [.menuItem("Edit", does: "Edit")],
              [Part(.paragraph, "goal 10 000", id: "amount", value: "8 403 steps")]),
            Part.row("With an icon", id: "m7", value: "2", to: PartsPage.actions.route).with { $0.icon = .water },
          ])
      ]),
    .section(
      "Rows that are ticked off",
      [
        .list(
          "Todos", id: "todos",
          [ticked("Water the plants", "due today", isDone: false), ticked(long, "completed yesterday", isDone: true)])
      ]),
    .section("Empty list", [.list("Drinks", id: "drinks", [])]),
    .section(
      "Overfull list",
      [.list("Entries", id: "entries", (1...40).map { .row("Entry \($0)", id: "e\($0)", value: "\($0) min") })]),
    .section(
      "Cards",
      [
        .card("Sleep", to: PartsPage.figures.route, [.text("7 h 20 min")]), .card("Not a link", [.text(long)]),
        .card("With a button", [.text(arabic), .button("Log sleep", does: "Log sleep")]),
        Part(.article, "A tip", children: [.text("A glass where you can see it is the simplest reminder.")]),
        .carousel(
          "Insights", at: 2,
          [.card("First"), .card("Second of three", [.text("You walk more on Mondays.")]), .card("Third")],
          move: { _ in "Insights" }),
      ]),
  ]

  private static func ticked(_ title: String, _ about: String, isDone: Bool) -> Part {
    let act = isDone ? "Reopen" : "Complete"
    return Part.row(
      title, id: isDone ? "done" : "open", value: about, to: PartsPage.figures.route,
      menu: [.menuItem("Delete", does: "Delete")],
      [
        Part.button("\(act): \(title)", id: "tick", icon: .success, does: "Ticked")
          .with { $0.check = isDone ? .on : .off },
        Part(.badge, "Teal", id: "colour").with { $0.hue = "third" },
      ]
    ).with { $0.hue = "third" }
  }

  static let grids: [Part] = [
    .section(
      "Tables",
      [
        .table(
          "Runs", columns: ["Day", "Distance", "How"],
          rows: [["Monday", "5.2 km", "Easy"], ["Thursday", "12.0 km", long]]),
        .table("Empty", id: "empty-table", columns: ["Day", "Distance"], rows: []),
        .table(
          "Overfull", id: "wide", columns: ["Day"] + (1...9).map { "Measure \($0)" },
          rows: ["Monday", "Tuesday"].map { [$0] + (1...9).map { "\($0 * 1234)" } }),
        Part(
          .table, "Sums", id: "sums",
          children: [
            Part(
              .row, "Heads", id: "heads", children: [Part(.columnheader, "What"), Part(.columnheader, "Distance")]),
            Part(
              .row, "Total", id: "total",
              children: [Part(.rowheader, "Sum"), Part(.cell, "Distance", value: "17.2 km")]),
          ]),
      ]),
    .section(
      "Calendar",
      [
        .calendar(
          "March 2026",
          weeks: [
            (2...8).map { day in
              .day(
                "\(day) March", id: "2026-03-0\(day)", holds: day == 4 ? [.text("Dentist")] : [], isToday: day == 2,
                isSelected: day == 4, choose: "A day")
            }
          ], columns: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
      ]),
  ]

  static let figures: [Part] = [
    .section(
      "Scores",
      [
        .group(
          id: "scores",
          [
            .score(
              "Fitness", number: 81, word: "Excellent", tone: .excellent, icon: .fitness, to: PartsPage.lists.route),
            .score("Nutrition", number: 54, word: "Needs attention", tone: .needsAttention, icon: .nutrition),
            .score(
              "Wellbeing", number: 20, word: "Priority focus", tone: .priorityFocus, icon: .wellbeing, hint: long),
          ]),
        Part(.meter, "No score yet", id: "none", value: "No score yet", hint: "0 of 7 days").with { state in
          state.icon = .fitness
          state.minimum = 0
          state.maximum = 100
        },
      ]),
    .section(
      "Progress",
      [
        .progress("Uploading", done: 0.6), .progress("Not begun", done: 0), .progress("Done", done: 1),
        .progress("Syncing"),
      ]),
    .section("One number", [Part(.group, "Steps", id: "number", value: "12 345").with { $0.isProminent = true }]),
    .section(
      "Charts",
      [
        .chart(
          ChartSpec(
            title: "Sleep", summary: "Sleep, 7 nights: least 6 h, greatest 8 h.",
            kind: .ring(Rings([]))), id: "rings")
      ]),
  ]
}
