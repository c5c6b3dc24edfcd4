public import Forms
internal import Interface
public import Kernel

/// A person's profile, its photo, and its forms in every window.
public struct ProfileState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    public var isOver: Bool { self != .unread && self != .underWay }
  }

  public let plan: ProfilePlan
  public internal(set) var reading = Reading.unread
  public internal(set) var stored = StoredProfile()
  public internal(set) var photo: ProfilePhoto?
  /// Whether the server can be asked for photos.
  var isReached = false
  /// Why the photo waits to be sent, or another one could not be fetched.
  var photoProblem: Problem?
  public var drafts: [FormDraft<ProfileForm>] = []
  public var windows = WindowStates<ProfileWindowState>()
  /// Fields that were set before the stored profile was read.
  var early: [ProfileField: String] = [:]

  public init(_ plan: ProfilePlan) { self.plan = plan }

  public static func == (one: ProfileState, other: ProfileState) -> Bool {
    one.reading == other.reading && one.stored == other.stored && one.photo == other.photo
      && one.isReached == other.isReached && one.photoProblem == other.photoProblem && one.drafts == other.drafts
      && one.windows == other.windows && one.early == other.early
  }

  public static func effect(_ effect: FormEffect<ProfileForm>) -> ProfileEffect { .draft(effect) }

  // MARK: Derived state

  public var values: ProfileValues { stored.values }
  public var name: String? { values[.name].isEmpty ? nil : values[.name] }

  /// The fields that the profile asks now.
  var inputs: [FormInput<ProfileField>] { plan.inputs(values) }

  /// The fields without a value, in order.
  public var missing: [FormInput<ProfileField>] { inputs.filter { values[$0.field].trimmed.isEmpty } }

  var lacksPhoto: Bool { plan.hasPhoto && photo == nil && stored.photoPath == nil }

  /// The filled share of the profile, in whole per cent.
  public var completion: Int {
    let all = inputs.count + (plan.hasPhoto ? 1 : 0)
    let open = missing.count + (lacksPhoto ? 1 : 0)
    return all == 0 ? 100 : (all - open) * 100 / all
  }

  /// Whether the required fields of a part are stored.
  public func isComplete(_ part: String) -> Bool {
    guard reading == .done, let fields = plan.parts[part] else { return false }
    let asked = inputs.filter { fields.contains($0.field) && $0.about.isRequired }
    return asked.allSatisfy { !values[$0.field].trimmed.isEmpty }
  }

  // MARK: Action handling

  public typealias Steps = [Step<ProfileEffect, ProfileEvent>]

  public mutating func receive(_ action: ProfileAction, at now: Moment) -> Steps {
    switch action {
    case .begin: if reading == .unread { return load() + findDrafts + [.run(.listen, .standing("changes"))] }
    case .set(let fields): return set(fields)
    case .reach(let isReached):
      self.isReached = isReached
      return reconcile()
    case .loaded(let profile, let photo): return take(profile, photo, at: now)
    case .notLoaded(let problem): if reading == .underWay { reading = .failed(problem) }
    case .changed: if reading == .done { return load() }
    case .draft(let answer): take(answer, at: now)
    case .saved(let profile, let save):
      stored = profile
      stored(profile, by: save.form, in: save.window, dropping: save.draft)
      windows[save.window].forms[save.form] = nil
      return refresh(at: now) + [.tell(.saved(part: save.form.part), save.window), .say(.changed)]
    case .notSaved(let problem, let save): return notStored(save.form, in: save.window, problem)
    case .outrun(let newer, let save): return outrun(newer, save, at: now)
    case .wasSet(let profile):
      stored = profile
      return refresh(at: now) + [.say(.changed)]
    case .notSet(let problem, let fields):
      // Kept for the next attempt, so that nothing is lost.
      early.merge(fields) { newer, _ in newer }
      return [.say(.told(Toast(problem)))]
    case .photoChosen, .photoKept, .photoRefused, .photoSent, .photoNotSent, .photoFetched, .photoRemoved,
      .photoNotRemoved:
      return take(action)
    }
    return []
  }

  public mutating func receive(_ action: ProfileWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      guard route.path == ProfilePlaces.edit.path else { return [] }
      windows[window].isEditing = true
      open(nil, in: window, at: now)
    case .left(let route):
      guard route.path == ProfilePlaces.edit.path else { return [] }
      leave(form(nil), in: window)
      (windows[window].asksRemoval, windows[window].isEditing) = (false, false)
      return stopPhoto(in: window)
    case .form(let action): return decide(action, in: window, at: now)
    case .retry: if case .failed = reading { return load() }
    case .choosePhoto, .stopPhoto, .askRemovePhoto, .keepPhoto, .removePhoto, .sendPhoto:
      return decide(action, in: window)
    }
    return []
  }

  public mutating func closed(_ local: ProfileWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  private mutating func load() -> Steps {
    if reading != .done { reading = .underWay }
    return [.run(.load, .latest("load"))]
  }

  private mutating func take(_ profile: StoredProfile?, _ photo: ProfilePhoto?, at now: Moment) -> Steps {
    let isChanged = reading != .done || stored != profile ?? StoredProfile()
    reading = .done
    stored = profile ?? StoredProfile()
    // One that was sent and is named no more was removed on another device.
    self.photo = photo?.path != nil && stored.photoPath == nil ? nil : photo
    // A window may have been restored to the form before there was anything to fill it with.
    for window in windows.windows where windows[window].isEditing { open(nil, in: window, at: now) }
    let waiting = early
    early = [:]
    // A form that was read again unchanged keeps its complaints.
    return (isChanged ? refresh(at: now) : []) + reconcile() + (isChanged ? [.say(.changed)] : []) + set(waiting)
  }

  private mutating func set(_ fields: [ProfileField: String]) -> Steps {
    guard reading == .done else {
      early.merge(fields) { _, newer in newer }
      return []
    }
    let changed = fields.filter { values[$0.key] != $0.value }
    return changed.isEmpty ? [] : [.run(.set(changed), .inOrder("profile"))]
  }

  // MARK: Forms

  func form(_ part: String?) -> ProfileForm { ProfileForm(part, of: plan, others: values) }

  public func fresh(_ name: ProfileForm, in window: WindowID, at now: Moment) -> Form<ProfileForm>? {
    guard reading == .done else { return nil }
    var form = Form(form(name.part), in: window)
    form.fill(with: stored, at: now)
    // A part is shown without being opened first.
    if name.part != nil, let draft = drafts.first(where: { $0.form == name }) { form.recover(draft) }
    return form
  }

  private mutating func open(_ part: String?, in window: WindowID, at now: Moment) {
    let name = form(part)
    guard !findsInput(name, in: window), var form = fresh(name, in: window, at: now) else { return }
    recover(&form)
    windows[window].forms[name] = form
  }

  /// Fills the untouched forms from what is stored now.
  private mutating func refresh(at now: Moment) -> Steps {
    for window in windows.windows {
      for form in Array(windows[window].forms.values) where !form.isDirty && form.phase == .editing {
        windows[window].forms[form.name] = nil
        windows[window].forms[form.name] = fresh(form.name, in: window, at: now)
      }
    }
    return []
  }

  public mutating func save(_ name: ProfileForm, in window: WindowID, at now: Moment) -> Steps {
    guard let form = ready(name, in: window, at: now) else { return [] }
    let fields = form.name.inputs(form.values, at: now).map(\.field)
    var values = form.values
    for field in fields { values[field] = values[field].trimmed }
    return [
      .run(
        .save(
          ProfileSave(
            values: values, fields: fields, over: form.version, form: form.name, draft: form.draft, window: window)),
        ProfileState.writing(form.draft))
    ]
  }

  private mutating func outrun(_ newer: StoredProfile?, _ save: ProfileSave, at now: Moment) -> Steps {
    stored = newer ?? StoredProfile()
    guard var form = windows[save.window].forms[save.form] else { return findDrafts }
    form.phase = .editing
    let isSame = form.overtaken(by: newer, at: now)
    windows[save.window].forms[save.form] = form
    // What was opened is unchanged, so the save is repeated over the newer version.
    return isSame ? self.save(save.form, in: save.window, at: now) : []
  }
}
