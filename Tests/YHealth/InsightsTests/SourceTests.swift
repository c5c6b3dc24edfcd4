import Days
import Insights
import Measures
import Testing

@Suite("The source of a finding") struct SourceTests {
  private func linked(days: Int = 120) -> DayTable {
    var person = Synthetic(1, days: days)
    let (cause, effect) = person.linked(0.7, lag: 0, persistence: 0.2)
    return person.table([.water: cause, .mood: effect])
  }

  private func finding(in table: DayTable) throws -> Finding {
    try #require(Insights.run(table, to: Synthetic.last).findings.first { $0.id == "water_millilitres-mood-0" })
  }

  private func changed(
    _ finding: Finding, cause: Measure? = nil, effect: Measure? = nil, lag: Int? = nil, strength: Double? = nil,
    chance: Double? = nil, points: [Finding.Point]? = nil
  ) -> Finding {
    Finding(
      cause: cause ?? finding.cause, effect: effect ?? finding.effect, lag: lag ?? finding.lag,
      strength: strength ?? finding.strength, interval: finding.interval, chance: chance ?? finding.chance,
      points: points ?? finding.points, priority: finding.priority)
  }

  @Test("Every finding of a run holds in its days, also long ones of which the newest days are kept")
  func genuine() {
    for table in [linked(), linked(days: 700)] {
      let run = Insights.run(table, to: Synthetic.last)
      #expect(!run.findings.isEmpty)
      for finding in run.findings {
        #expect(finding.holds(in: table, on: Synthetic.last))
        #expect(changed(finding, points: Array(finding.points.suffix(365))).holds(in: table, on: Synthetic.last))
      }
    }
  }

  @Test("A finding of no question, of other days or values, of too few, or of impossible numbers does not hold")
  func foreign() throws {
    let table = linked()
    let finding = try finding(in: table)
    let other = finding.points.map { Finding.Point(day: $0.day, cause: $0.cause + 1, effect: $0.effect) }
    let later = finding.points.map { Finding.Point(day: $0.day.following(500), cause: $0.cause, effect: $0.effect) }
    for foreign in [
      changed(finding, cause: .weight), changed(finding, effect: .energy), changed(finding, lag: 9),
      changed(finding, strength: -finding.strength), changed(finding, strength: 7), changed(finding, strength: .nan),
      changed(finding, strength: 0.1), changed(finding, chance: 0.06), changed(finding, chance: -1),
      changed(finding, chance: .nan), changed(finding, points: other), changed(finding, points: later),
      changed(finding, points: []), changed(finding, points: Array(finding.points.suffix(Insights.leastDays - 1))),
      changed(finding, points: [Finding.Point](repeating: finding.points[0], count: 60)),
      changed(finding, points: finding.points.reversed()),
    ] {
      #expect(!foreign.holds(in: table, on: Synthetic.last))
    }
    #expect(!finding.holds(in: DayTable(), on: Synthetic.last))
    #expect(!finding.holds(in: table, on: Synthetic.last.following(-5)))
  }

  @Test("It outlives an edited day, and ends with the deletion of its days")
  func deleted() throws {
    let table = linked()
    let finding = try finding(in: table)
    var edited = table
    var day = table.days[60]
    day[.mood] = 1
    edited.take([day])
    #expect(finding.holds(in: edited, on: Synthetic.last))
    var shorter = table
    shorter.take(table.days.prefix(20).map { DayFigures($0.day) })
    #expect(!finding.holds(in: shorter, on: Synthetic.last))
    #expect(!finding.holds(in: DayTable(table.days.suffix(20)), on: Synthetic.last))
  }
}
