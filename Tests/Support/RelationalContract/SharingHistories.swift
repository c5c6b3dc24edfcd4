internal import JSON
internal import Kernel
internal import Relational
internal import Testing
internal import Tokens

/// Random histories of three people whose changes decide about each other's rows.
extension RelationalContract {
  static let histories: [Clause] = [
    Clause("after any history every device holds exactly what its person sees, and was told of nothing else") {
      database in
      for seed in 1...12 {
        var history = try await History(database, seed: UInt64(seed))
        for _ in 0..<40 { try await history.step() }
        try await history.expectAgreement()
      }
    },
    Clause("changes and pulls at the same time leave no device with a row too many or too few") { database in
      for seed in 1...6 {
        var history = try await History(database, seed: UInt64(100 + seed))
        for _ in 0..<5 { try await history.rush(8) }
        try await history.expectAgreement()
      }
    },
  ]
}

/// Three people, their devices, and what each of them has ever been allowed to see.
private struct History {
  enum Act {
    case befriend(Int, Int), part(Int, Int), mute(Int, Int), unmute(Int, Int)
    case write(Int, Int, String), change(Int, String), remove(Int, String)
    case present(Int, String), describe(Int), leave(Int)
  }

  private let database: any Database
  private let people: [Caller]
  private var holders: [Holder] = []
  private var seen: [Set<String>]
  private var random: Seeded
  private let seed: UInt64
  private var number = 0
  private var letters: [String] = []
  /// Whether actions ran at the same time, so that what was visible for an instant in between is not known.
  private var isRushed = false

  init(_ database: any Database, seed: UInt64) async throws {
    self.database = database
    self.seed = seed
    random = Seeded(seed)
    people = (1...3).map { .person(RelationalContract.id(Int(seed) * 0x10000 + $0)) }
    seen = people.map { _ in [] }
    for person in people { holders.append(try await Holder(database, person)) }
  }

  private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func fresh() -> String {
    number += 1
    return RelationalContract.id(Int(seed) * 0x10000 + 0x100 + number)
  }

  private mutating func act() -> Act {
    let one = pick(0..<3)
    let other = (one + pick(1..<3)) % 3
    let letter = letters.isEmpty ? "" : letters[pick(0..<letters.count)]
    switch pick(0..<12) {
    case 0, 1: return .befriend(one, other)
    case 2: return .part(one, other)
    case 3, 4: return .mute(one, other)
    case 5: return .unmute(one, other)
    case 6, 7:
      letters.append(fresh())
      return .write(one, other, letters.last ?? "")
    case 8: return letter.isEmpty ? .describe(one) : .change(one, letter)
    case 9: return letter.isEmpty ? .describe(one) : .remove(one, letter)
    case 10: return .present(one, fresh())
    default: return pick(0..<4) == 0 ? .leave(one) : .describe(one)
    }
  }

  /// Carries out an action; what the rules refuse has no effect.
  private func perform(_ act: Act) async throws {
    func name(_ person: Int) -> Value { .text(people[person].user) }
    do throws(Failure) {
      switch act {
      case .befriend(let one, let other):
        try await database.add(RelationalContract.friendships, ["other": name(other)], as: people[one])
      case .part(let one, let other):
        try await database.remove(
          RelationalContract.friendships, .compare("other", .equal, name(other)), as: people[one])
      case .mute(let one, let other):
        try await database.add(RelationalContract.mutes, ["muted": name(other)], as: people[one])
      case .unmute(let one, let other):
        try await database.remove(RelationalContract.mutes, .compare("muted", .equal, name(other)), as: people[one])
      case .write(let one, let other, let id):
        try await database.add(
          RelationalContract.letters, ["id": .text(id), "recipient": name(other), "body": .text("a")], as: people[one])
      case .change(let one, let id):
        _ = try await database.change(RelationalContract.letters, ["body": .text("b")], .id(id), as: people[one])
      case .remove(let one, let id): try await database.remove(RelationalContract.letters, .id(id), as: people[one])
      case .present(let one, let id):
        try await database.add(RelationalContract.profiles, ["id": .text(id), "name": .text("a")], as: people[one])
      case .describe(let one):
        _ = try await database.change(
          RelationalContract.profiles, ["name": .text("b")], .compare("owner", .equal, name(one)), as: people[one])
      case .leave(let one):
        try await database.remove(
          RelationalContract.profiles, .compare("owner", .equal, name(one)), as: people[one])
      }
    } catch {
      // A deadlock of PostgreSQL is repeated by devices; here the action is one that did not happen.
      let isExpected = ["23505", "40P01"].contains(error.code)
      if !isExpected { throw error }
    }
  }

  private mutating func look() async throws {
    for index in people.indices {
      for table in [RelationalContract.profiles, RelationalContract.letters] {
        let rows = try await database.all(table, as: people[index])
        seen[index].formUnion(rows.compactMap { $0["id"]?.string })
      }
    }
  }

  mutating func step() async throws {
    if pick(0..<3) == 0 {
      let index = pick(0..<3)
      let (limit, pages) = (pick(1..<5), pick(1..<4))
      _ = try await holders[index].pull(pick(0..<2) == 0 ? "letters" : "profiles", limit: limit, pages: pages)
    } else {
      try await perform(act())
      try await look()
    }
  }

  /// Several actions and a pull of every device, at the same time.
  mutating func rush(_ count: Int) async throws {
    let acts = (0..<count).map { _ in act() }
    let limits = holders.map { _ in pick(1..<5) }
    let history = self
    holders = try await withThrowingTaskGroup(of: (Int, Holder)?.self) { group in
      for act in acts {
        group.addTask {
          try await history.perform(act)
          return nil
        }
      }
      for (index, holder) in history.holders.enumerated() {
        group.addTask {
          var holder = holder
          for table in ["letters", "profiles"] { try await holder.pull(table, limit: limits[index], pages: 3) }
          return (index, holder)
        }
      }
      var holders = history.holders
      for try await case (let index, let holder)? in group { holders[index] = holder }
      return holders
    }
    isRushed = true
  }

  mutating func expectAgreement() async throws {
    try await look()
    for index in holders.indices {
      for table in [RelationalContract.profiles, RelationalContract.letters] {
        try await holders[index].pull(table.name, limit: 3)
        try await holders[index].expectCurrent(table)
      }
      #expect(isRushed || holders[index].told.isSubset(of: seen[index]), "seed \(seed), person \(index)")
    }
  }
}
