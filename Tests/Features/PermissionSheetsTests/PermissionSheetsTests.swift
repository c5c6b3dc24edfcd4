import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Permissions
import Testing

@testable import PermissionSheets

extension Permission {
  static let bell = Permission(
    "notifications", title: "Stay informed", why: "Allow notifications so we can alert you.", allow: "Yes, Notify Me",
    icon: .bell)
}

/// Permission sheets over a device that does as a test says.
final class SheetsBench: FeatureHarness {
  struct Device {
    var standing = PermissionStanding.undecided
    var answer = PermissionStanding.granted
    var asked = 0
    var settings = 0
    var fails = false
  }

  let environment: TestEnvironment
  let feature: PermissionSheets
  let recorder: EventRecorder<PermissionSheetsEvent>
  let device = Locked(Device())
  let window: WindowID
  let sheet = PermissionSheetsState.route(of: "notifications")

  init(_ standing: PermissionStanding = .undecided) async throws {
    environment = try await TestEnvironment()
    let device = device
    device.withLock { $0.standing = standing }
    feature = PermissionSheets(
      [.bell], on: environment.context,
      port: PermissionPort(
        standing: { _ throws(Problem) in device.withLock { $0.standing } },
        ask: { _ throws(Problem) in
          let answer = device.withLock { device -> PermissionStanding? in
            device.asked += 1
            device.standing = device.answer
            return device.fails ? nil : device.answer
          }
          guard let answer else { throw .full }
          return answer
        }, openSettings: { _ throws(Problem) in device.withLock { $0.settings += 1 } }))
    recorder = EventRecorder(feature.events)
    window = environment.context.window().id
  }

  var asked: Int { device.withLock { $0.asked } }
  var nodes: [Node<PermissionSheetsWindowAction>] { screen(sheet).all }
  func screen(_ route: Route) -> Screen<PermissionSheetsWindowAction> {
    state.screen(route, in: Surroundings(now: clock.now), at: window)
  }
  func appear() async { await send(.appeared(sheet), from: window) }
  func tap(_ label: String) async { await perform(label, in: nodes, from: window) }
}

@Suite("Permission sheets")
struct PermissionSheetsTests {
  @Test("a need opens the sheet, and the device is asked after the positive answer, at once and once")
  func granted() async throws {
    let bench = try await SheetsBench()
    await bench.send(.need("notifications", in: bench.window))
    #expect(bench.events == [.opened(bench.sheet)] && bench.asked == 0)
    await bench.appear()
    #expect(bench.nodes.contains { $0.label == "Allow notifications so we can alert you." } && bench.asked == 0)
    await bench.tap("Yes, Notify Me")
    await bench.until { $0.standings["notifications"] == .granted }
    #expect(bench.asked == 1)
    #expect(
      bench.events.dropFirst() == [
        .shown("notifications"), .accepted("notifications"), .granted("notifications"),
        .settled("notifications", .granted), .closed(bench.sheet),
      ])
    await bench.send(.allow("notifications"), from: bench.window)
    #expect(bench.asked == 1)
  }

  @Test("Not Now asks nothing, and neither does closing the sheet")
  func declined() async throws {
    let bench = try await SheetsBench()
    await bench.appear()
    await bench.tap("Not Now")
    await bench.send(.left(bench.sheet), from: bench.window)
    #expect(bench.asked == 0)
    #expect(
      bench.events == [
        .shown("notifications"), .declined("notifications"), .settled("notifications", .undecided),
        .closed(bench.sheet),
      ])
    bench.forget()
    await bench.appear()
    await bench.send(.left(bench.sheet), from: bench.window)
    #expect(bench.asked == 0)
    #expect(
      bench.events == [.shown("notifications"), .declined("notifications"), .settled("notifications", .undecided)])
  }

  @Test("a denial leads to the device's settings, and what was changed there counts")
  func denied() async throws {
    let bench = try await SheetsBench()
    bench.device.withLock { $0.answer = .denied }
    await bench.appear()
    await bench.tap("Yes, Notify Me")
    await bench.until { $0.standings["notifications"] == .denied }
    #expect(bench.events.suffix(2) == [.denied("notifications"), .settled("notifications", .denied)])
    await bench.tap("Open device settings")
    #expect(bench.device.withLock { $0.settings } == 1)
    bench.device.withLock { $0.standing = .granted }
    await bench.tap("Check again")
    #expect(bench.nodes.contains { $0.label == "Allowed" } && bench.asked == 1)
    // Denied in an earlier life of the app: the sheet opens with the way to the settings, and never asks.
    let later = try await SheetsBench(.denied)
    await later.send(.need("notifications", in: later.window))
    await later.appear()
    #expect(later.events.first == .opened(later.sheet))
    #expect(!later.nodes.contains { $0.label == "Yes, Notify Me" } && later.asked == 0)
  }

  @Test(
    "what is granted or not offered settles at once, without a sheet",
    arguments: [PermissionStanding.granted, .unavailable])
  func settled(_ standing: PermissionStanding) async throws {
    let bench = try await SheetsBench(standing)
    await bench.send(.need("notifications", in: bench.window))
    await bench.send(.need("unknown", in: bench.window))
    #expect(bench.events == [.settled("notifications", standing)])
  }

  @Test("a device that cannot be asked says so and leaves the choice open")
  func failing() async throws {
    let bench = try await SheetsBench()
    bench.device.withLock { $0.fails = true }
    await bench.appear()
    await bench.tap("Yes, Notify Me")
    await bench.until { $0.windows[bench.window].problem != nil }
    #expect(bench.nodes.contains { $0.label == Problem.full.sentence })
    #expect(bench.nodes.contains { $0.label == "Yes, Notify Me" })
  }

  @Test("every screen passes the audit", arguments: PermissionStanding.allCases)
  func audit(_ standing: PermissionStanding) async throws {
    let bench = try await SheetsBench(standing)
    #expect(Audit.findings(of: bench.screen(bench.sheet), theme: .plain) == [])
    await bench.appear()
    #expect(Audit.findings(of: bench.screen(bench.sheet), theme: .plain) == [])
    #expect(Audit.findings(of: bench.screen(PermissionSheetsState.home), theme: .plain) == [])
  }
}
