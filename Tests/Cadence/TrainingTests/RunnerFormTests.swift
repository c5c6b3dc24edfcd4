import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing
import TrainingPlan

@testable import Training

@Suite("The form of the runner") struct RunnerFormTests {
  @Test(
    "what is wrong is said at its field, and no plan is proposed",
    arguments: [
      (TrainingField.goal, "", "Choose what you train for."), (.distance, "", "Choose the distance of the race."),
      (.date, "", "Enter the day of the race."), (.date, "2020-01-01", "This day is in the past."),
      (.date, "2031-01-01", "This is more than a year away."), (.date, "spring", "Enter the day as"),
      (.target, "0:30:00", "is faster than the world record."), (.target, "9:59:00", "is slower than a walk."),
      (.target, "fast", "Write the time as 52:10"), (.experience, "", "Choose what fits best."),
      (.experience, "elite", "Choose one of these."), (.weekly, "", "Enter the km of a usual week"),
      (.weekly, "-5", "Enter a number from 0 to 250"), (.weekly, "900", "Enter a number from 0 to 250"),
      (.weekly, "lots", "Enter a number from 0 to 250"),
      (.longest, "0", "There is a usual week, but no run of the last 30 days."),
      (.longest, "0.2", "Enter 0, or at least 500 m."), (.longest, "2", "No such week has that longest run."),
      (.days, "2", "Choose at least two days."), (.longDay, "1", "You cannot run on this day."),
      (.raceTime, "", "Enter the time of the race, or remove its distance."),
      (.raceTime, "10:00", "is faster than the world record."),
      (.raceDistance, "", "Enter the distance of the race, or remove its time."),
      (.injury, String(repeating: "x", count: 101), "This has 101 characters"),
    ])
  func refused(field: TrainingField, text: String, complaint: String) async throws {
    let bench = try await TrainingBench()
    var answers = TrainingBench.answers
    answers[.date] = bench.today.following(83).text
    answers[field] = text
    await bench.answer(answers)
    let invalid = bench.nodes(TrainingPlaces.runner).compactMap(\.state.invalid)
    let notes = bench.nodes(TrainingPlaces.runner).filter { $0.role == .note }.map(\.label)
    #expect((invalid + notes).contains { $0.contains(complaint) }, "\(invalid) \(notes)")
    #expect(try await bench.plans().isEmpty && bench.toasts.isEmpty)
    #expect(bench.sees("before this can be saved.", at: TrainingPlaces.runner))
  }

  @Test("miles are read and kept as metres, and the plan is shown in miles")
  func miles() async throws {
    let bench = try await TrainingBench()
    var now = bench.clock.now
    now.locale = "en-US"
    await bench.set(now)
    var answers = TrainingBench.answers
    answers[.date] = bench.today.following(83).text
    (answers[.weekly], answers[.longest], answers[.raceDistance], answers[.raceTime]) = ("25", "9", "13.1", "1:50:00")
    await bench.answer(answers)
    let runner = try #require(bench.state.proposal?.plan.runner)
    #expect(runner.weekly == 40_234 && runner.longest == 14_484 && runner.units == .miles)
    #expect(runner.race?.metres == RaceDistance.half)
    #expect(bench.nodes(TrainingPlaces.plan, locale: "en-US").contains { $0.value?.contains(" mi") == true })
  }

  @Test("the answers of a runner fill the form as they were", arguments: [0, 1, 2])
  func again(kind: Int) async throws {
    let bench = try await TrainingBench()
    var runner = TrainingBench.runner(bench.today)
    if kind == 1 { runner.goal = .open(weeks: 20) }
    if kind == 2 { (runner.goal, runner.injury, runner.pain, runner.race) = (.comeback, "Knee", 3, nil) }
    let values = TrainingForm.values(of: runner, at: bench.clock.now)
    var reader = FormReader<TrainingField>(values, at: bench.clock.now)
    #expect(reader.runner() == runner)
    #expect(reader.complaints.isEmpty)
  }

  @Test("an injury with a sign for a doctor is answered in the form, and the plan says it")
  func injury() async throws {
    let bench = try await TrainingBench()
    await bench.do(.appeared(TrainingPlaces.runner))
    await bench.fill(.runner, [.injury: "Left achilles"])
    #expect(!bench.sees("see a doctor before", at: TrainingPlaces.runner))
    await bench.fill(.runner, [.injury: "chest pain when I run"])
    #expect(bench.sees("Stop running, and see a doctor", at: TrainingPlaces.runner))
    await bench.answer([
      .goal: "open", .experience: "casual", .weekly: "40", .longest: "14", .days: "2\n4\n0",
      .injury: "chest pain when I run",
    ])
    #expect(bench.state.proposal?.plan.runner.pain == PlanRunner.carefulPain)
    #expect(bench.sees("see a doctor before you run again", at: TrainingPlaces.plan))
  }

  @Test("a plan takes at most 12 answers")
  func answers() async throws {
    let bench = try await TrainingBench()
    await bench.answer([
      .goal: "race", .distance: "marathon", .date: bench.today.following(100).text, .experience: "casual",
      .weekly: "40", .longest: "14", .days: "2\n4\n0",
    ])
    #expect(bench.state.proposal?.plan.kind == .race)
  }

  @Test("stored runners are read as they were written, and rubbish is none")
  func stored() throws {
    let today = CalendarDay(number: 20_780)
    for kind in 0..<4 {
      var runner = TrainingBench.runner(today)
      if kind == 1 { (runner.units, runner.blockedDays) = (.miles, [today.following(9)]) }
      if kind == 2 { runner.goal = .open(weeks: 9) }
      if kind == 3 { (runner.goal, runner.race, runner.injury, runner.pain) = (.comeback, nil, "Knee", 1) }
      let plan = KeptPlan(
        id: ID(named: "a"), status: .approved, for: runner,
        changes: [
          AcceptedChange(.missed(today.following(5)), from: today.following(6)),
          AcceptedChange(.ill(from: today.following(20), days: 4), from: today.following(20)),
          AcceptedChange(.travelling(from: today.following(30), days: 2), from: today.following(30)),
          AcceptedChange(.raceMoved(to: today.following(90), known: today.following(31)), from: today.following(31)),
        ], madeAt: .distantPast)
      #expect(try plan.planRunner() == runner)
      #expect(plan.acceptedChanges.count == 4)
      #expect(AcceptedChange.all(in: AcceptedChange.text(of: plan.acceptedChanges)) == plan.acceptedChanges)
    }
    for text in [
      "", "{}", "[{}]", "[{\"change\": 3, \"from\": \"2026-01-01\"}]", String(repeating: "[", count: 30_000),
    ] {
      #expect(AcceptedChange.all(in: text).isEmpty)
    }
  }
}
