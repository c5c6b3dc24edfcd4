import Audit
import FeatureTesting
import Foundation
import HTTP
import Interface
import Kernel
import Testing

@testable import ConnectedApps

@Suite("Bringing over what accounts have recorded") struct DeliveringTests {
  /// Two connected apps whose deliveries a test answers.
  private final class Desk: FeatureHarness {
    let environment: TestEnvironment
    let feature: ConnectedApps
    let recorder: EventRecorder<ConnectedAppsEvent>
    let window: WindowID
    let asked: Locked<[String]>
    let failure: Locked<Problem?>

    init(over other: Desk? = nil) async throws {
      environment = try await TestEnvironment(over: other?.environment)
      let (asked, failure) = (other?.asked ?? Locked([]), other?.failure ?? Locked(nil))
      (self.asked, self.failure) = (asked, failure)
      let provider = TestProvider()
      var needs = ConnectedAppsNeeds(
        environment.store, ask: { request throws(Problem) in try provider.ask(request) },
        callback: { _ in "http://127.0.0.1:1/-/callback" }, permit: { _, _ throws(Problem) in true })
      needs.deliver = { app, since throws(Problem) in
        asked.withLock { $0.append("\(app) \(since == nil ? "first" : "again")") }
        if let problem = failure.withLock({ $0 }) { throw problem }
      }
      var phone = ConnectedApp.phone
      phone.roles = [.source]
      var fit = ConnectedApp.fit
      fit.offer = .available
      feature = ConnectedApps([phone, fit], on: environment.context, needs: needs)
      recorder = EventRecorder(feature.events)
      window = environment.context.identifiers.next()
      await send(.begin)
    }

    func connect(_ app: ConnectedApp.ID) async {
      await send(.connect(app), from: window)
      await until { $0.accounts[app]?.syncedAt != nil && !$0.delivering.contains(app) }
    }

    var screen: Screen<ConnectedAppsWindowAction> {
      state.screen(ConnectedAppsPlaces.apps, in: Surroundings(now: clock.now), at: window)
    }
    var labels: [String] { screen.all.map(\.label) }
    func tap(_ label: String) async { await perform(label, in: screen.all, from: window) }
  }

  @Test("a connection is followed by a delivery, and by another each hour")
  func hourly() async throws {
    let desk = try await Desk()
    await desk.connect("health-connect")
    #expect(desk.asked.withLock { $0 } == ["health-connect first"])
    #expect(desk.events.contains(.delivered("health-connect")))
    let row = try #require(desk.screen.all.first { $0.label == "Health Connect" })
    #expect(row.value?.contains("last synced just now") == true)
    await desk.advance(.seconds(3700))
    await desk.until { $0.delivering.isEmpty && $0.accounts["health-connect"]?.syncedAt != Booth.morning.date }
    #expect(desk.asked.withLock { $0 } == ["health-connect first", "health-connect again"])
  }

  @Test("a delivery that fails says so, keeps the time of the last one, and is repeated on request")
  func failing() async throws {
    let desk = try await Desk()
    await desk.connect("health-connect")
    let last = desk.state.accounts["health-connect"]?.syncedAt
    desk.failure.withLock { $0 = .away }
    await desk.tap("Sync Health Connect now")
    await desk.until { $0.undelivered["health-connect"] != nil }
    #expect(desk.labels.contains { $0.hasPrefix("Health Connect could not be synced.") })
    #expect(desk.state.accounts["health-connect"]?.syncedAt == last)
    #expect(Audit.findings(of: desk.screen, theme: .plain).isEmpty)
    desk.failure.withLock { $0 = nil }
    await desk.tap("Sync Health Connect now")
    await desk.until { $0.undelivered.isEmpty && $0.delivering.isEmpty }
    #expect(!desk.labels.contains { $0.hasPrefix("Health Connect could not be synced.") })
  }

  @Test("the order of preference is the person's, and outlives a restart and a reconnection")
  func order() async throws {
    let desk = try await Desk()
    await desk.connect("health-connect")
    await desk.advance(.seconds(60))
    await desk.connect("google-fit")
    #expect(desk.state.connected.map(\.app) == ["health-connect", "google-fit"])
    await desk.tap("Move Google Fit up")
    #expect(desk.state.connected.map(\.app) == ["google-fit", "health-connect"])
    #expect(!desk.labels.contains("Move Google Fit up") && desk.labels.contains("Move Health Connect up"))
    #expect(Audit.findings(of: desk.screen, theme: .plain).isEmpty)
    let next = try await Desk(over: desk)
    await next.until { $0.reading == .done }
    #expect(next.state.connected.map(\.app) == ["google-fit", "health-connect"])
    await next.send(.connect("google-fit"), from: next.window)
    await next.until { $0.windows[next.window].connecting == nil }
    #expect(next.state.connected.map(\.app) == ["google-fit", "health-connect"])
  }

  @Test("nothing is brought over from an account that was disconnected")
  func disconnected() async throws {
    let desk = try await Desk()
    await desk.connect("health-connect")
    await desk.send(.askToDisconnect("health-connect"), from: desk.window)
    await desk.send(.disconnect, from: desk.window)
    await desk.until { $0.accounts["health-connect"]?.isConnected != true }
    let asked = desk.asked.withLock { $0 }
    await desk.advance(.seconds(86_400))
    #expect(desk.asked.withLock { $0 } == asked)
    // An answer that comes late brings nothing back.
    await desk.send(.delivered("health-connect"))
    #expect(desk.state.connected.isEmpty)
  }

  @Test(
    "a permission that was withdrawn on the device needs attention, and nothing more is fetched until it is given again"
  )
  func withdrawn() async throws {
    let desk = try await Desk()
    await desk.connect("health-connect")
    desk.failure.withLock { $0 = .accessEnded }
    await desk.advance(.seconds(3700))
    await desk.until { $0.accounts["health-connect"]?.phase == .attention }
    #expect(
      desk.events.contains(.notDelivered("health-connect")) && desk.events.contains(.attentionNeeded("health-connect")))
    #expect(desk.labels.contains("Health Connect asks for your consent again."))
    let asked = desk.asked.withLock { $0.count }
    await desk.advance(.seconds(3700))
    #expect(desk.asked.withLock { $0.count } == asked)
    desk.failure.withLock { $0 = nil }
    await desk.tap("Reconnect Health Connect")
    await desk.until { $0.accounts["health-connect"]?.phase == .connected && $0.delivering.isEmpty }
    #expect(desk.asked.withLock { $0.count } == asked + 1)
  }
}
