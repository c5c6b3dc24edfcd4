import Kernel
import Relational
import Testing

import struct Storage.MasterKey

@testable import PushDelivery

@Suite("The history of notifications at the server", .timeLimit(.minutes(10)))
struct ServedHistoryTests {
  private func tell(_ stage: PushStage, _ name: String, at days: Double) async throws {
    try await stage.insert(
      "notifications",
      ["name": .text(name), "kind": "meal", "body": "Dinner?", "link": "/log", "action": "Log", "why": ""],
      owner: stage.ben, at: days * 86_400)
  }

  private func left(_ stage: PushStage) async throws -> Int {
    try await PushDelivery.forgetHistory(in: stage.database, now: stage.clock.now.date)
    return try await stage.number("notifications")
  }

  @Test("entries that are older than 30 days are deleted, though nobody opens the app", arguments: Ground.all)
  func old(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    try await tell(stage, "meal 1", at: -31)
    try await tell(stage, "meal 2", at: -29)
    try await tell(stage, "meal 3", at: 0)
    try await stage.message()
    #expect(try await left(stage) == 2)
    #expect(try await left(stage) == 2)
    #expect(try await stage.number("messages") == 1)
    await stage.close()
  }

  @Test("in a sealed database they go 30 days after their last change")
  func sealed() async throws {
    let stage = try await PushStage(.sqlite, key: .random())
    try await tell(stage, "meal 1", at: 0)
    await stage.clock.advance(by: .seconds(29 * 86_400), settling: Settling())
    #expect(try await left(stage) == 1)
    await stage.clock.advance(by: .seconds(2 * 86_400), settling: Settling())
    try await tell(stage, "meal 2", at: 0)
    #expect(try await left(stage) == 1)
    await stage.close()
  }
}
