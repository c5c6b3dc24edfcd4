import Audit
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Offline
@testable import Storage

@Suite("Storage screen") struct StorageScreenTests {
  private let route = "/settings/storage"

  private func use(dashboard: Int = 0, queue: Int = 0, conversations: Int = 0, insights: Int = 0, damaged: Int = 0)
    -> StorageUse
  {
    StorageUse(
      usages: [
        Usage(budget: Sample.dashboard, bytes: dashboard << 20), Usage(budget: .queue, bytes: queue << 20),
        Usage(budget: Sample.conversations, bytes: conversations << 20),
        Usage(budget: Sample.insights, bytes: insights << 20),
        Usage(budget: Budget("blobs", bytes: 500 << 20), bytes: 400 << 20),
      ],
      damaged: (0..<damaged).map {
        SetAside(number: Int64($0), collection: "moods", id: Sample.identifier($0), at: Sample.now.date)
      })
  }

  private func hand(_ use: StorageUse) -> Hand {
    var hand = Hand.online()
    hand.send(.measured(use))
    return hand
  }

  @Test(
    "every budget and the total show how full they are, as text and as a bar")
  func budgets() {
    let meters = hand(use(dashboard: 12, queue: 1, conversations: 5, insights: 2)).nodes(route)
      .filter { $0.role == .meter }
    #expect(
      meters.map { "\($0.label): \($0.value ?? "")" } == [
        "All together: 20 MB of 100 MB, 20 %", "Dashboard: 12 MB of 50 MB, 24 %",
        "Entries to be sent: 1 MB of 20 MB, 5 %", "Conversations: 5 MB of 20 MB, 25 %",
        "Insights: 2 MB of 10 MB, 20 %",
      ])
    #expect(StorageFill.size(700) == "700 bytes" && StorageFill.size(2048) == "2 KB")
    #expect(StorageFill.size(1_300_000) == "1.2 MB" && StorageFill.size(-3) == "0 bytes")
  }

  @Test("a product that caches nothing shows its queue alone, and has no cache that could be full")
  func queueAlone() {
    var hand = Hand.online()
    hand.state = OfflineState(Sample.kinds, words: Sample.words, storage: .queueAlone, seed: 7)
    hand.send(.measured(use(queue: 20)))
    let meters = hand.nodes(route).filter { $0.role == .meter }
    #expect(meters.map(\.label) == ["All together", "Entries to be sent"])
    #expect(hand.toasts == ["Your entries to be sent almost fill the room for them (20 MB of 20 MB). Sync soon."])
  }

  @Test("a plan that does not place the queue has it first")
  func placed() {
    let cache = StoragePlan.Part("Pictures", Budget("pictures", bytes: 1))
    #expect(StoragePlan([cache]).parts == [.queue, cache] && StoragePlan([cache, .queue]).parts == [cache, .queue])
  }

  @Test(
    "from 90 per cent on, it warns that older cached data will be cleared",
    .covers("yh-S04.5.4-AC4", "yh-S04.5.4-B9"))
  func warning() {
    let words = "Storage almost full. Older cached data will be cleared."
    #expect(hand(use(dashboard: 44, queue: 17, conversations: 17, insights: 8)).node(words, at: route) == nil)
    let full = hand(use(dashboard: 44, queue: 18, conversations: 18, insights: 9))
    #expect(full.node(words, at: route) != nil && full.toasts.contains(words))
    #expect(hand(use(dashboard: 45)).node(words, at: route) != nil)
  }

  @Test("the warning is shown as one toast and blocks nothing", .covers("yh-S04.5.4-B17"))
  func once() {
    var hand = hand(use(dashboard: 46))
    for bytes in [46, 47, 48] { hand.send(.measured(use(dashboard: bytes))) }
    #expect(hand.toasts.count == 1 && hand.screen(route).dialog == nil)
    #expect(hand.node("Sync Now", at: "/settings/sync")?.state.isDisabled == false)
  }

  @Test("clearing older data after an ignored warning is reported")
  func ignored() {
    var hand = hand(use(dashboard: 50))
    hand.send(.measured(use(dashboard: 47)))
    hand.send(.measured(use(dashboard: 46)))
    #expect(
      hand.toasts == [
        "Storage almost full. Older cached data will be cleared.",
        "Older cached data was cleared to make room. What you entered is untouched.",
      ])
    hand.send(.measured(use(dashboard: 10)))
    hand.send(.measured(use(dashboard: 49)))
    #expect(hand.toasts.count == 3)
  }

  @Test(
    "a queue that fills up asks to sync soon, as a toast and on both screens",
    .covers("yh-S04.5.2-E1"), arguments: [18, 20])
  func queue(megabytes: Int) {
    let hand = hand(use(queue: megabytes))
    let words = "Your entries to be sent almost fill the room for them (\(megabytes) MB of 20 MB). Sync soon."
    #expect(hand.toasts == [words])
    #expect(hand.node(words, at: route) != nil && hand.node(words, at: "/settings/sync") != nil)
    #expect(hand.node("Sync Now", at: route) != nil)
  }

  @Test("clearing the cache asks for confirmation and says what is safe")
  func clear() {
    var hand = hand(use(dashboard: 20))
    hand.press("Clear Cache", at: route)
    #expect(hand.works.isEmpty)
    let dialog = hand.screen(route).dialog
    #expect(dialog?.label == "Clear Cache?")
    #expect(dialog?.all.contains { $0.label == "What you entered is not touched, sent or not." } == true)
    hand.press("Cancel", at: route)
    #expect(hand.screen(route).dialog == nil && hand.works.isEmpty)
    hand.press("Clear Cache", at: route)
    hand.press("Clear Cache", at: route)
    #expect(hand.works == [.clear])
    hand.send(.worked(.clear, in: hand.window, nil))
    #expect(hand.toasts.last == "Cache cleared. It is fetched again when you are online.")
    #expect(hand.effects == [.measure])
    hand.send(.measured(use()))
    #expect(hand.toasts.count == 1)
  }

  @Test("when offline, the confirmation says that the cache is only fetched again once online")
  func clearOffline() {
    var hand = hand(use(dashboard: 20))
    hand.send(.network(false))
    hand.press("Clear Cache", at: route)
    #expect(
      hand.screen(route).dialog?.all.contains { $0.label.hasSuffix("it is only fetched again once you are.") } == true)
  }

  @Test(
    "damaged entries are reported in one sentence without a toast, and only if there are any",
    .covers("yh-S04.5.4-B18"))
  func damage() {
    #expect(
      hand(use(damaged: 2)).node(
        "2 entries were damaged on this device and set aside; what the server has of them is fetched again.", at: route)
        != nil)
    #expect(hand(use(damaged: 3)).toasts.isEmpty)
    #expect(!hand(use()).nodes(route).contains { $0.label.contains("damaged") })
  }

  @Test("every screen passes the audit in every state")
  func audit() {
    var hands = [
      Hand(), hand(use()), hand(use(dashboard: 50, queue: 20, conversations: 20, insights: 10, damaged: 1)),
      hand(use(dashboard: 500, queue: 21)),
    ]
    var asking = hand(use(dashboard: 10))
    asking.do(.ask(.clear))
    hands.append(asking)
    for hand in hands {
      let found = Audit.findings(of: hand.screen(route), theme: .plain)
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test("every place has a route, and each route opens its own screen")
  func places() {
    #expect(
      OfflineState.places.map(\.pattern.text) == [
        "/settings/sync", "/settings/sync/entry/{op:id}", "/settings/sync/conflict/{op:id}", "/settings/sync/history",
        "/settings/storage",
      ])
    let hand = Hand()
    #expect(hand.screen("/settings/sync").title == "Sync")
    #expect(hand.screen("/settings/sync/history").title == "History of decisions")
    #expect(hand.screen("/settings/storage").title == "Storage")
  }
}
