import CSQLite
import Catalog
import Connectivity
import Covers
import Embedded
import Fetch
import Foundation
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("Recovery of damaged local data", .timeLimit(.minutes(10))) struct MendingTests {
  private let folder = TestFolder()
  private let clock = ManualTime(noon)

  /// Runs the program once on the same folder and the same server.
  private func run(_ server: EmbeddedServer, _ body: (Window) async throws -> Void) async throws {
    let person = try await Person.open(
      .yhealth, home: .folder(folder.path), clock: clock, seed: 1, server: server.port)
    // Set before the first request of this run.
    person.network.set(.offline)
    let window = await person.window()
    try await body(window)
    await window.close()
    await person.close()
  }

  private func withServer(_ body: (EmbeddedServer) async throws -> Void) async throws {
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    try await body(server)
    await server.stop()
    await fetch.close()
  }

  /// Creates an account, syncs two entries and opens the dashboard.
  private func live(_ window: Window) async throws {
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    for words in ["A quiet day.", "Another one."] {
      try await window.perform(.open(Route(["dashboard"])))
      try await window.perform(.open(Route(["log", "journal"])))
      try await window.perform(.type(.label("What is on your mind"), words))
      try await window.perform(.tap(.label("Save")))
    }
    try await synced(window)
    try await window.perform(.open(Route(["dashboard"])))
  }

  private func synced(_ window: Window) async throws {
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.advance(seconds: 30))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
  }

  private func sql(_ sql: String) throws -> [Int] {
    var handle: OpaquePointer?
    try #require(sqlite3_open("\(folder.path)/yhealth/me/store.sqlite", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    try #require(
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    defer { sqlite3_finalize(statement) }
    var numbers: [Int] = []
    while sqlite3_step(statement) == SQLITE_ROW { numbers.append(Int(sqlite3_column_int64(statement, 0))) }
    return numbers
  }

  /// Selects the records that the server has and those derived from them.
  private static let fetched = """
    WHERE rev IS NOT NULL OR collection IN (SELECT number FROM collections WHERE name IN
    ('dashboards', 'goal_progress', 'insight_runs', 'day_figures', 'day_summaries'))
    """

  @Test(
    "A fully damaged cache is cleared, shown as loading while offline, and restored once online",
    .covers("yh-S04.5.1-E1"))
  func whole() async throws {
    try await withServer { server in
      try await run(server) { try await live($0) }
      #expect(try sql("SELECT count(*) FROM records \(Self.fetched)")[0] >= 4)
      _ = try sql("UPDATE records SET sealed = x'00' \(Self.fetched)")

      try await run(server) { window in
        // Cleared: no damaged row is left where it would be read.
        #expect(try await window.person.store.problems().count >= 4)
        try await window.perform(.network(.offline))
        // Loading for as long as it takes, without the welcome for new people.
        for _ in 0..<2 {
          let dashboard = try await window.perform(.open(Route(["dashboard"])))
          #expect(dashboard.labels.contains("Loading Fitness") && dashboard.labels.contains("Loading your day"))
          #expect(!dashboard.labels.contains { $0.hasPrefix("Welcome!") || $0.contains("could not be loaded") })
          let history = try await window.perform(.open(Route(["history"])))
          #expect(history.labels.contains("Loading your entries") && !history.labels.contains("Nothing logged yet."))
          #expect(history.labels.contains { $0.hasPrefix("Some data on this device was damaged") })
          for tab in ["Pillars", "Insights"] {
            let frame = try await window.perform(.tap(.label(tab)))
            #expect(frame.everything.contains { $0.role == .skeleton }, "\(tab)")
          }
          try await window.perform(.advance(seconds: 3600))
        }
        // Restored.
        try await window.perform(.network(.online))
        try await synced(window)
        try await window.perform(.open(Route(["history"])))
        try await window.perform(.wait(.label("Journal: A quiet day."), seconds: 30))
        #expect(
          await window.shows(within: 30) {
            !$0.labels.contains { $0.hasPrefix("Some data on this device was damaged") }
          })
        let history = window.frames.value
        #expect(history.labels.contains("Journal: Another one.") && !history.labels.contains("Loading your entries"))
        #expect(!history.labels.contains { $0.hasPrefix("Some data on this device was damaged") })
        let dashboard = try await window.perform(.open(Route(["dashboard"])))
        #expect(!dashboard.labels.contains { $0.hasPrefix("Loading") || $0.hasPrefix("Welcome!") })
        #expect(dashboard.labels.contains { $0.hasPrefix("Last updated") })
      }
    }
  }

  @Test("A partly damaged cache shows the intact entries while the damaged ones are loaded again")
  func part() async throws {
    try await withServer { server in
      try await run(server) { try await live($0) }
      _ = try sql(
        """
        UPDATE records SET sealed = x'00' WHERE version = (SELECT max(version) FROM records WHERE collection =
        (SELECT number FROM collections WHERE name = 'journal_entries'))
        """)
      try await run(server) { window in
        try await window.perform(.network(.offline))
        let history = try await window.perform(.open(Route(["history"])))
        #expect(history.labels.contains("Journal: A quiet day.") != history.labels.contains("Journal: Another one."))
        #expect(history.labels.contains("Reloading damaged entries"))
        try await window.perform(.network(.online))
        try await synced(window)
        try await window.perform(.open(Route(["history"])))
        let whole = await window.shows(within: 30) { frame in
          ["Journal: A quiet day.", "Journal: Another one."].allSatisfy(frame.labels.contains)
            && !frame.labels.contains("Reloading damaged entries")
        }
        #expect(whole, "\(window.frames.value.labels)")
      }
    }
  }

  @Test("Without an account a damaged history says “Nothing logged yet.” instead of loading")
  func nobody() async throws {
    let person = try await Person.test(home: .folder(folder.path))
    let window = await person.window()
    try await window.perform(.open(Route(["log", "journal"])))
    try await window.perform(.type(.label("What is on your mind"), "A quiet day."))
    try await window.perform(.tap(.label("Save")))
    await window.close()
    await person.close()
    _ = try sql(
      """
      UPDATE records SET sealed = x'00' WHERE collection =
      (SELECT number FROM collections WHERE name = 'journal_entries')
      """)
    let again = try await Person.test(home: .folder(folder.path))
    let later = await again.window()
    #expect(try await later.perform(.open(Route(["history"]))).labels.contains("Nothing logged yet."))
    await later.close()
    await again.close()
  }
}
