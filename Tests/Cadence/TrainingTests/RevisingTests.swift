import Covers
import Days
import FeatureTesting
import Forms
import Interface
import Kernel
import Testing
import TrainingPlan

@testable import Training

@Suite("A changed plan") struct RevisingTests {
  @Test("“I am ill or hurt” shows the difference at once, with its reasons, and a second tap uses the changed plan")
  func ill() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.threshold, from: bench.today.following(21))
    await bench.wake(run.day)
    let before = try #require(bench.state.course?.plan)
    let sheet = TrainingPlaces.change(.ill)
    #expect(bench.node("I am ill or hurt")?.destination == sheet)
    await bench.do(.appeared(sheet))
    let rows = try #require(bench.nodes(sheet).first { $0.label == "Differences" }?.children)
    #expect(rows[0].value?.hasSuffix("→ Rest") == true)
    #expect(rows.allSatisfy { row in row.children.contains { $0.role == .note && !$0.label.isEmpty } })
    #expect(bench.state.course?.plan == before)
    await bench.tap("Use the changed plan", at: sheet)
    #expect(
      bench.toasts.last == "Plan changed."
        && bench.events.contains(.finished(ChangeKind.allCases.map { TrainingPlaces.change($0) })))
    let after = try #require(bench.state.course)
    #expect(after.run(on: run.day) == nil && PlanCheck.faults(in: after.plan).isEmpty)
    #expect(bench.sees("No run while you recover."))
    let again = try await TrainingBench(over: bench)
    #expect(again.state.course?.plan == after.plan)
    try await bench.undoLast()
    #expect(bench.state.course?.plan == before && bench.toasts.last == "The plan is as it was before.")
  }

  @Test("more days without running change more, and keeping the plan changes nothing")
  func days() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(bench.today.following(21))
    let sheet = TrainingPlaces.change(.travelling)
    await bench.do(.appeared(sheet))
    func count() -> Int { bench.nodes(sheet).first { $0.label == "Differences" }?.children.count ?? 0 }
    let few = count()
    await bench.do(.revise(.days(14)))
    #expect(count() > few)
    for days in [-5, 0, 1_000_000] { await bench.do(.revise(.days(days))) }
    #expect(bench.state.windows[bench.window].revising?.days == 60)
    let before = bench.state.course
    await bench.do(.left(sheet))
    #expect(bench.state.course == before && bench.state.windows[bench.window].revising == nil)
  }

  @Test("a missed long run moves to a day that is still to come")
  func missed() async throws {
    let bench = try await TrainingBench()
    // Weeks end on the day of the race, here a Sunday.
    await bench.approve { runner in
      let race = (84...90).map { bench.today.following($0) }.first { $0.weekday == 0 }
      runner.goal = .race(metres: RaceDistance.half, on: race ?? runner.today, seconds: nil)
    }
    let long = try bench.run(.long, from: bench.today.following(21))
    await bench.wake(long.day.following(1))
    #expect(bench.nodes().first { $0.label == "Not marked yet" }?.children.isEmpty == false)
    let sheet = TrainingPlaces.change(.missed)
    await bench.do(.appeared(sheet))
    await bench.do(.revise(.missed(long.day.number)))
    await bench.tap("Use the changed plan", at: sheet)
    #expect(bench.state.course?.run(on: long.day) == nil)
    #expect(bench.state.course?.run(on: long.day.following(1))?.kind == .long)
    // Two days later there is no day left for it.
    try await bench.undoLast()
    await bench.wake(long.day.following(2))
    await bench.do(.appeared(sheet))
    await bench.do(.revise(.missed(long.day.number)))
    await bench.tap("Use the changed plan", at: sheet)
    #expect(bench.state.course?.run(on: long.day) == nil)
    #expect(bench.state.course?.run(on: long.day.following(1))?.kind != .long)
  }

  @Test("only unmarked runs of the last week can be missed")
  func onlyUnmarked() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let run = try bench.run(.easy)
    await bench.wake(run.day)
    await bench.mark(run.day)
    await bench.do(.appeared(TrainingPlaces.change(.missed)))
    #expect(bench.sees("Every run of the last seven days is marked as done.", at: TrainingPlaces.change(.missed)))
    await bench.do(.revise(.missed(run.day.number)))
    await bench.do(.revise(.missed(.max)))
    #expect(bench.state.windows[bench.window].revising?.outcome == .open)
    await bench.do(.approveRevision)
    #expect(bench.state.course?.mended == [])
  }

  @Test("a race that moves brings its taper along; a day of rubbish is refused with a sentence")
  func race() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(bench.today.following(8))
    let sheet = TrainingPlaces.change(.race)
    await bench.do(.appeared(sheet))
    for text in ["", "later", "2020-01-01", "2026-02-31", String(repeating: "9", count: 500)] {
      await bench.do(.revise(.race(text)))
      await bench.do(.approveRevision)
      #expect(bench.state.course?.mended == [], "\(text.prefix(10))")
    }
    let last = try #require(bench.state.course?.last)
    await bench.do(.revise(.race(last.following(14).text)))
    await bench.tap("Use the changed plan", at: sheet)
    #expect(bench.state.course?.last == last.following(14))
    #expect(bench.state.course.map { PlanCheck.faults(in: $0.plan) } == [])
  }

  @Test("a race whose new day is known opens the sheet with it, which closes once the changed plan is used")
  func raceOfTalk() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    let last = try #require(bench.state.course?.last)
    let sheet = TrainingPlaces.raceMove(to: last.following(14))
    #expect(TrainingPlaces.raceMove(to: nil) == TrainingPlaces.change(.race))
    await bench.do(.appeared(sheet))
    #expect(bench.node("New day of the race", at: sheet)?.value == last.following(14).text)
    await bench.tap("Use the changed plan", at: sheet)
    #expect(bench.state.course?.last == last.following(14))
    #expect(bench.events.contains { if case .finished(let routes) = $0 { routes.contains(sheet) } else { false } })
    // The runner of the conversation, who knows the new day too, is no news.
    var runner = TrainingBench.runner(bench.today)
    runner.goal.move(to: last.following(14))
    await bench.send(.runner(runner))
    #expect(bench.state.proposal == nil)
  }

  @Test("where no change keeps the rules, a new plan from today on is offered")
  func anew() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(bench.today.following(21))
    await bench.do(.appeared(TrainingPlaces.change(.ill)))
    await bench.do(.revise(.days(60)))
    await bench.tap("Make a new plan from today", at: TrainingPlaces.change(.ill))
    #expect(bench.state.proposal?.plan.runner.today == bench.today && bench.state.hasPlan)
  }

  @Test("a new plan begins with what was run, not with what was said")
  func history() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    for run in bench.state.course?.plan.runs.prefix(12) ?? [] {
      await bench.wake(run.day)
      await bench.mark(run.day)
    }
    let longest = try await bench.stored().map(\.metres).max()
    await bench.wake(bench.today.following(1))
    await bench.do(.planAnew)
    let runner = try #require(bench.state.proposal?.plan.runner)
    #expect(runner.longest == longest && runner.saidLongestDay && runner.today == bench.today)
    #expect(PlanCheck.faults(in: try #require(bench.state.proposal?.plan)).isEmpty)
    #expect((20_000...50_000).contains(runner.weekly))
  }

  @Test(
    "a race that was run gives a fitness with intervals, from which a plan follows once the runner confirms it",
    .covers("cd-FR24", "cd-6.6-AC2"))
  func fitness() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.do(.appeared(TrainingPlaces.runForm))
    await bench.fill(.add, [.activity: "race", .ran: "5", .time: "21:00", .effort: "9"])
    await bench.do(.form(.save(.add)))
    let times = try #require(bench.nodes(TrainingPlaces.profile).first { $0.label == "Times to expect today" })
    #expect(times.children.map(\.label) == ["5 km", "10 km", "Half marathon", "Marathon"])
    #expect(times.children[0].value == "21:00")
    #expect(times.children.allSatisfy { row in row.children.contains { $0.label.hasPrefix("Four of five: ") } })
    #expect(bench.node("Correct it by hand", at: TrainingPlaces.profile)?.destination == TrainingPlaces.runner)
    #expect(bench.state.proposal == nil)
    await bench.wake(bench.today.following(1))
    await bench.tap("Plan anew by this fitness", at: TrainingPlaces.profile)
    let proposal = try #require(bench.state.proposal)
    #expect(proposal.plan.runner.race == RaceResult(metres: 5000, seconds: 1260))
    #expect(proposal.plan.paces?[.threshold] != bench.state.course?.plan.paces?[.threshold])
    await bench.do(.approve)
    #expect(bench.sees("No run since shows more.", at: TrainingPlaces.profile))
    #expect(bench.node("Plan anew by this fitness", at: TrainingPlaces.profile) == nil)
  }

  @Test("two windows look at changes of their own, and the second answers the plan as it is")
  func windows() async throws {
    let bench = try await TrainingBench()
    await bench.approve()
    await bench.wake(bench.today.following(21))
    let other: WindowID = bench.context.identifiers.next()
    await bench.do(.appeared(TrainingPlaces.change(.ill)))
    await bench.do(.appeared(TrainingPlaces.change(.travelling)), at: other)
    await bench.do(.approveRevision)
    await bench.do(.approveRevision, at: other)
    #expect((1...2).contains(bench.state.course?.mended.count ?? 0))
    #expect(bench.state.course.map { PlanCheck.faults(in: $0.plan) } == [])
    await bench.close(other)
    #expect(bench.state.windows[other] == TrainingWindowState())
  }
}
