import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Insights
import Interface
import Kernel
import Measures
import Pillar
import Storage
import Testing

@testable import Progress

@Suite("Goal drafts") struct GoalDraftTests {
  private static let form = GoalFormName.new(.nutrition)

  private func begun() async throws -> Bench {
    let bench = try await Bench()
    await bench.do(.appeared(Self.form.route))
    await bench.do(.choose(Self.form, .measure(.protein)))
    await bench.fill(Self.form, [.target: "90"])
    return bench
  }

  @Test("A draft survives a crash, and saving removes it")
  func crash() async throws {
    let bench = try await begun()
    let after = try await Bench(over: bench)
    await after.do(.appeared(Self.form.route))
    #expect(after.node("Target", at: Self.form.route)?.value == "90")
    #expect(after.node("Measure", at: Self.form.route)?.value == "Protein")
    #expect(after.node("Recovered from your draft.", at: Self.form.route) != nil)
    await after.do(.save(Self.form))
    #expect(after.state.goals.map(\.goal.target) == [90])
    let last = try await Bench(over: bench)
    await last.do(.appeared(Self.form.route))
    #expect(last.node("Target", at: Self.form.route)?.value == "")
  }

  @Test("A target is read and shown in the locale of its window, and its draft keeps that locale")
  func locale() async throws {
    let bench = try await Bench()
    bench.context.regions.set(RegionalSettings(locale: "de-DE"), of: bench.window)
    await bench.do(.appeared(Self.form.route))
    await bench.do(.choose(Self.form, .measure(.protein)))
    await bench.fill(Self.form, [.target: "1.234"])
    #expect(
      bench.node("Target", at: Self.form.route)?.state.invalid
        == "1.234 can mean 1,234 or 1234. Write it without the point: 1,234 or 1234.")
    await bench.fill(Self.form, [.target: "90,125"])
    let after = try await Bench(over: bench)
    await after.do(.appeared(Self.form.route))
    #expect(after.node("Target", at: Self.form.route)?.value == "90,125")
    await after.do(.save(Self.form))
    let kept = try #require(after.state.goals.first)
    #expect(kept.goal.target == 90.125)
    let edit = GoalFormName.editing(kept.id)
    await after.do(.appeared(edit.route))
    #expect(after.node("Target", at: edit.route)?.value == "90.125")
    after.context.regions.set(RegionalSettings(locale: "de-DE"), of: after.window)
    await after.do(.appeared(edit.route))
    #expect(after.node("Target", at: edit.route)?.value == "90,125")
  }

  @Test("The draft of a closed window is taken over by one other window")
  func closed() async throws {
    let bench = try await begun()
    await bench.close(bench.window)
    let others: [WindowID] = [bench.context.identifiers.next(), bench.context.identifiers.next()]
    for other in others { await bench.do(.appeared(Self.form.route), in: other) }
    #expect(others.map { bench.state.windows[$0].forms[Self.form]?.isRecovered } == [true, false])
  }

  @Test("A discarded draft is gone, also after a restart")
  func discarded() async throws {
    let bench = try await begun()
    await bench.tap("Discard changes", at: Self.form.route)
    #expect(bench.node("Target", at: Self.form.route)?.value == "90")
    await bench.tap("Discard", at: Self.form.route)
    #expect(bench.node("Target", at: Self.form.route)?.value == "")
    let after = try await Bench(over: bench)
    #expect(after.state.drafts.isEmpty)
  }

  @Test("A draft of a goal changed elsewhere meanwhile says so before it replaces the goal")
  func behind() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.steps, "8000"))
    let edit = GoalFormName.editing(kept.id)
    await bench.do(.appeared(edit.route))
    await bench.fill(edit, [.target: "9000"])
    var goal = kept.goal
    goal.target = 7
    let order = GoalOrder(id: kept.id, goal: goal, version: kept.version, form: nil, window: nil)
    _ = try await ProgressNeeds(bench.store, caching: .sample, weigh: .sample, insights: { _, _, _ in .none }).save(
      order, kept.id)
    let after = try await Bench(over: bench)
    await after.do(.appeared(edit.route))
    #expect(after.node("Target", at: edit.route)?.value == "9000")
    #expect(after.words(edit.route).contains { $0.hasPrefix("This was changed elsewhere") })
    await after.do(.save(edit))
    #expect(after.state.goals.map(\.goal.target) == [9_000])
  }

  @Test("A draft that an earlier version stored is recovered")
  func former() async throws {
    let bench = try await Bench()
    let kept = try #require(await bench.goal(.steps, "8000"))
    let other = try await Bench()
    let former = try await other.store.collection(FormerDraft.self, .local)
    let values = [
      "pillar": "nutrition", "measure": "protein", "way": "daily", "name": "", "target": "90", "unit": "",
      "begins": Bench.today.text, "ends": "",
    ]
    for editing in [kept.id, nil] {
      try await former.save(
        FormerDraft(
          id: other.context.identifiers.next(), pillar: "nutrition", editing: editing, locale: "en-GB", values: values,
          before: values.filter { $0.key != "target" }, at: other.clock.now.date))
    }
    let after = try await Bench(over: other)
    #expect(Set(after.state.drafts.map(\.form)) == [Self.form, .editing(kept.id)])
    await after.do(.appeared(Self.form.route))
    #expect(after.node("Target", at: Self.form.route)?.value == "90")
    #expect(after.node("Measure", at: Self.form.route)?.value == "Protein")
    for columns in [[:], ["pillar": "unheard-of"], ["pillar": "fitness", "editing": "nobody"]] {
      #expect(GoalFormName(columns: columns) == nil)
    }
  }

  /// A draft in the form in which earlier versions stored it.
  private struct FormerDraft: Kept {
    static let collection = GoalDraft.collection

    let id: ID<FormerDraft>
    let pillar: String
    let editing: ID<Goal>?
    let locale: String?
    let values: [String: String]
    let before: [String: String]
    let at: Date

    var when: Date { at }
  }

  @Test("A draft that cannot be stored is reported, and the input stays")
  func unkept() async throws {
    let bench = try await Bench { $0.drafts.keep = { _ throws(Problem) in throw .full } }
    await bench.do(.appeared(Self.form.route))
    await bench.fill(Self.form, [.target: "90"])
    #expect(bench.node("Target", at: Self.form.route)?.value == "90")
    #expect(bench.words(Self.form.route).contains { $0.hasPrefix("The disk is full.") })
  }
}
