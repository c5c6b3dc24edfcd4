import Days
import Insights
import Measures
import Testing

@Suite("A run") struct RunTests {
  private func linked(_ seed: Int = 1, days: Int = 120) -> DayTable {
    var person = Synthetic(seed, days: days)
    let (cause, effect) = person.linked(0.7, lag: 0, persistence: 0.2)
    return person.table([.water: cause, .mood: effect])
  }

  @Test("The same days give the same findings, even with another seed")
  func again() throws {
    let table = linked()
    let run = Insights.run(table, to: Synthetic.last)
    #expect(run == Insights.run(table, to: Synthetic.last))
    let other = Insights.run(table, to: Synthetic.last, seed: 99)
    #expect(run.findings.map(\.id).contains("water_millilitres-mood-0"))
    #expect(run.findings.map(\.id) == other.findings.map(\.id) && run.looked == other.looked)
  }

  @Test("A finding has its days, its interval and its scatter points")
  func finding() throws {
    let table = linked()
    let finding = try #require(
      Insights.run(table, to: Synthetic.last).findings.first { $0.id == "water_millilitres-mood-0" })
    #expect(finding.interval.contains(finding.strength) && finding.interval.lowerBound > 0)
    #expect(finding.chance > 0 && finding.chance <= 0.05 && finding.points.count == 120)
    for point in finding.points {
      #expect(table[point.day, .water] == point.cause && table[point.day, .mood] == point.effect)
    }
    let line = try #require(finding.line)
    #expect(line.to > line.from && line.causes.contains(finding.points[0].cause))
    #expect((1...5).contains(finding.priority) && finding.pillar == Measure.mood.pillar)
  }

  @Test("A delayed effect is found at its lag, dated by the day of the effect")
  func later() throws {
    var person = Synthetic(3, days: 150)
    let (cause, effect) = person.linked(0.7, lag: 1, persistence: 0)
    let table = person.table([.steps: cause, .sleepMinutes: effect])
    let finding = try #require(Insights.run(table, to: Synthetic.last).findings.first { $0.effect == .sleepMinutes })
    #expect(finding.id == "steps-sleep_minutes-1")
    let point = try #require(finding.points.first)
    #expect(table[point.day.following(-1), .steps] == point.cause)
  }

  @Test("Days after the requested one and days more than two years before it are ignored")
  func window() {
    let table = linked(days: 900)
    let run = Insights.run(table, to: Synthetic.last)
    #expect(run.days == 730)
    #expect(run.findings.allSatisfy { $0.points.allSatisfy { Synthetic.last.days(since: $0.day) < 730 } })
    let earlier = Insights.run(table, to: Synthetic.last.following(-600))
    #expect(earlier.days == 300)
    #expect(Insights.run(table, to: Synthetic.last.following(-2_000)) == .none)
    #expect(Insights.run(DayTable(), to: Synthetic.last) == .none)
  }

  @Test("With fewer than 28 days nothing is searched, and the number of missing days is stated")
  func tooFew() {
    #expect(Insights.run(linked(days: 27), to: Synthetic.last).looked == 0)
    #expect(Insights.run(linked(days: 28), to: Synthetic.last).looked > 0)
    let run = Insights.run(linked(days: 20), to: Synthetic.last)
    #expect(run.sentence == "Insights need 28 days of entries. You have 20. 8 more days to go.")
    #expect(InsightRun.none.sentence == "Insights need 28 days of entries. 28 more days to go.")
    #expect(InsightRun(findings: [], looked: 0, days: 40).sentence.hasPrefix("No two measures have 28 days in common"))
  }

  @Test("A run without findings says so")
  func nothing() {
    let run = InsightRun(findings: [], looked: 312, days: 61)
    #expect(run.sentence == "No reliable link yet in 312 pairs of measures over 61 days.")
  }

  @Test("Dismissed findings are left out, and the run keeps its counts")
  func dismissed() throws {
    let run = Insights.run(linked(), to: Synthetic.last)
    let first = try #require(run.findings.first)
    let rest = run.without([first.id])
    #expect(rest.findings == Array(run.findings.dropFirst()) && rest.looked == run.looked && rest.days == run.days)
  }

  @Test("Measures that are almost constant or missing are not searched")
  func odd() {
    var person = Synthetic(8, days: 100)
    var rare = [Double](repeating: 0, count: 100)
    for day in [10, 30, 50] { rare[day] = 1 }
    let table = person.table([.water: rare, .mood: rare], measures: [.water, .mood, .energy])
    #expect(Insights.run(table, to: Synthetic.last).looked == 0)
  }

  @Test("Findings are sorted by priority, and of related causes only the strongest is reported")
  func order() {
    var person = Synthetic(12, days: 365)
    let (cause, effect) = person.linked(0.6, lag: 0, persistence: 0.2)
    let alike = cause.map { $0 + 0.4 * person.normal() }
    let (night, calm) = person.linked(-0.6, lag: 0, persistence: 0.2)
    let run = Insights.run(
      person.table(
        [.steps: cause, .activeMinutes: alike, .mood: effect, .awakenings: night, .stress: calm],
        measures: Synthetic.measures + [.activeMinutes, .awakenings]), to: Synthetic.last)
    #expect(run.findings.map(\.priority) == run.findings.map(\.priority).sorted())
    #expect(run.findings.count { $0.effect == .mood && [.steps, .activeMinutes].contains($0.cause) } == 1)
    // A changeable cause comes before a stronger one that cannot be changed.
    #expect(run.findings.first?.cause == .steps && run.findings.contains { $0.cause == .awakenings })
  }
}
