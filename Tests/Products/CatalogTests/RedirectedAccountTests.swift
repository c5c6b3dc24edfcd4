import Catalog
import Fetch
import Foundation
import Interface
import Kernel
import Loopback
import ProductKit
import ShellTesting
import SyncWell
import Testing
import YHealth

@testable import Shell

@Suite("An account's page that leads to this machine", .timeLimit(.minutes(5))) struct RedirectedAccountTests {
  private static let callback = "http://127.0.0.1:9/-/callback"

  /// A product that connects accounts, with its ways to them.
  private func product(_ id: String, _ access: HealthAccess) -> Product {
    id == "yhealth" ? .yhealth(access) : .syncwell(access)
  }

  @Test(
    "a provider that leads on to an address on this machine is not followed: nothing is sent there, nothing connected, and a sentence says so",
    arguments: ["yhealth", "syncwell"])
  func followed(_ id: String) async throws {
    // What a redirect would reach.
    let inner = try Listener { talk in
      _ = talk.request()
      talk.answer([], headers: ["connection: close"])
    }
    let asked = Locked<[String]>([])
    let provider = try Listener { [port = inner.port] talk in
      guard let (head, _) = talk.request(), let first = head.first else { return }
      asked.withLock { $0.append(first) }
      talk.answer([], status: "307 Temporary Redirect", headers: ["location: http://127.0.0.1:\(port)/token"])
    }
    let access = HealthAccess(
      clients: ["oura": HealthAccess.Client("troupe", address: "http://127.0.0.1:\(provider.port)")])
    let person = try await Person.open(
      product(id, access), home: .memory, clock: ManualTime(noon), seed: 1, http: .curl())
    let window = await person.window()
    try await window.perform(.browses(returningTo: RedirectedAccountTests.callback))
    try await window.perform(.open(Route(["apps"])))
    try await window.perform(.tap(.label("Connect Oura")))
    let page = try #require(await window.visit).address
    let state = try #require(
      URLComponents(string: page)?.queryItems?.first { $0.name == "state" }?.value)
    // A page that returns to another state or with none belongs to nobody, and asks the provider for nothing.
    for address in ["?code=c1&state=foreign", "?code=c1"] {
      let frame = try? await window.perform(
        .browsed(.returned(Redacted(RedirectedAccountTests.callback + address))))
      #expect(frame?.labels.contains("Disconnect Oura") != true)
      #expect(asked.withLock { $0.isEmpty })
    }
    try await window.perform(
      .browsed(.returned(Redacted("\(RedirectedAccountTests.callback)?code=c1&state=\(state)"))))
    #expect(
      await window.shows(within: 60) { frame in
        frame.everything.contains {
          $0.label.contains("The provider leads on to another address, which is not followed.")
        }
      })
    #expect(asked.withLock { $0.count } == 1 && inner.visits == 0)
    #expect(!window.frames.value.labels.contains("Disconnect Oura"))
    await window.close()
    await person.close()
  }
}
