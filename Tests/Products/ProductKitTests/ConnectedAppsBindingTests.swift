import ConnectedApps
import Fetch
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import OAuthClient
import Portability
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

@Suite("Connected apps in a product") struct ConnectedAppsBindingTests {
  private static let app = ConnectedApp(
    "diary", name: "Diary", icon: .run, kind: "Training diary",
    way: .browser(
      OAuthProvider(
        authorization: "https://diary.example/authorize", token: "https://diary.example/token",
        revocation: .token("https://diary.example/revoke"), client: "me", scopes: ["read"])),
    manual: "diary.example")

  /// A product with connected apps and a feature that opens pages of its own, whose answers are recorded.
  private static func product(_ others: Locked<[BrowserAnswer]>) -> Product {
    Product(
      id: "apps", name: "Apps", tagline: "For tests.", theme: .plain,
      home: Tab("Apps", icon: .link, at: ConnectedAppsPlaces.apps), tabs: [], unavailable: "Content unavailable."
    ) { environment in
      var needs = ConnectedAppsNeeds(environment, by: OutsideNetwork(environment.network))
      needs.ask = { _ throws(Problem) in
        let tokens: JSON = ["access_token": "-secret-a", "refresh_token": "-secret-r", "expires_in": 3600]
        return Incoming(status: 200, body: Array((try? JSON.data(tokens)) ?? Data()))
      }
      let apps = ConnectedApps([app], on: environment.context, needs: needs)
      return PersonFeatures(begin: { await apps.send(.begin) }) { window in
        let binding = ConnectedAppsBinding(apps, in: window.id)
        let other = Browsing(ready: {}, ended: { answer in others.withLock { $0.append(answer) } })
        return WindowComposition(
          eventRoutes: [binding.eventRoute()], banner: nil, pages: binding.pages,
          browsing: binding.browsing(besides: other))
      }
    }
  }

  @Test("a consent leads to the browser and back, and answers of other visits go to the other feature")
  func browser() async throws {
    let others = Locked<[BrowserAnswer]>([])
    let person = try await Person.test(Self.product(others))
    let window = await person.window()
    let outlets = OutletRecorder(window)
    try await window.perform(.browses(returningTo: "myapp://callback"))
    try await window.perform(.tap(.label("Connect Diary")))
    let visit = try #require(await window.visit)
    #expect(visit.callback == "myapp://callback" && visit.address.hasPrefix("https://diary.example/authorize?"))
    let state = try #require(visit.state)
    #expect(visit.ends(at: "myapp://callback?code=c&state=\(state)") && !visit.ends(at: "myapp://callback?state=s"))
    let foreign = BrowserAnswer.returned(Redacted("myapp://callback?code=c&state=other"))
    try await window.perform(.browsed(foreign))
    #expect(others.withLock { $0 } == [foreign])
    let frame = try await window.perform(.browsed(.returned(Redacted("myapp://callback?code=c&state=\(state)"))))
    #expect(frame.labels.contains("Disconnect Diary") && outlets.toasts == ["Diary is connected."])
    #expect(others.withLock { $0.count } == 1)
    await window.close()
    await person.close()
  }

  @Test("tokens and accounts are neither in an archive nor taken from one, and lie sealed on the disk")
  func sealed() async throws {
    let (folder, out) = (TestFolder(), TestFolder())
    try FileManager.default.createDirectory(atPath: out.path, withIntermediateDirectories: true)
    let person = try await Person.test(Self.product(Locked([])), home: .folder(folder.path))
    let window = await person.window()
    try await window.perform(.browses(returningTo: "myapp://callback"))
    try await window.perform(.tap(.label("Connect Diary")))
    let state = try #require(await window.visit?.state)
    try await window.perform(.browsed(.returned(Redacted("myapp://callback?code=c&state=\(state)"))))
    #expect(try await person.store.records(of: "app_tokens", newest: 9).count == 1)
    #expect(folder.holding("-secret-").isEmpty)
    let limits = PortableLimits.ofProducts
    let export = DataExport(person.store, product: "apps", name: "Apps", program: "1", within: limits)
    let (_, manifest) = try await export.write(at: noon.date, in: out.path)
    #expect(manifest.collections.filter { $0.name.hasPrefix("app_") }.allSatisfy { $0.count == 0 })
    await window.close()
    await person.close()
  }
}
