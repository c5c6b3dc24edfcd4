import Kernel
import Simulation
import Testing

@Suite("Simulation of devices, people and a server with faults")
struct SimulationTests {
  @Test("no change is lost, applied twice or stuck, and all devices converge", arguments: [0, 1000])
  func holds(_ from: UInt64) async throws {
    let reports = try await Simulation.run(seeds: from..<from + 60)
    for report in reports.failing { Issue.record("seed \(report.seed): \(report.findings)") }
    #expect(reports.seeds == 60)
    // A simulation without events would pass all checks.
    for what in [
      "saves", "edits", "deletes", "applied", "already applied", "conflicts", "conflicts asked", "conflicts by rule",
      "decided", "discarded", "mended", "refused", "stops", "disk failures", "restores", "resyncs", "requests lost",
      "answers lost", "requests twice", "letters", "mutes", "server failures", "too large", "sessions changed",
      "clock jumps",
    ] { #expect(reports.tally[what, default: 0] > 5, "too few events: \(what)") }
  }

  @Test("messages of two people: none is lost, none comes twice, and their order is kept", arguments: [0, 5000])
  func messages(_ from: UInt64) async throws {
    let reports = try await Simulation.run(seeds: from..<from + 40, talks: true)
    for report in reports.failing { Issue.record("seed \(report.seed): \(report.findings)") }
    for what in ["messages", "answers", "mutes", "stops", "restores", "requests twice", "clock jumps"] {
      #expect(reports.tally[what, default: 0] > 5, "too few events: \(what)")
    }
  }

  @Test(
    "seeds that once revealed a fault pass",
    arguments: [1835, 14_973, 19_545, 30_052, 30_060, 32_932, 37_384, 40_645, 60_734, 96_853] as [UInt64])
  func found(_ seed: UInt64) async throws {
    let report = try await Simulation.run(seed: seed)
    #expect(report.holds, "\(report.findings)")
  }

  @Test("the same seed gives the same run; another seed gives another")
  func same() async throws {
    for seed in [7] as [UInt64] {
      let first = try await Simulation.run(seed: seed)
      #expect(try await Simulation.run(seed: seed) == first)
      #expect(try await Simulation.run(seed: seed + 1).fingerprint != first.fingerprint)
    }
  }

  @Test("a deliberate bug is found within twelve seeds", arguments: Simulation.Bug.allCases)
  func bugs(_ bug: Simulation.Bug) async throws {
    let reports = try await Simulation.run(seeds: 0..<12, bug: bug, talks: bug == .clockTrusted)
    #expect(!reports.failing.isEmpty)
    switch bug {
    case .freshOperation: #expect(reports.doubled > 0)
    case .looksForgotten: #expect(reports.diverged > 0)
    case .clockTrusted: #expect(reports.disordered > 0)
    case .acknowledgedWhenSent, .baseForgotten, .lifeIgnored: #expect(reports.lost > 0)
    }
  }

  @Test("a trace of the events is kept on request only")
  func trace() async throws {
    let report = try await Simulation.run(seed: 3, isTraced: true)
    #expect(report.trace.count > 100)
    #expect(report.trace.contains { $0.hasSuffix("healed") })
    #expect(try await Simulation.run(seed: 3).trace.isEmpty)
  }
}
