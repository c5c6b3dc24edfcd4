import Foundation
import JSON
import Kernel
import Relational
import SQLiteStore
import Simulation
import Storage
import SyncWire
import Testing
import Tokens

/// The model server and the real server, which receive the same messages.
private struct Pair {
  var model: ModelServer
  let real: SQLiteStore
  let time: ManualTime
  var random: Seeded
  let people: [UUID]
  /// Every record that was ever sent, with its collection and owner.
  var places: [(collection: String, id: UUID, person: Int)] = []
  /// Revisions that were reported, for devices that are behind.
  var bases: [UUID: [String]] = [:]
  var cursors: [[String: String?]] = []
  var sent: [(entry: Push.Entry, person: Int)] = []
  /// The kinds of answers received, to check that all kinds occurred.
  var kinds: Set<String> = []

  static let start = Date(timeIntervalSince1970: 1_750_000_000)
  static let names = ["notes", "todos", "mutes", "letters"]
  private static let nothing: [String: String?] = Dictionary(uniqueKeysWithValues: names.map { ($0, nil) })
  static let tables: [ModelTable] = names.map { name in
    var table = ModelTable(name, ["at", "a", "b", "slug"])
    table.required = ["at", "a"]
    table.unique = ["todos", "mutes"].contains(name) ? "slug" : nil
    if name == "letters" {
      table.sharing = ModelTable.Sharing(reader: "slug", hiddenBy: "mutes", subject: "slug")
    }
    table.check = { $0["a"]?.string?.hasPrefix("poison") == true ? ("23514", "a") : nil }
    return table
  }

  static var schema: Schema {
    Schema(
      names.map { name in
        var table = Table.owned(
          name, [.timestamp("at").required, .text("a").required, .text("b"), .text("slug")],
          checks: [Check("\(name)_a", "a not like 'poison%'")])
        if ["todos", "mutes"].contains(name) { table.uniques = [["owner", "slug"]] }
        if name == "letters" {
          table.policies.seen =
            "slug = auth.uid() and owner not in (select m.slug from mutes as m where m.owner = auth.uid() and m.slug is not null)"
          table.policies.seenBy = ["slug"]
          table.policies.sources = [
            VisibilitySource("mutes", viewer: "owner", subject: "slug", column: "owner", isShowing: false)
          ]
        }
        return table
      })
  }

  init(seed: UInt64, folder: String) async throws {
    time = ManualTime(Moment(Pair.start))
    real = try SQLiteStore.open(folder, schema: Pair.schema, time: time.time)
    model = ModelServer(Pair.tables, epoch: try await real.epoch)
    var random = Seeded(seed)
    people = (0..<2).map { _ in Pair.uuid(&random) }
    self.random = random
    cursors = Array(repeating: Pair.nothing, count: 3)
  }

  static func uuid(_ random: inout Seeded) -> UUID {
    let words = (random.next(), random.next())
    return UUID(uuid: withUnsafeBytes(of: words) { $0.loadUnaligned(as: uuid_t.self) })
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
  mutating func pick<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &random) }

  mutating func entry(_ person: Int) -> Push.Entry {
    if chance(0.15), let again = pick(sent.filter { $0.person == person }) { return again.entry }
    var kind = pick(Push.Kind.allCases) ?? .insert
    var place = pick(places.filter { chance(0.05) || $0.person == person })
    if place == nil || kind == .insert && chance(0.7) {
      place = (chance(0.02) ? "nothing" : pick(Pair.names) ?? "notes", Pair.uuid(&random), person)
      kind = chance(0.9) ? .insert : kind
      if let place { places.append(place) }
    }
    let (collection, id, _) = place ?? ("notes", Pair.uuid(&random), person)
    var fields: [String: JSON] = [:]
    if kind == .insert || chance(0.5) {
      fields["at"] = .string(Moment(Pair.start.addingTimeInterval(Double(Int.random(in: 0..<9, using: &random)))).text)
      fields["a"] = .string(chance(0.1) ? "poison" : "a\(Int.random(in: 0..<5, using: &random))")
      if chance(0.05) { fields["a"] = .null }
    }
    if chance(0.3) { fields["b"] = chance(0.2) ? .null : .string("b\(Int.random(in: 0..<5, using: &random))") }
    if chance(0.3) { fields["slug"] = .string("s\(Int.random(in: 0..<3, using: &random))") }
    if ["mutes", "letters"].contains(collection), kind == .insert || chance(0.3) {
      fields["slug"] = .string(people[1 - person].uuidString.lowercased())
    }
    if chance(0.03) { fields["unknown"] = .number(1) }
    if kind == .delete { fields = [:] }
    let known = bases[id] ?? []
    let base = chance(0.75) ? known.last : pick(known + ["0", "7"])
    return Push.Entry(
      op: Pair.uuid(&random), collection: collection, id: id, kind: kind,
      base: kind == .insert && chance(0.6) ? nil : base,
      fields: fields, editedAt: Pair.start.addingTimeInterval(Double(Int.random(in: 0..<1000, using: &random))))
  }

  func caller(_ person: Int) -> Caller { .person(people[person].uuidString.lowercased()) }

  mutating func push() async throws {
    let person = chance(0.6) ? 0 : 1
    var entries: [Push.Entry] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { entries.append(entry(person)) }
    // A message contains an operation only once, as a device sends it.
    entries = Dictionary(entries.map { ($0.op, $0) }, uniquingKeysWith: { first, _ in first }).values
      .sorted { $0.op.uuidString < $1.op.uuidString }
    sent += entries.map { ($0, person) }
    let push = Push(
      device: people[person], epoch: chance(0.05) ? "another" : chance(0.1) ? nil : model.epoch, entries: entries)
    let bytes = try #require(
      try await real.call("sync_push", push.bytes, mayWrite: true, as: caller(person)))
    let answered = try PushAnswer(bytes)
    let told = model.push(push, as: people[person], at: time.now.date)
    #expect(told.epoch == answered.epoch)
    #expect(told.results.map(\.op) == answered.results.map(\.op))
    for (index, (mine, theirs)) in zip(told.results, answered.results).enumerated() {
      #expect(
        Pair.isSame(mine.outcome, theirs.outcome),
        "\(entries[index]): the model gives \(mine.outcome), the server \(theirs.outcome)")
      kinds.insert(String("\(theirs.outcome)".prefix { $0.isLetter }))
      switch theirs.outcome {
      case .applied(let rev), .alreadyApplied(let rev): bases[entries[index].id, default: []].append(rev)
      case .conflict(let rev?, _): bases[entries[index].id, default: []].append(rev)
      default: break
      }
    }
  }

  mutating func pull() async throws {
    let device = Int.random(in: 0..<3, using: &random)
    let person = device == 2 ? 1 : 0
    if chance(0.05) { cursors[device] = Pair.nothing }
    if chance(0.05) { cursors[device]["notes"] = .some("rubbish") }
    let pull = Pull(
      device: people[person], epoch: chance(0.05) ? "another" : model.epoch, cursors: cursors[device],
      limit: Int.random(in: 1...9, using: &random))
    let bytes = try #require(
      try await real.call("sync_pull", pull.bytes, mayWrite: false, as: caller(person)))
    let answered = try PullAnswer(bytes)
    let told = model.pull(pull, as: people[person])
    #expect(told.epoch == answered.epoch)
    #expect(told.cursors == answered.cursors)
    #expect(told.more == answered.more)
    #expect(Set(told.resync) == Set(answered.resync))
    #expect(told.changes.map(\.id) == answered.changes.map(\.id))
    #expect(told.changes.map(\.rev) == answered.changes.map(\.rev))
    for (mine, theirs) in zip(told.changes, answered.changes) {
      #expect(Pair.isSame(mine.row, theirs.row), "\(mine) differs from \(theirs)")
    }
    if !answered.resync.isEmpty { kinds.insert("resync") }
    if answered.more { kinds.insert("more") }
    let other = people[1 - person].uuidString.lowercased()
    if answered.changes.contains(where: { $0.row?["owner"]?.string == other }) { kinds.insert("shared") }
    if answered.changes.contains(where: { $0.row == nil }) { kinds.insert("deletion") }
    for (name, cursor) in answered.cursors { cursors[device][name] = .some(cursor) }
  }

  static func isSame(_ mine: PushAnswer.Outcome, _ theirs: PushAnswer.Outcome) -> Bool {
    switch (mine, theirs) {
    case (.applied(let mine), .applied(let theirs)), (.alreadyApplied(let mine), .alreadyApplied(let theirs)):
      mine == theirs
    case (.conflict(let rev, let row), .conflict(let other, let theirs)): rev == other && isSame(row, theirs)
    case (.refused(let code, _), .refused(let other, _)): code == other
    case (.blocked, .blocked): true
    default: false
    }
  }

  static func isSame(_ mine: [String: JSON]?, _ theirs: [String: JSON]?) -> Bool {
    guard let mine, let theirs else { return mine == nil && theirs == nil }
    return Set(mine.keys).union(theirs.keys).subtracting(["updated_at", "created_at"]).allSatisfy { name in
      Storage.Value(mine[name] ?? .null).means(Storage.Value(theirs[name] ?? .null))
    }
  }
}

@Suite("The model server and the real server")
struct DifferentialTests {
  @Test("give the same answers to the same messages", arguments: 1...6 as ClosedRange<UInt64>)
  func alike(_ seed: UInt64) async throws {
    let folder = NSTemporaryDirectory() + "troupe-differential-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var pair = try await Pair(seed: seed, folder: folder)
    for _ in 0..<120 {
      switch Int.random(in: 0..<40, using: &pair.random) {
      case 0:
        // Deletions are forgotten after ninety days.
        await pair.time.advance(by: .seconds(100 * 86_400), settling: Settling())
        try await pair.real.purge()
        pair.model.purge(upTo: pair.model.revision)
        // Operations are forgotten later, and are not repeated after that.
        pair.sent = []
      case 1..<15: try await pair.pull()
      default: try await pair.push()
      }
    }
    await pair.real.close()
    // Not every run contains an entry that is blocked by a refused entry of the same record.
    pair.kinds.remove("blocked")
    #expect(pair.kinds == ["applied", "alreadyApplied", "conflict", "deletion", "more", "refused", "resync", "shared"])
  }
}
