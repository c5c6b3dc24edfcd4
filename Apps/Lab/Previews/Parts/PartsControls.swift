internal import Entitlement
internal import Interface
internal import Numbers

extension Parts {
  static let actions: [Part] = [
    .section(
      "Buttons",
      [
        .button("Log meal", icon: .add, isProminent: true, does: "Log meal"), .button("Share", does: "Share"),
        .button("Sync", icon: .syncing, does: "Sync").with { $0.isBusy = true },
        .button("Selected", does: "Selected").with { $0.isSelected = true },
        .disabledButton("Send", icon: .send, because: "Write something first."),
        .disabledButton("Upload", because: long), .destructive("Delete all", asks: "Delete all"),
        .button("Export", hint: "A file that other apps can read.", does: "Export"),
        .button(long, id: "long", does: "The long one"), .button(longWord, id: "word", does: "The long word"),
        .button(arabic, id: "arabic", icon: .water, does: "The Arabic one"),
        .button("Inbox", icon: .inbox, does: "Inbox").with { $0.badge = "99+" },
      ]),
    .section(
      "Links",
      [
        .link("Lists", to: PartsPage.lists.route), .link("Figures", to: PartsPage.figures.route, icon: .medal),
        Part.link("Unread", to: PartsPage.messages.route).with { $0.isUnread = true },
        Part.link("Messages", to: PartsPage.messages.route, id: "counted", icon: .bell).with { $0.badge = "3" },
        Part.link("Premium", to: PartsPage.lists.route).with { $0.locked = "premium" },
        .link(long, to: PartsPage.lists.route, id: "long"),
      ]),
    .section(
      "Menus",
      [
        .menu(
          "More", id: "more",
          [
            .menuItem("Edit", icon: .edit, does: "Edit"),
            .menuItem("Remove", icon: .remove, isDestructive: true, does: "Remove"),
          ]),
        .menu(
          "Overfull", id: "overfull",
          (1...12).map { .menuItem("Choice \($0)", does: "A choice") } + [
            .menuItem(long, id: "long", does: "The long one")
          ]),
      ]),
    .section(
      "Views of the same content",
      [
        .tabs(
          "Period", [("day", "Day", nil), ("week", "Week", .calendar), ("month", "Month", nil)], selected: "week",
          choose: { .report($0) }),
        Part(.tabpanel, "Week 12", children: [.text("Three runs.")]),
        .tabs(
          "Overfull", id: "tabs-overfull", (1...9).map { ("t\($0)", "View number \($0)", nil) }, selected: "t3",
          choose: { .report($0) }),
      ]),
    .section(
      "Tools",
      [
        Part(
          .toolbar, "Editing", children: [.button("Undo", icon: .undo, does: "Undo"), .button("Redo", does: "Redo")])
      ]),
  ]

  static func fields(_ numbers: NumberNotation) -> [Part] {
    [
      .section(
        "Text fields",
        [
          .field("Name", holds: "Anna", commit: PartAction.report, { $0.isRequired = true }),
          .field("Empty", holds: "", commit: PartAction.report, { $0.example = "name@example.org" }),
          .field("Email", holds: "anna", commit: PartAction.report) { field in
            field.example = "name@example.org"
            field.invalid = "Enter an address with an @."
            field.hint = "We write only when you ask us to."
          },
          .field("Password", holds: "secret", commit: PartAction.report, { $0.purpose = .password }),
          .field("Notes", holds: "Slept late.\nWoke once.", commit: PartAction.report, { $0.isMultiline = true }),
          .field("Overfull", holds: String(repeating: long + " ", count: 6), commit: PartAction.report) {
            $0.isMultiline = true
          },
          .field("Long word", holds: longWord, commit: PartAction.report),
          .field("Arabic", holds: arabic, commit: PartAction.report, { $0.hint = hebrew }),
          Part.field("Read only", holds: "Cannot be changed", commit: PartAction.report).with { $0.isReadOnly = true },
          Part.field("Disabled", holds: "", commit: PartAction.report, { $0.hint = "Needs an account." }).with {
            $0.isDisabled = true
          },
          .search("Find food", holds: "oats", search: PartAction.report),
        ]),
      .section(
        "Numbers, days and files",
        [
          .number("Weight", holds: "71.5", in: numbers, commit: PartAction.report) { field in
            field.purpose = .weight
            field.hint = "In kg."
          },
          .number("Glasses", holds: "many", in: numbers, isWhole: true, commit: PartAction.report) {
            $0.invalid = "Enter a whole number."
          },
          .field("Day", holds: "2026-03-02", role: .datefield, commit: PartAction.report),
          .field("Hour", holds: "", role: .timefield, commit: PartAction.report, { $0.example = "07:30" }),
          .file("Photo", hint: "JPEG or PNG, at most 10 MB."),
        ]),
    ]
  }

  static let choices: [Part] = [
    .section(
      "On and off",
      [
        .toggle("Reminders", isOn: true, hint: "Twice a day at most.", set: { _ in "Reminders" }),
        .toggle("Sounds", isOn: false, set: { _ in "Sounds" }),
        Part.toggle("Calls", isOn: false, hint: "Needs a telephone number.", set: { _ in "Calls" }).with {
          $0.isDisabled = true
        },
        .toggle(long, id: "long", isOn: true, set: { _ in "The long one" }),
        Part.toggle("Terms", isOn: false, hint: "They are one page long.", set: { _ in "Terms" }).with {
          $0.invalid = "Turn this on to continue."
        },
        .checkbox("Sundays", is: .off, set: { _ in "Sundays" }), .checkbox("Mondays", is: .on, set: { _ in "Mondays" }),
        .checkbox("All days", is: .mixed, set: { _ in "All days" }),
        .checkbox(arabic, id: "arabic", is: .on, set: { _ in "The Arabic one" }),
      ]),
    .section(
      "One of several",
      [
        .choice(
          "Units", [("metric", "Metric"), ("imperial", "Imperial")], selected: "metric", choose: { .report($0) }),
        .choice("Nothing chosen", [("a", "Left"), ("b", "Right")], selected: nil, choose: { .report($0) }),
        Part.choice("Side", [("a", "Left"), ("b", "Right")], selected: nil, choose: { .report($0) }).with {
          $0.invalid = "Choose one of these."
        },
        Part.choice(
          "City", [("a", "Berlin"), ("b", "Zürich")], selected: nil, isFolded: true, choose: { .report($0) }
        ).with { $0.invalid = "Choose one of these." },
        .choice(
          "Long answers", [("a", long), ("b", longWord), ("c", arabic)], selected: "a", choose: { .report($0) }),
        .choice(
          "Meal", (1...20).map { ("m\($0)", "Meal number \($0)") }, selected: "m2", isFolded: true,
          hint: "Folded, as there are twenty.", choose: { .report($0) }),
      ]),
    .section(
      "Sliders",
      [
        .slider("Mood", at: 7, in: 1...10, says: "7 of 10", set: { _ in "Mood" }),
        .slider("At its end", at: 10, in: 1...10, hint: "There is no more of it.", set: { _ in "The slider" }),
      ]),
    .steps(
      "Sign up", ["About you", "Goals", "Review"], at: 2,
      [.field("Goal", holds: "", commit: PartAction.report, { $0.isRequired = true })],
      buttons: [
        .button("Previous", icon: .back, does: "Previous"),
        .button("Next", icon: .forward, isProminent: true, does: "Next"),
      ]),
  ]

  static func sheet(_ numbers: NumberNotation) -> [Part] {
    [
      .section(
        "Again",
        [
          .list(
            "Again", id: "again",
            [.row("Water, 250 ml", id: "water", does: "Water"), .row(long, id: "long", does: "The long one")])
        ]),
      .section(
        "New entry",
        [
          .number("How much", holds: "", in: numbers, commit: PartAction.report) { field in
            field.example = "250"
            field.hint = "In ml."
          },
          .checkbox("Every day", is: .off, set: { _ in "Every day" }),
        ]),
      .button("Save", isProminent: true, does: "Save"),
    ]
  }
}
