import ConnectedApps
import Fetch
import Foundation
import HealthAPIs
import HealthProviders
import Interface
import Kernel
import Navigation
import OAuthClient
import Samples
import ShellTesting
import Testing
import Vendors

@testable import ProductKit
@testable import Shell
@testable import SyncWell

@Suite("Health apps of SyncWell") struct HealthAppsTests {
  @Test("every app of the catalogue is offered, or says why not")
  func catalogue() throws {
    let apps = ConnectedApp.all(of: .builtIn) { $0 == .oura ? nil : .local("http://127.0.0.1:9") }
    func app(_ id: ConnectedApp.ID) throws -> ConnectedApp { try #require(apps.first { $0.id == id }) }
    #expect(apps.count == ProviderCatalogue.builtIn.providers.count)
    #expect(try app("strava").offer == .available && app("strava").provider?.scopes.count == 3)
    #expect(try app("health-connect").way == .device && app("health-connect").offer == .available)
    #expect(try app("oura").offer == .unavailable("This version of SyncWell is not registered with Oura."))
    #expect(try app("garmin").roles == [.source] && app("google-health").roles == [.source, .destination])
    for id: ConnectedApp.ID in ["fitbit", "google-fit"] {
      guard case .replaced(by: "google-health", let reason) = try app(id).offer else {
        Issue.record("\(id) is not replaced.")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// SyncWell's apps in a product of their own, at providers on this machine.
  private func product(_ vendor: Vendor, _ made: Locked<HealthApps?>, _ released: Locked<[String]>) -> Product {
    let address = vendor.address
    return Product(
      id: "syncwell", name: "SyncWell", tagline: "For tests.", theme: .plain,
      home: Tab("Apps", icon: .link, at: ConnectedAppsPlaces.apps), tabs: [], unavailable: "Content unavailable."
    ) { environment in
      let health = HealthApps(.builtIn, in: environment, access: { $0 == .oura ? .local(address) : nil }) { needs in
        needs.release = { app throws(Problem) in released.withLock { $0.append(app.rawValue) } }
      }
      made.withLock { $0 = health }
      return PersonFeatures(begin: { await health.apps.send(.begin) }) { window in
        let binding = ConnectedAppsBinding(health.apps, in: window.id)
        return WindowComposition(
          eventRoutes: [binding.eventRoute()], banner: nil, pages: binding.pages, browsing: binding.browsing())
      }
    }
  }

  @Test("an account at a provider on this machine is connected, read through its port and disconnected")
  func whole() async throws {
    let clock = ManualTime(noon)
    let vendor = try await Vendor.start(.oura, .until(noon.date), time: clock.time)
    let (made, released) = (Locked<HealthApps?>(nil), Locked<[String]>([]))
    let person = try await Person.test(product(vendor, made, released), clock: clock)
    let window = await person.window()
    try await window.perform(.browses(returningTo: "http://127.0.0.1:9/-/callback"))
    let offered = try await window.perform(.open(ConnectedAppsPlaces.apps))
    #expect(offered.everything.contains { $0.label == "Connect Strava" && $0.state.isDisabled })
    try await window.perform(.tap(.label("Connect Oura")))
    let visit = try #require(await window.visit)
    let back = try await consent(at: visit.address)
    let frame = try await window.perform(.browsed(.returned(Redacted(back))))
    #expect(frame.labels.contains("Disconnect Oura"))
    let health = try #require(made.withLock { $0 })
    let port = try #require(health.port(of: "oura"))
    let span = DateInterval(start: noon.date.addingTimeInterval(-5 * 86_400), end: noon.date)
    #expect(try await !port.read(.steps, span, nil).samples.isEmpty)
    #expect(health.port(of: "strava") == nil && health.port(of: "health-connect") == nil)
    try await window.perform(.tap(.label("Disconnect Oura")))
    let asked = try await window.perform(.screen)
    #expect(asked.dialog?.label == "Disconnect Oura?")
    let gone = try await window.perform(.tap(.label("Disconnect")))
    #expect(!gone.labels.contains("Disconnect Oura") && vendor.grants == 0)
    #expect(released.withLock { $0 } == ["oura"])
    await window.close()
    await person.close()
    await vendor.stop()
  }

  /// Allows everything on a provider's page, and returns the address to which the person is sent back.
  private func consent(at page: String) async throws -> String {
    let fetch = try Fetch()
    let shown = try await fetch.send(Outgoing("GET", page))
    let html = String(decoding: shown.body, as: UTF8.self)
    func values(_ name: String) -> [String] {
      html.components(separatedBy: "name=\(name) value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let fields =
      [Outgoing.Field("ticket", values("ticket").first ?? ""), Outgoing.Field("decision", "allow")]
      + values("scope").map { Outgoing.Field("scope", $0) }
    let answer = try await fetch.send(.form(page.components(separatedBy: "?")[0], fields))
    await fetch.close()
    return try #require(answer["location"])
  }
}
