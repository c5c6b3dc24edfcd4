import Covers
import Foundation
import Interface
import JSON
import Kernel
import ProductKit
import ShellTesting
import StoreTransactions
import Testing

@testable import Shell
@testable import SyncWell

/// The store of a phone as its shell hands it in: it takes orders, answers them, and signs what was bought.
private final class DeviceStore: Sendable {
  struct Held {
    var orders: [StoreItem.ID] = []
    var answer = StoreAnswer.cancelled
    var texts: [String] = []
    var asked = 0
    var isReachable = true
    var ears: [AsyncStream<Heard<Bool>>.Continuation] = []
  }

  let authority: StoreAuthority
  let held = Locked(Held())

  init() throws { authority = try StoreAuthority(at: noon.date) }

  var port: StorePort {
    let (authority, held) = (authority, held)
    return StorePort(
      roots: { () throws(Problem) in [authority.rootCertificate] },
      prices: { () throws(Problem) in ["pro.lifetime": StorePrice(12_490, "EUR")] },
      buy: { order throws(Problem) in
        try held.withLock { held throws(Problem) in
          guard held.isReachable else { throw .storeUnreachable }
          held.orders.append(order.item)
          return held.answer
        }
      },
      all: { () throws(Problem) in
        try held.withLock { held throws(Problem) in
          guard held.isReachable else { throw .storeUnreachable }
          held.asked += 1
          return held.texts
        }
      }, setRenewal: { _, _ throws(Problem) in },
      news: {
        let (stream, ear) = AsyncStream.makeStream(of: Heard<Bool>.self)
        held.withLock { $0.ears.append(ear) }
        return stream
      })
  }

  func signed(_ item: StoreItem.ID, app: String = "org.troupe.syncwell") throws -> String {
    let milliseconds = JSON.number(noon.date.timeIntervalSince1970 * 1000)
    return try authority.signed([
      "transactionId": "1", "originalTransactionId": "1", "productId": .string(item), "bundleId": .string(app),
      "purchaseDate": milliseconds, "signedDate": milliseconds, "price": 12_490, "currency": "EUR",
    ])
  }

  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }
}

@Suite("SyncWell with the store of a device", .timeLimit(.minutes(5))) struct StoreOfDeviceTests {
  private func enter(_ store: DeviceStore) async throws -> Window {
    let person = try await Person.open(
      .syncwell(HealthAccess(), store: store.port), home: .memory, clock: ManualTime(noon), seed: 1)
    return await person.window()
  }

  private func isPro(_ window: Window) async throws -> Bool {
    try await window.perform(.open(Route(["history", "new"])))
    return window.frames.value.dialog?.label != "Unlock Historical Sync"
  }

  private func unlock(_ window: Window) async throws -> Frame {
    try await window.perform(.open(Route(["settings", "subscription", "plans"])))
    return try await window.perform(.tap(.label("Unlock Pro")))
  }

  @Test(
    "an order is handed to it at once, its price is shown, and each of its answers is followed",
    .covers("sw-US-09-T1"))
  func buying() async throws {
    let store = try DeviceStore()
    let window = try await enter(store)
    let offers = try await window.perform(.open(Route(["settings", "subscription", "plans"])))
    #expect(offers.everything.contains { ($0.label + ($0.value ?? "")).contains("12.49") })
    // Nothing of the sandbox is there.
    #expect(!offers.labels.contains { $0.localizedCaseInsensitiveContains("sandbox") })
    for (answer, words) in [
      (StoreAnswer.cancelled, nil), (.declined, "Purchase failed. Please try again."),
      (.pending, "Your purchase waits for approval."), (.purchased(["a.b.c"]), "The purchase could not be verified."),
      (.purchased([try store.signed("pro.lifetime", app: "org.example.other")]), "The purchase could not be verified."),
    ] {
      store.change { $0.answer = answer }
      _ = try await unlock(window)
      if let words {
        #expect(
          await window.shows(within: 10) { $0.everything.contains { $0.label.contains(words) } }, "\(answer)")
      }
      #expect(try await !isPro(window), "\(answer)")
    }
    store.change { $0.isReachable = false }
    _ = try await unlock(window)
    #expect(await window.shows(within: 10) { $0.labels.contains { $0.contains("The store cannot be reached.") } })
    store.change { $0.isReachable = true }
    let text = try store.signed("pro.lifetime")
    store.change { ($0.answer, $0.texts) = (.purchased([text]), [text]) }
    _ = try await unlock(window)
    #expect(try await isPro(window))
    #expect(store.held.withLock { $0.orders } == Array(repeating: "pro.lifetime", count: 6))
    await window.close()
    await window.person.close()
  }

  @Test(
    "restoring asks it for everything that its customer has bought, and what was approved meanwhile comes by itself",
    .covers("sw-US-11-T1"))
  func restoring() async throws {
    let store = try DeviceStore()
    let window = try await enter(store)
    try await window.perform(.open(Route(["settings", "subscription"])))
    let before = store.held.withLock { $0.asked }
    try await window.perform(.tap(.label("Restore Purchases")))
    #expect(await window.shows(within: 10) { $0.labels.contains("No previous purchase found.") })
    #expect(store.held.withLock { $0.asked } == before + 1)
    let text = try store.signed("pro.lifetime")
    store.change { $0.texts = [text] }
    try await window.perform(.tap(.label("Restore Purchases")))
    #expect(try await isPro(window))

    // A purchase elsewhere is told of by the store.
    let other = try DeviceStore()
    let second = try await enter(other)
    #expect(try await !isPro(second))
    let approved = try other.signed("pro.lifetime")
    other.change { $0.texts = [approved] }
    for ear in other.held.withLock({ $0.ears }) { ear.yield(Heard(true)) }
    try await second.perform(.open(Route(["settings", "subscription"])))
    #expect(await second.shows(within: 10) { $0.labels.contains("Lifetime license") })
    #expect(try await isPro(second))
    for window in [window, second] {
      await window.close()
      await window.person.close()
    }
  }
}
