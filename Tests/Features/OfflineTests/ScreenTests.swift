import Audit
import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import JSON
import Kernel
import Sync
import SyncWire
import Testing

@testable import Offline
@testable import Storage

@Suite("The queue on screen") struct ScreenTests {
  private let sync = "/settings/sync"
  private func entry(_ number: Int) -> String { "/settings/sync/entry/\(Sample.identifier(number))".lowercased() }

  private func hand(_ changes: [Change], _ conflicts: [Conflict] = []) -> Hand {
    var hand = Hand.online()
    hand.send(.looked(Sample.waiting(changes, conflicts)))
    return hand
  }

  @Test(
    "Settings, Sync shows the number and the kinds of waiting entries",
    .covers("yh-S04.5.2-AC5", "yh-S04.5.2-B12"))
  func kinds() {
    let changes = [1, 2, 3].map { Sample.change($0) } + [4, 5].map { Sample.change($0, "meals") }
    let hand = hand(changes)
    #expect(hand.node("5 entries: 3 mood check-ins, 2 meals.", at: sync) != nil)
    #expect(hand.nodes(sync).filter { $0.role == .listitem }.count == 5)
    #expect(self.hand([Sample.change(1, "steps")]).node("1 entry.", at: sync) != nil)
  }

  @Test("each entry shows its kind, its state and when it was entered, and can be opened")
  func rows() {
    let hand = hand([
      Sample.change(1, at: -3600), Sample.change(2, "meals", .update, state: .aside(reason: "Too much.")),
      Sample.change(3, "steps", .delete, state: .claimed), Sample.change(4, attempts: 1),
    ])
    let rows = hand.nodes(sync).filter { $0.role == .listitem }
    #expect(rows.map(\.label) == ["Mood check-in", "Meal", "Entry", "Mood check-in"])
    #expect(
      rows.map(\.value) == [
        "Waiting, entered 15 January 2027, 07:00", "Not sent: Too much., changed 15 January 2027, 08:00",
        "Being sent, deleted 15 January 2027, 08:00", "Waiting to be tried again, entered 15 January 2027, 08:00",
      ])
    #expect(rows.map { $0.destination?.text } == (1...4).map { entry($0) })
  }

  @Test("the time of an entry is when it was made, not when it is sent")
  func created() {
    var hand = Hand.online()
    var queue = [Sample.change(1, at: -7200)]
    hand.now = hand.now.advanced(by: .seconds(3600))
    hand.send(.queued)
    hand.play(&queue)
    hand.send(.looked(Sample.waiting([Sample.change(1, at: -7200)])))
    #expect(hand.nodes(sync).contains { $0.value == "Waiting, entered 15 January 2027, 06:00" })
    #expect(hand.nodes(sync).contains { $0.value == "Sent, entered 15 January 2027, 06:00" })
  }

  @Test("rows with the same text are numbered")
  func same() {
    let values = hand([1, 2, 3].map { Sample.change($0) }).nodes(sync).filter { $0.role == .listitem }.map(\.value)
    #expect(Set(values).count == 3 && values.last??.hasSuffix("(3)") == true)
  }

  @Test("ten thousand entries are shown one page at a time")
  func paged() {
    var waiting = Sample.waiting((1...50).map { Sample.change($0) })
    waiting.counts.waiting = 10_000
    waiting.kinds = ["moods": 10_000]
    var hand = Hand.online()
    hand.send(.looked(waiting))
    #expect(hand.node("Page 1 of 200", at: sync) != nil && hand.node("Previous page", at: sync) == nil)
    #expect(hand.nodes(sync).count < 500)
    hand.press("Next page", at: sync)
    #expect(hand.effects == [.look(pages: [0, 1], changes: [], turn: hand.state.turn)])
    #expect(hand.node("Loading this page", at: sync) != nil)
    waiting.pages[1] = (51...100).map { Sample.change($0) }
    hand.send(.looked(waiting))
    #expect(hand.nodes(sync).first { $0.role == .listitem }?.state.position == 51)
    hand.do(.page(Int.max))
    #expect(hand.node("Page 200 of 200", at: sync) != nil && hand.node("Next page", at: sync) == nil)
    waiting.counts.waiting = 60
    hand.send(.looked(waiting))
    #expect(hand.node("Page 2 of 2", at: sync) != nil)
  }

  @Test(
    "Sync Now is available in every network state", .covers("yh-S04.5.2-B13", "yh-S04.5.3-B16"),
    arguments: [nil, true, false] as [Bool?])
  func now(isUp: Bool?) {
    var hand = Hand()
    hand.send(.session(Sample.owner))
    if let isUp { hand.send(.network(isUp)) }
    let button = hand.node("Sync Now", at: sync)
    #expect(button?.offer(.activate)?.action(.none) == .syncNow && button?.state.isDisabled == false)
  }

  @Test("pulling down syncs now")
  func refresh() {
    let hand = hand([])
    #expect(hand.screen(sync).refresh == .syncNow)
  }

  @Test("the outcome of each entry of the last round is listed", .covers("yh-S04.5.3-B13"))
  func outcomes() {
    var hand = Hand.online()
    var queue = [Sample.change(1), Sample.change(2, "meals"), Sample.change(3)]
    hand.send(.queued)
    hand.play(&queue) { change in
      switch change.op {
      case Sample.identifier(2): .refused(code: "23514", reason: "Too much.")
      case Sample.identifier(3): .conflict(rev: "9", row: nil)
      default: .applied(rev: "1")
      }
    }
    let list = hand.nodes(sync).first { $0.label == "What became of each" }
    let said = Dictionary(grouping: list?.children ?? []) { $0.label }.mapValues { $0.compactMap(\.value).sorted() }
    #expect(
      said == [
        "Mood check-in": [
          "Needs your decision, entered 15 January 2027, 08:00", "Sent, entered 15 January 2027, 08:00",
        ],
        "Meal": ["Not sent: Too much., entered 15 January 2027, 08:00"],
      ])
  }

  @Test("an entry shows its content, why it was not sent and how often it was tried, and can be retried and edited")
  func opened() {
    var hand = hand([Sample.change(1, state: .aside(reason: "The score is too high."), attempts: 3)])
    let labels = hand.nodes(entry(1)).map(\.label)
    #expect(labels.contains("Not sent: The score is too high."))
    #expect(labels.contains("Entered on 15 January 2027, 08:00. Tried 3 times."))
    let cells = hand.nodes(entry(1)).filter { $0.role == .cell }.map(\.value)
    #expect(cells == ["Mood", "7 of 10", "Note", "Good"])
    hand.press("Try again", at: entry(1))
    #expect(hand.works == [.retry(Sample.identifier(1))])
    hand.press("Edit", at: entry(1))
    let route = Route(["log", "mood"], ["id": Sample.identifier(1001).uuidString.lowercased()])
    #expect(hand.said.last == .editAsked(route) && hand.told == [.editAsked(route)])
  }

  @Test("discarding states what is lost and asks for confirmation", arguments: [Change.Kind.insert, .update, .delete])
  func discard(kind: Change.Kind) {
    var hand = hand([Sample.change(1, "moods", kind)])
    hand.press("Discard", at: entry(1))
    #expect(hand.works.isEmpty)
    let dialog = hand.screen(entry(1)).dialog
    let words: [Change.Kind: String] = [
      .insert:
        "The mood check-in that you entered on 15 January 2027, 08:00 is lost for good. The server never had it.",
      .update:
        "What you changed on 15 January 2027, 08:00 is lost for good, and so is what you changed later. The mood check-in is again what the server has.",
      .delete: "The mood check-in that you deleted on 15 January 2027, 08:00 comes back, and stays on the server.",
    ]
    #expect(dialog?.all.contains { $0.label == words[kind] } == true)
    hand.press("Cancel", at: entry(1))
    #expect(hand.screen(entry(1)).dialog == nil)
    hand.press("Discard", at: entry(1))
    hand.press("Discard", at: entry(1))
    #expect(hand.works == [.discard(Sample.identifier(1))])
    hand.send(.worked(.discard(Sample.identifier(1)), in: hand.window, nil))
    #expect(hand.toasts.last == "Discarded.")
  }

  @Test("an entry being sent cannot be discarded and says why; a kind without an editor offers none")
  func claimed() {
    let hand = hand([Sample.change(1, "meals", state: .claimed)])
    let button = hand.node("Discard", at: entry(1))
    #expect(button?.state.isDisabled == true && button?.hint == "It is on its way to the server just now.")
    #expect(hand.node("Edit", at: entry(1)) == nil)
  }

  @Test("a window says that nothing waits once the queue was read for it, and not by what was read before")
  func nothing() {
    var hand = hand([])
    let words = "Nothing waits to be sent."
    func isLoading() -> Bool { hand.node(words, at: sync) == nil && hand.node("Looking what waits", at: sync) != nil }
    #expect(isLoading())
    hand.do(.appeared(Route(sync) ?? Route([])))
    #expect(isLoading())
    // An entry was saved meanwhile, and is shown as soon as it is read.
    hand.send(.looked(Sample.waiting([Sample.change(1)])))
    #expect(hand.node("1 entry: 1 mood check-in.", at: sync) != nil)
    hand.send(.looked(Sample.waiting([])))
    #expect(hand.node(words, at: sync) != nil)
    hand.do(.moved)
    #expect(isLoading())
    hand.do(.appeared(Route(sync) ?? Route([])))
    hand.send(.looked(Sample.waiting([])))
    #expect(hand.node(words, at: sync) != nil)
  }

  @Test("an entry that is gone says so and links back; one not read yet is loading")
  func gone() {
    var hand = hand([])
    #expect(hand.nodes(entry(9)).contains { $0.role == .skeleton })
    hand.do(.appeared(Route(entry(9)) ?? Route([])))
    #expect(hand.effects == [.look(pages: [0], changes: [Sample.identifier(9)], turn: hand.state.turn)])
    hand.send(.looked(Waiting()))
    #expect(hand.node("This does not wait any more.", at: entry(9)) != nil)
    #expect(hand.node("Back to Sync", at: entry(9))?.destination == Route(["settings", "sync"]))
    #expect(hand.node("This does not wait any more.", at: "/settings/sync/entry/rubbish") != nil)
  }

  @Test("a question about an entry that is gone meanwhile is dropped")
  func dropped() {
    var hand = hand([Sample.change(1)])
    hand.press("Discard", at: entry(1))
    hand.send(.looked(Waiting()))
    #expect(hand.screen(entry(1)).dialog == nil)
    hand.do(.confirm)
    #expect(hand.works.isEmpty)
  }

  @Test("all entries that were set aside can be retried at once")
  func all() {
    var hand = hand([Sample.change(1, state: .aside(reason: "No."))])
    hand.press("Try all again", at: sync)
    #expect(hand.works == [.retryAll])
    hand.send(.worked(.retryAll, in: hand.window, nil))
    #expect(hand.draws)
  }

  @Test("a disk failure is reported at the window that asked")
  func refused() {
    var hand = hand([Sample.change(1)])
    hand.send(.worked(.retry(Sample.identifier(1)), in: hand.window, .full))
    #expect(hand.toasts.last == Problem.full.sentence && hand.told == [.toast(Toast(.full))])
  }

  @Test("every screen passes the audit in every state", .covers("yh-S04.5.2-L9"))
  func audit() {
    let changes: [Change] = [
      Sample.change(1), Sample.change(2), Sample.change(3, "meals", .update, state: .aside(reason: "Too much.")),
      Sample.change(4, "steps", .delete, state: .claimed, fields: [:]), Sample.change(5, "moods", state: .conflict),
    ]
    var hands = [Hand(), Hand.online(), hand([]), hand(changes)]
    var sending = Hand.online()
    var queue = (1...9).map { Sample.change($0) }
    sending.send(.queued)
    sending.play(&queue, end: { _ in .refused(code: "1", reason: "") }, see: { hand in hands.append(hand) })
    hands.append(sending)
    var offline = hand(changes)
    offline.send(.network(false))
    offline.send(.failed(.full))
    offline.send(.measured(StorageUse(usages: [Usage(budget: .queue, bytes: 19 << 20)])))
    hands.append(offline)
    var asking = hand(changes)
    asking.do(.ask(.discard(Sample.identifier(3))))
    hands.append(asking)
    for hand in hands {
      for route in [sync] + (1...5).map(entry) + [entry(99)] {
        let found = Audit.findings(of: hand.screen(route), theme: .plain)
        #expect(found.isEmpty, "\(route): \(found)")
      }
      #expect(faults(ofBannerOf: hand).isEmpty)
    }
  }
}

/// Audit findings of the banner on an ordinary screen.
func faults(ofBannerOf hand: Hand) -> [Finding] {
  let screen = Screen<OfflineWindowAction>(
    Route(["home"]), title: "Home", nodes: [.heading("Home", level: 1)] + hand.banner)
  return Audit.findings(of: screen, theme: .plain)
}
