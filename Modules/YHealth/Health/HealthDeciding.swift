internal import Days
internal import Foods
public import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Units

// The transitions for the user's actions in one window.
extension HealthState {
  mutating func decide(_ action: HealthWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared(let route): return FormName(route).map { appeared($0, in: window, now) } ?? []
    case .left(let route): left(route, in: window)
    case .form(let action):
      if action == .dismiss { windows[window].isPhotoOffline = false }
      return decide(action, in: window, at: now)
    case .delete(let entry): return delete(entry, in: window)
    case .undo(let entry): return restore(entry, in: window)
    case .keepTwin(let entry): return keepTwin(entry, in: window)
    case .dismissUndos: return dismissUndos(in: window)
    case .dismissProblem: windows[window].problem = nil
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
    case .copy(let action): return decide(action, in: window, now)
    case .revert(let entry): return revert(entry, in: window)
    case .takeEstimate(let form):
      guard form.kind == .meal else { return [] }
      let located = windows[window].forms[form]?.located(now) ?? now
      return type(form, in: window, at: now) {
        $0.take(FoodTable.own.estimate($0[.description]), in: AmountNotation(of: located.locale))
      }
    case .habit(let action): return decide(action, in: window, now)
    case .showOlder: windows[window].pages = min(windows[window].pages + 1, HealthWindowState.mostPages)
    case .retry: return readAnew(now)
    }
    return []
  }

  // MARK: Screen appearance and departure

  private mutating func appeared(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    if findsInput(name, in: window) { return [] }
    var form = EntryForm(name, in: window, phase: name.isNew ? .editing : .opening, id: name.entry)
    form.region = RegionalSettings(of: now)
    if name.isNew, !recover(&form), let day = windows[window].pastDay(at: now) {
      form.begin(with: FormValues([.date: day.text]))
    }
    windows[window].forms[name] = form
    return [.run(.open(name, in: window), HealthState.opening(name, in: window))]
  }

  /// Drops an unchanged form; a changed one stays for when the user comes back.
  private mutating func left(_ route: Route, in window: WindowID) {
    windows[window].forms.question = nil
    windows[window].isPhotoOffline = false
    windows[window].problem = nil
    windows[window].pages = 1
    windows[window].habit.day = nil
    if let name = FormName(route) { leave(name, in: window) }
  }

  public mutating func closed(_ local: HealthWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
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
    return isSaveRequested && form.id != nil ? save(name, in: window, at: now) : []
  }

  // MARK: Forms

  public static func effect(_ effect: FormEffect<FormName>) -> HealthEffect { .form(effect) }

  public func fresh(_ name: FormName, in window: WindowID, at now: Moment) -> EntryForm? { form(name, in: window) }

  public mutating func reopen(_ name: FormName, in window: WindowID, at now: Moment) -> Steps {
    HealthState.photoStops(name, in: window) + appeared(name, in: window, now)
  }

  /// The input becomes an entry of its own beside what was saved elsewhere.
  public mutating func saveDetached(_ name: FormName, in window: WindowID, at now: Moment) -> Steps {
    [.run(.identify(name, in: window), HealthState.opening(name, in: window))]
  }

  // MARK: Effect lanes

  static func opening(_ form: FormName, in window: WindowID) -> Lane { .latest("open \(form.text)", of: window) }
  static func taking(_ form: FormName, in window: WindowID) -> Lane { .unawaited("photo \(form.text)", of: window) }
  static func looking(_ form: FormName, in window: WindowID) -> Lane { .latest("look \(form.text)", of: window) }
}
