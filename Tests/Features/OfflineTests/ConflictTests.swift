import Audit
import Covers
import FoundationEssentials
import Interface
import Kernel
import Sync
import Testing

@testable import Offline
@testable import Storage

@Suite("Conflicts on screen") struct ConflictTests {
  private let base: Fields = ["score": .int(5), "note": .text("Fine"), "at": .date(Sample.now.date)]
  private var mine: Fields { base.merging(["score": .int(7), "note": .text("Better")]) { $1 } }
  private var theirs: Fields {
    base.merging(["score": .int(3), "edited_at": .text("2027-01-15T07:00:00Z")]) { $1 }
  }

  private func route(_ number: Int) -> String { "/settings/sync/conflict/\(Sample.identifier(number))".lowercased() }

  private func hand(_ conflicts: [Conflict]) -> Hand {
    var hand = Hand.online()
    hand.send(.looked(Sample.waiting([], conflicts)))
    return hand
  }

  private var both: Conflict { Sample.conflict(1, mine: mine, theirs: theirs, base: base) }

  @Test(
    "both versions are shown side by side, with the three ways to decide",
    .covers("yh-S04.5.4-AC2", "yh-S04.5.4-B4", "yh-S04.5.4-B5"))
  func sideBySide() {
    let hand = hand([both])
    let table = hand.nodes(route(1)).first { $0.role == .table }
    let rows = (table?.children ?? []).map { $0.children.map { $0.value ?? $0.label } }
    #expect(
      rows == [
        ["Field", "My version", "Server version", "Compared"],
        ["Mood", "7 of 10", "3 of 10", "different"],
        ["Note", "Better", "Fine", "different"],
        ["When", "15 January 2027, 08:00", "15 January 2027, 08:00", "the same"],
      ])
    let buttons = hand.nodes(route(1)).filter { $0.role == .button }.map(\.label)
    #expect(buttons == ["Keep my version", "Use server version", "Merge"])
  }

  @Test("fields that differ are marked by a word and an icon", .covers("yh-S04.5.4-B2"))
  func marks() {
    let cells = hand([both]).nodes(route(1)).filter { $0.role == .cell && $0.label == "Compared" }
    #expect(cells.map(\.value) == ["different", "different", "the same"])
    #expect(cells.map(\.state.icon) == [.warning, .warning, .success])
  }

  @Test(
    "the edit times of both versions are compared and shown", .covers("yh-S04.5.4-B1"),
    arguments: [
      ("07:00:00", "07:00: mine is the newer one."), ("07:50:30", "07:50: both within a minute."),
      ("08:05:00", "08:05: it is the newer one."),
    ])
  func edited(time: String, said: String) {
    let theirs = base.merging(["edited_at": .text("2027-01-15T\(time)Z")]) { $1 }
    #expect(
      hand([Sample.conflict(1, mine: mine, theirs: theirs, base: base)]).node(
        "My version was last edited on 15 January 2027, 07:50. The server's version was last edited on 15 January 2027, \(said)",
        at: route(1)) != nil)
  }

  @Test("a deletion on one side is described in words, and cannot be merged")
  func deleted() {
    let here = hand([Sample.conflict(1, mine: nil, theirs: theirs)])
    #expect(
      here.node(
        "You deleted it here on 15 January 2027, 07:50. On the server it was changed on 15 January 2027, 07:00.",
        at: route(1)) != nil)
    let there = hand([Sample.conflict(1, mine: mine, theirs: nil)])
    #expect(
      there.node("You changed it here on 15 January 2027, 07:50. On the server it was deleted.", at: route(1)) != nil)
    for hand in [here, there] {
      #expect(hand.node("Merge", at: route(1)) == nil && hand.node("Keep my version", at: route(1)) != nil)
      #expect(hand.nodes(route(1)).contains { $0.role == .cell && $0.value == "deleted" })
    }
    var deleting = here
    deleting.press("Keep my version", at: route(1))
    #expect(deleting.node("The mood check-in is deleted, here and on the server.", at: route(1)) != nil)
  }

  @Test("every choice shows its outcome and asks for confirmation", .covers("yh-S04.5.4-B6"))
  func preview() {
    for (label, score, resolution) in [
      ("Keep my version", "7 of 10", Resolution.mine), ("Use server version", "3 of 10", .theirs),
    ] {
      var hand = hand([both])
      hand.press(label, at: route(1))
      #expect(hand.works.isEmpty)
      let dialog = hand.screen(route(1)).dialog
      #expect(dialog?.all.contains { $0.label == "Preview" && $0.role == .heading } == true)
      #expect(dialog?.all.contains { $0.value == score } == true)
      #expect(
        dialog?.all.contains { $0.label == "This is permanent. The other version stays in the history." } == true)
      hand.press("Confirm", at: route(1))
      #expect(hand.works == [.resolve(Sample.identifier(1), resolution)])
    }
  }

  @Test("a merge asks for each field changed on both sides, and takes over the fields changed on one")
  func merge() {
    var hand = hand([both])
    hand.press("Merge", at: route(1))
    let clash = hand.nodes(route(1)).first { $0.role == .radiogroup }
    #expect(
      clash?.label == "Mood" && clash?.children.map(\.label) == ["My version: 7 of 10", "Server version: 3 of 10"])
    #expect(hand.nodes(route(1)).contains { $0.label == "Note" && $0.value == "Better, changed only here" })
    let preview = hand.node("Preview", at: route(1))
    #expect(preview?.state.isDisabled == true && preview?.hint == "Choose for 1 more field first.")
    hand.do(.ask(.keep(Sample.identifier(1), .merge)))
    #expect(hand.screen(route(1)).dialog == nil)
    if let action = clash?.offer(.choose)?.action(.text("theirs")) { hand.do(action) }
    hand.press("Preview", at: route(1))
    #expect(hand.screen(route(1)).dialog?.all.compactMap(\.value).contains("3 of 10") == true)
    hand.press("Confirm", at: route(1))
    guard case .resolve(_, .merged(let fields))? = hand.works.first else {
      Issue.record("expected a merge")
      return
    }
    #expect(fields["score"] == .int(3) && fields["note"] == .text("Better"))
  }

  @Test("a merge without clashes needs no choice, and can be cancelled")
  func easy() {
    let conflict = Sample.conflict(
      1, mine: base.merging(["note": .text("Mine")]) { $1 }, theirs: base.merging(["score": .int(9)]) { $1 }, base: base
    )
    var hand = hand([conflict])
    hand.press("Merge", at: route(1))
    #expect(hand.node("No field was changed on both sides, so both can be kept.", at: route(1)) != nil)
    hand.press("Preview", at: route(1))
    #expect(hand.screen(route(1)).dialog?.all.compactMap(\.value).contains("Mine") == true)
    hand.press("Cancel", at: route(1))
    hand.press("Back to both versions", at: route(1))
    #expect(hand.node("Keep my version", at: route(1)) != nil)
  }

  @Test("several conflicts are queued and presented one at a time", .covers("yh-S04.5.4-E1", "yh-S04.5.4-B3"))
  func several() {
    let conflicts = (1...3).map { Sample.conflict($0, mine: mine, theirs: theirs, base: base) }
    var hand = hand(conflicts)
    #expect(hand.node("3 entries need your decision.", at: "/settings/sync") != nil)
    #expect(hand.node("Review", at: "/settings/sync")?.destination?.text == route(1))
    #expect(hand.node("1 of 3", at: route(1)) != nil && hand.node("2 of 3", at: route(2)) != nil)
    #expect(hand.nodes(route(1)).filter { $0.role == .table }.count == 1)
    hand.do(.appeared(Route(route(1)) ?? Route([])))
    hand.send(.worked(.resolve(Sample.identifier(1), .mine), in: hand.window, nil))
    hand.send(.looked(Sample.waiting([], Array(conflicts.dropFirst()))))
    #expect(hand.node("This is decided.", at: route(1)) != nil)
    #expect(hand.node("Review the next one", at: route(1))?.destination?.text == route(2))
    #expect(hand.node("1 of 2", at: route(2)) != nil)
  }

  @Test(
    "a conflict is called decided only after the queue was read for its page, and not from a reading that began earlier"
  )
  func readFirst() {
    var hand = hand([])
    let loading = "Loading both versions"
    #expect(hand.node("This is decided.", at: route(1)) == nil && hand.node(loading, at: route(1)) != nil)
    // A reading is under way when the page is opened.
    hand.send(.queued)
    let earlier = hand.state.turn
    hand.do(.appeared(Route(route(1)) ?? Route([])))
    hand.send(.looked(Sample.waiting([], []), turn: earlier))
    #expect(hand.node("This is decided.", at: route(1)) == nil && hand.node(loading, at: route(1)) != nil)
    hand.send(.looked(Sample.waiting([], [both]), turn: hand.state.turn))
    #expect(hand.node("Keep my version", at: route(1)) != nil)
    hand.send(.looked(Sample.waiting([], []), turn: hand.state.turn))
    #expect(hand.node("This is decided.", at: route(1)) != nil)
    #expect(hand.node("This is decided.", at: "/settings/sync/conflict/rubbish") != nil)
  }

  @Test("a conflict that is postponed stays until it is decided")
  func later() {
    var hand = hand([both])
    let link = hand.node("Decide later", at: route(1))
    #expect(link?.destination == Route(["settings", "sync"]))
    hand.do(.moved)
    var queue: [Change] = []
    var works: [Work] = []
    hand.send(.syncNow)
    works += hand.works
    hand.play(&queue, see: { hand in works += hand.works })
    hand.send(.looked(Sample.waiting([], [both])))
    works += hand.works
    #expect(works.isEmpty)
    #expect(hand.node("1 entry needs your decision.", at: "/settings/sync") != nil)
  }

  @Test("a decision is sent at once and confirmed by a toast")
  func sent() {
    var hand = hand([both])
    hand.send(.worked(.resolve(Sample.identifier(1), .mine), in: hand.window, nil))
    #expect(hand.toasts.last == "Decided. The other version stays in the history.")
    #expect(hand.draws && hand.effects.contains(.remember))
  }

  @Test("the losing version can be viewed and restored")
  func history() {
    var hand = Hand.online()
    hand.do(.appeared(Route(["settings", "sync", "history"])))
    #expect(hand.effects == [.remember])
    #expect(hand.nodes("/settings/sync/history").contains { $0.role == .skeleton })
    let lost = [7, 6].map {
      Lost(number: $0, collection: "moods", id: Sample.owner, at: Sample.now.date, fields: theirs)
    }
    hand.send(.remembered(lost))
    let regions = hand.nodes("/settings/sync/history").filter { $0.role == .region }.map(\.label)
    #expect(
      regions == [
        "Mood check-in, set aside on 15 January 2027, 08:00", "Mood check-in, set aside on 15 January 2027, 08:00 (2)",
      ])
    hand.do(.ask(.restore(7)))
    #expect(hand.node("Bring this version back?", at: "/settings/sync/history") != nil && hand.works.isEmpty)
    hand.do(.confirm)
    #expect(hand.works == [.restore(7)])
    hand.send(.worked(.restore(7), in: hand.window, nil))
    #expect(hand.toasts.last == "Brought back." && hand.effects.contains(.remember))
    hand.do(.ask(.restore(99)))
    #expect(hand.screen("/settings/sync/history").dialog == nil)
  }

  @Test("every screen passes the audit in every state", .covers("yh-S04.5.4-L4", "yh-S04.5.4-L9"))
  func audit() {
    let conflicts = [
      both, Sample.conflict(2, mine: nil, theirs: theirs), Sample.conflict(3, mine: mine, theirs: nil),
      Sample.conflict(4, mine: mine, theirs: theirs), Sample.conflict(5, mine: [:], theirs: [:]),
    ]
    var hands = [Hand(), hand([]), hand(conflicts)]
    for choice in [OfflineWindowState.Choice.mine, .theirs] {
      for number in 1...3 {
        var asking = hand(conflicts)
        asking.do(.ask(.keep(Sample.identifier(number), choice)))
        hands.append(asking)
      }
    }
    for number in [1, 4] {
      var merging = hand(conflicts)
      merging.do(.merge(Sample.identifier(number)))
      hands.append(merging)
      for field in ["score", "note", "at", "edited_at"] { merging.do(.choose(field, .mine)) }
      hands.append(merging)
      merging.do(.ask(.keep(Sample.identifier(number), .merge)))
      #expect(merging.screen(route(number)).dialog != nil)
      hands.append(merging)
    }
    var remembering = hand(conflicts)
    remembering.send(.remembered([]))
    hands.append(remembering)
    remembering.send(
      .remembered(
        (1...3).map { Lost(number: $0, collection: "moods", id: Sample.owner, at: Sample.now.date, fields: mine) }))
    hands.append(remembering)
    remembering.do(.ask(.restore(2)))
    hands.append(remembering)
    for hand in hands {
      for route in (1...6).map(route) + ["/settings/sync/history", "/settings/sync"] {
        let found = Audit.findings(of: hand.screen(route), theme: .plain)
        #expect(found.isEmpty, "\(route): \(found)")
      }
      #expect(faults(ofBannerOf: hand).isEmpty)
    }
  }
}
