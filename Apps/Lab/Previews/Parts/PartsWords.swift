internal import Interface

/// The parts of the gallery, in their states. `PartsTests` finds here every role of the interface.
enum Parts {
  static let long =
    "You slept well, and your recovery is better than it was in any of the last seven days, so a run is fine today, and "
    + "a long one too, as long as you drink enough on the way and rest on the day after it."
  static let longWord = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
  static let arabic = "اشرب كوبًا من الماء، ثم سجّل 250 مل."
  static let hebrew = "ישנת 7 שעות ו־22 דקות"

  static let words: [Part] = [
    .section(
      "Paragraphs",
      [
        .text("One sentence."), .text(long), .text(longWord), .text("First line.\nSecond line."), .text(arabic),
        .text("Mixed: \(hebrew), and on with the sentence."), .heading("A heading of the third level", level: 3),
        .text("Below it."), Part(.separator, id: "line"),
      ]),
    .section(
      "Notes",
      [.note("As of 08:00"), .note(long, icon: .clock)] + Tone.allCases.map { .note("Tone: \($0.rawValue)", tone: $0) }),
    .section(
      "Labels with a value",
      [
        .code("7F3K-22", label: "Invitation"), .code("116 123", label: "Samaritans").with { $0.purpose = .phone },
        Part(.term, "Load"),
        Part(.definition, "How hard the last seven days were."), Part(.time, "Last run", value: "Tuesday, 07:30"),
        Part(.timer, "Next try", value: "8 s"), Part(.status, "9 screens", id: "count"),
        Part(.tooltip, "Weighed over seven days"), Part(.badge, "new", id: "badge", value: "3 new"),
        Part(.paragraph, "Empty", value: "–"), Part(.paragraph, arabic, id: "arabic", value: "250"),
      ]),
    .section(
      "Pictures",
      [
        Part(.figure, "Route", children: [.image("", alternative: "A map of the park")]),
        .image("", alternative: "A runner at dawn"),
      ]),
    .section("Icons", Icon.allCases.map { .note($0.rawValue, icon: $0, id: "icon-\($0.rawValue)") }),
  ]

  static let messages: [Part] = [
    .section(
      "Notices",
      [Tone.neutral, .accent, .info, .success, .warning].map { tone in
        .notice("Tone: \(tone.rawValue).", id: tone.rawValue, tone: tone, icon: .info)
      } + [
        .notice(long, id: "long", tone: .info, icon: .offline, dismiss: "Dismiss"),
        .notice(
          "The last sync failed. Your entries are kept on this device.", id: "failed", tone: .critical, icon: .error,
          dismiss: "Dismiss", [.button("Try again", does: "Try again")]),
        .notice(arabic, id: "arabic", tone: .warning, icon: .warning, [.button("Retry", does: "Retry")]),
      ]),
    .section(
      "In front of a screen",
      [
        .button("Show a message with Undo", id: "toast", isProminent: true, does: "Message"),
        .link("Open a sheet", to: PartsPage.sheet.route, icon: .add),
        .link("Open a dialog", to: PartsPage.dialog.route), .link("Ask a question", to: PartsPage.alert.route),
      ]),
    .section(
      "Conversation",
      [
        .conversation(
          "Coach",
          [
            .message(from: "Coach", "Yesterday was hard, so today is easy.", id: "c1", at: "07:30", isOwn: false),
            .message(from: "You", long, id: "c2", at: "07:31", isOwn: true, delivery: "read"),
            .message(from: "You", arabic, id: "c3", at: "07:32", isOwn: true, delivery: "waiting"),
          ]),
        .conversation("Nobody has said anything", []),
        .composer(
          .field("Message to your coach", id: "text", holds: "", commit: { .report($0) }) {
            $0.isMultiline = true
            $0.enter = "Send"
          },
          [
            .button("Speak", icon: .microphone, does: "Speak"),
            .button("Send", icon: .send, isProminent: true, does: "Send"),
          ]
        ),
      ]),
    .section("Loading", [.skeleton("Loading your week", lines: 2), .progress("Syncing")]),
    .section(
      "Empty states",
      [
        .empty(
          "No journal yet.", because: "What you write is kept here.", icon: .edit, .button("Write", does: "Write")),
        .empty("Nothing was found.", because: long, id: "nothing", icon: .search),
      ]),
  ]

  static let dialog: Part = .dialog(
    "Connect a device", id: "front",
    [
      .text("Three steps, about two minutes."),
      .list("Steps", [.row("Choose Connect below.", id: "one"), .row(long, id: "two")]),
    ],
    buttons: [
      .button("Not now", does: .open(PartsPage.messages.route)),
      .button("Connect", isProminent: true, does: .open(PartsPage.messages.route)),
    ], dismiss: .open(PartsPage.messages.route))

  static let question: Part = .dialog(
    "Delete the meal?", id: "front", [.text("It cannot be brought back.")],
    buttons: [
      .button("Keep meal", does: .open(PartsPage.messages.route)),
      .destructive("Delete meal", asks: .open(PartsPage.messages.route)),
    ], dismiss: .open(PartsPage.messages.route), isAlert: true)
}
