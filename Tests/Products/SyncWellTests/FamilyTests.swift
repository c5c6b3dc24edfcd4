import Covers
import Foundation
import Interface
import Kernel
import ProductKit
import ShellTesting
import Testing

@testable import Shell
@testable import SyncWell

extension Frame {
  fileprivate func value(of label: String) -> String? { everything.first { $0.label == label }?.value }
}

@Suite("The family plan of SyncWell") struct FamilyTests {
  private static let page = Route(["settings", "subscription", "family"])
  private static let plans = Route(["settings", "subscription", "plans"])

  /// Several people on one machine, whose sandbox store is one.
  private final class House {
    let home = TestFolder()
    let clock = ManualTime(noon)
    var people: [Person] = []

    func enter(_ name: String) async throws -> Window {
      let person = try await Person.open(
        .syncwell(HealthAccess()), profile: name, home: .folder(home.path), clock: clock,
        seed: UInt64(people.count + 1))
      people.append(person)
      let window = await person.window()
      try await window.perform(.open(Route(["settings", "consent"])))
      try await window.perform(.tap(.label("I consent: Usage statistics")))
      return window
    }

    func close() async { for person in people { await person.close() } }
  }

  private func buy(_ window: Window) async throws -> Frame {
    try await window.perform(.open(FamilyTests.plans))
    try await window.perform(.tap(.label("Choose Family Plan")))
    return try await window.perform(.tap(.label("Confirm purchase")))
  }

  private func invite(_ window: Window) async throws -> String {
    let frame = try await window.perform(.tap(.label("Invite somebody")))
    return try #require(frame.value(of: "Invitation code"))
  }

  private func join(_ window: Window, _ code: String, as name: String) async throws -> Frame {
    try await window.perform(.open(FamilyTests.page))
    try await window.perform(.type(.label("Invitation code"), code))
    try await window.perform(.type(.label("Your name"), name))
    return try await window.perform(.tap(.label("Join the family")))
  }

  private func isPro(_ window: Window) async throws -> Bool {
    try await window.perform(.open(Route(["history", "new"])))
    return window.frames.value.dialog?.label != "Unlock Historical Sync"
  }

  private func recorded(_ window: Window) async throws -> [String] {
    let frame = try await window.perform(.open(Route(["settings", "usage"])))
    return frame.everything.filter { $0.id.contains("event-") && $0.role == .listitem }.map(\.label)
  }

  @Test(
    "whoever buys the family plan comes to a page that makes an invitation, whose code opens Pro for somebody else",
    .covers("sw-US-18-A2", "sw-US-18-A3", "sw-US-18-A4", "sw-US-18-N2", "sw-US-18-N3"))
  func whole() async throws {
    let house = House()
    let (anna, ben) = (try await house.enter("anna"), try await house.enter("ben"))
    let bought = try await buy(anna)
    #expect(bought.route == FamilyTests.page && bought.labels.contains("Nobody shares your plan yet."))
    let code = try await invite(anna)
    #expect(code.count == 9 && anna.frames.value.labels.contains("Invitation \(code)"))
    #expect(try await isPro(ben) == false)
    let frame = try await join(ben, code.lowercased(), as: "Ben")
    #expect(frame.labels.contains { $0.contains("You have joined the family.") })
    #expect(try await isPro(ben))
    try await anna.perform(.open(FamilyTests.plans))
    let family = try await anna.perform(.open(FamilyTests.page))
    #expect(family.value(of: "Ben") == "Member")
    #expect(try await recorded(anna).contains("family_plan_invite_sent"))
    #expect(try await recorded(ben).contains("family_plan_invite_accepted"))
    await house.close()
  }

  @Test(
    "the owner sees members and invitations, and removes each with one tap; a removed member has Pro no more",
    .covers("sw-US-18-U1"))
  func removing() async throws {
    let house = House()
    let (anna, ben) = (try await house.enter("anna"), try await house.enter("ben"))
    _ = try await buy(anna)
    let code = try await invite(anna)
    _ = try await join(ben, code, as: "Ben")
    #expect(try await isPro(ben))
    try await anna.perform(.open(FamilyTests.plans))
    try await anna.perform(.open(FamilyTests.page))
    let frame = try await anna.perform(.tap(.label("Remove Ben")))
    #expect(!frame.labels.contains("Ben"))
    try await ben.perform(.open(Route(["settings", "subscription"])))
    #expect(try await isPro(ben) == false)
    // A code is used once, and a removed one never again.
    let again = try await join(ben, code, as: "Ben")
    #expect(again.labels.contains { $0.hasPrefix("This code is not known, or it was used already.") })
    await house.close()
  }

  @Test("five places can be taken and no more; nobody joins without a code, a name, or by an own invitation")
  func limits() async throws {
    let house = House()
    let (anna, ben) = (try await house.enter("anna"), try await house.enter("ben"))
    _ = try await buy(anna)
    var codes: [String] = []
    for _ in 1...5 { codes.append(try await invite(anna)) }
    #expect(Set(codes).count == 5)
    let full = anna.frames.value
    #expect(full.everything.contains { $0.label == "Invite somebody" && $0.hint == "All 5 places are taken." })
    for (code, name, words) in [
      ("", "Ben", "This code is not known"), ("ZZZZ-ZZZZ", "Ben", "This code is not known"),
      ("../../etc", "Ben", "This code is not known"), (codes[0], " ", "Your name is missing."),
    ] {
      let frame = try await join(ben, code, as: name)
      #expect(frame.labels.contains { $0.hasPrefix(words) }, "\(code)")
    }
    let carla = try await house.enter("carla")
    _ = try await join(ben, codes[0], as: "Ben")
    let late = try await join(carla, codes[0], as: "Carla")
    #expect(late.labels.contains { $0.hasPrefix("This code is not known, or it was used already.") })
    #expect(try await isPro(carla) == false)
    await house.close()
  }

  @Test(
    "a member follows the subscription: it renews by itself, and ends when the owner's ends",
    .covers("sw-US-18-T3"))
  func lifecycle() async throws {
    let house = House()
    let (anna, ben) = (try await house.enter("anna"), try await house.enter("ben"))
    _ = try await buy(anna)
    _ = try await join(ben, try await invite(anna), as: "Ben")
    func endTerm() async throws {
      try await anna.perform(.open(Route(["settings", "subscription", "store"])))
      try await anna.perform(.tap(.label("End the term of Family Plan now")))
      try await ben.perform(.open(FamilyTests.plans))
    }
    try await endTerm()
    #expect(try await isPro(ben))
    try await anna.perform(.open(Route(["settings", "subscription"])))
    try await anna.perform(.tap(.label("Cancel subscription")))
    try await anna.perform(.tap(.label("Cancel subscription")))
    try await endTerm()
    #expect(try await isPro(ben) == false)
    await house.close()
  }
}

@Suite("SyncWell on a new device") struct NewDeviceTests {
  @Test(
    "after the app was removed, a lifetime license is found at the store and opens everything again",
    .covers("sw-US-11-A2", "sw-US-11-A3", "sw-US-11-A4"))
  func restored() async throws {
    let home = TestFolder()
    func enter() async throws -> (Person, Window) {
      let person = try await Person.open(
        .syncwell(HealthAccess()), home: .folder(home.path), clock: ManualTime(noon), seed: 1)
      return (person, await person.window())
    }
    let (first, window) = try await enter()
    try await window.perform(.open(Route(["settings", "subscription", "plans"])))
    try await window.perform(.tap(.label("Unlock Pro")))
    try await window.perform(.tap(.label("Confirm purchase")))
    await window.close()
    await first.close()
    try FileManager.default.removeItem(atPath: "\(home.path)/syncwell")
    let (second, fresh) = try await enter()
    try await fresh.perform(.open(Route(["settings", "subscription"])))
    let frame = try await fresh.perform(.tap(.label("Restore Purchases")))
    #expect(
      frame.everything.contains {
        ($0.value ?? $0.label).contains("Lifetime license") || $0.label == "Lifetime license"
      })
    try await fresh.perform(.open(Route(["history", "new"])))
    #expect(fresh.frames.value.route == Route(["history", "new"]))
    #expect(fresh.frames.value.dialog?.label != "Unlock Historical Sync")
    await second.close()
  }
}
