public import FoundationEssentials
internal import Interface
public import Kernel
internal import Pillar
public import Storage

/// Unsaved input of a goal's form. It stays on the device, and outlives the process.
public struct GoalDraft: Kept {
  public static let collection = "goal_drafts"
  /// Number of drafts of one person, in all windows; the oldest beyond it are deleted.
  static let most = 20

  public let id: ID<GoalDraft>
  let pillar: Pillar
  /// The goal being edited; nil for a new one.
  let editing: ID<Goal>?
  /// The version that was opened, so that a newer one is not overwritten unseen.
  let version: Version?
  /// The locale in which its numbers are written; nil in drafts of earlier versions.
  let locale: String?
  let values: GoalValues
  let before: GoalValues
  let at: Date

  public var when: Date { at }
  var form: GoalFormName { editing.map { .editing($0) } ?? .new(pillar) }

  init(_ form: GoalForm, id: ID<GoalDraft>, at now: Date) {
    self.id = id
    switch form.name {
    case .new(let pillar): (self.pillar, editing) = (pillar, nil)
    case .editing(let goal): (pillar, editing) = (form.values.pillar, goal)
    }
    version = form.opened?.version
    locale = form.locale
    values = form.values
    before = form.before
    at = now
  }

  /// One draft for each window and form, so that windows do not overwrite each other's.
  static func id(_ form: GoalForm, at window: WindowID) -> ID<GoalDraft> {
    form.draft ?? ID(named: "\(window) \(form.name.route.text)")
  }
}

// Storing and restoring drafts.
extension ProgressState {
  /// Drafts and the save of a form share one lane, in which only the newest waiting draft counts. During a save nothing
  /// can be entered, so that no draft replaces it.
  static func writing(_ draft: ID<GoalDraft>) -> Lane { .newest("goal form \(draft)") }

  func keep(_ form: GoalForm, in window: WindowID, _ now: Moment) -> Steps {
    let id = GoalDraft.id(form, at: window)
    let effect: ProgressEffect =
      form.isDirty ? .keepDraft(GoalDraft(form, id: id, at: now.date), in: window) : .dropDraft(id)
    return [.run(effect, ProgressState.writing(id))]
  }

  /// Restores the form's draft, if there is one and its goal is there.
  mutating func takeUp(_ name: GoalFormName, _ now: Moment) -> GoalForm? {
    guard let index = drafts.firstIndex(where: { $0.form == name }), var form = fresh(name, now),
      form.phase == .editing
    else { return nil }
    let draft = drafts.remove(at: index)
    form.draft = draft.id
    form.isRecovered = true
    form.isBehind = form.opened?.version != draft.version
    form.locale = draft.locale ?? form.locale
    form.values = draft.values
    if !form.isBehind { form.before = draft.before }
    return form
  }

  /// Takes over the drafts of an earlier process. A form that was opened before they were read restores its own now.
  mutating func takeUp(_ found: [GoalDraft], _ now: Moment) {
    let inHand = Set(
      windows.windows.flatMap { window in
        windows[window].forms.values.map { GoalDraft.id($0, at: window) }
      })
    drafts += found.filter { !inHand.contains($0.id) }
    takeUpOpen(now)
  }

  mutating func takeUpOpen(_ now: Moment) {
    for window in windows.windows {
      for form in windows[window].forms.values where form.phase == .editing && !form.isDirty {
        if let recovered = takeUp(form.name, now) { windows[window].forms[form.name] = recovered }
      }
    }
  }
}
