import Covers
import Days
import Foundation
import Health
import Insights
import Interface
import Kernel
import Measures
import ShellTesting
import Storage
import Testing

@testable import Progress
@testable import Shell
@testable import YHealth

@Suite("The source of an insight", .timeLimit(.minutes(10))) struct InsightSourceTests {
  private func runs(_ person: Person) async throws -> Storage.Collection<KeptRun> {
    try await person.store.collection(KeptRun.self, .cached(YHealthStorage.insights, window: .seconds(7 * 86_400)))
  }

  /// The identifiers of the findings on the dashboard.
  private func cards(_ frame: Frame) -> Set<String> {
    Set(
      frame.everything.filter { $0.role == .card }.compactMap { card in
        String(card.id.split(separator: ".").last ?? "").split(separator: "-", maxSplits: 1).last.map(String.init)
      })
  }

  private func kept(_ run: InsightRun, by digest: String) -> KeptRun { KeptRun(run, digest: digest, at: noon.date) }

  private func forget<Record: Kept>(_ type: Record.Type, of person: Person) async throws {
    let collection = try await person.store.collection(type, .owned(.entered))
    for record in try await collection.records() { try await collection.delete(record.id) }
  }

  @Test(
    "An insight is on the dashboard only while its entries exist and say it; a foreign one never is",
    .covers("yh-S04.1.2-L2"))
  func validated() async throws {
    let home = TestFolder()
    let clock = ManualTime(noon)
    var person = try await Person.test(home: .folder(home.path), clock: clock)
    try await DemonstrationData.fill(person.store, to: noon, days: 400)
    var window = await person.window()
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("deep")))
    try await window.perform(.open(Route(["dashboard"])))
    while try await runs(person).record(KeptRun.last) == nil { await Task.yield() }
    await person.context.settling.settled()
    let genuine = try #require(try await runs(person).record(KeptRun.last))
    let shown = cards(try await window.perform(.open(Route(["dashboard"]))))
    let found = genuine.run.findings.filter { shown.contains($0.id) }
    #expect(!found.isEmpty)
    await window.close()
    await person.close()

    // Findings without a source, in the place of the last ones: of a question that nobody asks, of days that never were, of
    // days with other values, of too few days, and of numbers that nobody would report.
    person = try await Person.test(home: .folder(home.path), clock: clock)
    let real = try #require(found.first)
    func forged(
      _ cause: Measure, _ effect: Measure, lag: Int = 0, strength: Double = 0.9, chance: Double = 0.001,
      _ points: [Finding.Point]
    ) -> Finding {
      Finding(
        cause: cause, effect: effect, lag: lag, strength: strength, interval: 0.8...0.95, chance: chance,
        points: points,
        priority: 1)
    }
    let risen = real.points.enumerated().map { Finding.Point(day: $1.day, cause: Double($0), effect: Double($0)) }
    let later = risen.map { Finding.Point(day: $0.day.following(4_000), cause: $0.cause, effect: $0.effect) }
    let rubbish = [
      forged(.weight, .steps, risen), forged(.water, .mood, later), forged(.meals, .mood, risen),
      forged(real.cause, real.effect, lag: real.lag, Array(real.points.prefix(5))),
      forged(.steps, .stress, strength: 40, chance: -1, risen),
    ]
    let foreign = InsightRun(findings: rubbish, looked: 1, days: 400)
    try await runs(person).save(kept(foreign, by: genuine.digest), over: .anything)
    window = await person.window()
    var seen: Set<String> = []
    for _ in 0..<40 {
      seen.formUnion(cards(try await window.perform(.open(Route(["dashboard"])))))
      try await window.perform(.open(Route(["profile"])))
      for _ in 0..<200 { await Task.yield() }
    }
    let known = Set(genuine.run.findings.map(\.id))
    #expect(seen.isDisjoint(with: Set(rubbish.map(\.id)).subtracting(known)), "\(seen)")
    // The insights were made anew from the entries.
    try await window.perform(.open(Route(["dashboard"])))
    #expect(await window.shows(within: 60) { cards($0).contains(real.id) })

    // The entries are deleted, and with them what they say.
    try await forget(MoodEntry.self, of: person)
    try await forget(EnergyEntry.self, of: person)
    try await forget(SleepEntry.self, of: person)
    try await forget(JournalEntry.self, of: person)
    await person.context.settling.settled()
    let gone: Set<Measure> = [.mood, .energy, .stress, .sleepQuality, .journal]
    let left = cards(try await window.perform(.open(Route(["dashboard"]))))
    #expect(
      genuine.run.findings.allSatisfy {
        !left.contains($0.id) || (!gone.contains($0.cause) && !gone.contains($0.effect))
      })
    await window.close()
    await person.close()
  }
}
