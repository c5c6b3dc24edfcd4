import Catalog
import Chance
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

/// Contents of the devices of two people, whatever both do and in whichever order.
@Suite("Rows of two people on their devices", .serialized)
struct PairsSyncTests {
  enum Ground: String, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres
    static var here: [Ground] { TestPostgres.isInstalled ? allCases : [.sqlite] }
    var testDescription: String { rawValue }
  }

  private func with(_ ground: Ground, _ body: (any Database) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "troupe-pairs-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database: any Database
    switch ground {
    case .sqlite: database = try SQLiteStore.open(folder, schema: .products)
    case .postgres:
      database = try await PostgresStore.open(address: try TestPostgres.shared().database(), schema: .products)
    }
    do { try await body(database) } catch {
      await database.close()
      throw error
    }
    await database.close()
  }

  @Test("a profile arrives when a request is accepted, and goes with the connection", arguments: Ground.here)
  func profiles(_ ground: Ground) async throws {
    try await with(ground) { database in
      let pair = TablesContract(database: database)
      let (his, hers) = (
        try await pair.add("profiles", ["name": "Ben", "role": "sponsor"], as: pair.ben),
        try await pair.add("profiles", ["name": "Anna", "role": "sponsee"], as: pair.anna)
      )
      var (annas, bens, cleos) = (Pulling(pair.anna), Pulling(pair.ben), Pulling(pair.cleo))
      try await annas.pull(database)
      #expect(annas.held("profiles") == [hers])
      let request = try await pair.ask(pair.anna, pair.ben)
      try await bens.pull(database)
      #expect(bens.held("connection_requests") == [request])
      #expect(bens.held("profiles") == [his])
      try await pair.change("connection_requests", request, ["status": "accepted"], as: .service)
      let connection = try await pair.connection(of: request, as: .service)
      try await annas.pull(database)
      try await bens.pull(database)
      for device in [annas, bens] { #expect(device.held("profiles") == [his, hers]) }
      // A profile that its owner edits arrives too.
      try await pair.change("profiles", his, ["role": "both"], as: pair.ben)
      try await annas.pull(database)
      #expect(annas.row("profiles", his)?["role"] == "both")
      try await pair.change(
        "connections", connection, ["status": "ended", "ended_by": pair.name(pair.anna)], as: pair.anna)
      for index in 0..<2 {
        if index == 0 { try await annas.pull(database) } else { try await bens.pull(database) }
      }
      #expect(annas.held("profiles") == [hers])
      #expect(bens.held("profiles") == [his])
      #expect(annas.held("connections") == [connection])
      try await cleos.pull(database)
      #expect(cleos.rows.isEmpty)
    }
  }

  @Test("a declined request changes nothing but itself", arguments: Ground.here)
  func declined(_ ground: Ground) async throws {
    try await with(ground) { database in
      let pair = TablesContract(database: database)
      try await pair.add("profiles", ["name": "Ben", "role": "sponsor"], as: pair.ben)
      var annas = Pulling(pair.anna)
      let request = try await pair.ask(pair.anna, pair.ben)
      try await annas.pull(database)
      try await pair.change("connection_requests", request, ["status": "declined"], as: pair.ben)
      #expect(try await annas.pull(database) == [request])
      #expect(annas.row("connection_requests", request)?["status"] == "declined")
      #expect(annas.held("profiles").isEmpty)
    }
  }

  @Test("a block withdraws what came of the blocked person, who gets no sign of it", arguments: Ground.here)
  func blocked(_ ground: Ground) async throws {
    try await with(ground) { database in
      let pair = TablesContract(database: database)
      for (person, role) in [(pair.anna, "sponsee"), (pair.ben, "sponsor")] as [(Caller, Value)] {
        try await pair.add("profiles", ["name": "P.", "role": role], as: person)
        try await pair.add("candidates", ["name": "P.", "role": role, "is_visible": true], as: person)
      }
      let (request, connection) = try await pair.connect()
      let heard = try await pair.send("Hello", in: connection, from: pair.anna, to: pair.ben)
      let own = try await pair.send("Hi", in: connection, from: pair.ben, to: pair.anna)
      var (annas, bens) = (Pulling(pair.anna), Pulling(pair.ben))
      try await annas.pull(database)
      try await bens.pull(database)
      #expect(bens.held("messages") == [heard, own])
      // Nobody's device holds the card of another.
      for device in [annas, bens] { #expect(device.held("candidates").count == 1) }
      let before = annas.rows
      let block = try await pair.add("blocks", ["blocked": pair.name(pair.anna)], as: pair.ben)
      #expect(try await annas.pull(database).isEmpty)
      let unheard = try await pair.send("Are you there?", in: connection, from: pair.anna, to: pair.ben)
      let second = try await pair.ask(pair.anna, pair.ben)
      #expect(try await annas.pull(database) == [unheard, second])
      #expect(annas.rows.filter { before[$0.key] != nil } == before)
      try await bens.pull(database)
      #expect(bens.held("messages") == [own])
      #expect(bens.held("profiles").count == 1)
      #expect(bens.held("connection_requests").isEmpty)
      #expect(bens.held("connections") == [connection])
      // He is not told that there is anything.
      #expect(bens.told.isDisjoint(with: [unheard, second]))
      #expect(try await pair.delete("blocks", block, as: pair.ben) == 1)
      #expect(try await annas.pull(database).isEmpty)
      try await bens.pull(database)
      #expect(bens.held("messages") == [heard, own, unheard])
      #expect(bens.held("connection_requests") == [request, second])
      #expect(bens.held("profiles").count == 2)
    }
  }

  @Test("an erased account leaves no row of it on the other person's devices", arguments: Ground.here)
  func erased(_ ground: Ground) async throws {
    try await with(ground) { database in
      let pair = TablesContract(database: database)
      try await pair.add("profiles", ["name": "Ben", "role": "sponsor"], as: pair.ben)
      let (_, connection) = try await pair.connect()
      _ = try await pair.send("Hello", in: connection, from: pair.ben, to: pair.anna)
      var annas = Pulling(pair.anna)
      try await annas.pull(database)
      #expect(annas.held("profiles").count == 1 && annas.held("messages").count == 1)
      try await database.forget(pair.ben.user ?? "")
      try await annas.pull(database)
      #expect(annas.held("profiles").isEmpty && annas.held("messages").isEmpty && annas.held("connections").isEmpty)
    }
  }

  @Test("a message holds 10,000 characters as ciphertext, and after the end none is taken", arguments: Ground.here)
  func bodies(_ ground: Ground) async throws {
    try await with(ground) { database in
      let pair = TablesContract(database: database)
      let (_, connection) = try await pair.connect()
      // Four bytes each, with a nonce, a tag and a header, in base64.
      let sealed = Data(repeating: 7, count: String(repeating: "😀", count: 10_000).utf8.count + 24 + 16 + 64)
      let body = sealed.base64EncodedString()
      let message = try await pair.send(.text(body), in: connection, from: pair.anna, to: pair.ben)
      var bens = Pulling(pair.ben)
      try await bens.pull(database)
      #expect(bens.row("messages", message)?["body"]?.string == body)
      await pair.refused("23514") {
        _ = try await pair.send(
          .text(String(repeating: "x", count: 60_000)), in: connection, from: pair.anna, to: pair.ben)
      }
      try await pair.change(
        "connections", connection, ["status": "ended", "ended_by": pair.name(pair.ben)], as: pair.ben)
      await pair.refused("42501") {
        _ = try await pair.send("After", in: connection, from: pair.anna, to: pair.ben)
      }
    }
  }

  // MARK: Races

  enum Act: CaseIterable {
    case accept, withdraw, connect, annaEnds, benEnds, annaWrites, benWrites, mark, block, unblock, annaPulls, benPulls
  }

  /// Acts that are tried in every order, after what has been arranged.
  struct Race: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isConnected: Bool
    let acts: [Act]

    static let all =
      [
        Race(
          testDescription: "accepted while withdrawn", isConnected: false,
          acts: [.accept, .withdraw, .connect, .annaPulls, .benPulls]),
        Race(
          testDescription: "ended by both at once, and written meanwhile", isConnected: true,
          acts: [.annaEnds, .benEnds, .annaWrites, .annaPulls, .benPulls]),
        Race(
          testDescription: "blocked during delivery", isConnected: true,
          acts: [.annaWrites, .benPulls, .mark, .block, .annaPulls]),
        Race(
          testDescription: "blocked and unblocked around an end", isConnected: true,
          acts: [.block, .unblock, .annaEnds, .annaWrites, .benPulls]),
      ] + (PairsSyncTests.rounds > 30 ? long : [])

    /// 2,160 further orders, which take minutes.
    static let long = [
      Race(
        testDescription: "written by both, delivered, blocked and ended", isConnected: true,
        acts: [.annaWrites, .benWrites, .benPulls, .mark, .block, .annaEnds]),
      Race(
        testDescription: "ended by both while both write", isConnected: true,
        acts: [.annaEnds, .benEnds, .annaWrites, .benWrites, .annaPulls, .benPulls]),
      Race(
        testDescription: "blocked and unblocked during delivery", isConnected: true,
        acts: [.annaWrites, .benPulls, .mark, .block, .unblock, .annaPulls]),
    ]
  }

  /// Times that acts are done at once; `TROUPE_RACES` asks for more, and for longer races.
  static let rounds = ProcessInfo.processInfo.environment["TROUPE_RACES"].flatMap { Int($0) } ?? 30

  /// A quarter of the orders at each commit, and the others at the next ones.
  @Test("every order of a race leaves both devices with what their people see", arguments: Ground.here, Race.all)
  func races(_ ground: Ground, _ race: Race) async throws {
    try await with(ground) { database in
      for order in RotatingShare.current.part(of: Self.orders(of: race.acts), every: 4) {
        let meeting = try await Meeting(database, isConnected: race.isConnected)
        for act in order { try await meeting.perform(act) }
        try await meeting.expectAgreement(after: order)
      }
    }
  }

  @Test("acts at the same time leave both devices with what their people see", arguments: Ground.here)
  func together(_ ground: Ground) async throws {
    try await with(ground) { database in
      for round in 0..<Self.rounds {
        let race = Race.all[round % Race.all.count]
        let meeting = try await Meeting(database, isConnected: race.isConnected)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for act in race.acts { group.addTask { try await meeting.perform(act) } }
          try await group.waitForAll()
        }
        try await meeting.expectAgreement(after: race.acts)
      }
    }
  }

  static func orders(of acts: [Act]) -> [[Act]] {
    guard !acts.isEmpty else { return [[]] }
    return acts.indices.flatMap { index -> [[Act]] in
      var rest = acts
      let first = rest.remove(at: index)
      return orders(of: rest).map { [first] + $0 }
    }
  }
}

/// A sponsor and a sponsee with one device each.
private final class Meeting: Sendable {
  private let pair: TablesContract
  private let request: String
  private let connection: Locked<String?>
  private let annas: Locked<Pulling>
  private let bens: Locked<Pulling>
  /// The acts that succeeded, of which only one may.
  private let done = Locked<[PairsSyncTests.Act]>([])
  private let blockID = UUID().uuidString.lowercased()

  init(_ database: any Database, isConnected: Bool) async throws {
    pair = TablesContract(database: database)
    for (person, role) in [(pair.anna, "sponsee"), (pair.ben, "sponsor")] as [(Caller, Value)] {
      try await pair.add("profiles", ["name": "P.", "role": role], as: person)
    }
    request = try await pair.ask(pair.anna, pair.ben)
    connection = Locked(nil)
    annas = Locked(Pulling(pair.anna))
    bens = Locked(Pulling(pair.ben))
    if isConnected {
      try await perform(.accept)
      try await perform(.connect)
      for (sender, recipient) in [(pair.anna, pair.ben), (pair.ben, pair.anna)] {
        _ = try await pair.send("Hello", in: connection.withLock({ $0 }) ?? "", from: sender, to: recipient)
      }
      try await perform(.annaPulls)
      try await perform(.benPulls)
    }
  }

  func perform(_ act: PairsSyncTests.Act) async throws {
    do {
      try await attempt(act)
      done.withLock { $0.append(act) }
    } catch let failure as Failure {
      // What the rules refuse, and a deadlock, which devices repeat.
      let isExpected = ["42501", "P0001", "23505", "40P01"].contains(failure.code)
      if !isExpected { throw failure }
    }
  }

  private func attempt(_ act: PairsSyncTests.Act) async throws {
    func refuse(_ count: Int) throws { if count == 0 { throw Failure("42501", "no row") } }
    func end(_ person: Caller) async throws {
      let values: [String: Value] = ["status": "ended", "ended_by": pair.name(person)]
      try refuse(try await pair.change("connections", connection.withLock({ $0 }) ?? request, values, as: person))
    }
    switch act {
    // The second call finds what the first has made, or is the first.
    case .accept, .connect:
      let answer = try await pair.act(["act": "accept", "request": .string(request)], as: pair.ben)
      try refuse(answer.status == .ok ? 1 : 0)
      connection.withLock { $0 = request }
    case .withdraw:
      try refuse(try await pair.change("connection_requests", request, ["status": "withdrawn"], as: pair.anna))
    case .annaEnds: try await end(pair.anna)
    case .benEnds: try await end(pair.ben)
    case .annaWrites:
      _ = try await pair.send("A", in: connection.withLock({ $0 }) ?? request, from: pair.anna, to: pair.ben)
    case .benWrites:
      _ = try await pair.send("B", in: connection.withLock({ $0 }) ?? request, from: pair.ben, to: pair.anna)
    case .mark:
      for id in bens.withLock({ $0 }).held("messages") {
        _ = try await pair.change("messages", id, ["delivered_at": "2026-11-21T10:00:00Z"], as: pair.ben)
      }
    case .block: try await pair.add("blocks", ["id": .text(blockID), "blocked": pair.name(pair.anna)], as: pair.ben)
    case .unblock: _ = try await pair.delete("blocks", blockID, as: pair.ben)
    case .annaPulls: try await pull(annas)
    case .benPulls: try await pull(bens)
    }
  }

  private func pull(_ kept: Locked<Pulling>) async throws {
    var device = kept.withLock({ $0 })
    try await device.pull(pair.database)
    let pulled = device
    kept.withLock { $0 = pulled }
  }

  func expectAgreement(after acts: [PairsSyncTests.Act]) async throws {
    try await pull(annas)
    try await pull(bens)
    for device in [annas.withLock({ $0 }), bens.withLock({ $0 })] {
      for name in Pulling.collections {
        let rows = try await pair.database.select(Select(try pair.table(name)), as: device.caller)
        let seen = (try JSON(bytes: rows.json).array ?? []).compactMap { row in row["id"]?.string.map { ($0, row) } }
        let held = device.rows.filter { $0.key.hasPrefix(name + "/") }
        #expect(
          held == Dictionary(uniqueKeysWithValues: seen.map { ("\(name)/\($0.0)", $0.1) }), "\(name) after \(acts)")
      }
    }
    let done = done.withLock({ $0 })
    #expect(done.count { $0 == .annaEnds || $0 == .benEnds } <= 1, "\(acts)")
    #expect(done.count { $0 == .accept || $0 == .withdraw } <= 1, "\(acts)")
    #expect(!done.contains(.withdraw) || !done.contains(.connect), "\(acts)")
  }
}

/// A device that keeps what it pulls.
struct Pulling: Sendable {
  static let collections = ["profiles", "candidates", "blocks", "connection_requests", "connections", "messages"]

  let caller: Caller
  private(set) var rows: [String: JSON] = [:]
  private(set) var told: Set<String> = []
  private var cursors: JSON = .object(Dictionary(uniqueKeysWithValues: collections.map { ($0, .null) }))
  private var epoch: JSON = .null

  init(_ caller: Caller) { self.caller = caller }

  func held(_ collection: String) -> Set<String> {
    Set(rows.keys.filter { $0.hasPrefix(collection + "/") }.map { String($0.dropFirst(collection.count + 1)) })
  }

  func row(_ collection: String, _ id: String) -> JSON? { rows["\(collection)/\(id)"] }

  /// Pulls in small pages to the end, and returns the identifiers that were told.
  @discardableResult
  mutating func pull(_ database: any Database) async throws -> Set<String> {
    var now: Set<String> = []
    for _ in 0..<1000 {
      let message: JSON = [
        "device": "00000000-0000-4000-8000-000000000001", "epoch": epoch, "cursors": cursors, "limit": 3,
      ]
      let answer = try await database.call(
        "sync_pull", Array(try JSON.text(message).utf8), mayWrite: false, as: caller)
      let page = try JSON(bytes: try #require(answer))
      #expect(page["resync"] == [])
      for change in page["changes"]?.array ?? [] {
        let (name, id) = (change["collection"]?.string ?? "", change["id"]?.string ?? "")
        now.insert(id)
        rows["\(name)/\(id)"] = change["deleted"] == true ? nil : change["row"]
      }
      (cursors, epoch) = (page["cursors"] ?? .null, page["epoch"] ?? .null)
      if page["more"] == false { break }
    }
    told.formUnion(now)
    return now
  }
}
