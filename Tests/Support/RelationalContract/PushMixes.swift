internal import JSON
internal import Kernel
internal import Relational
internal import Testing
internal import Tokens

/// Random pushes, each once as a whole and once entry by entry.
extension RelationalContract {
  static let mixes: [Clause] = [
    Clause("a push answers and leaves what its entries would, each pushed alone") { database in
      for seed in 1...8 {
        var mix = PushMix(seed: UInt64(seed))
        var whole = try await MixHolder(database, ada, number: 0x100_0000 + seed << 12)
        var alone = try await MixHolder(database, bob, number: 0x200_0000 + seed << 12)
        for round in 0..<4 {
          let acts = mix.acts(48)
          let told = try await whole.push(acts, atOnce: true)
          let expected = try await alone.push(acts, atOnce: false)
          for (place, act) in acts.enumerated() {
            #expect(told[place] == expected[place], "seed \(seed), round \(round), entry \(place): \(act)")
          }
          #expect(try await whole.rows() == (try await alone.rows()), "seed \(seed), round \(round)")
        }
      }
    },
    Clause("revisions of a push of many entries ascend in its order") { database in
      let device = try await Device(database, ada)
      let results = try await device.push(
        (0..<60).map { Device.entry($0, "insert", "notes", id($0), ["title": .string("note \($0)")]) })
      let rows = try await database.all(notes, order: [Order("rev")], as: ada)
      #expect(rows.map { $0["title"] } == (0..<60).map { .string("note \($0)") })
      #expect(rows.map { $0["rev"] } == results.map { $0["rev"] })
    },
  ]
}

/// An entry without the identifiers of its person.
private struct MixAct {
  enum Base { case none, current, former }

  var operation: Int
  var kind: String
  var collection: String
  var record: Int
  var base: Base
  var fields: [String: JSON]
  /// The record in a column, if any.
  var reference: (column: String, record: Int)?
}

private struct PushMix {
  private static let collections = ["notes", "shelves", "books", "pens"]

  private var random: Seeded
  private var operations = 0
  private var records = 0
  private var earlier: [MixAct] = []

  init(seed: UInt64) { random = Seeded(seed) }

  private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Entries mostly come in rows of the same kind, as a device's do.
  mutating func acts(_ count: Int) -> [MixAct] {
    var acts: [MixAct] = []
    while acts.count < count {
      let collection = Self.collections[pick(0..<4)]
      let kind = ["insert", "insert", "insert", "update", "update", "delete"][pick(0..<6)]
      for _ in 0..<pick(1..<9) where acts.count < count { acts.append(act(kind, collection)) }
    }
    return acts
  }

  private mutating func act(_ kind: String, _ collection: String) -> MixAct {
    if !earlier.isEmpty, pick(0..<25) == 0 { return earlier[pick(0..<earlier.count)] }
    operations += 1
    let isNew = kind == "insert" && pick(0..<12) > 0
    if isNew { records += 1 }
    var act = MixAct(
      operation: operations, kind: kind, collection: collection,
      record: isNew ? records : pick(max(0, records - 40)..<records + 1),
      base: kind == "insert" ? .none : [.current, .current, .current, .former, .none][pick(0..<5)], fields: [:])
    if kind != "delete" {
      switch collection {
      case "notes":
        act.fields = ["title": pick(0..<15) == 0 ? .null : .string("t\(pick(0..<1000))")]
        if pick(0..<6) == 0 { act.fields["slug"] = .string("s\(pick(0..<8))") }
        if pick(0..<25) == 0 { act.fields["rank"] = "many" }
      case "shelves": act.fields = ["name": .string("n\(pick(0..<1000))")]
      default:
        if pick(0..<8) > 0 { act.reference = ("shelf", pick(max(0, records - 20)..<records + 1)) }
      }
      if pick(0..<30) == 0 { act.fields["nothing"] = 1 }
    }
    if pick(0..<40) == 0 { act.collection = "unknown" }
    earlier.append(act)
    return act
  }
}

/// A person who pushes a mix. Records and operations have the person's own identifiers.
private struct MixHolder {
  private let database: any Database
  private let caller: Caller
  private let number: Int
  private let device: Device
  private var revisions: [String: [String]] = [:]
  private var applied: Set<String> = []

  init(_ database: any Database, _ caller: Caller, number: Int) async throws {
    self.database = database
    self.caller = caller
    self.number = number
    device = try await Device(database, caller)
  }

  private func id(_ record: Int) -> String { RelationalContract.id(number + record) }

  private func entry(_ act: MixAct) -> JSON {
    let known = revisions[act.collection + id(act.record)] ?? []
    let base =
      switch act.base {
      case .none: nil as String?
      case .current: known.last
      case .former: known.first
      }
    var fields = act.fields
    if let reference = act.reference { fields[reference.column] = .string(id(reference.record)) }
    return Device.entry(number + act.operation, act.kind, act.collection, id(act.record), base: base, fields)
  }

  /// Returns the outcome and the code of each.
  mutating func push(_ acts: [MixAct], atOnce: Bool) async throws -> [[String?]] {
    let entries = acts.map(entry)
    var results: [JSON] = []
    var refused: Set<String> = []
    if atOnce {
      results = try await device.push(entries)
    } else {
      for entry in entries {
        let record = "\(entry["collection"]?.string ?? "") \(entry["id"]?.string ?? "")"
        let operation = entry["op_id"]?.string ?? ""
        // Behind a refused entry of the same push those of its record are held back.
        guard !refused.contains(record) || applied.contains(operation) else {
          results.append(["outcome": "blocked"])
          continue
        }
        let result = try await device.push(entry)
        results.append(result)
        if result["outcome"] == "refused" { refused.insert(record) }
        if result["outcome"] == "applied" { applied.insert(operation) }
      }
    }
    for (act, result) in zip(acts, results) {
      guard let revision = result["rev"]?.string, result["outcome"] == "applied" else { continue }
      revisions[act.collection + id(act.record), default: []].append(revision)
    }
    return results.map { [$0["outcome"]?.string, $0["code"]?.string] }
  }

  /// Everything that the person has, without what differs between people.
  func rows() async throws -> [String] {
    var texts: [String] = []
    for table in [
      RelationalContract.notes, RelationalContract.shelves, RelationalContract.books, RelationalContract.pens,
    ] {
      for row in try await database.all(table, order: [Order("id")], as: caller) {
        let record = { (name: String) in (row[name]?.string).map { String($0.suffix(3)) } ?? "-" }
        texts.append(
          "\(table.name) \(record("id")) \(record("shelf")) \(row["title"] ?? .null) \(row["slug"] ?? .null) "
            + "\(row["name"] ?? .null)")
      }
    }
    return texts
  }
}
