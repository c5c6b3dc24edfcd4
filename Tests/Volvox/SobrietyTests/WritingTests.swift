import Audit
import Covers
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import SoberDays
import Storage
import Testing

@testable import Sobriety

@Suite("Reflections, check-ins and the timeline") struct WritingTests {
  @Test("a new reflection has a question of the day, which is another one each day of a month")
  func question() async throws {
    let bench = try await SobrietyBench()
    await bench.do(.appeared(SobrietyPlaces.reflection))
    let today = bench.clock.now.day
    let shown = bench.nodes(SobrietyPlaces.reflection).map(\.label)
    #expect(shown.contains(ReflectionQuestion.of(today)))
    #expect(Set((0..<31).map { ReflectionQuestion.of(today.following($0)) }).count == 31)
    #expect(ReflectionQuestion.of(CalendarDay(number: -1)) != ReflectionQuestion.of(CalendarDay(number: 0)))
  }

  @Test(
    "a reflection is saved, shown in the timeline, edited and deleted, each with Undo", .covers("vx-US2-4")
  )
  func reflection() async throws {
    let bench = try await SobrietyBench()
    await bench.reflect("A quiet day.\nNothing more.")
    #expect(bench.timeline == ["A quiet day.…"] && bench.toasts == ["Reflection saved."])
    let id = try #require(bench.state.book.reflections.first?.record.id.uuid)
    await bench.do(.appeared(SobrietyPlaces.reflection(id)))
    #expect(bench.node("Your words", at: SobrietyPlaces.reflection(id))?.value == "A quiet day.\nNothing more.")
    await bench.do(.typeReflection("A good day."))
    await bench.do(.saveReflection)
    #expect(bench.timeline == ["A good day."])
    try await bench.undo()
    #expect(bench.timeline == ["A quiet day.…"])
    await bench.do(.deleteReflection(id))
    #expect(bench.timeline.isEmpty && bench.toasts.last == "Reflection deleted.")
    try await bench.undo()
    #expect(bench.timeline == ["A quiet day.…"])
    let after = try await SobrietyBench(over: bench)
    #expect(after.timeline == ["A quiet day.…"])
  }

  @Test("Undo of a new reflection leaves it when it was changed since")
  func changedSince() async throws {
    let bench = try await SobrietyBench()
    await bench.reflect("A quiet day.")
    let undo = try #require(bench.offers.last)
    let id = try #require(bench.state.book.reflections.first?.record.id.uuid)
    await bench.do(.appeared(SobrietyPlaces.reflection(id)))
    await bench.do(.typeReflection("A good day."))
    await bench.do(.saveReflection)
    await bench.do(undo)
    #expect(bench.timeline == ["A good day."] && bench.toasts.last?.contains("That change is kept.") == true)
  }

  @Test("an empty reflection, a future day and a text that is too long are refused, and nothing typed is lost")
  func refused() async throws {
    let bench = try await SobrietyBench()
    await bench.do(.appeared(SobrietyPlaces.reflection))
    await bench.do(.saveReflection)
    #expect(bench.complaint("Your words", at: SobrietyPlaces.reflection) == "Write something first.")
    await bench.do(.typeReflection(String(repeating: "x", count: 20_001)))
    await bench.do(.typeReflectionDay("2027-01-01"))
    await bench.do(.saveReflection)
    #expect(
      bench.complaint("Your words", at: SobrietyPlaces.reflection)?.hasPrefix("This has 20001 characters") == true)
    #expect(bench.complaint("Day", at: SobrietyPlaces.reflection) == "The reflection cannot be in the future.")
    #expect(bench.state.book.reflections.isEmpty)
  }

  @Test("what is typed outlives the process, and is gone once it is saved or discarded")
  func draft() async throws {
    let bench = try await SobrietyBench()
    await bench.do(.appeared(SobrietyPlaces.reflection))
    await bench.do(.typeReflection("Half a thought"))
    let after = try await SobrietyBench(over: bench)
    await after.do(.appeared(SobrietyPlaces.reflection))
    #expect(after.node("Your words", at: SobrietyPlaces.reflection)?.value == "Half a thought")
    await after.do(.saveReflection)
    let again = try await SobrietyBench(over: bench)
    await again.do(.appeared(SobrietyPlaces.reflection))
    #expect(again.node("Your words", at: SobrietyPlaces.reflection)?.value == "")
    await again.do(.typeReflection("Another"))
    await again.do(.discardReflection)
    #expect(try await SobrietyBench(over: bench).state.book.drafts.isEmpty)
  }

  @Test("a reflection that another window changed meanwhile is not overwritten")
  func behind() async throws {
    let bench = try await SobrietyBench()
    await bench.reflect("First")
    let id = try #require(bench.state.book.reflections.first?.record.id.uuid)
    let other = try await SobrietyBench(over: bench)
    for one in [bench, other] { await one.do(.appeared(SobrietyPlaces.reflection(id))) }
    await other.do(.typeReflection("Second"))
    await other.do(.saveReflection)
    await bench.do(.typeReflection("Mine"))
    await bench.do(.saveReflection)
    #expect(bench.nodes(SobrietyPlaces.reflection(id)).contains { $0.label.hasPrefix("This reflection was changed") })
    await bench.do(.saveReflection)
    #expect(Set(bench.timeline) == ["Second", "Mine"])
  }

  @Test("the morning offers the pledge and the evening the review, each in one tap with Undo")
  func checkIns() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-08-27")
    #expect(bench.node("Evening review") == nil)
    await bench.tap("Pledge for today")
    #expect(bench.node("Pledged, at 08:15.") != nil && bench.node("Pledge for today") == nil)
    try await bench.undo()
    #expect(bench.node("Pledge for today") != nil)
    await bench.advance(.seconds(10 * 3600))
    await bench.tap("Mixed")
    #expect(bench.node("Mixed, at 18:15.") != nil)
    // The sheet changes the answer, and Undo brings the former one back.
    await bench.tap("Hard", at: SobrietyPlaces.checkIn)
    #expect(bench.node("Hard, at 18:15.") != nil)
    #expect(Audit.findings(of: bench.screen(SobrietyPlaces.checkIn), theme: .plain) == [])
    try await bench.undo()
    #expect(bench.node("Mixed, at 18:15.") != nil)
    // After midnight the review is still about the day before.
    await bench.advance(.seconds(8 * 3600))
    #expect(bench.node("Mixed, at 18:15.") != nil)
    await bench.advance(.seconds(2 * 3600))
    #expect(bench.node("Pledge for today") != nil)
    let sent = try await bench.waiting().filter { $0.collection == "check_ins" }
    #expect(sent.last?.fields["kind"] == .text("review") && sent.last?.fields["feeling"] == .text("mixed"))
    #expect(sent.last?.fields["day"] == .text("2026-11-22"))
  }

  @Test("Undo brings back what was there before, even if the store is read again before the change is reported")
  func undoAfterReading() async throws {
    let feature = Locked<Sobriety?>(nil)
    let bench = try await SobrietyBench { needs in
      let save = needs.save
      needs.save = { change throws(Problem) in
        try await save(change)
        guard let states = feature.withLock({ $0?.states }) else { return }
        for await state in states.listen() {
          switch change {
          case .checkIn(let checkIn, _): if !state.book.checkIns.contains(checkIn) { continue }
          case .record(let record, _): if !state.book.records.contains(record) { continue }
          default: break
          }
          break
        }
      }
    }
    await bench.begin(on: "2026-08-27")
    await bench.advance(.seconds(10 * 3600))
    await bench.tap("Mixed")
    feature.withLock { $0 = bench.sobriety }
    defer { feature.withLock { $0 = nil } }
    await bench.tap("Hard", at: SobrietyPlaces.checkIn)
    try await bench.undo()
    #expect(bench.node("Mixed, at 18:15.") != nil)
    await bench.do(.typeDate("2026-09-01"))
    await bench.do(.saveDate)
    #expect(bench.state.ledger.current?.day.text == "2026-09-01")
    try await bench.undo()
    #expect(bench.state.ledger.current?.day.text == "2026-08-27")
  }

  @Test(
    "a milestone is told once, takes a note, and is earned again after a slip")
  func milestones() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-09-20")
    #expect(bench.milestones == ["60 days"], "of several at once the newest is told")
    #expect(bench.timeline == ["60 days", "30 days", "Sober date"])
    let id = try #require(bench.state.book.milestones.first { $0.record.days == 60 }?.record.id.uuid)
    await bench.do(.appeared(SobrietyPlaces.note(id)))
    await bench.do(.typeNote("Dinner with my sister."))
    await bench.do(.saveNote)
    #expect(bench.node("60 days", at: SobrietyPlaces.timeline)?.value == "Dinner with my sister.")
    await bench.slip(on: "2026-11-22")
    await bench.advance(.seconds(30 * 86_400))
    #expect(bench.milestones == ["60 days", "30 days"])
    #expect(
      bench.timeline == ["30 days, 22 December 2026", "Slip", "60 days", "30 days, 20 October 2026", "Sober date"])
    let after = try await SobrietyBench(over: bench)
    #expect(after.milestones.isEmpty && after.timeline == bench.timeline)
    #expect(after.node("60 days", at: SobrietyPlaces.timeline)?.value == "Dinner with my sister.")
  }

  @Test("a slip is taken back in the timeline, with Undo")
  func takenBack() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-09-20")
    let long = String(repeating: "The wedding. ", count: 40)
    await bench.do(.typeSlipNote(long))
    await bench.slip(on: "2026-11-01")
    #expect(bench.node("Slip", at: SobrietyPlaces.timeline)?.value == long, "all of it can be read")
    await bench.tap("Take back the slip of 1 November 2026", at: SobrietyPlaces.timeline)
    #expect(bench.count == "63" && !bench.timeline.contains("Slip"))
    try await bench.undo()
    #expect(bench.count == "21" && bench.timeline.contains("Slip"))
  }

  @Test("the timeline has pages of fifty, and reaches ten years of reflections")
  func pages() async throws {
    let bench = try await SobrietyBench()
    let all = try await bench.store.collection(Reflection.self, .owned(.entered))
    try await bench.store.write { batch throws(Problem) in
      for ago in 0..<3650 {
        let reflection = Reflection(
          id: bench.context.identifiers.next(), day: bench.today.following(-ago), body: "Day \(ago)")
        try batch.save(reflection, over: .nothing, in: all)
      }
    }
    await bench.until { $0.book.reflections.count == 51 }
    #expect(bench.timeline == (0..<50).map { "Day \($0)" })
    #expect(bench.node("Newer", at: SobrietyPlaces.timeline) == nil)
    await bench.tap("Older", at: SobrietyPlaces.timeline)
    #expect(bench.timeline == (50..<100).map { "Day \($0)" })
    await bench.tap("Newer", at: SobrietyPlaces.timeline)
    #expect(bench.timeline.first == "Day 0")
    await bench.do(.turnPage(72))
    #expect(bench.timeline == (3600..<3650).map { "Day \($0)" })
    #expect(bench.node("Older", at: SobrietyPlaces.timeline) == nil)
  }

  @Test("money that was saved is an estimate of the person's own amount, and a number with a comma is read")
  func money() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-08-27")
    #expect(bench.node("Saved, estimated") == nil)
    await bench.do(.appeared(SobrietyPlaces.plan))
    await bench.do(.fillPlan(.amount, "lots"))
    await bench.do(.savePlan)
    #expect(bench.complaint("Amount a day", at: SobrietyPlaces.plan)?.hasPrefix("Enter a number from 0.01") == true)
    await bench.do(.fillPlan(.amount, "15,5"))
    await bench.do(.fillPlan(.currency, "EUR"))
    await bench.do(.fillPlan(.programme, "daily"))
    await bench.do(.savePlan)
    #expect(bench.node("Saved, estimated")?.value == "1,348 EUR")
    #expect(bench.state.programme.id == "daily")
    let after = try await SobrietyBench(over: bench)
    #expect(after.node("Saved, estimated")?.value == "1,348 EUR")
  }

  @Test("a change that cannot be saved is reported, and nothing typed is lost")
  func notSaved() async throws {
    let bench = try await SobrietyBench { $0.save = { _ throws(Problem) in throw .full } }
    await bench.reflect("Still here")
    #expect(bench.toasts.last?.contains("disk is full") == true)
    #expect(bench.node("Your words", at: SobrietyPlaces.reflection)?.value == "Still here")
    await bench.begin(on: "2026-08-27")
    #expect(bench.count == nil && bench.state.windows[bench.window].date.text == "2026-08-27")
  }

  @Test(
    "a slip, the choices and a milestone's note that are being typed survive a killed process, and go once they are saved"
  )
  func drafts() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-09-20")
    let id = try #require(bench.state.book.milestones.first?.record.id.uuid)
    for place in [SobrietyPlaces.slip, SobrietyPlaces.plan, SobrietyPlaces.note(id)] {
      await bench.do(.appeared(place))
    }
    await bench.do(.typeSlipDay("2026-11-01"))
    await bench.do(.typeSlipNote("The wedding"))
    await bench.do(.fillPlan(.contactName, "Noor"))
    await bench.do(.fillPlan(.amount, "15,5"))
    await bench.do(.typeNote("Dinner with my sister"))

    let after = try await SobrietyBench(over: bench)
    #expect(after.state.plan.contactName == nil, "nothing was saved")
    let fields = [
      (SobrietyPlaces.slip, "Note", "The wedding"), (SobrietyPlaces.slip, "Day", "2026-11-01"),
      (SobrietyPlaces.plan, "Who to call", "Noor"), (SobrietyPlaces.plan, "Amount a day", "15,5"),
      (SobrietyPlaces.note(id), "Note", "Dinner with my sister"),
    ]
    for (place, label, value) in fields {
      await after.do(.appeared(place))
      #expect(after.node(label, at: place)?.value == value, "\(label) at \(place)")
      #expect(after.node("Recovered from your draft.", at: place) != nil, "\(place)")
      #expect(Audit.findings(of: after.screen(place), theme: .plain) == [], "\(place)")
    }
    await after.do(.saveNote)
    await after.do(.savePlan)
    await after.do(.saveSlip)
    #expect(after.state.plan.contactName == "Noor" && after.timeline.contains("Slip"))
    #expect(try await after.store.collection(FormDraft<SobrietyForm>.self, .local).count() == 0)
    #expect(after.node("Note", at: SobrietyPlaces.slip)?.value == "")
  }

  @Test("what one account typed is not shown after it was left")
  func accounts() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-09-20")
    await bench.do(.typeSlipNote("Before there was an account"))
    await bench.send(.session(UUID()))
    #expect(bench.node("Note", at: SobrietyPlaces.slip)?.value == "Before there was an account")
    await bench.send(.session(nil))
    #expect(bench.node("Note", at: SobrietyPlaces.slip)?.value == "")
  }

  @Test("what is typed passes to the next window when its own is closed, and is discarded after a question")
  func closed() async throws {
    let bench = try await SobrietyBench()
    await bench.begin(on: "2026-09-20")
    await bench.do(.appeared(SobrietyPlaces.slip))
    await bench.do(.typeSlipNote("The wedding"))
    await bench.do(.left(SobrietyPlaces.slip))
    await bench.do(.appeared(SobrietyPlaces.slip))
    #expect(bench.node("This is your draft.", at: SobrietyPlaces.slip) != nil)
    await bench.do(.form(.ask(.discard(.slip))))
    #expect(bench.screen(SobrietyPlaces.slip).dialog?.label == "Discard what you typed?")
    await bench.do(.form(.discard(.slip)))
    #expect(bench.node("Note", at: SobrietyPlaces.slip)?.value == "")
  }
}
