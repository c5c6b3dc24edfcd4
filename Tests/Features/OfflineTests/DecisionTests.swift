import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Sync
import SyncWire
import Testing

@testable import Offline
@testable import Storage

extension PullAnswer {
  static let empty = PullAnswer(epoch: "e", changes: [], cursors: [:], more: false, resync: [])
}

extension Claim {
  static let none = Claim(changes: [], counts: QueueCounts(), nextDue: nil, isHeld: false)
}

@Suite("Offline decisions") struct DecisionTests {
  @Test("beginning twice starts nothing again; the network, the queue, the days and the reductions are observed")
  func begin() {
    var hand = Hand()
    #expect(hand.effects.prefix(4) == [.network, .queue, .days, .reductions])
    hand.send(.begin)
    #expect(hand.steps.isEmpty)
  }

  @Test("the network is observed in a lane of its own")
  func network() {
    #expect(Hand().steps.contains(.run(.network, .standing("network"))))
  }

  @Test("requests run in a lane that settling ignores, disk work in order")
  func lanes() {
    var hand = Hand.online()
    hand.send(.syncNow)
    guard case .run(.disk(.draw), .inOrder("disk"))? = hand.steps.first else {
      Issue.record("expected a read from disk")
      return
    }
    hand.send(.disk(.drawn(.none)))
    guard case .run(.pull, let lane)? = hand.steps.first else {
      Issue.record("expected a pull")
      return
    }
    #expect(lane == .unawaited("request"))
  }

  @Test(
    "the platform is asked to keep running for exactly as long as work is under way")
  func background() {
    var hand = Hand.online()
    var queue = [Sample.change(1)]
    hand.send(.queued)
    #expect(hand.steps.contains(.run(.stay, .standing("background"))))
    hand.play(&queue)
    #expect(hand.steps.contains(.stop(.standing("background"))) || !hand.state.planner.isUnderWay)
  }

  @Test("losing the network cancels the pending request")
  func gone() {
    var hand = Hand.online()
    hand.send(.syncNow)
    hand.send(.disk(.looked(Heading(device: Sample.owner, epoch: "e", cursors: [:]))))
    hand.send(.disk(.drawn(.none)))
    hand.send(.network(false))
    #expect(hand.steps.contains(.stop(.unawaited("request"))))
  }

  @Test("hints are followed while signed in, and again when the network is back")
  func hints() {
    var hand = Hand()
    hand.send(.session(Sample.owner))
    #expect(hand.steps.contains(.run(.hints(Sample.owner), .standing("hints"))))
    hand.send(.network(true))
    #expect(!hand.effects.contains(.hints(Sample.owner)))
    hand.send(.network(false))
    hand.send(.network(true))
    #expect(hand.effects.contains(.hints(Sample.owner)))
    hand.send(.session(nil))
    #expect(hand.steps.contains(.stop(.standing("hints"))))
  }

  @Test(
    "the number of sent entries is reported when a sync finishes",
    .covers("yh-S04.5.3-AC4", "yh-S04.5.3-B4", "yh-S04.5.3-B17"), arguments: [1, 3])
  func finished(count: Int) {
    var hand = Hand.online()
    var queue = (1...count).map { Sample.change($0) }
    hand.send(.queued)
    hand.play(&queue)
    #expect(hand.toasts == ["Synced \(count) \(count == 1 ? "entry" : "entries"). Everything's up to date!"])
  }

  @Test("a partial sync reports what was sent, refused and in conflict, and is not called up to date")
  func partly() {
    var hand = Hand.online()
    var queue = (1...4).map { Sample.change($0) }
    hand.send(.queued)
    hand.play(&queue) { change in
      switch change.op {
      case Sample.identifier(2): .refused(code: "23514", reason: "Too much.")
      case Sample.identifier(3): .conflict(rev: "9", row: nil)
      default: .applied(rev: "1")
      }
    }
    #expect(
      hand.toasts.last
        == "Synced 2 entries. 1 could not be sent: see Settings, Sync. 1 needs your decision: see Settings, Sync.")
  }

  @Test("an automatic round with nothing to do is silent")
  func silent() {
    var hand = Hand.online()
    var queue: [Change] = []
    hand.send(.hint(.changed))
    hand.play(&queue)
    #expect(hand.toasts.isEmpty)
  }

  @Test("a manual sync is answered even when there was nothing to send")
  func asked() {
    var hand = Hand.online()
    var queue: [Change] = []
    hand.press("Sync Now", at: "/settings/sync")
    #expect(hand.draws)
    hand.play(&queue)
    #expect(hand.toasts == ["Everything's up to date!"])
  }

  @Test("a manual sync is seen at its button until the answer is stored, only where it was asked for")
  func busy() {
    var hand = Hand.online()
    let other = WindowID(Sample.identifier(77))
    let isBusy = { (hand: Hand) in hand.node("Sync Now", at: "/settings/sync")?.state.isBusy == true }
    var queue: [Change] = []
    hand.send(.hint(.changed))
    #expect(hand.state.isUnderWay && !isBusy(hand), "nobody asked")
    hand.play(&queue)
    hand.press("Sync Now", at: "/settings/sync")
    #expect(isBusy(hand) && hand.state.isLoading(for: hand.window) && !hand.state.isLoading(for: other))
    #expect(hand.node("Sync Now", at: "/settings/sync")?.state.isDisabled == false)
    hand.play(&queue)
    #expect(!isBusy(hand) && !hand.state.isLoading(for: hand.window))
    // A screen that was pulled does not say in which window.
    hand.send(.syncNow)
    #expect(hand.state.isLoading(for: hand.window) && hand.state.isLoading(for: other))
    hand.send(.pulled(TimedAnswer(Answered(.failure(.unreachable)), in: 1)))
    #expect(!hand.state.isLoading(for: other))
  }

  @Test("a manual sync does not wait for the next automatic retry", .covers("yh-S04.5.3-AC7"))
  func atOnce() {
    var hand = Hand.online()
    hand.send(.hint(.changed))
    hand.send(.pulled(TimedAnswer(Answered(.failure(.later(after: 600))), in: 1)))
    #expect(hand.effects.contains { if case .wake(let date) = $0 { date > hand.now.date } else { false } })
    hand.send(.queued)
    #expect(!hand.draws)
    hand.press("Sync Now", at: "/settings/sync")
    #expect(hand.draws)
  }

  @Test("a manual sync while offline says why it cannot run and that nothing is lost; the button stays")
  func askedOffline() {
    var hand = Hand.online()
    hand.send(.network(false))
    hand.press("Sync Now", at: "/settings/sync")
    #expect(hand.toasts.last?.contains("You are offline") == true)
    #expect(hand.toasts.last?.contains("Nothing is lost") == true)
    #expect(hand.node("Sync Now", at: "/settings/sync")?.state.isDisabled == false)
    #expect(hand.told.contains { if case .toast = $0 { true } else { false } } && hand.told.contains(.notSynced))
    #expect(!hand.steps.contains { if case .say(.toast) = $0 { true } else { false } })
  }

  @Test("whoever has not agreed to sending is told so when they ask for a sync, until they agree")
  func withheld() {
    var hand = Hand.online()
    hand.send(.withheld)
    #expect(hand.state.isWithheld && !hand.state.hasAccount)
    hand.do(.syncNow)
    #expect(hand.toasts.last?.hasPrefix("You have not agreed to sending, so nothing is sent or fetched.") == true)
    #expect(hand.effects.isEmpty)
    hand.send(.session(Sample.owner))
    #expect(!hand.state.isWithheld && hand.state.hasAccount)
    hand.send(.withheld)
    hand.send(.session(nil))
    #expect(!hand.state.isWithheld)
  }

  @Test("a manual sync without an account, or when signed out, says what to do")
  func askedByNobody() {
    var hand = Hand()
    hand.send(.network(true))
    hand.do(.syncNow)
    #expect(hand.toasts.last?.contains("not signed in") == true && hand.effects.isEmpty)
    hand.send(.session(Sample.owner))
    hand.send(.pulled(TimedAnswer(Answered(.failure(.unauthorized)), in: 1)))
    hand.do(.syncNow)
    #expect(hand.toasts.last?.contains("sign in again") == true)
  }

  @Test("a manual sync reports an unreachable server once")
  func askedInVain() {
    var hand = Hand.online()
    hand.do(.syncNow)
    hand.send(.disk(.looked(Heading(device: Sample.owner, epoch: "e", cursors: [:]))))
    hand.send(.disk(.drawn(.none)))
    hand.send(.pulled(TimedAnswer(Answered(.failure(.unreachable)), in: 1)))
    hand.send(.pulled(TimedAnswer(Answered(.failure(.unreachable)), in: 1)))
    #expect(hand.toasts.filter { $0.contains("did not answer") }.count == 1)
    #expect(hand.said.filter { $0 == .notSynced }.count == 1)
  }

  @Test("a sync asked for outside a window is answered in all windows")
  func askedOutside() {
    var hand = Hand.online()
    hand.send(.network(false))
    hand.send(.syncNow)
    #expect(hand.steps.contains { if case .say(.toast) = $0 { true } else { false } } && hand.told.isEmpty)
  }

  @Test("a disk failure is reported once, until the disk works again")
  func disk() {
    var hand = Hand.online()
    for _ in 0..<3 { hand.send(.failed(.full)) }
    #expect(hand.toasts == [Problem.full.sentence])
    #expect(hand.node(Problem.full.sentence, at: "/settings/sync") != nil)
    var queue: [Change] = []
    hand.send(.syncNow)
    hand.play(&queue)
    #expect(hand.node(Problem.full.sentence, at: "/settings/sync") == nil)
  }

  @Test("the stored sync time is shown unless a later one is known")
  func synced() {
    var hand = Hand.online()
    hand.send(.synced(Sample.now.date.addingTimeInterval(-4000)))
    #expect(hand.state.lastSynced == Sample.now.date)
    var fresh = Hand()
    fresh.send(.synced(Sample.now.date.addingTimeInterval(-300)))
    #expect(fresh.node("Last synced 5 minutes ago, 15 January 2027, 07:55", at: "/settings/sync") != nil)
  }

  @Test("a finished sync updates the time of the last sync", .covers("pa-R9.7"))
  func syncedLater() {
    var hand = Hand.online()
    var queue: [Change] = []
    hand.now = hand.now.advanced(by: .seconds(3600))
    #expect(hand.node("Last synced 1 hour ago, 15 January 2027, 08:00", at: "/settings/sync") != nil)
    hand.send(.syncNow)
    hand.play(&queue)
    #expect(hand.node("Last synced just now, 15 January 2027, 09:00", at: "/settings/sync") != nil)
  }

  @Test("housekeeping runs at the start, once a day and after the cache is written")
  func housekeeping() {
    var hand = Hand()
    #expect(hand.effects.contains(.tidy))
    hand.send(.newDay)
    #expect(hand.effects == [.tidy])
    hand.send(.cached)
    #expect(hand.steps == [.run(.tidy, .newest("storage"))])
  }

  @Test("caches reduced by a full disk are reported once each time")
  func reduced() {
    var hand = Hand.online()
    for count in [0, 1, 1, 2] { hand.send(.reduced(count)) }
    #expect(hand.toasts.count == 2 && hand.toasts.allSatisfy { $0.hasSuffix("What you entered is safe.") })
    #expect(hand.effects == [.measure])
  }

  @Test("entries that still wait are reported, and not called up to date")
  func waits() {
    var hand = Hand.online()
    hand.send(.syncNow)
    hand.send(.disk(.drawn(Claim(changes: [], counts: QueueCounts(waiting: 2), nextDue: nil, isHeld: false))))
    hand.send(.pulled(TimedAnswer(Answered(.success(.empty)), in: 0.1)))
    hand.send(.disk(.took(Taken())))
    hand.send(.disk(.looked(Heading(device: Sample.owner, epoch: "e", cursors: [:]))))
    hand.send(.disk(.drawn(Claim(changes: [], counts: QueueCounts(waiting: 2), nextDue: nil, isHeld: false))))
    #expect(hand.toasts == ["2 still wait."])
  }

  @Test("any sequence of actions is handled, and the remembered state stays bounded")
  func random() {
    var random = Seeded(11)
    var hand = Hand()
    let windows = (1...3).map { WindowID(Sample.identifier($0)) }
    for _ in 0..<3000 {
      let op = Sample.identifier(Int.random(in: 1...5, using: &random))
      let locals: [OfflineWindowAction] = [
        .moved, .dismissBanner, .dismissConflicts, .syncNow, .page(Int.random(in: -5...5, using: &random)), .look(op),
        .look(nil), .retry(op), .retryAll, .edit(op), .ask(.discard(op)), .ask(.keep(op, .merge)), .ask(.clear),
        .ask(.restore(1)), .cancel, .confirm, .merge(op), .choose("note", .mine), .leaveMerge,
      ]
      let shared: [OfflineAction] = [
        .begin, .session(Bool.random(using: &random) ? Sample.owner : nil), .syncNow, .cached,
        .network(.random(using: &random)), .hint(.ready), .hint(.gone), .queued, .woke, .newDay,
        .disk(.looked(Heading(device: op, epoch: nil, cursors: [:]))), .disk(.drawn(.none)),
        .pushed(TimedAnswer(Answered(.failure(.later(after: 3))), in: 1)),
        .pulled(TimedAnswer(Answered(.failure(.unreachable)), in: 9)),
        .looked(Sample.waiting([Sample.change(1)], [Sample.conflict(2, mine: ["note": .int(1)], theirs: [:])])),
        .looked(Waiting()), .remembered([]), .measured(StorageUse()), .worked(.clear, in: windows[0], .full),
      ]
      let index = Int.random(in: 0..<(shared.count + 1) * 2, using: &random)
      if index < shared.count {
        hand.send(shared[index])
      } else if index == shared.count {
        hand.close(windows[0])
      } else if let local = locals.randomElement(using: &random), let window = windows.randomElement(using: &random) {
        hand.do(local, from: window)
      }
      #expect(hand.state.windows.windows.count <= 3 && hand.state.outcomes.count <= OfflineState.mostOutcomes)
    }
    hand.send(.network(true))
    #expect(!hand.nodes("/settings/sync").isEmpty)
  }
}
