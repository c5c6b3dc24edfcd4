import Catalog
import Interface
import Kernel
import Navigation
import ProductKit
import Relational
import ShellTesting
import Testing

@testable import Shell
@testable import Storage

@Suite("Synced records of all products") struct SyncedRecordsTests {
  @Test("every record declares each of its keys once, and can be read from every row that its table allows")
  func findings() {
    for finding in SyncedRecord.products.findings { Issue.record("\(finding)") }
    #expect(SyncedRecord.products.contains { $0.table.name == "settings" })
    #expect(SyncedRecord.products.contains { $0.table.name == "mood_entries" })
  }

  @Test("every record's table is one of the server's")
  func tables() {
    for record in SyncedRecord.products { #expect(Schema.products.tables[record.table.name] == record.table) }
  }

  @Test("every collection that a product opens in order to send it is a synced record", arguments: Product.all)
  func opened(product: Product) async throws {
    let window = try await Person.test(product).window()
    for place in product.places {
      for route in place.pattern.examples.prefix(1) { try await window.perform(.open(route)) }
    }
    let sent = try await window.person.store.keeper.read { ledger throws(Problem) in
      Set(ledger.names.values.filter { $0.holding.priority != nil }.map(\.name))
    }
    // SyncWell's account knows what is bought and shared, and no entry.
    #expect(sent.contains("settings") == (product.id != "syncwell"))
    #expect(sent.subtracting(SyncedRecord.products.map(\.table.name)) == [])
  }
}
