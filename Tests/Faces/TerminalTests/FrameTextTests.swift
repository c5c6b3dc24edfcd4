import EveryRole
import Interface
import Plot
import Testing

@testable import Terminal

@Suite("A frame as text")
struct FrameTextTests {
  @Test("is tested with every role")
  func roles() {
    let frames = [
      EveryRole.words, EveryRole.doing, EveryRole.entering, EveryRole.showing,
    ].map { EveryRole.frame($0) }
    let dialogs = [EveryRole.dialog, EveryRole.question, EveryRole.sheet].map { EveryRole.frame([], dialog: $0) }
    let tried = Set((frames + dialogs).flatMap(\.everything).map(\.role))
    #expect(Set(Role.allCases).subtracting(tried).isEmpty)
  }

  @Test("says at the heading that the screen is refreshed")
  func refreshing() {
    let heading = Node<String>.heading("Todos", level: 1).with { $0.isBusy = true }
    expect(
      EveryRole.frame([heading], chrome: []), width: 64, isNumbered: false,
      """
        Todos (loading)
        ═══════════════

      """)
  }

  @Test("shows texts, headings, notes, pictures and alerts")
  func words() {
    expect(
      EveryRole.frame(EveryRole.words, chrome: []), width: 64, isNumbered: false,
      """
        Today
        ═════

        You slept well, and your recovery is better than it was in
        any of the last seven days, so a run is fine.

        Score factors
        ─────────────
        Sleep and rest.
        As of 08:00
        Warning: Two days are missing.

        ▪ Details
        │ First line.
        │ Second line.

        Invitation: 7F3K-22
        Load
          How hard the last seven days were.
        Last run: Tuesday, 07:30

        ────────────────────────────────────────────────────────────

        (Picture: A runner at dawn)

        Route:
        (Picture: A map of the park)
        (Weighed over seven days)

        (3 new)

        9 screens

        ┃ Offline: Shown as of yesterday.

        ┃ Problem: The last sync failed.
        ┃ [ Try again ]  [ × Dismiss ]

        Loading your week …
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ░░░░░░░░░░░░░░░░░░░░░░░░

        A tip:
        Drink something.

      """)
  }

  @Test("shows buttons, links, menus, tabs and toolbars")
  func doing() {
    expect(
      EveryRole.frame(EveryRole.doing, chrome: []), width: 64, isNumbered: true,
      """
        Sample
        ══════

        1) [ + Log meal ]  2) [ Share ]  3) [! Delete all ]
        4) Insights →

        [ Send ]  not now: Write something first.

        5) [ Export ]
          A file that other apps can read.

        More:  6) Edit  7) ! Remove

        View:   8) Month   9) ‹Week›

        Week 12:
        Three runs.

        Tools:
        10) [ Undo ]  11) [ Redo ]

        The main part.

      """)
  }

  @Test("shows what is wrong with a choice below it")
  func invalidChoices() {
    let options = [(id: "a", title: "A"), (id: "b", title: "B")]
    let choices: [Node<String>] = [
      .choice("One", options, selected: "a") { $0 }, .choice("Two", options, selected: "a", isFolded: true) { $0 },
      .toggle("Three", isOn: false) { _ in "set" },
    ]
    expect(
      EveryRole.frame(choices.map { node in node.with { $0.invalid = "Not \(node.label)." } }, chrome: []), width: 64,
      isNumbered: false,
      """
        Sample
        ══════

        One:
          (•) A
          ( ) B
          ! Not One.

        Two: A ▾
          of A, B
          ! Not Two.
        [ ] Three
          ! Not Three.

      """)
  }

  @Test("shows form controls")
  func entering() {
    expect(
      EveryRole.frame(EveryRole.entering, chrome: []), width: 64, isNumbered: true,
      """
        Sample
        ══════

        ▪ Sign up · Step 2 of 3
        1 About you (done) › 2 Goals (current) › 3 Review (to come)

        1) Name (required): Anna ____________
        2) Email: ________________  such as name@example.org
          ! Enter an address with an @.
          We write only when you ask us to.
        3) Password: •••••••• ________
        4) Notes:
        │ Slept late.
        │ Woke once.
        5) Weight: 62 ______________
        6) Day: 2026-03-02 ______
        7) Hour: ________________  such as 07:30
        8) Photo: ________________
        9) Find food: oats ____________

        10) [ ← Previous ]  11) [ Next → ]

        12) [x] Reminders
          Twice a day at most.
        13) [~] All days
        14) [ ] Sundays

        Units:
          15) (•) Metric
          16) ( ) Imperial

        17) Meal: Lunch ▾
          of Breakfast, Lunch
        18) Mood: ━━━━━━━━●──── 7  (1 to 10)
          19) [ Less Mood ]  20) [ + More Mood ]

      """)
  }

  @Test("shows meters, cards, lists, tables, messages and calendars")
  func showing() {
    expect(
      EveryRole.frame(EveryRole.showing, chrome: []), width: 64, isNumbered: false,
      """
        Sample
        ══════

        Fitness    ████████░░  81, Excellent →
        Nutrition  █████░░░░░  54, Needs attention
        Uploading  ██████░░░░  60 %
        Syncing    ░░░░░░░░░░  working
        Next try: 8 s

        Sleep (chart)
        │ Sleep, 7 nights: least 6 h, greatest 8 h.

        ╭─ Sleep → ────────────────────────────────────────────────╮
        │ 7 h 20 min                                               │
        ╰──────────────────────────────────────────────────────────╯

        Insights · 1 of 2
        ╭─ First ──────────────────────────────────────────────────╮
        │ You walk more on Mondays.                                │
        ╰──────────────────────────────────────────────────────────╯
        [ Next → ]

        Meals:
        • Oats · 310 kcal →
          More:  Remove
        • Soup (new)

        Drinks: nothing here

        Runs
        Day       Distance  How
        ────────────────────────
        Monday         5.2  Easy
        Thursday      12.0  Long

        • Total
          Sum
          17.2

        Coach · 07:30
        │ Yesterday was hard, so today is easy.

                You · 07:31, read
                │ Good.

        March 2026
          Mo    Tu    We    Th    Fr    Sa    Su
         ‹2›    3    [4·]   5     6     7     8
        4 March:
          Dentist

        No journal yet.
        ───────────────
        What you write is kept here.

        [ Write ]

      """)
  }

  @Test("shows the bars around a screen, and a toast")
  func bars() {
    expect(
      EveryRole.frame([.text("Runs and rides.")], toasts: [EveryRole.toast]), width: 64, isNumbered: true,
      """
        1) [ ← Back ]  2) yHealth
        3) [ Voice ]  4) Notifications (2)
      ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
        5) ‹Fitness›   6) Nutrition
      ────────────────────────────────────────────────────────────────

        Sample
        ══════

        Runs and rides.

        ┃ Done: Saved.
        ┃ 7) [ × Dismiss ]

      ────────────────────────────────────────────────────────────────
        8) Dashboard   9) ‹Insights (3)›   10) Profile (new)

      """)
  }

  @Test("shows an alert without the screen behind it")
  func alert() {
    expect(
      EveryRole.frame([.text("Runs and rides.")], dialog: EveryRole.dialog), width: 40, isNumbered: true,
      """
      Behind this: Sample

      ╭──────────────────────────────────────╮
      │ Delete the meal?                     │
      │ ────────────────                     │
      │ It is gone for good.                 │
      │                                      │
      │ 1) [ Keep it ]  2) [! Delete ]       │
      ╰──────────────────────────────────────╯

      """)
  }

  @Test("shows a question without the screen behind it")
  func question() {
    expect(
      EveryRole.frame([.text("Runs and rides.")], dialog: EveryRole.question), width: 40, isNumbered: true,
      """
      Behind this: Sample

      ╭──────────────────────────────────────╮
      │ Connect WhatsApp                     │
      │ ────────────────                     │
      │ What to do:                          │
      │ • Choose Connect below.              │
      │                                      │
      │ 1) [ Not now ]  2) [ Connect ]       │
      ╰──────────────────────────────────────╯

      """)
  }

  @Test("shows a sheet as a screen of its own, without the screen behind it")
  func sheet() {
    expect(
      EveryRole.frame([.text("Runs and rides.")], toasts: [EveryRole.toast], dialog: EveryRole.sheet), width: 40,
      isNumbered: true,
      """
      Filter
      ══════

      1) [x] Runs

      2) [ × Close ]

      ┃ Done: Saved.
      ┃ 3) [ × Dismiss ]

      """)
  }

  @Test("says that something is still on its way while the frame is not settled")
  func waiting() {
    var frame = EveryRole.frame([.text("Runs and rides.")], chrome: [])
    frame.settled = false
    #expect(FrameText().text(of: frame).hasSuffix("\n\n  Something is still on its way.\n"))
  }

  @Test("has the theme's colours, which do not change the text", arguments: Theme.all)
  func colours(theme: Theme) {
    for scheme in Scheme.allCases {
      let frame = EveryRole.frame(EveryRole.words + EveryRole.doing + EveryRole.entering + EveryRole.showing)
      let plain = FrameText(width: 72, isNumbered: true).text(of: frame)
      let coloured = FrameText(width: 72, colours: theme.tokens(for: scheme), isNumbered: true).text(of: frame)
      #expect(coloured.withoutColours == plain)
      let accent = theme.tokens(for: scheme).accent
      #expect(coloured.contains("38;2;\(accent.red);\(accent.green);\(accent.blue);"))
    }
  }

  /// Compares with the golden text line by line, so that a difference is easy to find.
  private func expect(
    _ frame: Frame, width: Int, isNumbered: Bool, _ golden: String, at place: SourceLocation = #_sourceLocation
  ) {
    let lines = FrameText(width: width, isNumbered: isNumbered).text(of: frame)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = golden.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, wanted) in zip(lines, wanted) { #expect(line == wanted, sourceLocation: place) }
    #expect(lines.count == wanted.count, sourceLocation: place)
  }
}
