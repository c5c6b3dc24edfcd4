public import FoundationEssentials
internal import Interface
public import Kernel
internal import Pillar
public import Storage

/// What was entered into a goal's form and not saved yet. It stays on the device, and outlives the process.
public struct GoalDraft: Kept {
  public static let collection = "goal_drafts"
  /// Of one person, in all windows; beyond that the oldest are forgotten.
  static let most = 20

  public let id: ID<GoalDraft>
  let pillar: Pillar
  /// The goal that is edited; nil for a new one.
  let editing: ID<Goal>?
  /// What was opened, so that another's newer one is not written over unseen.
  let version: Version?
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
    values = form.values
    before = form.before
    at = now
  }

  /// One for each window and form, so that what is entered in one window leaves another's draft alone.
  static func id(_ form: GoalForm, at desk: ProgressDesk.Name) -> ID<GoalDraft> {
    form.draft ?? ID(named: "\(desk) \(form.name.route.text)")
  }
}

// How drafts are kept and taken up again.
extension ProgressState {
  /// Drafts and the save of a form stand in one line, and of drafts that wait only the newest counts. While a save is on
  /// its way nothing is entered, so that none takes its place.
  static func writing(_ draft: ID<GoalDraft>) -> Lane { .newest("goal form \(draft)") }

  func keep(_ form: GoalForm, at desk: ProgressDesk.Name, _ now: Moment) -> Steps {
    let id = GoalDraft.id(form, at: desk)
    let effect: ProgressEffect =
      form.isDirty ? .keepDraft(GoalDraft(form, id: id, at: now.date), desk) : .dropDraft(id)
    return [.run(effect, ProgressState.writing(id))]
  }

  /// What was entered into that form before, if anything was, and its goal is there.
  mutating func takeUp(_ name: GoalFormName, _ now: Moment) -> GoalForm? {
    guard let index = drafts.firstIndex(where: { $0.form == name }), var form = fresh(name, now),
      form.phase == .editing
    else { return nil }
    let draft = drafts.remove(at: index)
    form.draft = draft.id
    form.isRecovered = true
    form.isBehind = form.opened?.version != draft.version
    form.values = draft.values
    if !form.isBehind { form.before = draft.before }
    return form
  }

  /// The drafts of an earlier process. A form that was opened before they were read takes its own up now.
  mutating func takeUp(_ found: [GoalDraft], _ now: Moment) {
    let inHand = Set(desks.flatMap { name, desk in desk.forms.values.map { GoalDraft.id($0, at: name) } })
    drafts += found.filter { !inHand.contains($0.id) }
    takeUpOpen(now)
  }

  mutating func takeUpOpen(_ now: Moment) {
    for (name, desk) in desks {
      for form in desk.forms.values where form.phase == .editing && !form.isDirty {
        if let recovered = takeUp(form.name, now) { desks[name]?.forms[form.name] = recovered }
      }
    }
  }
}
