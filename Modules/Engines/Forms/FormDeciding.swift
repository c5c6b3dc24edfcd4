public import Kernel

/// The state of one window of a feature with forms.
public protocol FormHolding: LocalState {
  associatedtype Name: FormIdentity
  var forms: FormTable<Name> { get set }
}

/// The state of a feature with forms. The engine decides what all forms have in common: typing, drafts, questions, and
/// two windows with the same form. The feature decides what is saved.
public protocol FormDeciding: WindowedDeciding where Local: FormHolding {
  /// Drafts that no window has open, the newest first.
  var drafts: [FormDraft<Local.Name>] { get set }

  static func effect(_ effect: FormEffect<Local.Name>) -> Effect

  /// The form before anything is typed; nil while it cannot be shown.
  func fresh(_ name: Local.Name, in window: WindowID, at now: Moment) -> Form<Local.Name>?
  /// Saves the form. `ready(_:in:at:)` checks it first.
  mutating func save(_ name: Local.Name, in window: WindowID, at now: Moment) -> [Step<Effect, Event>]
  /// Shows the form anew after its input was discarded.
  mutating func reopen(_ name: Local.Name, in window: WindowID, at now: Moment) -> [Step<Effect, Event>]
  /// Adapts a form whose draft was restored; by default leaves it as it is.
  func recovered(_ form: inout Form<Local.Name>)
  /// Gives the detached form an identifier and saves it; by default saves it as it is.
  mutating func saveDetached(_ name: Local.Name, in window: WindowID, at now: Moment) -> [Step<Effect, Event>]
}

extension FormDeciding {
  public typealias FormSteps = [Step<Effect, Event>]

  public func fresh(_ name: Local.Name, in window: WindowID, at now: Moment) -> Form<Local.Name>? {
    Form(name, in: window)
  }

  public mutating func reopen(_ name: Local.Name, in window: WindowID, at now: Moment) -> FormSteps {
    windows[window].forms[name] = fresh(name, in: window, at: now)
    return []
  }

  public func recovered(_ form: inout Form<Local.Name>) {}

  public mutating func saveDetached(_ name: Local.Name, in window: WindowID, at now: Moment) -> FormSteps {
    save(name, in: window, at: now)
  }

  /// Decides on an action of the person in a window.
  public mutating func decide(_ action: FormAction<Local.Name>, in window: WindowID, at now: Moment) -> FormSteps {
    switch action {
    case .fill(let name, let field, let text): return fill(name, field, with: text, in: window, at: now)
    case .tick(let name, let field, let word, let isOn):
      return type(name, in: window, at: now) { $0.tick(String(word.prefix(60)), in: field, isOn) }
    case .enter(let name, let field, let secret):
      guard var form = form(name, in: window, at: now), form.isOpenForTyping,
        secret.revealed.count <= FormReader<Local.Name.Field>.longestSecret
      else { return [] }
      form.enter(secret, in: field)
      windows[window].forms[name] = form
    case .save(let name): return save(name, in: window, at: now)
    case .confirm(let name):
      guard case .doubt(name, _) = windows[window].forms.question else { return [] }
      windows[window].forms.question = nil
      windows[window].forms[name]?.confirm()
      return save(name, in: window, at: now)
    case .discard(let name): return discard(name, in: window, at: now)
    case .replace(let name):
      windows[window].forms.question = nil
      guard var form = windows[window].forms[name], form.isBehind else { return [] }
      form.rebase(at: now)
      windows[window].forms[name] = form
      // The draft, too, is now based on the newer version.
      return (Local.Name.keepsDrafts ? [keep(form, at: now)] : []) + save(name, in: window, at: now)
    case .saveBeside(let name):
      guard windows[window].forms[name]?.isBehind == true else { return [] }
      windows[window].forms[name]?.detach()
      return saveDetached(name, in: window, at: now)
    case .ask(let question): windows[window].forms.question = question
    case .dismiss: windows[window].forms.question = nil
    }
    return []
  }

  /// Takes in what the storage of drafts answered.
  public mutating func take(_ answer: FormAnswer<Local.Name>, at now: Moment) {
    switch answer {
    case .found(let drafts): takeUp(drafts, at: now)
    case .notKept(let draft, let problem):
      windows.forEach { local in
        for form in local.forms.values where form.draft == draft { local.forms[form.name]?.problem = problem }
      }
    }
  }

  // MARK: Screen appearance and departure

  /// Finds unsaved input, and input being saved, which stays as it is when its screen appears. Returns false when the
  /// form is to be opened.
  public mutating func findsInput(_ name: Local.Name, in window: WindowID) -> Bool {
    guard var form = windows[window].forms[name], form.isDirty || form.phase == .saving else { return false }
    form.markFound()
    windows[window].forms[name] = form
    return true
  }

  /// Drops an unchanged form whose screen is left; a changed one stays for when the person comes back. Passwords are
  /// dropped in any case.
  public mutating func leave(_ name: Local.Name, in window: WindowID) {
    windows[window].forms.question = nil
    guard var form = windows[window].forms[name] else { return }
    if !form.secrets.isEmpty { _ = form.takeSecrets() }
    switch form.phase {
    case .done, .missing, .opening: windows[window].forms[name] = nil
    case .editing, .behind: windows[window].forms[name] = form.isDirty ? form : nil
    case .saving: windows[window].forms[name] = form
    }
  }

  /// Keeps the drafts of a closed window. They are on disk, where another window can restore them.
  public mutating func orphan(_ local: Local, at now: Moment) {
    guard Local.Name.keepsDrafts else { return }
    let dirty = local.forms.values.filter { $0.isDirty && $0.phase != .saving }
    for form in dirty.sorted(by: { $0.name.text < $1.name.text }) {
      switch form.phase {
      case .done, .missing: continue
      default: drafts.insert(FormDraft(form, at: form.typedAt ?? now.date), at: 0)
      }
    }
  }

  // MARK: Drafts

  /// Restores the draft of the form, if there is one.
  @discardableResult public mutating func recover(_ form: inout Form<Local.Name>) -> Bool {
    guard let index = drafts.firstIndex(where: { $0.form == form.name }) else { return false }
    form.recover(drafts.remove(at: index))
    recovered(&form)
    return true
  }

  /// Takes over the drafts of an earlier process. A form that was opened before they were read restores its own now.
  public mutating func takeUp(_ found: [FormDraft<Local.Name>], at now: Moment) {
    // The draft of a form that nobody has typed in since it was opened is not in it yet.
    let inHand = Set(windows.all.flatMap { $0.forms.values.filter { !$0.isUntouched }.map(\.draft) })
    drafts = found.filter { !inHand.contains($0.id) }
    for window in windows.windows {
      for var form in Array(windows[window].forms.values) where form.phase == .editing && form.isUntouched {
        if recover(&form) { windows[window].forms[form.name] = form }
      }
    }
  }

  /// Keeps the draft of what is typed, or drops that of what is not.
  public func keep(_ form: Form<Local.Name>, at now: Moment) -> Step<Effect, Event> {
    let effect: FormEffect<Local.Name> = form.isDirty ? .keep(FormDraft(form, at: now.date)) : .drop(form.draft)
    return .run(Self.effect(effect), Self.writing(form.draft))
  }

  public func drop(_ form: Form<Local.Name>) -> Step<Effect, Event> {
    .run(Self.effect(.drop(form.draft)), Self.writing(form.draft))
  }

  /// Drafts and the save of a form share one lane, in which only the newest waiting draft counts. During a save nothing
  /// can be typed, so that no draft replaces it.
  public static func writing(_ draft: ID<FormDraft<Local.Name>>) -> Lane { .newest("form \(draft)") }

  // MARK: Records

  /// Fills the forms that waited for their record, and updates unchanged ones with what was saved elsewhere.
  /// - Parameters:
  ///   - isStored: Whether a form changes a stored record.
  ///   - stored: Finds that record; nil when there is none.
  public mutating func refill(
    _ isStored: (Local.Name) -> Bool, at now: Moment, with stored: (Self, Local.Name) -> Local.Name.Stored?
  ) {
    for window in windows.windows {
      for var form in Array(windows[window].forms.values) where isStored(form.name) {
        let found = stored(self, form.name)
        switch form.phase {
        case .opening:
          if let found {
            if !recover(&form) { form.fill(with: found, at: now) }
            form.opened = found
          } else {
            form.phase = recover(&form) ? .behind(nil) : .missing
          }
        case .editing where !form.isDirty:
          guard let found, form.name.version(of: found) != form.version else { continue }
          form.fill(with: found, at: now)
        default: continue
        }
        windows[window].forms[form.name] = form
      }
    }
  }

  // MARK: Typing

  /// The form as the window has it, or as it is before it is opened.
  public func form(_ name: Local.Name, in window: WindowID, at now: Moment) -> Form<Local.Name>? {
    windows[window].forms[name] ?? fresh(name, in: window, at: now)
  }

  private mutating func fill(
    _ name: Local.Name, _ field: Local.Name.Field, with text: String, in window: WindowID, at now: Moment
  ) -> FormSteps {
    type(name, in: window, at: now) { values in
      let input = name.inputs(values, at: now).first { $0.field == field }
      // A secret is entered, and never among the values.
      if input?.isSecret == true { return }
      values[field] = String(text.prefix(input?.longest ?? 2000))
    }
  }

  /// Changes what is typed in the form, and keeps its draft.
  public mutating func type(
    _ name: Local.Name, in window: WindowID, at now: Moment, _ change: (inout FormValues<Local.Name.Field>) -> Void
  ) -> FormSteps {
    guard var form = form(name, in: window, at: now), form.isOpenForTyping else { return [] }
    form.type(at: now, change)
    windows[window].forms[name] = form
    return Local.Name.keepsDrafts ? [keep(form, at: now)] : []
  }

  private mutating func discard(_ name: Local.Name, in window: WindowID, at now: Moment) -> FormSteps {
    windows[window].forms.question = nil
    guard let form = windows[window].forms[name], form.isOpenForTyping else { return [] }
    windows[window].forms[name] = nil
    return (Local.Name.keepsDrafts ? [drop(form)] : []) + reopen(name, in: window, at: now)
  }

  // MARK: Saving

  /// Checks the form before it is saved, asks about what is unlikely, and begins the save if nothing is in its way.
  /// Returns the form that is to be stored now.
  public mutating func ready(_ name: Local.Name, in window: WindowID, at now: Moment) -> Form<Local.Name>? {
    guard var form = form(name, in: window, at: now), form.isOpenForTyping else { return nil }
    switch form.attempt(at: now) {
    case .wrong: break
    case .doubtful(let sentence): windows[window].forms.question = .doubt(name, sentence)
    case .ready: form.phase = .saving
    }
    windows[window].forms[name] = form
    return form.phase == .saving ? form : nil
  }

  /// Takes in that the form was stored together with the deletion of its draft. The window may have been closed
  /// meanwhile.
  public mutating func stored(
    _ stored: Local.Name.Stored, by name: Local.Name, in window: WindowID, dropping draft: ID<FormDraft<Local.Name>>?
  ) {
    windows[window].forms[name]?.saved(as: stored)
    drafts.removeAll { $0.id == draft }
  }

  /// Returns the form to editing after a failed save. If its window was closed meanwhile, the input is in its draft,
  /// which is read again.
  public mutating func notStored(_ name: Local.Name, in window: WindowID, _ problem: Problem) -> FormSteps {
    guard windows[window].forms[name] != nil else { return findDrafts }
    windows[window].forms[name]?.notSaved(problem)
    return []
  }

  /// Reads the drafts, at the start and when one may be without a window.
  public var findDrafts: FormSteps {
    Local.Name.keepsDrafts ? [.run(Self.effect(.find), .latest("drafts"))] : []
  }
}
