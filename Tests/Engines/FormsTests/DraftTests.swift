import Audit
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Forms

@Suite("Drafts of forms") struct DraftTests {
  @Test("Input survives a crash, and the form says from when it is")
  func crash() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    let after = try await Bench(over: bench)
    await after.do(.appeared(.own))
    #expect(after.node("Name")?.value == "Ada" && after.form()?.isRecovered == true)
    #expect(after.node("Recovered from your draft.")?.children.first?.label == "Today, 08:15")
    // Saving removes the draft in the same transaction.
    await after.tap("Save")
    let last = try await Bench(over: bench)
    #expect(last.state.drafts.isEmpty)
  }

  @Test("Input that is found again after another screen says so, and untouched forms are dropped")
  func left() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.do(.left(.own))
    #expect(bench.form() == nil)
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.do(.left(.own))
    await bench.do(.appeared(.own))
    #expect(bench.node("This is your draft.") != nil && bench.node("Name")?.value == "Ada")
  }

  @Test("Discarding asks first, and what was discarded does not return")
  func discarded() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.tap("Discard changes")
    #expect(bench.screen().dialog?.label == "Discard what you typed?" && bench.node("Name")?.value == "Ada")
    await bench.tap("Discard")
    #expect(bench.screen().dialog == nil && bench.node("Name")?.value == "")
    #expect(try await bench.feature.needs.found().isEmpty)
  }

  @Test("Two windows have drafts of their own, and a closed window's draft is taken over by one other")
  func windows() async throws {
    let bench = try await Bench()
    let others: [WindowID] = [bench.context.identifiers.next(), bench.context.identifiers.next()]
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.do(.appeared(.own), at: others[0])
    await bench.fill(.own, .name, "Grace", at: others[0])
    #expect(bench.form()?.values[.name] == "Ada" && bench.form(at: others[0])?.values[.name] == "Grace")
    #expect(try await bench.feature.needs.found().count == 2)
    await bench.close(bench.window)
    for other in others { await bench.do(.appeared(.own), at: other) }
    #expect(others.map { bench.form(at: $0)?.values[.name] } == ["Grace", "Ada"])
    #expect(bench.state.drafts.isEmpty)
  }

  @Test("A save that fails keeps the input, also when its window was closed meanwhile")
  func failing() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    bench.isFull.withLock { $0 = true }
    await bench.tap("Save")
    #expect(bench.node("\(Problem.full.sentence) What you typed is still here.") != nil)
    #expect(bench.form()?.phase == .editing && bench.node("Name")?.value == "Ada")
    await bench.feature.send(.form(.save(.own)), from: bench.window)
    await bench.close(bench.window)
    let next: WindowID = bench.context.identifiers.next()
    await bench.do(.appeared(.own), at: next)
    #expect(bench.form(at: next)?.values[.name] == "Ada")
  }

  @Test("A draft that is found while its closed window still saves is gone when the save ends")
  func foundWhileSaving() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    let drafts = try await bench.feature.needs.found()
    await bench.tap("Save")
    let kept = try #require(bench.state.card)
    var state = NameState()
    _ = state.receive(.form(.found(drafts)), at: bench.clock.now)
    #expect(state.drafts == drafts && drafts.count == 1)
    _ = state.receive(.saved(kept, .own, in: bench.window, drafts[0].id), at: bench.clock.now)
    #expect(state.drafts.isEmpty && state.windows.isEmpty)
  }

  @Test("A draft that cannot be stored is reported, and the input stays")
  func unkept() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    bench.isFull.withLock { $0 = true }
    await bench.fill(.own, .name, "Ada")
    #expect(bench.form()?.problem == .full && bench.node("Name")?.value == "Ada")
  }

  @Test("No window overwrites another's change unseen, and the input is kept until the person chooses")
  func behind() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.tap("Save")
    await bench.do(.left(.own))
    let other: WindowID = bench.context.identifiers.next()
    for window in [bench.window, other] { await bench.do(.appeared(.own), at: window) }
    await bench.fill(.own, .name, "Mine")
    await bench.fill(.own, .name, "Theirs", at: other)
    await bench.do(.form(.save(.own)), at: other)
    await bench.do(.form(.save(.own)))
    guard case .behind(let newer?) = bench.form()?.phase else { throw Problem.full }
    #expect(newer.card.name == "Theirs" && bench.form()?.values[.name] == "Mine")
    #expect(bench.state.card?.card.name == "Theirs")
    await bench.do(.form(.ask(.replace(.own))))
    #expect(bench.screen().dialog?.label == "Replace it with yours?")
    await bench.do(.form(.replace(.own)))
    #expect(bench.state.card?.card.name == "Mine" && bench.screen().dialog == nil)
  }

  @Test("A form keeps the locale in which it was typed, in its draft as well")
  func locale() async throws {
    let bench = try await Bench()
    bench.context.regions.set(RegionalSettings(locale: "de-DE"), of: bench.window)
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.fill(.own, .height, "170,500")
    let after = try await Bench(over: bench)
    await after.do(.appeared(.own))
    await after.tap("Save")
    #expect(after.state.card?.card.height == 170.5)
  }

  @Test("Only the newest drafts are kept, and a draft of another form's name is skipped")
  func bounded() async throws {
    let bench = try await Bench()
    for number in 0..<(NameForm.mostDrafts + 2) {
      var form = Form(NameForm.own, in: bench.context.identifiers.next())
      form.values[.name] = "\(number)"
      try await bench.feature.needs.keep(
        FormDraft(form, at: bench.clock.now.date.addingTimeInterval(Double(number))))
    }
    #expect(try await bench.feature.needs.found().map { $0.values[.name] } == ["4", "3", "2"])
    #expect(try await bench.feature.drafts.collection().count() == NameForm.mostDrafts)
    #expect(NameForm(columns: ["form": "unheard-of"]) == nil && NameForm(columns: [:]) == nil)
  }

  @Test("Undo offers what was removed for ten seconds, and longer if it failed")
  func undo() async throws {
    let bench = try await Bench()
    await bench.do(.appeared(.own))
    await bench.fill(.own, .name, "Ada")
    await bench.tap("Save")
    await bench.do(.delete)
    #expect(bench.state.card == nil && bench.node("Card deleted.") != nil)
    await bench.tap("Undo")
    #expect(bench.state.card?.card.name == "Ada" && bench.node("Card deleted.") == nil)
    await bench.do(.delete)
    await bench.advance(.seconds(9))
    #expect(bench.node("Card deleted.") != nil)
    await bench.advance(.seconds(2))
    #expect(bench.node("Card deleted.") == nil && bench.state.windows[bench.window].undos.isEmpty)
    var offers = UndoOffers<KeptCard>()
    let kept = try #require(try await bench.feature.shelf.collection().opened(NameCard.own))
    _ = offers.offer(KeptCard(card: kept.record, version: kept.version), at: bench.clock.now)
    offers.fail("card", .full)
    offers.expire("card")
    #expect(offers["card"] != nil && offers.first?.problem == .full)
    #expect(offers.dismiss(in: bench.window) == [.standing("undo card", of: bench.window)] && offers.isEmpty)
  }

  @Test("Every screen in every state passes the audit")
  func audit() async throws {
    let bench = try await Bench()
    func findings() -> [Finding] {
      [NameForm.own, .guest].flatMap { name in
        [Mode.light, .deep].flatMap { Audit.findings(of: bench.screen(name, mode: $0), theme: .plain) }
      }
    }
    for name in [NameForm.own, .guest] { await bench.do(.appeared(name)) }
    #expect(findings() == [])
    for field in NameForm.Field.allCases { await bench.fill(.guest, field, "rubbish") }
    for name in [NameForm.own, .guest] { await bench.do(.form(.save(name))) }
    #expect(findings() == [])
    for question in [FormQuestion<NameForm>.discard(.own), .replace(.own), .doubt(.own, "Really?")] {
      await bench.do(.form(.ask(question)))
      #expect(findings() == [])
    }
    await bench.do(.form(.dismiss))
    await bench.fill(.own, .name, "Ada")
    await bench.do(.left(.own))
    await bench.do(.appeared(.own))
    #expect(findings() == [])
    await bench.tap("Save")
    await bench.do(.delete)
    #expect(findings() == [])
  }
}
