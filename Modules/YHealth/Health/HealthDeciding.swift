internal import Days
internal import Foods
internal import FoundationEssentials
internal import Interface
public import Kernel

// The transitions for the user's actions in one window.
extension HealthState {
  mutating func decide(_ action: HealthWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared(let route): return FormName(route).map { appeared($0, in: window, now) } ?? []
    case .left(let route): left(route, in: window)
    case .fill(let form, let field, let text): return type(form, in: window, now) { $0[field] = text }
    case .tick(let form, let field, let word, let isOn):
      return type(form, in: window, now) { $0.tick(String(word.prefix(60)), in: field, isOn) }
    case .save(let form): return save(form, in: window, now)
    case .confirm(let form): return confirm(form, in: window, now)
    case .delete(let entry): return delete(entry, in: window)
    case .undo(let entry): return restore(entry, in: window)
    case .dismissUndos: return dismissUndos(in: window)
    case .dismissProblem: windows[window].problem = nil
    case .ask(let question): windows[window].question = question
    case .dismiss: windows[window].question = nil
    case .discard(let form): return discard(form, in: window, now)
    case .replace(let form): return replace(form, in: window, now)
    case .saveBeside(let form): return saveBeside(form, in: window)
    case .photo(let form, let isOnline): return askForPhoto(form, in: window, isOnline: isOnline)
    case .stopPhoto(let form): return stopPhoto(form, in: window)
    case .propose(let form, let text): propose(text, form, in: window)
    case .acceptProposal(let form): return acceptProposal(form, in: window, now)
    case .chooseDay(let text):
      guard let day = CalendarDay(text) else { return [] }
      windows[window].pastDay = day < CalendarDay(of: now) ? HealthWindowState.PastDay(day, at: now) : nil
    case .quick(let entry):
      let dated = windows[window].pastDay(at: now).map { entry.on($0) } ?? entry
      return [.run(.quick(dated, now, in: window), .inOrder("keep"))]
    case .revert(let entry): return revert(entry, in: window)
    case .takeEstimate(let form):
      guard form.kind == .meal else { return [] }
      return type(form, in: window, now) { $0.take(FoodTable.own.estimate($0[.description])) }
    case .habit(let action): return decide(action, in: window, now)
    case .showOlder: windows[window].pages = min(windows[window].pages + 1, HealthWindowState.mostPages)
    case .retry: return readAnew(now)
    }
    return []
  }

  // MARK: Screen appearance and departure

  private mutating func appeared(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    // Unsaved input, and input being saved, stays as it is.
    if let form = windows[window].forms[name], form.isDirty || form.phase == .saving {
      windows[window].forms[name]?.foundFrom = form.typedAt
      return []
    }
    var form = EntryForm(name, in: window)
    form.region = RegionalSettings(of: now)
    if name.entry == nil, !recover(&form), let day = windows[window].pastDay(at: now) {
      form.values[.date] = day.text
      form.before = form.values
    }
    windows[window].forms[name] = form
    return [.run(.open(name, in: window), HealthState.opening(name, in: window))]
  }

  /// Drops an unchanged form; a changed one stays for when the user comes back.
  private mutating func left(_ route: Route, in window: WindowID) {
    windows[window].question = nil
    windows[window].problem = nil
    windows[window].pages = 1
    windows[window].habit.day = nil
    guard let name = FormName(route), let form = windows[window].forms[name] else { return }
    switch form.phase {
    case .done, .missing, .opening: windows[window].forms[name] = nil
    case .editing, .behind: if !form.isDirty { windows[window].forms[name] = nil }
    case .saving: break
    }
  }

  /// The window's drafts are on disk, where another window can restore them.
  public mutating func closed(_ local: HealthWindowState, of window: WindowID, at now: Moment) -> Steps {
    let drafts = local.forms.values.filter { $0.isDirty && $0.phase != .saving }
    for form in drafts.sorted(by: { $0.name.text < $1.name.text }) {
      switch form.phase {
      case .done, .missing: continue
      default: orphans.insert(KeptDraft(form, id: form.draft, at: form.typedAt ?? now.date), at: 0)
      }
    }
    return []
  }

  mutating func opened(
    _ name: FormName, _ opening: HealthAction.Opening, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard var form = windows[window].forms[name] else { return [] }
    switch opening {
    case .new(let id): if form.id == nil { form.id = id }
    case .found(let kept):
      guard form.phase == .opening else { return [] }
      if !recover(&form) { form.fill(with: kept, at: now) }
      form.opened = kept
    case .missing:
      guard form.phase == .opening else { return [] }
      form.phase = recover(&form) ? .behind(nil) : .missing
    case .failed(let problem):
      form.problem = problem
      form.isSaveRequested = false
    }
    let isSaveRequested = form.isSaveRequested
    form.isSaveRequested = false
    windows[window].forms[name] = form
    return isSaveRequested && form.id != nil ? save(name, in: window, now) : []
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
    let inHand = Set(windows.all.flatMap { $0.forms.values.map(\.draft) })
    orphans = drafts.filter { !inHand.contains($0.id) }
    for window in windows.windows {
      for var form in windows[window].forms.values where form.phase == .editing && !form.isDirty {
        if recover(&form) { windows[window].forms[form.name] = form }
      }
    }
  }

  private mutating func type(
    _ name: FormName, in window: WindowID, _ now: Moment, _ body: (inout FormValues) -> Void
  ) -> Steps {
    var form = form(name, in: window)
    guard form.isOpenForTyping else { return [] }
    // A new form is written where the window is when the first text is typed.
    if !form.isDirty, form.opened == nil { form.region = RegionalSettings(of: now) }
    body(&form.values)
    form.typedAt = now.date
    form.problem = nil
    windows[window].forms[name] = form
    return [keep(form, now)]
  }

  func keep(_ form: EntryForm, _ now: Moment) -> Step<HealthEffect, HealthEvent> {
    let draft = form.draft
    return form.isDirty
      ? .run(.keepDraft(KeptDraft(form, id: draft, at: now.date)), HealthState.writing(form))
      : .run(.dropDraft(draft), HealthState.writing(form))
  }

  private mutating func discard(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].question = nil
    guard let form = windows[window].forms[name], form.isOpenForTyping else { return [] }
    windows[window].forms[name] = nil
    return [.run(.dropDraft(form.draft), HealthState.writing(form))] + HealthState.photoStops(name, in: window)
      + appeared(name, in: window, now)
  }

  mutating func draftNotKept(_ draft: KeptDraft.Identifier, _ problem: Problem) {
    windows.forEach { local in
      for form in local.forms.values where form.draft == draft { local.forms[form.name]?.problem = problem }
    }
  }

  // MARK: Effect lanes

  /// Drafts and the save of a form share one lane, in which only the newest waiting draft counts. During a save nothing
  /// can be typed, so that no draft replaces it.
  static func writing(_ form: EntryForm) -> Lane { .newest("form \(form.draft)") }
  static func opening(_ form: FormName, in window: WindowID) -> Lane { .latest("open \(form.text)", of: window) }
  static func undoing(_ entry: EntryName, in window: WindowID) -> Lane { .standing("undo \(entry.id)", of: window) }
  static func taking(_ form: FormName, in window: WindowID) -> Lane { .unawaited("photo \(form.text)", of: window) }
  static func looking(_ form: FormName, in window: WindowID) -> Lane { .latest("look \(form.text)", of: window) }
}

extension KeptDraft {
  typealias Identifier = ID<KeptDraft>
}
