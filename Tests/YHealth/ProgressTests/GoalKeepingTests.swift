import Covers
import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Measures
import Pillar
import Storage
import Testing

@testable import Progress

@Suite("Storing goals") struct GoalKeepingTests {
  private func kept(_ bench: Bench) async throws -> [Goal] { try await ProgressNeeds.shelf(bench.store) }

  @Test("A saved goal is queued for the server in the server's fields")
  func saved() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.steps, "8000", to: Bench.today.following(29)))
    #expect(bench.toasts == ["Saved."] && kept.isWaiting)
    #expect(bench.events.contains(.finished(.new(.fitness))))
    let order = GoalOrder(
      id: kept.id, goal: kept.goal, version: kept.version, form: .new(.fitness), window: bench.window)
    var state = bench.state
    let steps = state.receive(.saved(order, kept), at: bench.clock.now)
    #expect(steps.contains(.tell(.finished(.new(.fitness)), bench.window)))
    let change = try #require(try await bench.waiting().first)
    #expect(change.kind == .insert && change.id == kept.id.uuid)
    let fields = try #require(try await bench.store.records(of: "goals", newest: 1).first?.fields)
    #expect(
      Set(fields.keys) == ["id", "pillar", "name", "target", "unit", "status", "begins_on", "ends_on"])
    #expect(try await self.kept(bench) == [kept.goal])
  }

  @Test("Saving twice creates one goal; a failed save keeps the input")
  func once() async throws {
    let bench = try await Bench()
    let form = GoalFormName.new(.nutrition)
    await bench.do(.appeared(form.route))
    await bench.fill(form, [.target: "2000"])
    await bench.progress.send(.save(form), from: bench.window)
    await bench.progress.send(.save(form), from: bench.window)
    await bench.context.settling.settled()
    #expect(bench.state.goals.count == 1)
    let failing = try await Bench { $0.save = { _, _ throws(Problem) in throw .full } }
    await failing.do(.appeared(form.route))
    await failing.fill(form, [.target: "2000"])
    await failing.do(.save(form))
    #expect(failing.state.goals.isEmpty && failing.toasts.isEmpty)
    #expect(failing.node("Target", at: form.route)?.value == "2000")
    #expect(failing.words(form.route).contains { $0.contains("The disk is full.") })
  }

  @Test("A missing field is reported on saving, and nothing is saved")
  func missing() async throws {
    let bench = try await Bench()
    let form = GoalFormName.new(.fitness)
    await bench.do(.appeared(form.route))
    #expect(bench.node("Target", at: form.route)?.state.invalid == nil)
    await bench.do(.save(form))
    #expect(bench.node("Target", at: form.route)?.state.invalid != nil)
    #expect(bench.words(form.route).contains("1 field needs correction before this can be saved."))
    #expect(bench.state.goals.isEmpty)
  }

  @Test("An edit overtaken by another one is reported, and saving again replaces it")
  func outrun() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.steps, "8000"))
    let form = GoalFormName.editing(kept.id)
    await bench.do(.appeared(form.route))
    await bench.fill(form, [.target: "9000"])
    let other = try await Bench(over: bench)
    await other.do(.appeared(form.route))
    await other.fill(form, [.target: "7000"])
    await other.do(.save(form))
    #expect(try await self.kept(bench).map(\.target) == [7_000])
    await bench.until { $0.goals.first?.goal.target == 7_000 }
    await bench.do(.save(form))
    #expect(try await self.kept(bench).map(\.target) == [7_000])
    #expect(bench.words(form.route).contains { $0.hasPrefix("This was changed elsewhere") })
    #expect(bench.node("Target", at: form.route)?.value == "9000")
    await bench.do(.save(form))
    #expect(try await self.kept(bench).map(\.target) == [9_000])
  }

  @Test("A change from elsewhere is shown at once in an untouched form")
  func refilled() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.steps, "8000"))
    let form = GoalFormName.editing(kept.id)
    await bench.do(.appeared(form.route))
    let other = try await Bench(over: bench)
    await other.do(.appeared(form.route))
    await other.fill(form, [.target: "7000"])
    await other.do(.save(form))
    await bench.until { $0.goals.first?.goal.target == 7_000 }
    #expect(bench.node("Target", at: form.route)?.value == "7000")
  }

  @Test("Undo restores a deleted goal for ten seconds; after a restart only the deleted goal is gone")
  func deleted() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.water, "2000"))
    await bench.tap("Delete", at: ProgressPlaces.goals)
    #expect(bench.state.goals.isEmpty)
    #expect(try await self.kept(bench).isEmpty)
    #expect(bench.node("Goal deleted.", at: ProgressPlaces.goals) != nil)
    await bench.tap("Undo", at: ProgressPlaces.goals)
    #expect(bench.state.goals.map(\.goal) == [kept.goal] && bench.toasts.last == "Goal restored.")
    #expect(try await self.kept(bench) == [kept.goal])
    await bench.do(.delete(kept.id))
    await bench.clock.advance(by: .seconds(10), settling: bench.context.settling)
    await bench.until { $0.windows.isEmpty }
    #expect(bench.node("Undo", at: ProgressPlaces.goals) == nil)
    let after = try await Bench(over: bench)
    #expect(after.state.goals.isEmpty)
  }

  @Test("A failed deletion or Undo is reported, and Undo stays available")
  func undeleted() async throws {
    let bench = try await Bench { $0.delete = { _ throws(Problem) in throw .full } }
    let kept = try #require(await bench.goal(.water, "2000"))
    await bench.do(.delete(kept.id))
    #expect(bench.state.goals.count == 1)
    #expect(bench.words(ProgressPlaces.goals).contains { $0.hasPrefix("This could not be saved. The disk is full.") })
    let stuck = try await Bench { $0.restore = { _ throws(Problem) in throw .full } }
    let gone = try #require(await stuck.goal(.water, "2000"))
    await stuck.do(.delete(gone.id))
    await stuck.tap("Undo", at: ProgressPlaces.goals)
    await stuck.clock.advance(by: .seconds(60), settling: stuck.context.settling)
    #expect(stuck.words(ProgressPlaces.goals).contains { $0.contains("It could not be restored.") })
    #expect(stuck.node("Undo", at: ProgressPlaces.goals) != nil)
  }

  @Test("A goal can be given up and resumed; a goal in the user's own words can be marked as reached")
  func standing() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(10))
    let kept = try #require(await bench.goal(.steps, "99000"))
    await bench.tap("Give up", at: ProgressPlaces.goals)
    #expect(bench.state.goals.map(\.goal.status) == [.givenUp])
    await bench.tap("Resume", at: ProgressPlaces.goals)
    #expect(bench.state.goals.map(\.goal.status) == [.active])
    await bench.do(.delete(kept.id))
    let form = GoalFormName.new(.wellbeing)
    await bench.do(.appeared(form.route))
    await bench.do(.choose(form, .measure(nil)))
    await bench.fill(form, [.name: "Learn to swim"])
    await bench.do(.save(form))
    await bench.tap("Mark as reached", at: ProgressPlaces.goals)
    #expect(bench.state.goals.map(\.goal.status) == [.reached])
    #expect(bench.state.achievements.contains { $0.words == "Learn to swim: reached" })
    // Of several milestones at once, only the highest is reported.
    #expect(bench.events.compactMap(\.milestone).map(\.says) == ["Congrats! You reached your goal!"])
  }

  @Test(
    "After a restart, goals are shown offline with their last progress, before the days are read",
    .covers("yh-S04.5.1-B14"))
  func offline() async throws {
    let bench = try await Bench()
    await bench.live(Sample.table(10))
    await bench.goal(.water, "2000", from: Bench.today.following(-9), to: Bench.today.following(10))
    let said = try #require(bench.node("Water", at: ProgressPlaces.goals)?.value)
    #expect(said.contains("of 20 days with 2 l or more"))
    let after = try await Bench(over: bench)
    #expect(after.state.days == .unread && after.node("Water", at: ProgressPlaces.goals)?.value == said)
    await after.live(Sample.table(10))
    #expect(after.node("Water", at: ProgressPlaces.goals)?.value == said)
  }
}

extension ProgressNeeds {
  /// The goals in a store.
  static func shelf(_ store: Store) async throws(Problem) -> [Goal] {
    try await ProgressShelves(store, .sample).kept().map(\.goal)
  }
}

extension ProgressEvent {
  var milestone: Milestone? { if case .milestone(let milestone, _) = self { milestone } else { nil } }
}
