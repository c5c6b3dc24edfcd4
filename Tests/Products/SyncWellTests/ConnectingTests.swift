import Covers
import Foundation
import HealthProviders
import Interface
import Kernel
import OAuthClient
import Permissions
import ProductKit
import ShellTesting
import Storage
import Testing
import Vendors

@testable import ConnectedApps
@testable import Shell
@testable import SyncWell

@Suite("Connecting apps in SyncWell", .timeLimit(.minutes(5))) struct SyncWellConnectingTests {
  private typealias Desk = SyncingTests.Desk

  /// A device that has not been asked.
  private struct Device {
    var standing = PermissionStanding.undecided
    var answer = PermissionStanding.granted
    var asked = 0
  }

  private func port(_ device: Locked<Device>) -> PermissionPort {
    PermissionPort(
      standing: { _ throws(Problem) in device.withLock { $0.standing } },
      ask: { _ throws(Problem) in
        device.withLock {
          $0.asked += 1
          $0.standing = $0.answer
          return $0.answer
        }
      }, openSettings: { _ throws(Problem) in })
  }

  @Test(
    "a health store chosen as the destination is explained and asked for first; declined, it is not connected",
    .covers("sw-US-02-A6", "sw-US-03-A1", "sw-US-03-A4"))
  func healthPermission() async throws {
    let device = Locked(Device())
    let desk = try await Desk([.oura], stores: ["apple-health"], permissions: port(device))
    try await desk.open("apps", "source")
    try await desk.tap("Choose Oura")
    try await desk.consent()
    #expect(try await desk.frame.title == "Choose Destination App")
    func asks() async -> Bool {
      await desk.window.shows(within: 60) { $0.dialog?.label == "Your health data" }
    }
    try await desk.tap("Choose Apple Health")
    #expect(await asks())
    #expect(device.withLock { $0.asked } == 0)
    try await desk.tap("Not Now")
    #expect(
      await desk.window.shows(within: 60) { frame in
        frame.everything.contains { $0.label == "Choose Apple Health" && !$0.state.isDisabled }
      })
    #expect(device.withLock { $0.asked } == 0)
    try await desk.tap("Choose Apple Health")
    #expect(await asks())
    try await desk.tap("Yes, Allow Access")
    // Both are connected: the first sync begins with them.
    #expect(
      await desk.window.shows(within: 60) { frame in
        frame.everything.contains { $0.label == "Save Sync" && !$0.state.isDisabled }
      })
    #expect(device.withLock { $0.asked } == 1)
    await desk.close()
  }

  @Test(
    "while a person consents and while an app is disconnected, that is shown; the chosen app is marked",
    .covers("sw-US-02-U1", "sw-US-02-U2", "sw-US-13-U2"))
  func shown() async throws {
    let desk = try await Desk([.oura, .googleHealth])
    try await desk.open("apps", "source")
    func isChosen(_ name: String) -> Bool? {
      desk.window.frames.value.everything.first { $0.label == name && $0.id.hasSuffix(name.lowercased()) }?.state
        .isSelected
    }
    #expect(isChosen("Oura") == false)
    let away = try await desk.tap("Choose Oura")
    #expect(away.everything.contains { $0.role == .progressbar && $0.label == "Connecting Oura" })
    #expect(isChosen("Oura") == true && isChosen("Garmin") != true)
    try await desk.consent()
    let next = try await desk.frame
    #expect(next.title == "Choose Destination App")
    #expect(!next.everything.contains { $0.role == .progressbar })
    #expect(next.everything.contains { $0.label == "Source" && $0.value == "Oura, Connected" })
    #expect(!next.everything.contains { $0.label == "Google Health" && $0.state.isSelected })
    let chosen = try await desk.tap("Choose Google Health")
    #expect(chosen.everything.contains { $0.label == "Google Health" && $0.state.isSelected })
    try await desk.consent()
    await desk.vendors[0].stop()
    try await desk.open("apps")
    try await desk.tap("Disconnect Oura")
    try await desk.tap("Disconnect")
    #expect(
      await desk.window.shows(within: 60) { frame in
        frame.everything.contains { $0.role == .progressbar && $0.label == "Disconnecting Oura" }
      })
    await desk.close()
  }

  @Test("the tokens of an account are in no file of the profile in the clear", .covers("sw-US-02-T1"))
  func sealed() async throws {
    let folder = TestFolder()
    let desk = try await Desk([.oura], home: .folder(folder.path))
    try await desk.open("apps")
    try await desk.tap("Connect Oura")
    // The page is asked for a code, with a proof that whoever redeems it is who asked.
    let page = try #require(await desk.window.visit).address
    #expect(page.contains("response_type=code") && page.contains("code_challenge_method=S256"))
    try await desk.consent()
    let kept = try #require(try await desk.person.store.collection(AppTokens.self, .local).records().first).tokens
    let refresh = try #require(kept.refresh)
    await desk.close()
    #expect(!folder.everything.isEmpty)
    #expect(folder.holding(kept.access.revealed) == [] && folder.holding(refresh.revealed) == [])
  }

  @Test(
    "a historical sync keeps the process alive while it runs alone; a pause is recorded, and it goes on when it is resumed",
    .covers("sw-US-10-N4", "sw-US-10-T1"))
  func pausedHistory() async throws {
    let desk = try await Desk([.googleHealth], stores: ["apple-health"], isPro: true)
    for name in ["Apple Health", "Google Health"] { try await desk.connect(name) }
    try await desk.add(["Steps"], from: "Apple Health", to: "Google Health")
    // The quota of the phone's store is used up, so that the historical sync waits.
    desk.stores["apple-health"]?.set {
      $0.failures = [.providerBusy("Apple Health", until: noon.date.addingTimeInterval(3_600))]
    }
    try await desk.open("history", "new")
    try await desk.tap("Start")
    let dialog = try #require(try await desk.frame.dialog)
    let begin = try #require(dialog.all.first { $0.role == .button && $0.label == "Start" })
    try await desk.window.perform(.tap(.id(begin.id)))
    #expect(
      await desk.window.shows(within: 60) { frame in frame.everything.contains { $0.label.hasPrefix("Waits until") } })
    // Nothing is held for an hour of waiting.
    #expect(try await desk.window.until { desk.held.withLock { $0.last.map { $0 == nil } ?? true } })
    try await desk.tap("Pause")
    #expect(try await desk.sees("Paused. Resume to go on with"))
    let before = desk.held.withLock { $0.count }
    #expect(try await desk.recorded().contains("historical_sync_paused"))
    try await desk.open("history")
    try await desk.tap("Resume")
    #expect(
      await desk.window.shows(within: 60) { frame in
        frame.everything.contains { $0.label.hasPrefix("90 of 90 days were synced") }
      })
    #expect(try await desk.window.until { desk.held.withLock { $0.last.map { $0 == nil } ?? false } })
    let held = desk.held.withLock { Array($0[before...]) }
    let running = held.dropLast().compactMap(\.self)
    #expect(!running.isEmpty && running.count == held.count - 1, "held from the resumption to the end")
    #expect(running.allSatisfy { $0.title == "Historical Sync" && $0.total == 90 && $0.done < 90 })
    #expect(running.map(\.done) == running.map(\.done).sorted())
    await desk.close()
  }
}
