import Audit
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Plot
import Storage
import Testing
import TrainingPlan

@testable import Training

@Suite("A plan in use") struct InUseTests {
  /// A plan that begins on a Saturday and leads to a race on a Sunday: its first week has two days.
  private func saturday() async throws -> TrainingBench {
    let bench = try await TrainingBench()
    let first = try #require((0..<7).map { bench.today.following($0) }.first { $0.weekday == 6 })
    await bench.wake(first)
    await bench.approve { runner in
      runner.days = [0, 1, 3, 5]
      runner.longRunDay = 0
      runner.goal = .race(metres: RaceDistance.half, on: first.following(16 * 7 + 1), seconds: nil)
    }
    return bench
  }

  @Test("a first week that is a part of one ends where the second begins, in words, charts and sums")
  func part() async throws {
    let bench = try await saturday()
    let course = try #require(bench.state.course)
    let (first, second) = (course.plan.weeks[0], course.plan.weeks[1])
    #expect(first.last == first.first.following(1) && second.first == first.first.following(2) && second.isWhole)
    #expect(course.week(of: second.first)?.number == 2)
    guard case .week(let calendar) = WeekChart(first, [], RunWords(bench.clock.now)).spec.kind else { return }
    #expect(calendar.days.map(\.day) == [.saturday, .sunday])
    let words = RunWords(bench.clock.now)
    let sunday = try #require(first.runs.first)
    #expect(sunday.day.weekday == 0 && first.runs.count == 1)
    // A run of the second week counts there, and not in the first.
    let monday = try #require(second.runs.first)
    await bench.wake(monday.day)
    await bench.mark(monday.day)
    #expect(bench.node("Week 1, base", at: TrainingPlaces.plan)?.value == "0.0 km of \(words.distance(first.metres))")
    #expect(
      bench.node("Week 2, base", at: TrainingPlaces.plan)?.value?.hasPrefix(words.distance(monday.metres)) == true)
    let telling = PlanTelling(course, bench.state.book(on: bench.today), words)
    #expect(telling.days.count == 7 && telling.days.first?.weekday == "Monday" && telling.isFirstWeekPart)
  }

  @Test("the shares of a week are those of the week that is shown")
  func shares() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    for week in try #require(bench.state.course).plan.weeks {
      for ground in week.runs.flatMap(\.grounds) where ground.rule == .weekShare {
        #expect(ground.second == week.metres)
      }
    }
  }

  @Test("a day and a source are written once, and as people write them")
  func words() async throws {
    let bench = try await TrainingBench()
    await bench.approve {
      $0.longestDay = $0.today.following(-3)
      $0.saidLongestDay = true
    }
    let course = try #require(bench.state.course)
    let words = RunWords(bench.clock.now)
    for decision in PlanDecision.allCases {
      for ground in TrainingState.grounds(of: decision, course, from: bench.today) {
        let entry = words.entry(ground, course.plan.runner)
        let all = "\(entry.figure) \(entry.told) \(RunWords.strength(entry.strength)): \(entry.source)"
        #expect(
          all.firstMatch(of: /20\d\d-\d\d-\d\d/) == nil
            && !all.lowercased().contains("coaching practice: coaching practice"), "\(all)")
      }
    }
  }

  @Test("once the run of today is done Today says so, with a line of the coach and what comes next")
  func done() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    let next = try #require(bench.state.course?.next(after: run.day))
    await bench.wake(run.day)
    #expect(bench.sees("Mark as done") && !bench.sees("Done: "))
    await bench.mark(run.day, [.time: "50:00"])
    let words = RunWords(bench.clock.now)
    #expect(bench.sees("Done: \(words.distance(run.metres))") && bench.sees("As planned."))
    #expect(!bench.sees("Mark as done"))
    let row = try #require(bench.nodes().first { $0.label == "Next" }?.children.first)
    #expect(row.label == words.title(of: next) && row.value == words.day(next.day))
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test(
    "a run that is farther or shorter than planned gets another line", arguments: [(50, "Shorter"), (130, "Farther")])
  func praised(_ share: Int, _ words: String) async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    await bench.mark(run.day, [.ran: "\(Double(run.metres * share / 100) / 1000)"])
    #expect(bench.sees("\(words) than planned"))
  }

  // MARK: Other days

  @Test(
    "other days continue the plan: its weeks, its race and what was run stay, and nothing is in force before it is used"
  )
  func otherDays() async throws {
    let bench = try await TrainingBench()
    let runner = TrainingBench.runner(bench.today)
    await bench.approve()
    let before = try #require(bench.state.course).plan
    let day = before.weeks[3].first.following(2)
    for run in before.runs where run.day < day {
      await bench.wake(run.day)
      await bench.mark(run.day, [.time: "1:10:00"])
    }
    await bench.wake(day)
    var other = runner
    (other.days, other.longRunDay) = ([2, 6], 6)
    await bench.send(.runner(other))
    let proposal = try #require(bench.state.proposal)
    #expect(bench.state.course?.plan == before, "The plan in use is untouched.")
    #expect(proposal.plan.weeks.count == before.weeks.count && proposal.plan.weeks[0] == before.weeks[0])
    #expect(proposal.plan.weeks.map(\.phase) == before.weeks.map(\.phase))
    #expect(
      proposal.plan.runs.filter { $0.day >= day && $0.kind != .race }.allSatisfy { [2, 6].contains($0.day.weekday) })
    #expect(proposal.plan.runs.filter { $0.day < day } == before.runs.filter { $0.day < day })
    #expect(PlanCheck.faults(in: proposal.plan).isEmpty)
    let telling = try #require(bench.state.telling(at: bench.clock.now))
    #expect(telling.changes == ["2 days a week, Tuesday, Saturday"])
    #expect(telling.progress?.hasPrefix("It goes on in week 4 of 12, ") == true)
    #expect(telling.progress?.contains("The time to expect stays ") == true)
    // Both can be looked at.
    #expect(Audit.findings(of: bench.screen(TrainingPlaces.plan), theme: .plain) == [])
    await bench.tap("The plan you train by", at: TrainingPlaces.plan)
    #expect(bench.state.shown(bench.state.windows[bench.window])?.plan == before)
    // A reason is that of the plan in use.
    let long = try bench.run(.long, from: day)
    let found = try #require(bench.state.reason(for: "Why is the long run that far?", at: bench.clock.now))
    let ground = try #require(long.grounds.first { $0.subject == .distance })
    #expect(
      found.reasons.first?.figure == RunWords(bench.clock.now).entry(ground, before.runner).figure.capitalisedStart)
    // Proposed once, and known after that it is used.
    let count = try await bench.plans().count
    await bench.send(.runner(other))
    #expect(try await bench.plans().count == count)
    await bench.tap("Use this plan", at: TrainingPlaces.plan)
    #expect(bench.state.course?.plan == proposal.plan && bench.state.proposal == nil)
    await bench.send(.runner(other))
    #expect(bench.state.proposal == nil)
    let again = try await TrainingBench(over: bench)
    #expect(again.state.course?.plan == proposal.plan)
  }

  @Test("the race is the last row of the weeks")
  func race() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let race = try #require(bench.state.course?.plan.runs.last)
    #expect(bench.node("Race, half marathon", at: TrainingPlaces.plan)?.destination == TrainingPlaces.run(race.day))
  }

  @Test("faster work that there is none of has no axis")
  func noAxis() async throws {
    let bench = try await TrainingBench()
    await bench.approve { ($0.pain, $0.experience) = (1, .beginner) }
    let plan = try #require(bench.state.course).plan
    guard case .volume(let chart)? = VolumeChart(plan, RunWords(bench.clock.now), on: bench.today).spec?.kind else {
      Issue.record("There is no chart.")
      return
    }
    #expect(chart.weeks.allSatisfy { $0.intensity == nil })
  }

  // MARK: For the conversation

  @Test("a session is told in a sentence, also a day of rest, and none without a plan")
  func session() async throws {
    let bench = try await TrainingBench()
    #expect(bench.state.session(on: bench.today, at: bench.clock.now) == nil)
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day.following(-1))
    let words = RunWords(bench.clock.now)
    #expect(bench.state.session(on: run.day, at: bench.clock.now) == "Tomorrow: \(words.told(run)).")
    let rest = try #require((1...7).map { bench.today.following($0) }.first { $0.weekday == 1 })
    #expect(bench.state.session(on: rest, at: bench.clock.now)?.contains("rest. The next run is ") == true)
    #expect(bench.state.session(on: nil, at: bench.clock.now)?.hasPrefix("The next run is tomorrow: ") == true)
  }

  @Test("a run that was told opens its sheet filled in, and the sheet closes once it is saved")
  func logged() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let route = TrainingPlaces.log((bench.today.following(-1), metres: 5000, seconds: 1800))
    await bench.do(.appeared(route))
    #expect(bench.node("Distance", at: route)?.value == "5" && bench.node("Time", at: route)?.value == "30:00")
    await bench.tap("Save", at: route)
    let run = try #require(try await bench.stored().first)
    #expect(run.metres == 5000 && run.seconds == 1800 && run.day == bench.today.following(-1))
    #expect(bench.events.contains { if case .finished(let routes) = $0 { routes.contains(route) } else { false } })
  }
}
