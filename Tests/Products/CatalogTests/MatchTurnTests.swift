import Catalog
import Foundation
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import ServerFunctions
import TestPostgres
import Testing
import Tokens

@testable import Volvox

/// The order in which the function `matches` reads more cards than one answer can weigh.
@Suite("Turns of the cards in matching", .serialized)
struct MatchTurnTests {
  @Test(
    "with more cards than one reading holds each is suggested within days, edited or not",
    arguments: ManyRequestsTests.Ground.here)
  func everybody(_ ground: ManyRequestsTests.Ground) async throws {
    let folder = NSTemporaryDirectory() + "troupe-turns-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database: any Database =
      switch ground {
      case .sqlite: try SQLiteStore.open(folder, schema: .products)
      case .postgres:
        try await PostgresStore.open(address: try TestPostgres.shared().database(), schema: .products)
      }
    do { try await hold(TablesContract(database: database)) } catch {
      await database.close()
      throw error
    }
    await database.close()
  }

  private func hold(_ pair: TablesContract) async throws {
    try await pair.enrol(pair.anna, "sponsee")
    let table = try pair.table("candidates")
    let programme = Value.text("p-\(pair.anna.user ?? "")")
    let columns = [
      "id", "owner", "person", "name", "role", "recovery_program", "sober_since", "availability", "is_visible",
      "edited_at",
    ]
    let people = (0..<1_600).map { _ in UUID().uuidString.lowercased() }
    let rows = people.enumerated().map { number, person -> [Value] in
      [
        .text(UUID().uuidString.lowercased()), .text(person), .text(person), "P.", number % 4 == 0 ? "both" : "sponsor",
        programme, "2020-01-01", .json(#"["evenings"]"#), true,
        .text(Moment(Self.at(day: -number)).text),
      ]
    }
    _ = try await pair.database.insert(Insert(table, columns: columns, rows: rows), as: .service)
    var shown: Set<String> = []
    var first: Set<String> = []
    for day in 0..<6 {
      // A quarter of the cards in one reading.
      let answer = try await pair.call(MatchList.function(reading: 400), [:], as: pair.anna, at: Self.at(day: day))
      let cards = Set((answer.body["candidates"]?.array ?? []).compactMap { $0["person"]?.string })
      #expect(cards.count == 400)
      if day == 0 { first = cards }
      shown.formUnion(cards)
    }
    #expect(shown == Set(people), "each card within 6 days")
    // The same person finds the same on one day, and another person others.
    let again = try await pair.call(MatchList.function(reading: 400), [:], as: pair.anna, at: Self.at(day: 0))
    #expect(Set((again.body["candidates"]?.array ?? []).compactMap { $0["person"]?.string }) == first)
    try await pair.enrol(pair.ben, "sponsee")
    let other = try await pair.call(MatchList.function(reading: 400), [:], as: pair.ben, at: Self.at(day: 0))
    #expect(Set((other.body["candidates"]?.array ?? []).compactMap { $0["person"]?.string }) != first)
  }

  private static func at(day: Int) -> Date { TablesContract.monday.addingTimeInterval(Double(day) * 86_400) }
}
