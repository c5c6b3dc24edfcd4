import Covers
import Interface
import Kernel
import Permissions
import Shell
import ShellTesting
import Testing

@testable import SyncWell

@Suite("SyncWell's permissions")
struct PermissionTests {
  /// A device: the questions that it was asked, and its answers.
  struct Device {
    var standing = PermissionStanding.undecided
    var answer = PermissionStanding.granted
    var asked: [String] = []
    var settings = 0
  }

  private func bench(_ device: Locked<Device>) async throws -> SyncWellBench {
    try await SyncWellBench(
      permissions: PermissionPort(
        standing: { _ throws(Problem) in device.withLock { $0.standing } },
        ask: { id throws(Problem) in
          device.withLock {
            $0.asked.append(id)
            $0.standing = $0.answer
            return $0.answer
          }
        }, openSettings: { _ throws(Problem) in device.withLock { $0.settings += 1 } }))
  }

  @Test(
    "a sheet explains the permission first, and the positive answer alone has the device ask, at once",
    .covers("sw-US-03-A2", "sw-US-03-A3", "sw-US-03-A4", "sw-US-03-U1", "sw-US-03-N1", "sw-US-03-N2", "sw-US-03-N4"))
  func granted() async throws {
    let device = Locked(Device())
    let bench = try await bench(device)
    try await bench.open("permissions", "notifications")
    let sheet = try #require(try await bench.frame.dialog)
    #expect(sheet.all.contains { $0.label == "Allow notifications so we can alert you if a sync fails." })
    #expect(sheet.all.contains { $0.label == "Not Now" && $0.role == .button })
    #expect(device.withLock { $0.asked } == [])
    try await bench.tap("Yes, Notify Me")
    #expect(device.withLock { $0.asked } == ["notifications"])
    #expect(try await bench.frame.dialog == nil)
    #expect(
      try await bench.recorded() == [
        "permission_priming_shown, permission_type: notifications", "permission_priming_accepted",
        "permission_os_dialog_granted",
      ])
  }

  @Test("Not Now closes the sheet and the device is not asked", .covers("sw-US-03-A5", "sw-US-03-N3"))
  func notNow() async throws {
    let device = Locked(Device())
    let bench = try await bench(device)
    try await bench.open("permissions", "health")
    try await bench.tap("Not Now")
    #expect(try await bench.frame.dialog == nil && device.withLock { $0.asked } == [])
    #expect(
      try await bench.recorded() == [
        "permission_priming_shown, permission_type: health", "permission_priming_declined",
      ])
  }

  @Test(
    "after a denial the sheet leads to the device's settings, also for either permission",
    .covers("sw-US-03-T1", "sw-US-03-T2", "sw-US-03-N5"))
  func denied() async throws {
    for permission in ["notifications", "health"] {
      let device = Locked(Device(answer: .denied))
      let bench = try await bench(device)
      try await bench.open("permissions", permission)
      try await bench.tap(permission == "health" ? "Yes, Allow Access" : "Yes, Notify Me")
      try await bench.tap("Open device settings")
      #expect(device.withLock { $0.settings } == 1 && device.withLock { $0.asked } == [permission])
      device.withLock { $0.standing = .granted }
      try await bench.tap("Check again")
      #expect(try await bench.sees("Allowed"))
      #expect(try await bench.recorded().last == "permission_os_dialog_denied")
    }
  }
}
