import Audit
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

@Suite("Training") struct TrainingTests {
  @Test("without a plan Today offers the form, whose answers make a plan that begins when it is used")
  func first() async throws {
    let bench = try await TrainingBench()
    #expect(bench.sees("No plan yet.") && bench.node("Your running")?.destination == TrainingPlaces.runner)
    var answers = TrainingBench.answers
    answers[.date] = bench.today.following(83).text
    await bench.answer(answers)
    #expect(bench.toasts == ["Your plan is ready. Look at it, then use it."])
    #expect(bench.sees("Your plan is ready."))
    #expect(try await bench.plans().map(\.status) == [.proposed])
    await bench.tap("Use this plan", at: TrainingPlaces.plan)
    #expect(bench.toasts.last == "This is your plan now." && bench.events.contains(.approved))
    #expect(try await bench.plans().map(\.status) == [.approved])
    let again = try await TrainingBench(over: bench)
    #expect(again.state.course?.plan == bench.state.course?.plan && again.state.hasPlan)
    #expect(again.state.runner?.goal == .race(metres: RaceDistance.half, on: bench.today.following(83), seconds: 6300))
  }

  @Test("a runner from elsewhere is proposed once, also if it comes before the plans are read")
  func fromElsewhere() async throws {
    let bench = try await TrainingBench()
    let runner = TrainingBench.runner(bench.today)
    await bench.send(.runner(runner))
    await bench.send(.runner(runner))
    #expect(try await bench.plans().count == 1)
    await bench.do(.approve)
    await bench.send(.runner(runner))
    #expect(try await bench.plans().map(\.status) == [.approved])
    var other = runner
    other.days = [1, 3, 5]
    other.longRunDay = 5
    await bench.send(.runner(other))
    #expect(bench.sees("A new plan is ready."))
    await bench.tap("Keep the old plan", at: TrainingPlaces.plan)
    #expect(try await bench.plans().map(\.status) == [.approved])
    await bench.send(.runner(other))
    await bench.tap("Use this plan", at: TrainingPlaces.plan)
    #expect(try await bench.plans().map(\.status).sorted { $0.rawValue < $1.rawValue } == [.approved, .replaced])
    #expect(bench.state.course?.plan.runner.days == [1, 3, 5])
  }

  @Test("a runner who is changed later begins with what was run, keeps goal and days, and is proposed once")
  func changedLater() async throws {
    let bench = try await TrainingBench()
    var runner = TrainingBench.runner(bench.today)
    runner.race = nil
    (runner.weekly, runner.longest) = (30_000, 10_000)
    await bench.send(.runner(runner))
    await bench.do(.approve)
    for back in [7, 14] {
      try await bench.store.collection(RunDone.self, .owned(.entered)).save(
        RunDone(
          id: ID(named: "run \(back)"), day: bench.today.following(-back), metres: back == 7 ? 20_000 : 18_000,
          seconds: back == 7 ? 6600 : nil, effort: 4, pain: back == 7 ? 2 : 0))
    }
    await bench.send(.changed)
    // Nothing that the runner said has changed.
    await bench.send(.runner(runner))
    #expect(bench.state.proposal == nil)
    runner.goal.move(to: bench.today.following(140))
    await bench.send(.runner(runner))
    let proposed = try #require(bench.state.proposal?.plan)
    #expect(proposed.runner.longest == 20_000 && proposed.runner.saidLongestDay && proposed.runner.weekly == 19_000)
    #expect(proposed.runner.goal == runner.goal && proposed.runner.days == runner.days && proposed.runner.pain == 2)
    #expect(proposed.runner.race == RaceResult(metres: 20_000, seconds: 6600) && proposed.prediction != nil)
    #expect(PlanCheck.faults(in: proposed).isEmpty)
    let count = try await bench.plans().count
    await bench.send(.runner(runner))
    #expect(try await bench.plans().count == count)
    // Five weeks without a run begin with run and walk; a pain that is said counts too.
    await bench.wake(bench.today.following(35))
    runner.pain = 3
    runner.goal.move(to: bench.today.following(150))
    await bench.send(.runner(runner))
    let later = try #require(bench.state.proposal?.plan.runner)
    #expect(later.longest == 0 && later.weekly == 0 && later.pain == 3)
  }

  @Test("a runner without a run before today stays as said")
  func asSaid() async throws {
    let bench = try await TrainingBench()
    await bench.mark(bench.today, [.ran: "5", .time: "25:00"])
    await bench.send(.runner(TrainingBench.runner(bench.today)))
    #expect(bench.state.proposal?.plan.runner == TrainingBench.runner(bench.today))
  }

  @Test("a question for a reason finds the run, the pace, the week or the rest that it asks about")
  func reasons() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let long = try bench.run(.long)
    let words = RunWords(bench.clock.now)
    func reason(_ text: String) -> PlanTelling.Decision? { bench.state.reason(for: text, at: bench.clock.now) }
    let found = try #require(reason("Why is my long run \(words.distance(long.metres))?"))
    let ground = try #require(long.grounds.first { $0.subject == .distance })
    #expect(found.title == "Distance of each run")
    #expect(found.reasons.first?.figure == words.entry(ground, bench.state.course!.plan.runner).figure.capitalisedStart)
    #expect(reason("Why is the long run on Saturday?")?.title == "Session placement")
    #expect(reason("why so slow")?.title == "Pace targets")
    #expect(reason("Why do I rest on Monday?")?.title == "Rest days")
    #expect(reason("Why less in the recovery week?")?.title == "Volume cap")
    #expect(reason("Why do you expect 1:47?")?.title == "Expected time and milestones")
    #expect(reason("Why is the sky blue?") == nil)
    let empty = try await TrainingBench()
    #expect(empty.state.reason(for: "Why is my long run 11 km?", at: empty.clock.now) == nil)
  }

  @Test("Today shows the run in a line with the button below it, and folds its figures with their reasons")
  func today() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.threshold)
    await bench.wake(run.day)
    let words = RunWords(bench.clock.now)
    let line = "\(words.distance(run.metres)) · \(words.about(run.seconds)) · "
    let labels = bench.nodes().map(\.label)
    let (figures, mark) = (labels.firstIndex { $0.hasPrefix(line) }, labels.firstIndex(of: "Mark as done"))
    #expect(try #require(figures) + 1 == mark && labels.contains("The run") == false)
    await bench.tap("Why this run")
    let list = try #require(bench.nodes().first { $0.label == "The run" })
    #expect(list.children.map(\.label) == ["Distance", "Time", "Pace", "Effort", "Day"])
    #expect(list.children.allSatisfy { row in row.value?.isEmpty == false })
    for row in list.children where row.label != "Time" {
      #expect(
        row.children.contains {
          $0.role == .note && $0.label.contains("Coaching practice") || $0.label.contains("evidence")
        }, "\(row.label)")
    }
    #expect(bench.sees("at most 110") == false && bench.sees("110 % of"))
    #expect(bench.node("Mark as done")?.destination == TrainingPlaces.mark(run.day))
    let miles = bench.nodes(locale: "en-US").first { $0.label == "Distance" }?.value
    #expect(miles?.hasSuffix(" mi") == true)
    #expect(bench.sees("see a doctor with chest pain"))
  }

  @Test("a day without a run says why, and what comes next", arguments: [1, 3, 5])
  func rest(weekday: Int) async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let day = try #require((0..<7).map { bench.today.following($0) }.first { $0.weekday == weekday })
    await bench.wake(day)
    #expect(bench.sees("Rest day") && bench.sees("is not one of your running days."))
    #expect(bench.nodes().first { $0.label == "Next" }?.children.count == 1)
  }

  @Test("a run marked by hand stands planned beside done, and can be changed, deleted and restored")
  func marking() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    await bench.do(.appeared(TrainingPlaces.mark(run.day)))
    #expect(
      bench.node("Distance", at: TrainingPlaces.mark(run.day))?.value
        == "\(Double(run.metres) / 1000)".replacing(".0", with: ""))
    await bench.mark(run.day, [.time: "50:00", .effort: "5", .pain: "1", .note: "Windy"])
    #expect(bench.toasts.last == "Run saved.")
    let stored = try #require(try await bench.stored().first)
    #expect(stored.day == run.day && stored.metres == run.metres && stored.seconds == 3000)
    #expect(
      stored.effort == 5 && stored.pain == 1 && stored.plannedMetres == run.metres && stored.plannedKind == "easy")
    #expect(
      bench.sees("50:00, effort 5 of 10, pain 1 of 10; planned: \(RunWords(bench.clock.now).distance(run.metres))"))
    #expect(bench.node("Mark as done") == nil)
    #expect(bench.sees("You marked a slight pain."))
    #expect(try await bench.waiting().map(\.collection).contains("training_runs"))
    let edit = TrainingPlaces.edit(stored.id.uuid)
    await bench.do(.appeared(edit))
    await bench.fill(.edit(stored.id.uuid), [.pain: "7"])
    #expect(bench.sees("With this pain stop running, and see a doctor", at: edit))
    await bench.tap("Save", at: edit)
    #expect(try await bench.stored().map(\.pain) == [7])
    #expect(bench.sees("Stop running, and see a doctor before you run again."))
    await bench.do(.deleteRun(stored.id.uuid))
    #expect(try await bench.stored().isEmpty && bench.toasts.last == "Run deleted.")
    try await bench.undoLast()
    #expect(try await bench.stored().map(\.pain) == [7])
  }

  @Test(
    "what is wrong with a run is said at its field, and nothing is stored",
    arguments: [
      (TrainingField.ran, "", "Enter the distance in km."), (.ran, "ten", "Enter a number"), (.ran, "-3", "Enter"),
      (.ran, "0.01", "Enter a distance of at least 0.1 km."), (.ran, "400", "Enter"),
      (.time, "fifty", "Write the time as 52:10"), (.time, "99:99:99", "Write the time as 52:10"),
      (.time, "5:00", "This is faster than any world record."), (.day, "2099-01-01", "This day is in the future."),
      (.day, "1990-01-01", "This is too long ago."), (.day, "soon", "Enter the day as"),
      (.note, String(repeating: "x", count: 501), "This has 501 characters"),
    ])
  func refused(field: TrainingField, text: String, complaint: String) async throws {
    let bench = try await TrainingBench()
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.ran: "10"])
    await bench.fill(.add, [field: text])
    await bench.tap("Save", at: TrainingPlaces.runForm)
    let node = bench.nodes(TrainingPlaces.runForm).first { $0.id.hasSuffix(field.rawValue) && $0.state.invalid != nil }
    #expect(node?.state.invalid?.contains(complaint) == true, "\(node?.state.invalid ?? "none")")
    #expect(try await bench.stored().isEmpty)
    guard !text.isEmpty else { return }
    let again = try await TrainingBench(over: bench)
    await again.do(.appeared(TrainingPlaces.runForm))
    #expect(again.sees("Recovered from your draft.", at: TrainingPlaces.runForm))
  }

  @Test("a note with a sign for a doctor is answered in the form, when it is saved, and on Today for a week")
  func signs() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    await bench.do(.appeared(TrainingPlaces.mark(run.day)))
    await bench.fill(.mark(run.day), [.note: "No chest pain, tired legs"])
    #expect(!bench.sees("see a doctor before", at: TrainingPlaces.mark(run.day)))
    await bench.fill(.mark(run.day), [.note: "Chest pain after 5 km"])
    #expect(bench.sees("Stop running, and see a doctor", at: TrainingPlaces.mark(run.day)))
    await bench.tap("Save", at: TrainingPlaces.mark(run.day))
    #expect(bench.toasts.last?.contains("see a doctor") == true)
    #expect(bench.sees("Stop running, and see a doctor") && bench.sees("“Chest pain after 5 km”"))
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.wake(run.day.following(1))
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.activity: "strength", .time: "40:00"])
    await bench.tap("Save", at: TrainingPlaces.runForm)
    #expect(bench.sees("“Chest pain after 5 km”"))
    await bench.wake(run.day.following(8))
    #expect(!bench.sees("“Chest pain after 5 km”"))
  }

  @Test(
    "a sign that was written elsewhere stands on Today in place of the run, until it is settled",
    arguments: [
      "I have seen a doctor", "That was a mistake",
    ])
  func foundElsewhere(_ answer: String) async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    #expect(bench.sees("Mark as done"))
    await bench.send(.signFound(.doctor, "There is a weight on my chest"))
    #expect(bench.sees("Stop running, and see a doctor") && bench.sees("“There is a weight on my chest”"))
    #expect(!bench.sees("Mark as done") && !bench.sees("Easy run"))
    #expect(bench.sees("Stop running, and see a doctor", at: TrainingPlaces.run(run.day)))
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    let again = try await TrainingBench(over: bench)
    await again.wake(run.day.following(9))
    #expect(again.sees("“There is a weight on my chest”"), "It outlives the process, and more than a week.")
    await again.wake(run.day)
    await again.tap(answer)
    #expect(!again.sees("weight on my chest") && again.sees("Mark as done"))
    let third = try await TrainingBench(over: again)
    await third.wake(run.day)
    #expect(!third.sees("weight on my chest") && third.sees("Mark as done"))
  }

  @Test("the note of a run takes the run of the day away until it is settled, and counts again when it is written anew")
  func settledNote() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.activity: "strength", .time: "40:00", .note: "I fainted"])
    await bench.tap("Save", at: TrainingPlaces.runForm)
    #expect(bench.sees("“I fainted”") && !bench.sees("Mark as done"))
    await bench.tap("I have seen a doctor")
    #expect(!bench.sees("“I fainted”") && bench.sees("Mark as done"))
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.activity: "strength", .time: "30:00", .note: "My chest hurts"])
    await bench.tap("Save", at: TrainingPlaces.runForm)
    #expect(bench.sees("“My chest hurts”") && !bench.sees("Mark as done"))
  }

  @Test("a crisis gets help of its own, and a later sign does not hide it")
  func crisis() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(try bench.run(.easy).day)
    await bench.send(.signFound(.crisis, "I want to die"))
    await bench.send(.signFound(.doctor, "chest pain"))
    #expect(bench.sees("crisis line") && !bench.sees("see a doctor before you run again"))
    await bench.tap("I have talked to someone")
    #expect(!bench.sees("crisis line"))
  }

  @Test("other training counts as a day without rest, and adds no distance")
  func crossTraining() async throws {
    let bench = try await TrainingBench()
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.activity: "strength", .time: "40:00"])
    await bench.tap("Save", at: TrainingPlaces.runForm)
    #expect(try await bench.stored().map(\.activity) == [.strength])
    let book = bench.state.book(on: bench.today)
    #expect(book.weeks(1) == [0] && RunPatterns(book, easy: nil).restDays == 27)
  }

  @Test("a record of rubbish leaves the other plans alone, and is said")
  func rubbish() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let plan = try #require(try await bench.plans().first)
    for runner in ["", "{}", "[1]", "{\"weekly\": 1e99}", String(repeating: "[", count: 5000)] {
      var broken = plan
      broken.runner = runner
      broken.changes = "{]"
      try await bench.store.collection(KeptPlan.self, .owned(.entered)).save(broken, over: .anything)
      await bench.send(.changed)
      #expect(bench.state.course == nil && bench.state.planProblem != nil, "\(runner.prefix(20))")
      #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    }
    try await bench.store.collection(KeptPlan.self, .owned(.entered)).save(plan, over: .anything)
    await bench.send(.changed)
    #expect(bench.state.hasPlan && bench.state.planProblem == nil)
  }

  @Test("a failing store is said, and what was typed stays")
  func failing() async throws {
    let full = Problem("full", "The disk is full.", remedy: "Free some space.")
    let bench = try await TrainingBench { needs in
      needs.propose = { _, _ throws(Problem) in throw full }
      needs.saveRun = { _, _, _ throws(Problem) in throw full }
    }
    var answers = TrainingBench.answers
    answers[.date] = bench.today.following(83).text
    await bench.answer(answers)
    #expect(bench.sees("The disk is full.", at: TrainingPlaces.runner))
    #expect(bench.node("A usual week", at: TrainingPlaces.runner)?.value == "40")
    await bench.mark(bench.today, [.ran: "5"])
    await bench.do(.appeared(TrainingPlaces.mark(bench.today)))
    #expect(bench.sees("The disk is full.", at: TrainingPlaces.mark(bench.today)))
    let unread = try await TrainingBench { $0.read = { () throws(Problem) in throw full } }
    #expect(unread.sees("The disk is full.") && unread.node("Retry") != nil)
  }

  @Test(
    "every screen passes the audit, in every kind of plan",
    arguments: [RunnerPlan.Kind.race, .comeback, .open])
  func audit(kind: RunnerPlan.Kind) async throws {
    let bench = try await TrainingBench()
    func check(_ words: String) {
      for route in TrainingPlaces.all.flatMap({ $0.pattern.examples }) {
        #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route) \(words)")
      }
    }
    check("without a plan")
    await bench.send(.runner(TrainingBench.runner(bench.today)))
    check("with a proposal")
    await bench.approve { runner in
      if kind == .open { runner.goal = .open(weeks: 12) }
      if kind == .comeback { (runner.goal, runner.injury) = (.comeback, "Left achilles") }
    }
    #expect(bench.state.course?.plan.kind == kind)
    for run in bench.state.course?.plan.runs.prefix(6) ?? [] {
      await bench.wake(run.day)
      await bench.mark(run.day, [.time: "1:10:00"])
    }
    for decision in PlanDecision.allCases { await bench.do(.toggle(decision.rawValue)) }
    check("with runs")
    let day = try #require(bench.state.course?.plan.runs.last?.day)
    for route in [TrainingPlaces.run(day), TrainingPlaces.mark(day), TrainingPlaces.week(day.following(-6))] {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)")
    }
    for kind in ChangeKind.allCases {
      await bench.do(.appeared(TrainingPlaces.change(kind)))
      #expect(Audit.findings(of: bench.screen(TrainingPlaces.change(kind)), theme: .plain) == [], "\(kind)")
    }
  }
}
