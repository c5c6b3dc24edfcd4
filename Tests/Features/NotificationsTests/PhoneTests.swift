import FeatureTesting
import FoundationEssentials
import Kernel
import Notices
import Permissions
import Storage
import Testing

@testable import Notifications

/// Messages to a device besides notifications.
private final class RecordedDevice: Sendable {
  let channels = Locked<[PushChannel]>([])
  let badges = Locked<[Int]>([])
  let disturbing = AsyncStream.makeStream(of: Bool.self)

  var port: PushPort {
    let stream = disturbing.stream
    return PushPort(
      token: { _ throws(Problem) in throw Problem("none", "There is none.", remedy: "") },
      setUp: { channels in self.channels.withLock { $0 = channels } },
      badge: { count in self.badges.withLock { $0.append(count) } }, doNotDisturb: { stream })
  }
}

@Suite("Notifications on a phone", .timeLimit(.minutes(5)))
struct PhoneTests {
  @Test("the device gets a channel for each kind, with the importance of its priority")
  func channels() async throws {
    let phone = RecordedDevice()
    _ = try await NotificationsBench { $0.port.push = phone.port }
    #expect(
      phone.channels.withLock { $0 } == [
        PushChannel("meal", title: "Meal reminder", importance: .low),
        PushChannel("milestone", title: "Milestone", importance: .high),
      ])
  }

  @Test("the icon counts what is unread, from the start and at each change")
  func badge() async throws {
    let phone = RecordedDevice()
    let bench = try await NotificationsBench { $0.port.push = phone.port }
    #expect(phone.badges.withLock { $0 } == [0], "the number of an earlier run goes")
    await bench.send(.candidates([bench.milestone()]))
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    #expect(phone.badges.withLock { $0 } == [0, 1, 2])
    await bench.act(.open("milestone 1"))
    await bench.act(.clear(["milestone 2"]))
    #expect(phone.badges.withLock { $0 } == [0, 1, 2, 1, 0])
  }

  @Test("where the device delivers quietly, the person can choose that; it arrives in the list alone")
  func quietly() async throws {
    let asked = Locked<[String]>([])
    let port = PermissionPort(
      standing: { _ throws(Problem) in .undecided },
      ask: { _ throws(Problem) in
        asked.withLock { $0.append("question") }
        return .granted
      }, openSettings: { _ throws(Problem) in },
      askQuietly: { _ throws(Problem) in
        asked.withLock { $0.append("quietly") }
        return .quiet
      })
    let bench = try await NotificationsBench(permissions: port)
    #expect(bench.words(NotificationsPlaces.device).contains("Deliver quietly"))
    await bench.act(.permission(.allowQuietly))
    await bench.until { bench.state.isAllowed }
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.shown.map(\.isSilent) == [true] && asked.withLock { $0 } == ["quietly"])
    #expect(bench.words(NotificationsPlaces.device).contains("They arrive quietly"))
    await bench.act(.permission(.allow))
    await bench.until { !bench.state.isQuiet }
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    #expect(bench.device.shown.map(\.isSilent) == [true, false])
  }

  @Test("the last answer about the permission counts until the device answers again, and if it does not")
  func cached() async throws {
    let granted = PermissionPort(
      standing: { _ throws(Problem) in .granted }, ask: { _ throws(Problem) in .granted },
      openSettings: { _ throws(Problem) in })
    let first = try await NotificationsBench(permissions: granted)
    #expect(first.state.isAllowed)
    let mute = PermissionPort(
      standing: { _ throws(Problem) in throw Problem("mute", "The device does not answer.", remedy: "") },
      ask: { _ throws(Problem) in .undecided }, openSettings: { _ throws(Problem) in })
    let second = try await NotificationsBench(in: first.store, permissions: mute)
    #expect(second.state.isAllowed)
    let denied = PermissionPort(
      standing: { _ throws(Problem) in .denied }, ask: { _ throws(Problem) in .denied },
      openSettings: { _ throws(Problem) in })
    #expect(try await !NotificationsBench(in: first.store, permissions: denied).state.isAllowed)
    #expect(try await !NotificationsBench(in: first.store, permissions: mute).state.isAllowed)
    // A device that was never asked has nothing to go by.
    #expect(try await !NotificationsBench(permissions: mute).state.isAllowed)
  }

  @Test("while the device's Do Not Disturb is on, nothing comes in front, and the reason is told")
  func disturbing() async throws {
    let phone = RecordedDevice()
    let bench = try await NotificationsBench { $0.port.push = phone.port }
    phone.disturbing.continuation.yield(true)
    await bench.until { bench.state.isSilenced }
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.shown.map(\.isSilent) == [true])
    #expect(bench.words(NotificationsPlaces.device).contains("Your device's Do Not Disturb is on"))
    #expect(bench.state.shown.first?.why.contains("so it came without a banner") == true)
    phone.disturbing.continuation.yield(false)
    await bench.until { !bench.state.isSilenced }
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    #expect(bench.device.shown.map(\.isSilent) == [true, false])
  }

  @Test("the history begins with the installation: what was sent before is not shown or counted, and not sent again")
  func reinstalled() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.state.unread == 1)
    let later = bench.now.date.addingTimeInterval(60)
    let again = try await NotificationsBench(in: bench.store) { $0.installed = { _ in later } }
    #expect(again.state.shown.isEmpty && again.state.unread == 0)
    await again.send(.candidates([again.milestone()]))
    #expect(again.device.shown.isEmpty)
  }
}
