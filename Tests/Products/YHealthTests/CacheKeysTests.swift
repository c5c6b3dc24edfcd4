import CSQLite
import Connectivity
import Covers
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The keys of what yHealth stores", .timeLimit(.minutes(5))) struct CacheKeysTests {
  @Test(
    "no key, name or file of the caches has a word of the person, and the dashboard's are kept for a week",
    .covers("yh-S04.5.1-L8"))
  func keys() async throws {
    let (folder, clock) = (TestFolder(), ManualTime(noon))
    let person = try await Person.open(.yhealth, home: .folder(folder.path), clock: clock, seed: 1)
    let window = await person.window()
    try await window.perform(.open(Route(["profile", "edit"])))
    try await window.perform(.type(.label("Name"), "Marked Maria"))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), "A marked thought"))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["log", "meal"])))
    try await window.perform(.type(.label("Description"), "A marked meal"))
    try await window.perform(.tap(.label("Save")))
    for route in [["dashboard"], ["insights"], ["pillars", "wellbeing"], ["dashboard"]] {
      try await window.perform(.open(Route(route)))
    }
    await window.close()
    await person.close()
    let names = try read("SELECT name FROM collections", in: folder)
    for cache in ["dashboards", "day_summaries", "day_figures"] {
      #expect(names.contains(Array(cache.utf8)), "\(cache)")
    }
    let holdings = "SELECT c.name FROM collections c JOIN meta m ON m.name = 'holding.' || c.number"
    let weekly = try read("\(holdings) WHERE CAST(m.value AS TEXT) LIKE 'cached % 604800.0 %'", in: folder)
    for cache in ["dashboards", "day_summaries"] { #expect(weekly.contains(Array(cache.utf8)), "\(cache)") }
    let ids = try read("SELECT id FROM records", in: folder)
    #expect(ids.count > 5 && ids.allSatisfy { $0.count == 16 })
    let clear =
      names + ids + (try read("SELECT name FROM meta", in: folder)) + (try read("SELECT name FROM blobs", in: folder))
    let files = folder.everything.keys.map { Array($0.utf8) }
    for word in ["arked", "aria", "thought"] {
      let bytes = Data(word.utf8)
      #expect(!(clear + files).contains { Data($0).range(of: bytes) != nil }, "\(word)")
    }
  }

  /// The first column of each row, in bytes.
  private func read(_ sql: String, in folder: TestFolder) throws -> [[UInt8]] {
    var handle: OpaquePointer?
    try #require(sqlite3_open("\(folder.path)/yhealth/me/store.sqlite", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    try #require(
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    defer { sqlite3_finalize(statement) }
    var rows: [[UInt8]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let count = Int(sqlite3_column_bytes(statement, 0))
      rows.append(
        sqlite3_column_blob(statement, 0).map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
    }
    return rows
  }
}
