import Chance
import Days
import Foundation
import Kernel
import Samples
import Testing

@testable import Carrying

@Suite("Decisions about a day") struct DayDecisionTests {
  let day = CalendarDay(number: 20_000)
  let now = Date(timeIntervalSince1970: 20_001 * 86_400)
  let one = ID<SyncPlan>(UUID())
  let other = ID<SyncPlan>(UUID())

  func known(_ sync: ID<SyncPlan>, _ source: String, _ kind: SampleKind = .steps) -> CarriedDay {
    CarriedDay(id: ID(UUID()), sync: sync, from: source, to: "google-health", kind, on: day)
  }

  func steps(_ amounts: [Double], of source: String, from hour: Double = 8) -> [Sample] {
    amounts.enumerated().map { index, amount in
      let start = Date(timeIntervalSince1970: 20_000 * 86_400 + hour * 3600 + Double(index) * 60)
      return Sample(
        .steps, from: start, to: start.addingTimeInterval(60), amount: amount,
        origin: Origin(source, record: "\(source)-\(index)", device: "watch"))
    }
  }

  func decide(
    _ samples: [Sample], _ known: CarriedDay, _ change: (inout DayDecision.Question) -> Void = { _ in }
  ) -> DayDecision {
    var question = DayDecision.Question(samples, known: known, mapping: SampleMapping(to: "google-health"), at: now)
    change(&question)
    return DayDecision(question)
  }

  @Test("A repeated run writes nothing; a changed record is written again under its key")
  func repeated() {
    let samples = steps([100, 200], of: "garmin")
    let first = decide(samples, known(one, "garmin"))
    #expect(first.writes.count == 2 && first.day.total == 300 && first.day.reason == .alone)
    let second = decide(samples, first.day)
    #expect(second.writes.isEmpty && second.skips == [.already: 2] && second.deletes.isEmpty)
    var corrected = samples
    corrected[1].amount = 250
    let third = decide(corrected, second.day)
    #expect(third.writes.map(\.mark.text) == [first.writes[1].mark.text] && third.day.total == 350)
  }

  @Test("What this program wrote is not carried back, with its key or without")
  func echoes() {
    var own = steps([100], of: "google-health")
    own[0].origin.written = "syncwell-1"
    #expect(decide(own, known(one, "google-health")).skips == [.echo: 1])
    // A provider that merges sources hands the record out as its own.
    let there = decide(steps([100], of: "garmin"), known(other, "garmin"))
    let anonymous = steps([100], of: "google-health")
    let hashes = Set(there.day.marks.all.values.map(\.written))
    let decision = decide(anonymous, known(one, "google-health")) { $0.echoes = hashes }
    #expect(decision.writes.isEmpty && decision.skips == [.echo: 1] && decision.day.total == 0)
  }

  @Test("What no body can do is not carried, and a day that is left out is not either")
  func leftOut() {
    let wild = steps([1e9, 5], of: "garmin")
    let decision = decide(wild, known(one, "garmin"))
    #expect(decision.writes.count == 1 && decision.skips == [.implausible: 1])
    let excluded = decide(wild, known(one, "garmin")) { $0.isExcluded = true }
    #expect(excluded.writes.isEmpty && excluded.skips == [.implausible: 1, .excluded: 1])
    let held = decide(wild, decision.day) { $0.leftOut = [decision.writes[0].mark.text] }
    #expect(held.deletes == [decision.writes[0].mark.text] && held.day.marks.isEmpty)
  }

  @Test("The greatest amount of a day counts, and takes the place of what was written before")
  func greatest() {
    let phone = decide(steps([100, 100], of: "apple-health"), known(one, "apple-health"))
    let watch = decide(steps([100, 150], of: "garmin"), known(other, "garmin")) { $0.rivals = [phone.day] }
    #expect(watch.writes.count == 2 && watch.day.reason == .greatest)
    #expect(watch.released.map(\.reason) == [.outdone] && watch.released[0].marks.isEmpty)
    let again = decide(steps([100, 100], of: "apple-health"), watch.released[0]) { $0.rivals = [watch.day] }
    #expect(again.writes.isEmpty && again.skips == [.outdone: 2])
  }

  @Test("A preferred app counts where it has data, and the others where it has none")
  func preferred() {
    func prefer(_ question: inout DayDecision.Question) { (question.choice, question.preferred) = (.prefer, "garmin") }
    let phone = decide(steps([900], of: "apple-health"), known(one, "apple-health"), prefer)
    #expect(phone.day.reason == .alone && phone.writes.count == 1)
    let watch = decide(steps([100], of: "garmin"), known(other, "garmin")) {
      prefer(&$0)
      $0.rivals = [phone.day]
    }
    #expect(watch.day.reason == .preferred && watch.released.count == 1)
    let empty = decide([], known(other, "garmin"))
    let alone = decide(steps([900], of: "apple-health"), known(one, "apple-health")) {
      prefer(&$0)
      $0.rivals = [empty.day]
    }
    #expect(alone.day.reason == .alone && alone.writes.count == 1)
  }

  @Test("A question leaves what is there, until the person has chosen")
  func asks() {
    func ask(_ question: inout DayDecision.Question) { question.choice = .ask }
    let phone = decide(steps([100], of: "apple-health"), known(one, "apple-health"), ask)
    let watch = decide(steps([300], of: "garmin"), known(other, "garmin")) {
      ask(&$0)
      $0.rivals = [phone.day]
    }
    #expect(watch.asks && watch.writes.isEmpty && watch.released.isEmpty && watch.skips == [.open: 1])
    let chosen = decide(steps([300], of: "garmin"), watch.day) {
      ask(&$0)
      $0.rivals = [phone.day]
      $0.chosen = "garmin"
    }
    #expect(chosen.day.reason == .chosen && chosen.writes.count == 1 && chosen.released.count == 1)
    let both = decide(steps([300], of: "garmin"), watch.day) {
      ask(&$0)
      $0.rivals = [phone.day]
      $0.chosen = "all"
    }
    #expect(both.day.reason == .everything && both.writes.count == 1 && both.released.isEmpty)
  }

  @Test("Whatever the order of runs, repetitions and kills, each amount is counted once")
  func properties() throws {
    for number in 0..<300 {
      var random = try FuzzPlan.generator(for: "day-decisions-\(number)")
      check(&random)
    }
  }

  private func check(_ random: inout Seeded) {
    let choices = ConflictChoice.choices(.steps).filter { $0 != .ask }
    let choice = choices[Int.random(in: 0..<choices.count, using: &random)]
    let sources = ["apple-health", "garmin", "oura"]
    let plans = Dictionary(uniqueKeysWithValues: sources.map { ($0, ID<SyncPlan>(UUID())) })
    var samples = Dictionary(
      uniqueKeysWithValues: sources.map { source in
        (
          source,
          steps(
            (0..<Int.random(in: 0...4, using: &random)).map { _ in Double.random(in: 1...500, using: &random).rounded()
            }, of: source)
        )
      })
    var days: [String: CarriedDay] = [:]
    var destination: [String: Double] = [:]
    func run(_ source: String, killedAt step: Int?) {
      let own = days[source] ?? known(plans[source]!, source)
      let decision = decide(samples[source]!, own) { question in
        question.rivals = sources.filter { $0 != source }.compactMap { days[$0] }
        (question.choice, question.preferred) = (choice, "oura")
      }
      for day in decision.intents { days[day.source] = day }
      for (index, key) in decision.deletes.enumerated() {
        if step == -1 - index { return }
        destination[key] = nil
      }
      if step == 0 { return }
      for (index, write) in decision.writes.enumerated() {
        if index == step { return }
        destination[write.mark.text] = write.sample.amount
      }
      days[source] = decision.day
      for rival in decision.released { days[rival.source] = rival }
    }
    for _ in 0..<30 {
      let source = sources[Int.random(in: 0..<3, using: &random)]
      if Int.random(in: 0..<4, using: &random) == 0 {
        samples[source]! += steps([Double.random(in: 1...300, using: &random).rounded()], of: source, from: 20)
          .map { sample in
            Sample(
              .steps, from: sample.start, to: sample.end, amount: sample.amount,
              origin: Origin(source, record: "late-\(Int.random(in: 0...9, using: &random))"))
          }
        var seen: Set<String> = []
        samples[source] = samples[source]!.filter { seen.insert($0.origin.record).inserted }
      }
      run(source, killedAt: Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: -3...3, using: &random) : nil)
    }
    // Twice around, undisturbed: a source may learn only then that another one has more.
    for _ in 0..<3 { for source in sources { run(source, killedAt: nil) } }
    let totals = sources.map { source in samples[source]!.reduce(0) { $0 + $1.amount } }
    let sum = destination.values.reduce(0, +)
    switch choice {
    case .sum: #expect(sum == totals.reduce(0, +))
    case .greatest: #expect(sum == totals.max())
    case .prefer: #expect(sum == (totals[2] > 0 ? totals[2] : totals.max()))
    case .newest: #expect(totals.contains(sum))
    case .ask, .merge: break
    }
  }

  @Test(
    "Where the figures of another app's day are gone, its marks say whether it counts",
    arguments: [ConflictChoice.greatest, .newest, .prefer])
  func emptied(choice: ConflictChoice) {
    var strava = decide(steps([100, 200], of: "strava"), known(one, "strava")).day
    strava.expire()
    #expect(strava.isEmptied && strava.marks.count == 2)
    #expect((strava.total, strava.count, strava.newest, strava.devices) == (0, 0, .distantPast, []))
    // It was written: a later reading of the other app is not counted beside it.
    let late = decide(steps([5000], of: "garmin"), known(other, "garmin")) {
      ($0.choice, $0.rivals) = (choice, [strava])
    }
    #expect(late.day.reason == .outdone && late.writes.isEmpty && late.deletes.isEmpty)
    // Both were written: nothing is removed.
    let garmin = decide(steps([50], of: "garmin"), known(other, "garmin")).day
    let again = decide(steps([50], of: "garmin"), garmin) { ($0.choice, $0.rivals) = (choice, [strava]) }
    #expect(again.writes.isEmpty && again.deletes.isEmpty && again.released.isEmpty)
    // It was not: it is nobody's rival.
    var unwritten = known(one, "strava")
    unwritten.expire()
    let alone = decide(steps([50], of: "garmin"), known(other, "garmin")) {
      ($0.choice, $0.rivals) = (choice, [unwritten])
    }
    #expect(alone.day.reason == .alone && alone.writes.count == 1)
  }
}
