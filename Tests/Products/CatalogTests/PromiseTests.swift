import Catalog
import Covers
import Foundation
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens

import struct Storage.MasterKey

/// One guarantee of the tables.
struct Promise: Sendable {
  let sentence: String
  let hold: @Sendable (TablesContract) async throws -> Void

  init(_ sentence: String, _ hold: @escaping @Sendable (TablesContract) async throws -> Void) {
    self.sentence = sentence
    self.hold = hold
  }

  static let all =
    TablesContract.owned.keys.sorted().map { name in
      Promise("\(name) are their owner's alone") { try await $0.ownersOnly(name) }
    } + [
      Promise("what is out of bounds is refused") { try await $0.bounds() },
      Promise("parts belong to something of one's own") { try await $0.parts() },
      Promise("a decision about consent stays as it is") { try await $0.decisions() },
      Promise("what a store has signed stays as it is") { try await $0.purchases() },
      Promise("a request is answered once, by whose it is") { try await $0.requests() },
      Promise("a connection is made by the function, once, and ends once") { try await $0.connections() },
      Promise("a message stays as it is, between two who are connected") { try await $0.messages() },
      Promise("who is blocked is not heard, and not told") { try await $0.blocks() },
      Promise("a report is written by the function alone, and read by its author") { try await $0.reports() },
      Promise("a planned check-in is for the two who are connected") { try await $0.checkIns() },
      Promise("a task is given by the sponsor, done once by the sponsee, while they are connected") {
        try await $0.tasks()
      },
      Promise("matches pass all gates, and blocks show nowhere") { try await $0.matches() },
      Promise("a request, its answer and its end go through the function") { try await $0.acts() },
      Promise("of two who act at once one wins, and the other is told") { try await $0.races() },
      Promise("an invitation is written by the function alone, and seen by whoever made it") {
        try await $0.invitations()
      },
      Promise("a code connects two people once") { try await $0.codes() },
      Promise("a code that is not valid says nothing else") { try await $0.invalidCodes() },
      Promise("of two who use a code at once one is connected") { try await $0.codeRaces() },
      Promise("a block either way answers as a withdrawn request, and connects nobody") {
        try await $0.blockedAnswers()
      },
      Promise("a block withdraws what the blocker asked the blocked person") { try await $0.blockWithdraws() },
      Promise("a connection is made by the function alone") { try await $0.connectingWithoutFunction() },
      Promise("accepting at once keeps to the sponsor's room") { try await $0.room() },
      Promise("asking at once makes one request, and accepting at once one connection") {
        try await $0.askingAtOnce()
      },
      Promise("a message to a blocker is as one to somebody who never opens the app, also by time") {
        try await $0.silence()
      },
      Promise("a date in the future and a name that cannot be shown are refused in words") {
        try await $0.rubbishCards()
      },
      Promise("rubbish is refused by the functions") { try await $0.rubbish() },
      Promise("cards are read by nobody else, profiles by who is connected") { try await $0.cards() },
      Promise("a purchase is verified, and is the account's that has shown it first") {
        try await $0.verifiedPurchases()
      },
      Promise("a purchase that was taken back or has ended gives nothing") { try await $0.endedPurchases() },
      Promise("of two accounts that show a purchase at once one has it") { try await $0.purchaseRaces() },
      Promise("rubbish is refused by the function of purchases") { try await $0.purchaseRubbish() },
      Promise("a family shares its owner's plan, by codes that are used once") { try await $0.families() },
      Promise("a family has its places and no more, and guessing a code is limited") { try await $0.familyBounds() },
      Promise("message keys are read by who is connected, and never changed") { try await $0.messageKeys() },
    ]
}

@Suite("The tables")
struct PromiseTests {
  @Test("fulfil their contract on SQLite, readable and sealed", .covers("cd-1.1-AC1"), arguments: [false, true])
  func sqlite(isSealed: Bool) async throws {
    let folder = NSTemporaryDirectory() + "troupe-tables-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore.open(folder, schema: .products, key: isSealed ? .random() : nil)
    await hold(store)
    await store.close()
  }

  @Test(
    "fulfil their contract on PostgreSQL", .enabled(if: TestPostgres.isInstalled, "PostgreSQL is not installed here"))
  func postgres() async throws {
    let store = try await PostgresStore.open(address: try TestPostgres.shared().database(), schema: .products)
    await hold(store)
    await store.close()
  }

  private func hold(_ database: any Database) async {
    for promise in Promise.all {
      do { try await promise.hold(TablesContract(database: database)) } catch {
        Issue.record(error, "\(promise.sentence)")
      }
    }
  }

  @Test("have an example row for every owner-only table")
  func examples() {
    let alone = Schema.products.ordered.filter { $0.policies == .owner }.map(\.name)
    // Feedback needs a connection, and a card is its owner's under two names; both have a promise of their own.
    #expect(Set(alone).subtracting(["connection_feedback", "candidates"]) == Set(TablesContract.owned.keys))
  }
}
