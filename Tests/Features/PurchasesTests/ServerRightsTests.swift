import Entitlement
import FeatureTesting
import FoundationEssentials
import Kernel
import StoreTransactions
import Testing

@testable import Purchases

/// A server as a test tells it.
private final class TestServer: Sendable {
  struct Held {
    var answer: ServerRights?
    var isReachable = true
    var shown: [[SignedEntry]] = []
    var kept: ServerRights?
  }

  let held = Locked(Held())
  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }
  var shown: [[SignedEntry]] { held.withLock { $0.shown } }

  var part: PurchaseServer {
    PurchaseServer(
      verify: { entries throws(Problem) in
        try self.held.withLock { held throws(Problem) in
          guard held.isReachable else { throw .storeUnreachable }
          held.shown.append(entries)
          return held.answer
        }
      },
      load: { () throws(Problem) in self.held.withLock { $0.kept } },
      keep: { rights throws(Problem) in self.held.withLock { $0.kept = rights } })
  }
}

@Suite("Purchases that a server verifies") struct ServerRightsTests {
  private static let account = UUID(uuidString: "0197A1B2-0000-7000-8000-0123456789AB") ?? UUID()

  private func answer(
    _ harness: Harness, grants: [ServerRights.Grant] = [], refused: [String: ServerRights.Refusal] = [:],
    of account: UUID = ServerRightsTests.account
  ) -> ServerRights {
    ServerRights(account: account, grants: grants, refused: refused, asked: harness.now)
  }

  private func grant(_ harness: Harness, until: Date? = nil, isShared: Bool = false) -> ServerRights.Grant {
    ServerRights.Grant(
      original: "elsewhere", product: month.id, purchased: harness.now, until: until, isShared: isShared)
  }

  @Test("without an account nothing is shown to it, and the device's own verification counts")
  func alone() async throws {
    let server = TestServer()
    let harness = try await Harness(server: server.part)
    harness.market.change { $0.texts = [(try? harness.market.bought("1", once, at: harness.now, until: nil)) ?? ""] }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["tip"] && server.shown.isEmpty)
    // Then it is; a server that verifies nothing changes nothing.
    await harness.send(.account(Self.account))
    #expect(server.shown.last?.map(\.original) == ["1"])
    #expect(harness.state.entitlements == ["tip"] && harness.state.rights == nil)
  }

  @Test("what it refuses gives no right and is said so, until it is accepted", arguments: ServerRights.Refusal.allCases)
  func refused(_ reason: ServerRights.Refusal) async throws {
    let server = TestServer()
    let harness = try await Harness(server: server.part)
    let text = try harness.market.bought("1", once, at: harness.now, until: nil)
    harness.market.change { $0.texts = [text] }
    server.change { $0.answer = answer(harness, refused: ["1": reason]) }
    await harness.send(.account(Self.account))
    await harness.send(.news)
    #expect(harness.state.entitlements.isEmpty)
    #expect(
      harness.shows(
        reason == .otherAccount
          ? "A purchase belongs to another Example account."
          : reason == .revoked ? "A purchase was refunded" : "The server could not verify a purchase."))
    // Also after a restart, before the server is asked.
    server.change { $0.isReachable = false }
    let again = try await Harness(after: harness, server: server.part, account: Self.account)
    await again.until { $0.reading == .done }
    #expect(again.state.entitlements.isEmpty)
    server.change { ($0.isReachable, $0.answer) = (true, answer(again)) }
    await again.send(.news)
    #expect(again.state.entitlements == ["tip"] && !again.shows("The server could not verify"))
  }

  @Test("what it grants gives its rights here, for as long as it runs and the server was heard within seven days")
  func granted() async throws {
    let server = TestServer()
    let harness = try await Harness(server: server.part)
    let end = harness.now.addingTimeInterval(30 * day)
    server.change { $0.answer = answer(harness, grants: [grant(harness, until: end)]) }
    let text = try harness.market.bought("1", once, at: harness.now, until: nil)
    harness.market.change { $0.texts = [text] }
    await harness.send(.account(Self.account))
    await harness.send(.news)
    #expect(harness.state.entitlements == ["tip", "plus"])
    server.change { $0.isReachable = false }
    await harness.advance(.seconds(6.9 * day))
    #expect(harness.state.entitlements == ["tip", "plus"])
    await harness.advance(.seconds(0.3 * day))
    #expect(harness.state.entitlements == ["tip"])
    server.change { ($0.isReachable, $0.answer) = (true, answer(harness, grants: [grant(harness, until: end)])) }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["tip", "plus"])
    // Not granted any more.
    server.change { $0.answer = answer(harness) }
    await harness.send(.news)
    #expect(harness.state.entitlements == ["tip"])
  }

  @Test("the answer to one account counts for no other, and ends with signing out")
  func others() async throws {
    let server = TestServer()
    let harness = try await Harness(server: server.part)
    let text = try harness.market.bought("1", once, at: harness.now, until: nil)
    harness.market.change { $0.texts = [text] }
    server.change { $0.answer = answer(harness, grants: [grant(harness)], refused: ["1": .otherAccount]) }
    await harness.send(.account(Self.account))
    await harness.send(.news)
    #expect(harness.state.entitlements == ["plus"])
    await harness.send(.account(nil))
    #expect(harness.state.entitlements == ["tip"])
    // An answer that comes for the account that has left.
    await harness.send(.verified(answer(harness, grants: [grant(harness)])))
    #expect(harness.state.entitlements == ["tip"])
  }
}
