internal import Foods
internal import FoundationEssentials
internal import Interface
internal import Kernel

// The transitions for the user's actions in one window.
extension HealthState {
  mutating func decide(
    _ action: DeskAction, at desk: inout HealthDesk, _ name: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    switch action {
    case .appeared(let route): return FormName(route).map { appeared($0, at: &desk, name, now) } ?? []
    case .left(let route): return left(route, at: &desk)
    case .fill(let form, let field, let text): return type(form, at: &desk, name, now) { $0[field] = text }
    case .tick(let form, let field, let word, let isOn):
      return type(form, at: &desk, name, now) { $0.tick(String(word.prefix(60)), in: field, isOn) }
    case .save(let form, let isOnline): return save(form, at: &desk, name, isOnline, now)
    case .another(let form):
      desk.forms[form] = nil
      return appeared(form, at: &desk, name, now)
    case .delete(let entry): return delete(entry, at: &desk, name)
    case .undo(let entry):
      guard let undo = desk.undos.first(where: { $0.kept.name == entry }) else { return [] }
      return [.run(.restore(undo.kept, name), .inOrder("keep"))]
    case .dismissUndos:
      defer { desk.undos = [] }
      return desk.undos.map { .stop(HealthState.undoing($0.kept.name, name)) }
    case .dismissProblem: desk.problem = nil
    case .ask(let question): desk.question = question
    case .dismiss: desk.question = nil
    case .discard(let form): return discard(form, at: &desk, name, now)
    case .replace(let form, let isOnline):
      desk.question = nil
      return replace(form, at: &desk, name, isOnline, now)
    case .saveBeside(let form, let isOnline): return saveBeside(form, at: &desk, name, isOnline, now)
    case .photo(let form, let isOnline): return askForPhoto(form, at: &desk, name, isOnline)
    case .stopPhoto(let form):
      desk.forms[form]?.photo = .none
      return [.stop(HealthState.taking(form, name)), .stop(HealthState.looking(form, name))]
    case .propose(let form, let text): propose(text, form, at: &desk)
    case .acceptProposal(let form): return acceptProposal(form, at: &desk, name, now)
    case .quick(let entry, let isOnline): return quick(entry, at: name, isOnline: isOnline, now)
    case .takeBack(let entry): return takeBack(entry, at: desk, name)
    case .dismissAdded:
      defer { desk.added = [] }
      return desk.added.map { .stop(HealthState.undoing($0.kept.name, name)) }
    case .takeEstimate(let form):
      guard form.kind == .meal else { return [] }
      return type(form, at: &desk, name, now) { $0.take(FoodTable.own.estimate($0[.description])) }
    case .habit(let action): return decide(action, at: &desk, name, now)
    case .showOlder: desk.pages = min(desk.pages + 1, HealthDesk.mostPages)
    case .retry: return readAnew(now)
    }
    return []
  }

  // MARK: Screen appearance and departure

  private mutating func appeared(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    // Unsaved input, and input being saved, stays as it is.
    if let form = desk.forms[name], form.isDirty || form.phase == .saving { return [] }
    var form = EntryForm(name, at: deskName)
    if name.entry == nil { recover(&form) }
    desk.forms[name] = form
    return [.run(.open(name, deskName), .latest("open \(deskName) \(name.text)"))]
  }

  /// Drops an unchanged form; a changed one stays for when the user comes back.
  private mutating func left(_ route: Route, at desk: inout HealthDesk) -> Steps {
    desk.question = nil
    desk.problem = nil
    desk.pages = 1
    desk.habit.day = nil
    guard let name = FormName(route), let form = desk.forms[name] else { return [] }
    switch form.phase {
    case .done, .missing, .opening: desk.forms[name] = nil
    case .editing, .behind: if !form.isDirty { desk.forms[name] = nil }
    case .saving: break
    }
    return []
  }

  /// The window's drafts are on disk, where another window can restore them.
  mutating func close(_ name: HealthDesk.Name, _ now: Moment) -> Steps {
    guard let desk = desks.removeValue(forKey: name) else { return [] }
    let drafts = desk.forms.values.filter { $0.isDirty && $0.phase != .saving }
    for form in drafts.sorted(by: { $0.name.text < $1.name.text }) {
      switch form.phase {
      case .done, .missing: continue
      default: orphans.insert(KeptDraft(form, id: form.draft, at: now.date), at: 0)
      }
    }
    let lanes =
      (desk.undos + desk.added).map { HealthState.undoing($0.kept.name, name) }
      + desk.forms.keys.map { HealthState.taking($0, name) }
    return lanes.map { .stop($0) }
  }

  mutating func opened(
    _ name: FormName, _ opening: HealthAction.Opening, at desk: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    guard var form = desks[desk]?.forms[name] else { return [] }
    switch opening {
    case .new(let id): if form.id == nil { form.id = id }
    case .found(let kept):
      guard form.phase == .opening else { return [] }
      if !recover(&form) { form.fill(with: kept, in: now.zone) }
      form.opened = kept
    case .missing:
      guard form.phase == .opening else { return [] }
      form.phase = recover(&form) ? .behind(nil) : .missing
    case .failed(let problem):
      form.problem = problem
      form.savesOnline = nil
    }
    let isOnline = form.savesOnline
    form.savesOnline = nil
    desks[desk]?.forms[name] = form
    guard let isOnline, form.id != nil, var changed = desks[desk] else { return [] }
    let steps = save(name, at: &changed, desk, isOnline, now)
    desks[desk] = changed
    return steps
  }

  // MARK: Drafts

  /// Restores the draft of the form, if there is one.
  @discardableResult private mutating func recover(_ form: inout EntryForm) -> Bool {
    guard let index = orphans.firstIndex(where: { $0.form == form.name }) else { return false }
    form.recover(orphans.remove(at: index))
    return true
  }

  /// Takes over the drafts of an earlier process. A form that was opened before they were read restores its own now.
  mutating func recovered(_ drafts: [KeptDraft]) {
    let inHand = Set(desks.values.flatMap { $0.forms.values.map(\.draft) })
    orphans = drafts.filter { !inHand.contains($0.id) }
    for (name, desk) in desks {
      for var form in desk.forms.values where form.phase == .editing && !form.isDirty {
        if recover(&form) { desks[name]?.forms[form.name] = form }
      }
    }
  }

  private mutating func type(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ now: Moment,
    _ body: (inout FormValues) -> Void
  ) -> Steps {
    var form = desk.forms[name] ?? EntryForm(name, at: deskName)
    guard form.isOpenForTyping else { return [] }
    body(&form.values)
    form.problem = nil
    desk.forms[name] = form
    return [keep(form, now)]
  }

  func keep(_ form: EntryForm, _ now: Moment) -> Step<HealthEffect, HealthEvent> {
    let draft = form.draft
    return form.isDirty
      ? .run(.keepDraft(KeptDraft(form, id: draft, at: now.date)), HealthState.writing(form))
      : .run(.dropDraft(draft), HealthState.writing(form))
  }

  private mutating func discard(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ now: Moment
  ) -> Steps {
    desk.question = nil
    guard let form = desk.forms[name], form.isOpenForTyping else { return [] }
    desk.forms[name] = nil
    return [
      .run(.dropDraft(form.draft), HealthState.writing(form)), .stop(HealthState.taking(name, deskName)),
      .stop(HealthState.looking(name, deskName)),
    ] + appeared(name, at: &desk, deskName, now)
  }

  mutating func draftNotKept(_ draft: KeptDraft.Identifier, _ problem: Problem) {
    for (name, desk) in desks {
      for form in desk.forms.values where form.draft == draft { desks[name]?.forms[form.name]?.problem = problem }
    }
  }

  // MARK: Effect lanes

  /// Drafts and the save of a form share one lane, in which only the newest waiting draft counts. During a save nothing
  /// can be typed, so that no draft replaces it.
  static func writing(_ form: EntryForm) -> Lane { .newest("form \(form.draft)") }
  static func undoing(_ entry: EntryName, _ desk: HealthDesk.Name) -> Lane { .standing("undo \(entry.id) \(desk)") }
  static func taking(_ form: FormName, _ desk: HealthDesk.Name) -> Lane { .standing("photo \(form.text) \(desk)") }
  static func looking(_ form: FormName, _ desk: HealthDesk.Name) -> Lane { .latest("look \(form.text) \(desk)") }
}

extension KeptDraft {
  typealias Identifier = ID<KeptDraft>
}
