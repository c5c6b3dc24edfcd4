import Catalog
import Foundation
public import Relational
import Testing
import Tokens

/// Contract of the tables, tested with three people on any database that holds `Schema.products`. Each promise uses its
/// own people, so that all promises can be tested on one database.
struct TablesContract {
  let database: any Database
  let anna = Caller.person(UUID().uuidString.lowercased())
  let ben = Caller.person(UUID().uuidString.lowercased())
  let cleo = Caller.person(UUID().uuidString.lowercased())

  /// One valid row of every owner-only table.
  static let owned: [String: [String: Value]] = [
    "settings": ["name": "theme", "value": .json(#"{"dark":true}"#), "clock": "1-0-a"],
    "mood_entries": ["mood": 7, "feelings": .json(#"["calm"]"#), "felt_at": "2026-11-21T10:00:00Z"],
    "meals": ["kind": "lunch", "description": "soup", "calories": 300, "eaten_at": "2026-11-21T12:00:00Z"],
    "activities": ["kind": "walk", "minutes": 30, "started_at": "2026-11-21T08:00:00Z"],
    "workouts": ["kind": "run", "minutes": 45, "effort": 6, "started_at": "2026-11-21T07:00:00Z"],
    "journal_entries": ["body": "A day.", "written_at": "2026-11-21T21:00:00Z"],
    "habits": ["name": "Read", "cadence": "daily"],
    "hydration_entries": ["millilitres": 250, "drunk_at": "2026-11-21T09:00:00Z"],
    "energy_entries": ["energy": 6, "stress": 3, "felt_at": "2026-11-21T09:00:00Z"],
    "sleep_entries": ["fell_asleep_at": "2026-11-20T22:00:00Z", "woke_at": "2026-11-21T06:00:00Z", "quality": 8],
    "weight_entries": ["grams": 70_000, "weighed_at": "2026-11-21T07:00:00Z"],
    "daily_measures": ["day": "2026-11-21", "kind": "steps", "amount": .real(8000), "source": "phone"],
    "goals": [
      "pillar": "fitness", "name": "5 km", "target": .real(5), "begins_on": "2026-11-01", "ends_on": "2026-12-01",
    ],
    "own_measures": ["name": "Headache", "kind": "scale", "created_at": "2026-11-21T09:00:00Z"],
    "todos": ["title": "Post", "due_on": "2026-11-22"],
    "expenses": ["amount": 1250, "currency": "EUR", "category": "food", "spent_on": "2026-11-21"],
    "training_plans": [
      "status": "approved", "runner": "{}", "seed": 1, "changes": "[]", "made_at": "2026-11-21T12:00:00Z",
    ],
    "runners": [
      "identity": .json("[]"), "physical": .json("[]"), "running": .json("[]"), "goals": .json("[]"),
      "schedule": .json("[]"), "health": .json("[]"), "coaching": .json("[]"), "connections": .json("[]"),
      "inferred": .json("[]"), "changed_at": "2026-11-21T12:00:00Z",
    ],
    "training_runs": ["ran_on": "2026-11-21", "activity": "run", "metres": 8000, "effort": 3, "pain": 0],
    "expense_budgets": ["category": "food", "currency": "EUR", "amount": 30_000],
    "expense_settlements": ["person": "Ana", "amount": 500, "currency": "EUR", "settled_on": "2026-11-21"],
    "exchange_rates": [
      "from_currency": "CHF", "to_currency": "EUR", "millionths": 1_050_000, "valid_on": "2026-11-21",
    ],
    "record_versions": [
      "kind": "todos", "record_id": "0197a1b2-0000-7000-8000-0123456789ab", "change": "changed", "fields": .json("[]"),
      "changed_at": "2026-11-23T09:00:00Z", "device_id": "0197a1b2-0000-7000-8000-0123456789ac",
    ],
    "events": [
      "title": "Dentist", "starts_at": "2026-11-23T09:00:00Z", "ends_at": "2026-11-23T09:30:00Z",
      "time_zone": "Europe/Berlin",
    ],
    "consents": [
      "category": "terms", "version": 1, "text_hash": .text(String(repeating: "a", count: 64)),
      "text_shown": "You may.",
      "is_given": true, "decided_at": "2026-11-23T09:00:00Z",
    ],
    "store_transactions": ["signed_text": "head.body.signature", "signed_at": "2026-11-23T09:00:00Z"],
    "onboarding_progress": ["plan": "volvox", "step": "role", "rank": 2, "reached_at": "2026-11-23T09:00:00Z"],
    "notifications": [
      "name": "meal 2026-11-23", "kind": "meal", "body": "Don't forget to log dinner!", "link": "/log/meal",
      "action": "Log Now", "why": "No dinner is logged yet.", "sent_at": "2026-11-23T19:00:00Z",
    ],
    "person_profiles": ["name": "Anna", "about": "Runs in the morning."],
    "usage_days": ["day": "2026-11-21", "event": "entry_saved, kind: mood", "times": 3],
    "sobriety_records": ["began_on": "2026-01-01"],
    "reflections": ["day": "2026-11-21", "body": "Still here."],
    "check_ins": ["day": "2026-11-21", "kind": "pledge"],
    "sobriety_plans": ["programme": "common", "daily_hundredths": 850, "currency": "GBP"],
    "matches": ["candidate": "0190d000-0000-7000-8000-00000000000d", "score": 80],
    "blocks": ["blocked": "0190d000-0000-7000-8000-00000000000d"],
  ]

  // MARK: Queries

  func table(_ name: String) throws -> Table { try #require(database.schema.tables[name]) }

  @discardableResult
  func add(_ name: String, _ values: [String: Value], as caller: Caller) async throws -> String {
    let id = UUID().uuidString.lowercased()
    let values = values.merging(["id": .text(id)]) { $1 }
    let columns = values.keys.sorted()
    let insert = Insert(try table(name), columns: columns, rows: [columns.map { values[$0] ?? .null }])
    _ = try await database.insert(insert, as: caller)
    return id
  }

  /// Returns the number of changed rows.
  @discardableResult
  func change(_ name: String, _ id: String, _ values: [String: Value], as caller: Caller) async throws -> Int {
    var update = Update(try table(name), values: values, filter: .compare("id", .equal, .text(id)))
    update.shown = [Shown("id")]
    return try await database.update(update, as: caller).count
  }

  func delete(_ name: String, _ id: String, as caller: Caller) async throws -> Int {
    var delete = Delete(try table(name), filter: .compare("id", .equal, .text(id)))
    delete.shown = [Shown("id")]
    return try await database.delete(delete, as: caller).count
  }

  func sees(_ name: String, _ id: String, _ caller: Caller) async throws -> Bool {
    var select = Select(try table(name), shown: [Shown("id")])
    select.filter = .compare("id", .equal, .text(id))
    do throws(Failure) { return try await database.select(select, as: caller).count == 1 } catch {
      // An anonymous caller may be refused the query itself.
      guard error.code == "42501", caller == .anonymous else { throw error }
      return false
    }
  }

  /// Expects that `body` is refused by a policy, a check or a transition.
  func refused(
    _ code: String = "42501", _ words: String = "", at place: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("the call was not refused", sourceLocation: place)
    } catch let failure as Failure {
      #expect(
        failure.code == code && (words.isEmpty || failure.message.contains(words)), "\(failure)", sourceLocation: place)
    } catch {
      Issue.record(error, sourceLocation: place)
    }
  }

  /// Expects that `body` affects no row. Only an anonymous caller may be refused the query itself.
  func reachesNothing(
    as caller: Caller, at place: SourceLocation = #_sourceLocation, _ body: () async throws -> Int
  ) async {
    do {
      let count = try await body()
      #expect(count == 0, sourceLocation: place)
    } catch let failure as Failure {
      #expect(caller == .anonymous && failure.code == "42501", "\(failure)", sourceLocation: place)
    } catch {
      Issue.record(error, sourceLocation: place)
    }
  }

  func name(_ caller: Caller) -> Value { .text(caller.user) }

  // MARK: Contract

  /// No other person can see, change or delete an owner-only row.
  func ownersOnly(_ name: String) async throws {
    let values = try #require(TablesContract.owned[name])
    let id = try await add(name, values, as: anna)
    #expect(try await sees(name, id, anna))
    for other in [ben, Caller.anonymous] {
      #expect(try await !sees(name, id, other))
      await reachesNothing(as: other) { try await change(name, id, ["edited_at": "2026-11-21T10:00:00Z"], as: other) }
      await reachesNothing(as: other) { try await delete(name, id, as: other) }
    }
    #expect(try await sees(name, id, .service))
    await refused { try await add(name, values.merging(["owner": self.name(anna)]) { $1 }, as: ben) }
    await refused { try await change(name, id, ["owner": self.name(ben)], as: anna) }
    // Nor does this reveal to another person what she has.
    let his = try await add(name, values, as: ben)
    await refused { try await change(name, his, ["owner": self.name(anna)], as: ben) }
    #expect(try await change(name, id, ["edited_at": "2026-11-21T10:00:00Z"], as: anna) == 1)
    #expect(try await delete(name, id, as: anna) == 1)
    #expect(try await !sees(name, id, anna))
  }

  /// Statements that a store has signed are not changed afterwards.
  func purchases() async throws {
    let values = try #require(TablesContract.owned["store_transactions"])
    let id = try await add("store_transactions", values, as: anna)
    for change: [String: Value] in [["signed_text": "head.body.other"], ["signed_at": "2026-11-24T09:00:00Z"]] {
      await refused("P0001", "never changed") { try await self.change("store_transactions", id, change, as: anna) }
    }
    let long = values.merging(["signed_text": .text(String(repeating: "a", count: 16_385))]) { $1 }
    await refused("23514") { try await self.add("store_transactions", long, as: anna) }
  }

  /// Neither the decision nor its text is changed afterwards.
  func decisions() async throws {
    let id = try await add("consents", try #require(TablesContract.owned["consents"]), as: anna)
    for change: [String: Value] in [
      ["is_given": false], ["text_shown": "You may not."], ["version": 2], ["decided_at": "2026-11-24T09:00:00Z"],
      ["text_hash": .text(String(repeating: "b", count: 64))],
    ] {
      await refused("P0001", "never changed") { try await self.change("consents", id, change, as: anna) }
    }
  }

  /// A value out of bounds is refused with the code of the violated constraint.
  func bounds() async throws {
    let long = Value.text(String(repeating: "x", count: 60_000))
    for (name, column, value) in [
      ("mood_entries", "mood", 11), ("mood_entries", "note", long), ("meals", "kind", "feast"),
      ("meals", "description", ""), ("hydration_entries", "millilitres", 0),
      ("sleep_entries", "woke_at", "2026-11-20T21:00:00Z"), ("goals", "ends_on", "2026-10-01"),
      ("todos", "title", ""), ("todos", "status", "lost"), ("expenses", "currency", "eur"),
      ("expenses", "currency", "EURO"), ("events", "ends_at", "2026-11-23T08:00:00Z"), ("events", "source", "fax"),
      ("matches", "score", 101), ("journal_entries", "body", long),
      ("own_measures", "name", ""), ("own_measures", "kind", "feeling"), ("own_measures", "unit", long),
      ("settings", "value", .json("\"\(String(repeating: "x", count: 10_000))\"")),
    ] as [(String, String, Value)] {
      let values = try #require(TablesContract.owned[name]).merging([column: value]) { $1 }
      await refused("23514") { try await add(name, values, as: anna) }
    }
    await refused("23502") { try await add("todos", ["notes": "no title"], as: anna) }
    await refused("23514") { try await add("blocks", ["blocked": name(anna)], as: anna) }
  }

  /// A child row belongs to a parent row of the same owner.
  func parts() async throws {
    let habit = try await add("habits", ["name": "Read", "cadence": "daily"], as: anna)
    let entry: [String: Value] = ["habit": .text(habit), "day": "2026-11-21"]
    let id = try await add("habit_entries", entry, as: anna)
    await refused("23505") { try await add("habit_entries", entry, as: anna) }
    await refused { try await add("habit_entries", entry.merging(["day": "2026-11-20"]) { $1 }, as: ben) }
    #expect(try await !sees("habit_entries", id, ben))
    let measure = try await add("own_measures", try #require(TablesContract.owned["own_measures"]), as: anna)
    let reading: [String: Value] = [
      "measure": .text(measure), "value": .real(6), "measured_at": "2026-11-21T09:00:00Z",
    ]
    let value = try await add("own_readings", reading, as: anna)
    await refused { try await add("own_readings", reading, as: ben) }
    await refused("23514") { try await add("own_readings", reading.merging(["value": .real(2e9)]) { $1 }, as: anna) }
    #expect(try await !sees("own_readings", value, ben))
    #expect(try await delete("own_measures", measure, as: anna) == 1)
    #expect(try await !sees("own_readings", value, anna), "deleting a measure deletes its entries")
    let record = try await add("sobriety_records", ["began_on": "2026-01-01"], as: anna)
    let milestone: [String: Value] = ["sobriety_record": .text(record), "days": 30, "reached_on": "2026-01-31"]
    try await add("milestones", milestone, as: anna)
    await refused { try await add("milestones", milestone.merging(["days": 60]) { $1 }, as: ben) }
    try await add("milestones", milestone.merging(["days": 181, "months": 6]) { $1 }, as: anna)
    await refused("23514") {
      try await add("milestones", milestone.merging(["days": 90, "months": 0]) { $1 }, as: anna)
    }
    await refused("P0001", "A recorded date stays as it is.") {
      try await change("sobriety_records", record, ["began_on": "2026-02-01"], as: anna)
    }
    #expect(try await delete("habits", habit, as: anna) == 1)
    #expect(try await !sees("habit_entries", id, anna), "deleting a habit deletes its entries")
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .int(Int64(number)) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
}
