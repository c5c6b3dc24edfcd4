import Chance
import Foundation
import Kernel
import Testing

@Suite("A fuzzing plan")
struct FuzzPlanTests {
  @Test("is fixed without environment variables, and has one random sequence for each name")
  func fixed() throws {
    let plan = try FuzzPlan(environment: [:])
    #expect(plan == FuzzPlan() && plan.seed == FuzzPlan.fixedSeed && plan.bound == .times(1) && !plan.isKeeping)
    var (one, again, other) = (plan.generator(for: "A"), plan.generator(for: "A"), plan.generator(for: "B"))
    #expect((0..<3).map { _ in one.next() } == (0..<3).map { _ in again.next() })
    #expect(one.next() != other.next())
  }

  @Test("reads its seed, its bound and whether to keep failures from the environment")
  func environment() throws {
    #expect(try FuzzPlan(environment: ["TROUPE_FUZZ_SEED": "42"]).seed == 42)
    let fresh = try FuzzPlan(environment: ["TROUPE_FUZZ_SEED": "fresh"])
    #expect(fresh.seed != FuzzPlan.fixedSeed)
    #expect(
      try FuzzPlan(environment: ["TROUPE_FUZZ_SEED": "fresh"]) == fresh, "`fresh` gives one seed for the whole process")
    #expect(try FuzzPlan(environment: ["TROUPE_FUZZ_INPUTS": "500"]).bound == .inputs(500))
    #expect(try FuzzPlan(environment: ["TROUPE_FUZZ_INPUTS": "x2.5"]).bound == .times(2.5))
    #expect(try FuzzPlan(environment: ["TROUPE_FUZZ_SECONDS": "60"]).bound == .seconds(60))
    #expect(try FuzzPlan(environment: ["TROUPE_FUZZ_KEEP": "1"]).isKeeping)
  }

  @Test(
    "refuses invalid values",
    arguments: [
      ["TROUPE_FUZZ_SEED": "frehs"], ["TROUPE_FUZZ_SEED": ""], ["TROUPE_FUZZ_SEED": "-1"], ["TROUPE_FUZZ_INPUTS": "0"],
      ["TROUPE_FUZZ_INPUTS": "x"], ["TROUPE_FUZZ_INPUTS": "ten"], ["TROUPE_FUZZ_INPUTS": "xinf"],
      ["TROUPE_FUZZ_SECONDS": "0"], ["TROUPE_FUZZ_SECONDS": "nan"],
      ["TROUPE_FUZZ_SECONDS": "1", "TROUPE_FUZZ_INPUTS": "1"],
    ])
  func refuses(_ environment: [String: String]) {
    #expect(throws: FuzzError.self) { try FuzzPlan(environment: environment) }
  }
}

@Suite("A fuzzer")
struct FuzzerTests {
  /// A corpus in a folder of its own, with these inputs.
  private func corpus(_ inputs: [String: String]) throws -> Corpus {
    let folder = NSTemporaryDirectory() + "corpus-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in inputs { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    return Corpus(folder: folder)
  }

  private func remove(_ corpus: Corpus) { try? FileManager.default.removeItem(atPath: corpus.folder) }

  private func generated(_ random: inout Seeded) -> [UInt8] {
    (0..<4).map { _ in .random(in: 0...255, using: &random) }
  }

  @Test("replays its corpus in order, then generates the planned number of inputs, equal for equal seeds")
  func order() throws {
    let corpus = try corpus(["b": "2", "a": "1", ".hidden": "3"])
    defer { remove(corpus) }
    func seen(_ plan: FuzzPlan) throws -> [[UInt8]] {
      var seen: [[UInt8]] = []
      try Fuzzer("A", inputs: 10, plan: plan, corpus: corpus).run(generate: generated) { bytes, _ in seen.append(bytes)
      }
      return seen
    }
    var plan = FuzzPlan()
    let first = try seen(plan)
    #expect(first.count == 12 && first.prefix(2) == [Array("1".utf8), Array("2".utf8)])
    #expect(try seen(plan) == first)
    plan.bound = .inputs(3)
    #expect(try seen(plan) == Array(first.prefix(5)))
    plan.bound = .times(2)
    #expect(try seen(plan).count == 22)
    plan = FuzzPlan()
    plan.seed = 2
    #expect(try seen(plan).dropFirst(2) != first.dropFirst(2))
  }

  @Test("checks the same bytes with the same random numbers, whatever the seed")
  func replays() throws {
    let corpus = try corpus(["a": "input"])
    defer { remove(corpus) }
    func drawn(_ seed: UInt64) throws -> UInt64? {
      var plan = FuzzPlan()
      (plan.seed, plan.bound) = (seed, .inputs(1))
      var drawn: UInt64?
      try Fuzzer("A", inputs: 1, plan: plan, corpus: corpus).run(generate: generated) { bytes, random in
        if bytes == Array("input".utf8) { drawn = random.next() }
      }
      return drawn
    }
    #expect(try drawn(1) != nil && drawn(1) == drawn(2))
  }

  @Test(
    "reports the seed and the bytes of a failing input, and keeps it if the plan says so", arguments: [false, true])
  func failure(isKeeping: Bool) async throws {
    let corpus = try corpus(["a": "kept"])
    defer { remove(corpus) }
    var plan = FuzzPlan()
    (plan.seed, plan.isKeeping) = (7, isKeeping)
    let fuzzer = Fuzzer("A", inputs: 10, plan: plan, corpus: corpus)
    var failure: FuzzFailure?
    do {
      try await fuzzer.run(generate: { _ in Array("ab\0".utf8) }) { bytes, _ in
        await Task.yield()
        try hold(bytes.count == 4, "it has \(bytes.count) bytes")
      }
    } catch let error as FuzzFailure { failure = error }
    let told = try #require(failure).description
    for part in ["A, input 1 of seed 7: it has 3 bytes", "[97, 98, 0]", #""ab\0""#, "TROUPE_FUZZ_SEED=7"] {
      #expect(told.contains(part), "\(part) is missing in \(told)")
    }
    let kept = try corpus.entries()
    #expect(kept.map(\.bytes).contains(Array("ab\0".utf8)) == isKeeping && kept.count == (isKeeping ? 2 : 1))
    #expect(
      kept.allSatisfy { $0.name == "a" || $0.name.count == 16 },
      "expected a name of 16 hash digits and no file `under-way`")
  }

  @Test("fails if its corpus is empty")
  func empty() throws {
    let corpus = try corpus([:])
    defer { remove(corpus) }
    #expect(throws: FuzzError.self) {
      try Fuzzer("A", inputs: 1, plan: FuzzPlan(), corpus: corpus).run(generate: generated) { _, _ in }
    }
  }

  @Test("keeps the input under way in its corpus, so that it is found after a crash")
  func crash() throws {
    let corpus = try corpus(["a": "kept"])
    defer { remove(corpus) }
    var plan = FuzzPlan()
    plan.isKeeping = true
    var underWay: [String?] = []
    try Fuzzer("A", inputs: 2, plan: plan, corpus: corpus).run(generate: generated) { bytes, _ in
      underWay.append(try corpus.entries().first { $0.bytes == bytes && $0.name != "a" }?.name)
    }
    #expect(underWay == ["under-way", "under-way", "under-way"])
    #expect(try corpus.entries().map(\.name) == ["a"])
  }
}

@Suite("A rotating share")
struct RotatingShareTests {
  private func share(_ environment: [String: String]) -> RotatingShare { RotatingShare(environment: environment) }

  @Test("takes every case once in as many turns as there are parts", arguments: [1, 2, 3, 7])
  func once(every: Int) {
    let turns = (0..<every).flatMap { share(["TROUPE_TURN": String(40 + $0)]).part(of: Array(0..<20), every: every) }
    #expect(turns.sorted() == Array(0..<20))
  }

  @Test("has each case in one of two forms, in turn, and in both with TROUPE_SCREENS=all")
  func forms() {
    func named(_ environment: [String: String]) -> [String] {
      share(environment).inOneForm(["a", "b", "c"]).map { "\($0) \($1)" }
    }
    #expect(named(["TROUPE_TURN": "4"]) == ["a false", "b true", "c false"])
    #expect(named(["TROUPE_TURN": "5"]) == ["a true", "b false", "c true"])
    #expect(named(["TROUPE_SCREENS": "all"]).count == 6)
  }

  @Test("is whole with TROUPE_SCREENS=all, and the first part without a turn")
  func whole() {
    #expect(share(["TROUPE_SCREENS": "all", "TROUPE_TURN": "5"]).part(of: [1, 2, 3], every: 3) == [1, 2, 3])
    #expect(share([:]).part(of: [1, 2, 3], every: 3) == [1] && share(["TROUPE_TURN": "x"]) == share([:]))
  }
}
