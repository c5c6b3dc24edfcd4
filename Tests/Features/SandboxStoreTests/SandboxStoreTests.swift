import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import StoreTransactions
import Testing

@testable import SandboxStore

let window: WindowID = Identifiers.seeded(1, Time(now: { Moment(noon) }, ring: { _, _ in AsyncStream { nil } })).next()

/// A folder of sandbox stores, as a device has one for all its profiles.
final class Shelves: Sendable {
  private let held = Locked<[String: Data]>([:])

  var needs: SandboxNeeds {
    SandboxNeeds(
      load: { name throws(Problem) in self.held.withLock { $0[name] } },
      keep: { name, bytes throws(Problem) in self.held.withLock { $0[name] = bytes } },
      create: { name, bytes throws(Problem) in
        self.held.withLock { held in
          guard held[name] == nil else { return false }
          held[name] = bytes
          return true
        }
      })
  }

  func spoil(_ name: String) { held.withLock { $0[name] = Data([1, 2, 3]) } }
}

private final class Harness: FeatureHarness {
  let feature: SandboxStore
  let environment: TestEnvironment
  let recorder: EventRecorder<SandboxEvent>

  init(_ shelves: Shelves = Shelves(), customer: String = "me") async throws {
    environment = try await TestEnvironment()
    feature = SandboxStore(
      items, of: "org.example.app", for: customer, on: environment.context, needs: shelves.needs)
    recorder = EventRecorder(feature.events)
    await send(.begin)
  }

  func order(_ item: StoreItem) async -> StoreOrder {
    let order = StoreOrder(id: UUID(), item: item.id, account: nil, window: window)
    await send(.ordered(order))
    return order
  }

  func answers(to order: StoreOrder) -> [StoreAnswer] {
    events.compactMap { if case .answered(order.id, let answer) = $0 { answer } else { nil } }
  }
}

@Suite("A sandbox store") struct SandboxStoreTests {
  @Test("a confirmed order is answered once with texts that the sandbox's root verifies, and no other sandbox's does")
  func signed() async throws {
    let (harness, other) = (try await Harness(), try await Harness())
    #expect(try await harness.feature.roots().isEmpty)
    for one in [harness, other] {
      let order = await one.order(month)
      #expect(one.events.contains(.opened(SandboxState.route)))
      await one.send(.confirm, from: window)
      guard case .purchased(let texts)? = one.answers(to: order).first else {
        Issue.record("the order was not answered")
        return
      }
      #expect(one.answers(to: order).count == 1 && texts.count == 2)
      let verifier = try TransactionVerifier(roots: try await harness.feature.roots(), app: "org.example.app")
      if one === harness {
        let bought = try verifier.transaction(texts[0])
        #expect(bought.product == month.id && bought.isFree && bought.price == StorePrice(0, "EUR") && bought.isSandbox)
        #expect(try verifier.renewal(texts[1]).renews)
      } else {
        #expect(throws: Problem.self) { try verifier.transaction(texts[0]) }
      }
      // Pressed once more, it sells nothing more.
      await one.send(.confirm, from: window)
      #expect(one.state.book.entries.count == 1)
    }
  }

  @Test("customers of one device share the chain, and each has their own purchases, also after all was removed")
  func customers() async throws {
    let shelves = Shelves()
    let (mine, hers) = (try await Harness(shelves), try await Harness(shelves, customer: "maria"))
    for one in [mine, hers] {
      _ = await one.order(month)
      await one.send(.confirm, from: window)
    }
    #expect(try await mine.feature.roots() == hers.feature.roots())
    // A fresh installation of the app finds the customer, and gives no second trial.
    let again = try await Harness(shelves)
    #expect(try await again.feature.all().count == 2)
    await again.send(.refund(again.state.book.entries[0].id), from: window)
    _ = await again.order(month)
    await again.send(.confirm, from: window)
    #expect(again.state.book.entries.last?.isTrial == false)
  }

  @Test("an order is declined, cancelled, left to approval or never answered, as the person chooses")
  func answers() async throws {
    let harness = try await Harness()
    for (action, answer) in [
      (SandboxWindowAction.decline, StoreAnswer.declined), (.cancel, .cancelled), (.askSomebody, .pending),
    ] {
      let order = await harness.order(year)
      await harness.send(action, from: window)
      #expect(harness.answers(to: order) == [answer] && harness.state.book.entries.isEmpty)
    }
    await harness.send(.approve(harness.state.book.waiting[0].id), from: window)
    #expect(harness.state.book.entries.count == 1 && harness.events.contains(.news))
    await harness.send(.setSilent(true), from: window)
    let lost = await harness.order(once)
    #expect(harness.answers(to: lost).isEmpty && harness.state.windows[window].order == nil)
    await #expect(throws: Problem.self) { try await harness.feature.all() }
    await harness.send(.setSilent(false), from: window)
    let left = await harness.order(once)
    await harness.close(window)
    #expect(harness.answers(to: left) == [.cancelled])
    let abandoned = await harness.order(once)
    await harness.send(.abandoned(abandoned.id))
    #expect(harness.state.windows[window].order == nil && harness.answers(to: abandoned).isEmpty)
  }

  @Test("a book that cannot be read sells nothing and says so")
  func unreadable() async throws {
    let shelves = Shelves()
    shelves.spoil("me")
    let harness = try await Harness(shelves)
    let order = await harness.order(once)
    #expect(harness.answers(to: order) == [.cancelled])
    await #expect(throws: Problem.self) { try await harness.feature.all() }
    let nodes = harness.state.screen(SandboxState.route, in: Surroundings(now: Moment(noon)), at: window).nodes
    #expect(nodes.flatMap(\.all).contains { $0.label.hasPrefix("What the sandbox store keeps cannot be read.") })
  }

  @Test("what costs nothing is sold at once, without the store's page")
  func free() {
    let pass = StoreItem("pass", "Pass", term: .lifetime, price: StorePrice(0, "EUR"))
    var state = SandboxState([pass])
    _ = state.receive(.begin, at: Moment(noon))
    _ = state.receive(.loaded(SandboxBook()), at: Moment(noon))
    let order = StoreOrder(id: UUID(), item: pass.id, account: nil, window: window)
    let steps = state.receive(.ordered(order), at: Moment(noon))
    #expect(steps == [.run(.sign(state.book, for: order.id), .inOrder("book"))])
    #expect(state.book.standing.map(\.item) == [pass.id] && state.windows[window].order == nil)
  }

  @Test("the tools for testers are folded while an order is in front, and open without one")
  func tools() async throws {
    let harness = try await Harness()
    func labels() -> [String] {
      harness.state.screen(SandboxState.route, in: Surroundings(now: Moment(noon)), at: window).all.map(\.label)
    }
    #expect(labels().contains("Answer nothing"))
    _ = await harness.order(month)
    #expect(labels().contains("Confirm purchase") && labels().contains("Cancel purchase"))
    #expect(!labels().contains("Decline the payment") && !labels().contains("Answer nothing"))
    await harness.send(.toggleTools, from: window)
    #expect(labels().contains("Decline the payment") && labels().contains("Ask for approval"))
    await harness.send(.decline, from: window)
    _ = await harness.order(month)
    #expect(!labels().contains("Decline the payment"), "each order begins folded")
  }

  @Test("the page says first that nothing is charged, and passes the audit in every state")
  func page() async throws {
    let harness = try await Harness()
    func check() {
      let screen = harness.state.screen(SandboxState.route, in: Surroundings(now: Moment(noon)), at: window)
      #expect(screen.nodes[1].label.hasPrefix("This is a sandbox. Nothing is charged"))
      let problems = Audit.findings(of: screen, theme: .plain)
      #expect(problems.isEmpty, "\(problems)")
    }
    check()
    _ = await harness.order(month)
    check()
    await harness.send(.askSomebody, from: window)
    check()
    _ = await harness.order(year)
    await harness.send(.confirm, from: window)
    _ = await harness.order(once)
    await harness.send(.confirm, from: window)
    check()
    await harness.send(.fail(harness.state.book.standing.last?.original ?? "", true), from: window)
    check()
  }
}
