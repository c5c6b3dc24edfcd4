import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import Shell

@Suite("Visits to pages in a browser") struct BrowsingTests {
  private static let visit = BrowserVisit(
    address: "https://id.example.org/", callback: "myapp://callback?state=s", provider: "google", nonce: "n")

  /// A product that records what its windows' browsers do.
  private func product(_ heard: Locked<[String]>) -> Product {
    Product(
      id: "browsing", name: "Browsing", tagline: "For tests.", theme: .plain,
      home: Tab("Home", icon: .home, at: Route(["home"])), tabs: [], unavailable: "Unavailable."
    ) { _ in
      PersonFeatures { _ in
        WindowComposition(
          eventRoutes: [], banner: nil,
          pages: [Page(place: Place("/home", title: "Home")) { route, _ in Screen(route, title: "Home", nodes: []) }],
          browsing: Browsing(
            ready: { heard.withLock { $0.append("ready") } },
            ended: { answer in heard.withLock { $0.append("\(answer.words)") } }))
      }
    }
  }

  @Test("A visit is announced once and ends once; a return needs no visit, since links of mails come without")
  func visits() async throws {
    let heard = Locked<[String]>([])
    let person = try await Person.open(product(heard), home: .memory, clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    let recorder = OutletRecorder(window)
    #expect(await window.refusal(.browsed(.cancelled))?.code == "no-browser-asked")
    await window.browse(Self.visit)
    #expect(await window.visit == Self.visit)
    try await window.perform(.browsed(.cancelled))
    #expect(await window.visit == nil)
    #expect(recorder.all.filter { $0 == .browserAsked(Self.visit) }.count == 1)
    for answer in [BrowserAnswer.cancelled, .failed, .token(Redacted("t"))] {
      #expect(await window.refusal(.browsed(answer))?.code == "no-browser-asked")
    }
    try await window.perform(.browsed(.returned(Redacted("myapp://callback?state=s"))))
    #expect(heard.withLock { $0 } == ["cancelled", "returned myapp://callback?state=s"])
    await window.close()
    await person.close()
  }

  @Test("A front end names its callback address once; an address that could hide a code is refused")
  func callbacks() async throws {
    let heard = Locked<[String]>([])
    let person = try await Person.open(product(heard), home: .memory, clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    for address in ["", "callback", "://x", "my app://x", "http://a/b?c=d", "http://a/b#c", "1x://y", "http://ü/"] {
      #expect(await window.refusal(.browses(returningTo: address))?.code == "bad-callback", "\(address)")
    }
    #expect(await window.callback == nil)
    for _ in 0..<2 { try await window.perform(.browses(returningTo: "myapp://callback")) }
    #expect(await window.callback == "myapp://callback" && heard.withLock { $0 } == ["ready"])
    await window.close()
    await person.close()
  }

  @Test("A product that opens no pages refuses a return")
  func none() async throws {
    let person = try await Person.open(.studio(), home: .memory, clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    let answer = BrowserAnswer.returned(Redacted("myapp://callback?state=s"))
    #expect(await window.refusal(.browsed(answer))?.code == "no-browser-asked")
    await window.close()
    await person.close()
  }
}

extension BrowserAnswer {
  fileprivate var words: String {
    switch self {
    case .returned(let address): "returned \(address.revealed)"
    case .token: "token"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}
