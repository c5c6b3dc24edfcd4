import ConnectedApps
import FeatureTesting
import Fetch
import Foundation
import HealthAPIs
import Interface
import Kernel
import OAuthClient
import Storage
import Testing

@testable import Vendors

/// A person's connected apps with a provider on this machine.
private final class Desk: FeatureHarness {
  let environment: TestEnvironment
  let feature: ConnectedApps
  let recorder: EventRecorder<ConnectedAppsEvent>
  let window: WindowID
  let id: ConnectedApp.ID
  private let fetch: Fetch

  init(_ kind: VendorKind, _ vendor: Vendor, _ fetch: Fetch, _ store: TestEnvironment) async throws {
    environment = store
    let api = try #require(HealthAPI(rawValue: kind.rawValue))
    id = ConnectedApp.ID(rawValue: kind.rawValue)
    self.fetch = fetch
    let app = ConnectedApp(
      id, name: api.name, icon: .heart, kind: "Account",
      way: .browser(api.authorization(at: HealthAPIOrigins(vendor.address), client: "troupe")),
      scopeWords: Dictionary(uniqueKeysWithValues: api.scopes.map { ($0.scope, $0.words) }), manual: "its settings")
    feature = ConnectedApps(
      [app], on: environment.context,
      needs: ConnectedAppsNeeds(
        environment.store, ask: { request throws(Problem) in try await fetch.send(request) },
        callback: { _ in "http://127.0.0.1:9/-/callback" }))
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  /// Goes to the provider's page, decides there and comes back.
  func connect(allowing: Bool = true, without scopes: Set<String> = []) async throws {
    await send(.connect(id), from: window)
    let visit = try #require(events.compactMap { if case .browserAsked(let visit) = $0 { visit } else { nil } }.last)
    let back = try await Visitor(fetch: fetch).decide(at: visit.address, allowing: allowing, without: scopes)
    await send(.returned(.returned(Redacted(back))), from: window)
  }

  func disconnect() async {
    await send(.askToDisconnect(id), from: window)
    await send(.disconnect, from: window)
  }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }

  /// Number of accounts whose tokens are stored. The collection is made with the first.
  func stored() async -> Int { (try? await environment.store.records(of: "app_tokens", newest: 9).count) ?? 0 }
}

@Suite("Connected apps at the providers") struct VendorConnectionTests {
  private func withDesk(
    _ kind: VendorKind, _ test: (Desk, Vendor, ManualTime) async throws -> Void
  ) async throws {
    let store = try await TestEnvironment(at: Moment(noon))
    let vendor = try await Vendor.start(kind, .until(noon), time: store.clock.time)
    let fetch = try Fetch()
    do {
      try await test(try await Desk(kind, vendor, fetch, store), vendor, store.clock)
    } catch {
      await fetch.close()
      await vendor.stop()
      throw error
    }
    await fetch.close()
    await vendor.stop()
  }

  @Test("an app is connected at its provider, and disconnecting ends the access there", arguments: VendorKind.allCases)
  func whole(_ kind: VendorKind) async throws {
    try await withDesk(kind) { desk, vendor, _ in
      try await desk.connect()
      #expect(desk.state.isConnected(desk.id) && vendor.grants == 1)
      #expect(await desk.stored() == 1)
      await desk.disconnect()
      // Polar's address for it needs a number that no token has, so the person is told to end it there.
      #expect(vendor.grants == (kind == .polar ? 1 : 0))
      #expect((desk.state.accounts[desk.id]?.phase == .unrevoked) == (kind == .polar))
      #expect(desk.events.contains(.disconnected(desk.id)))
      #expect(await desk.stored() == 0)
    }
  }

  @Test("a person who declines is told so, and who allows less is told what is missing")
  func decisions() async throws {
    try await withDesk(.strava) { desk, vendor, _ in
      try await desk.connect(allowing: false)
      #expect(desk.toasts == [ConnectedAppsState.failure] && vendor.grants == 0)
      try await desk.connect(without: ["activity:write"])
      #expect(desk.state.accounts["strava"]?.missing == ["activity:write"])
      #expect(desk.toasts.last?.contains("without saving workouts") == true)
    }
  }

  @Test("an access that ends at the provider asks for a new consent, and a rotated token that was lost too")
  func reconnecting() async throws {
    try await withDesk(.oura) { desk, vendor, clock in
      try await desk.connect()
      _ = try await desk.feature.authorised("oura")
      await desk.advance(.seconds(86_400))
      let address = "\(vendor.address)/v2/usercollection/daily_activity?start_date=2026-11-01&end_date=2026-11-02"
      #expect(try await desk.feature.send(Outgoing("GET", address), as: "oura").status == 200)
      vendor.withdraw()
      let thrown = await code { _ = try await desk.feature.send(Outgoing("GET", address), as: "oura") }
      await desk.context.settling.settled()
      #expect(thrown == "oauth-reconnect" && desk.state.accounts["oura"]?.phase == .attention)
      try await desk.connect()
      #expect(try await desk.feature.send(Outgoing("GET", address), as: "oura").status == 200)
    }
  }

  @Test("a provider that is gone does not keep the credentials here")
  func gone() async throws {
    try await withDesk(.garmin) { desk, vendor, _ in
      try await desk.connect()
      await vendor.stop()
      await desk.disconnect()
      #expect(desk.state.leaving["garmin"]?.attempts == 1)
      await desk.advance(.seconds(60))
      #expect(desk.state.accounts["garmin"]?.phase == .unrevoked)
      #expect(await desk.stored() == 0)
    }
  }

  @Test("an exchange that the provider cannot answer connects nothing")
  func broken() async throws {
    try await withDesk(.strava) { desk, vendor, _ in
      await desk.send(.connect("strava"), from: desk.window)
      let visit = try #require(
        desk.events.compactMap { if case .browserAsked(let visit) = $0 { visit } else { nil } }.last)
      let fetch = try Fetch()
      let back = try await Visitor(fetch: fetch).decide(at: visit.address)
      await fetch.close()
      vendor.change { $0.status = 503 }
      await desk.send(.returned(.returned(Redacted(back))), from: desk.window)
      #expect(desk.state.windows[desk.window].problem?.code == "oauth-later" && desk.state.accounts.isEmpty)
      #expect(await desk.stored() == 0)
    }
  }
}
