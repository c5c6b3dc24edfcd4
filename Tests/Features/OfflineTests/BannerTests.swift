import Connectivity
import Covers
import FoundationEssentials
import Interface
import JSON
import Kernel
import Storage
import Sync
import SyncWire
import Testing

@testable import Offline

@Suite("The banner") struct BannerTests {
  @Test("is absent until the connection state is known")
  func unknown() {
    #expect(Hand().banner.isEmpty)
    var hand = Hand()
    hand.send(.session(Sample.owner))
    #expect(hand.banner.isEmpty && hand.announced.isEmpty)
  }

  @Test("says on every screen that the network is lost", .covers("yh-S04.5.1-AC1", "yh-S04.5.1-B3"))
  func offline() {
    var hand = Hand.online()
    #expect(hand.banner.isEmpty)
    hand.send(.network(false))
    #expect(hand.banner.map(\.label) == ["Offline Mode - Data will sync when online."])
    #expect(hand.banner.first?.state.icon == .offline)
    #expect(hand.said.first == .connectivity(.offline))
    for _ in 0..<3 { hand.send(.network(false)) }
    #expect(hand.banner.count == 1)
  }

  @Test("is announced once per change, with polite urgency", .covers("yh-S04.5.1-L4"))
  func announced() {
    var hand = Hand.online()
    hand.send(.network(false))
    hand.send(.network(false))
    hand.do(.moved)
    #expect(hand.announced == ["Offline Mode - Data will sync when online."])
    #expect(
      hand.said.contains(.announced(Announcement("Offline Mode - Data will sync when online.", urgency: .polite))))
    hand.send(.network(true))
    hand.send(.network(false))
    #expect(hand.announced.count == 2)
  }

  @Test(
    "can be dismissed, and returns on the next screen of that window",
    .covers("yh-S04.5.1-AC6", "yh-S04.5.1-B4", "yh-S04.5.1-L9"))
  func dismissed() {
    var hand = Hand.online()
    hand.send(.network(false))
    let dismiss = hand.banner.first?.offer(.dismiss)?.action(.none)
    #expect(hand.banner.first?.children.last?.role == .button)
    if let dismiss { hand.do(dismiss) }
    #expect(dismiss != nil && hand.banner.isEmpty)
    let other = WindowID(Sample.identifier(77))
    #expect(hand.state.banner(at: other, in: hand.surroundings).count == 1)
    hand.do(.moved)
    #expect(hand.banner.map(\.label) == ["Offline Mode - Data will sync when online."])
  }

  @Test("shows a new condition after another was dismissed")
  func another() {
    var hand = Hand.online()
    hand.send(.network(false))
    hand.do(.dismissBanner)
    hand.send(.network(true))
    hand.send(.session(Sample.owner))
    fail(&hand, .unreachable)
    #expect(
      hand.banner.map(\.label) == [
        "The server cannot be reached. Your entries are safe here and will be sent when it is back."
      ])
  }

  /// Lets requests fail with `failure`.
  private func fail(_ hand: inout Hand, _ failure: SyncFailure, times: Int = 1) {
    for _ in 0..<times { hand.send(.pulled(TimedAnswer(Answered(.failure(failure)), in: 0.1))) }
  }

  @Test("is replaced by a toast when the network is back", .covers("cd-FR57"))
  func back() {
    var hand = Hand.online()
    hand.send(.network(false))
    #expect(hand.toasts.isEmpty)
    hand.send(.network(true))
    #expect(hand.toasts == ["You're back online."] && hand.banner.isEmpty)
    var fresh = Hand()
    fresh.send(.network(true))
    #expect(fresh.toasts.isEmpty)
  }

  @Test("uses friendly words in every state", .covers("cd-FR56"))
  func friendly() {
    var hand = Hand.online()
    hand.send(.network(false))
    #expect(hand.banner.first?.state.tone == .warning && hand.banner.first?.role == .status)
    for state in Connectivity.allCases {
      for word in ["error", "failed", "invalid"] { #expect(state.banner?.lowercased().contains(word) != true) }
    }
  }

  @Test("links to the sign-in after a lost session, and says that the entries are safe")
  func signedOut() {
    var hand = Hand.online()
    fail(&hand, .unauthorized)
    #expect(hand.banner.first?.label == "Please sign in again. Your entries are safe here.")
    #expect(hand.banner.first?.children.first?.destination == Route(["account", "sign-in"]))
  }

  @Test("a lost session met by the planner is reported to the shell once")
  func sessionLost() {
    var hand = Hand.online()
    hand.send(.syncNow)
    var pushed = false
    while let effect = hand.effects.first {
      switch effect {
      case .disk(.look): hand.send(.disk(.looked(Heading(device: Sample.owner, epoch: "e", cursors: [:]))))
      case .disk(.draw): hand.send(.disk(.drawn(.none)))
      case .pull:
        pushed = true
        hand.send(.pulled(TimedAnswer(Answered(.failure(.unauthorized)), in: 0.1)))
      default: hand.steps = []
      }
    }
    #expect(pushed && hand.said.filter { $0 == .sessionLost }.count == 1)
    #expect(hand.state.connectivity == .signedOut)
    hand.send(.session(Sample.owner))
    #expect(hand.state.connectivity == .online)
  }

  @Test("shows which of how many entries are being sent", .covers("yh-S04.5.3-AC3", "yh-S04.5.3-B12"))
  func progress() {
    var hand = Hand.online()
    var queue = (1...5).map { Sample.change($0) }
    var seen: [String] = []
    hand.send(.queued)
    hand.play(&queue, see: { hand in seen += hand.banner.filter { $0.role == .progressbar }.map(\.label) })
    // The batches grow: one entry, then two, then up to four.
    #expect(seen == ["Syncing 1 of 5 entries...", "Syncing 2 of 5 entries...", "Syncing 4 of 5 entries..."])
    #expect(hand.banner.isEmpty)
  }

  @Test(
    "shows progress as a bar that is announced politely", .covers("yh-S04.5.3-B3", "yh-S04.5.3-B11", "yh-S04.5.3-L4"))
  func bar() {
    var hand = Hand.online()
    var queue = (1...3).map { Sample.change($0) }
    var bars: [Node<OfflineWindowAction>] = []
    hand.send(.queued)
    hand.play(&queue, see: { hand in bars += hand.banner.filter { $0.role == .progressbar } })
    #expect(bars.map(\.state.number) == [0, 1] && bars.allSatisfy { $0.state.maximum == 3 })
    #expect(bars.allSatisfy { $0.state.live == .polite } && bars.count == 2)
  }

  @Test("shows a conflict on every screen, with a link to decide it", .covers("yh-S04.5.4-B15"))
  func conflicts() {
    var hand = Hand.online()
    var queue = [Sample.change(1), Sample.change(2)]
    hand.send(.queued)
    var seenWhileSending: [String] = []
    hand.play(
      &queue,
      end: { $0.op == Sample.identifier(1) ? .conflict(rev: "9", row: ["score": .number(1)]) : .applied(rev: "2") },
      see: { hand in seenWhileSending += hand.toasts })
    #expect(seenWhileSending == ["1 entry was changed here and elsewhere. Decide in Settings, Sync."])
    #expect(hand.said.contains(.conflicts([Sample.identifier(1)])))
    let banner = hand.banner.first { $0.label == "1 entry needs your decision." }
    #expect(
      banner?.children.first?.destination == Route("/settings/sync/conflict/\(Sample.identifier(1))".lowercased()))
    hand.do(.dismissConflicts)
    #expect(hand.banner.isEmpty)
    hand.do(.moved)
    #expect(hand.banner.count == 1)
  }
}
