internal import FoundationEssentials
internal import Interface
internal import Kernel

// Saving, deleting and restoring entries.
extension HealthState {
  static let confirmation = Toast(
    "Saved.", offline: "Saved offline. It will sync when you're online.", tone: .success)

  mutating func save(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    var form = form(name, in: window)
    // The meal must not be saved before the upload of its photo ends.
    guard form.phase == .editing, form.photo != .sending else { return [] }
    defer { windows[window].forms[name] = form }
    guard let id = form.id else {
      form.isSaveRequested = true
      return [.run(.open(name, in: window), HealthState.opening(name, in: window))]
    }
    form.isTried = true
    form.problem = nil
    let (entry, complaints) = form.read(id, at: now)
    if !complaints.isEmpty { return [] }
    form.phase = .saving
    // Recognition would come too late, and nothing may replace the save in its lane.
    let stops = form.photo.isUnderWay ? HealthState.photoStops(name, in: window) : []
    form.photo = .none
    let order = SaveOrder(form: name, window: window, entry: entry, version: form.version, draft: form.draft)
    return stops + [.run(.save(order), HealthState.writing(form))]
  }

  mutating func saved(_ order: SaveOrder, _ kept: KeptEntry, _ now: Moment) -> Steps {
    change(order.form, in: order.window) { form in
      form.phase = .done(kept)
      form.before = form.values
    }
    // The window may have been closed meanwhile.
    orphans.removeAll { $0.id == order.draft }
    take(kept)
    return [
      .say(.saved(kept.name)), .tell(.told(HealthState.confirmation), order.window),
      .tell(.finished(order.form), order.window),
    ] + lookAnew(now)
  }

  /// The input stays in its form, or, if the window was closed meanwhile, in its draft.
  mutating func notSaved(_ order: SaveOrder, _ problem: Problem) -> Steps {
    guard windows[order.window].forms[order.form] != nil else { return [.run(.recover, .latest("recover"))] }
    change(order.form, in: order.window) { form in
      form.phase = .editing
      form.problem = problem
    }
    return []
  }

  /// The entry was changed elsewhere first. If the newer version equals what was opened, the save is repeated over it.
  mutating func outrun(_ order: SaveOrder, _ newer: KeptEntry?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return [.run(.recover, .latest("recover"))] }
    defer { windows[order.window].forms[order.form] = form }
    if let newer, newer.entry.answers(in: now.zone) == form.before {
      form.version = newer.version
      let again = SaveOrder(
        form: order.form, window: order.window, entry: order.entry, version: newer.version, draft: order.draft)
      return [.run(.save(again), HealthState.writing(form))]
    }
    form.phase = .behind(newer)
    if let newer { take(newer) }
    return lookAnew(now)
  }

  mutating func replace(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].question = nil
    guard var form = windows[window].forms[name], case .behind(let newer) = form.phase else { return [] }
    form.phase = .editing
    form.version = newer?.version
    form.before = newer?.entry.answers(in: now.zone) ?? FormValues()
    windows[window].forms[name] = form
    // The draft, too, is now based on the newer version.
    return [keep(form, now)] + save(name, in: window, now)
  }

  /// Keeps both: what was saved elsewhere, and the input as an entry of its own.
  mutating func saveBeside(_ name: FormName, in window: WindowID) -> Steps {
    guard var form = windows[window].forms[name], case .behind = form.phase else { return [] }
    form.phase = .editing
    form.version = nil
    form.id = nil
    form.before = FormValues()
    form.isSaveRequested = true
    windows[window].forms[name] = form
    return [.run(.identify(name, in: window), HealthState.opening(name, in: window))]
  }

  // MARK: Deleting

  /// Deletes from the store at once, and Undo saves the entry again: a deleted entry is gone in every window and after
  /// a crash, and nothing but the offer depends on a timer.
  mutating func delete(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let kept = kept(entry) ?? opened(entry, in: window) else { return [] }
    windows[window].problem = nil
    return [.run(.delete(kept, in: window), .inOrder("keep"))]
  }

  /// An entry too old to be among the newest is found in the form that shows it.
  private func opened(_ entry: EntryName, in window: WindowID) -> KeptEntry? {
    windows[window].forms[FormName(entry.kind, editing: entry.id)]?.opened
  }

  mutating func deleted(_ kept: KeptEntry, in window: WindowID, _ now: Moment) -> Steps {
    entries.removeAll { $0.name == kept.name }
    let undo = HealthWindowState.Undo(kept: kept, until: now.advanced(by: HealthWindowState.Undo.lasts).date)
    let undos = windows[window].undos.filter { $0.kept.name != kept.name } + [undo]
    windows[window].undos = undos.suffix(HealthWindowState.Undo.most)
    windows[window].added.removeAll { $0.kept.name == kept.name }
    return [.say(.deleted(kept.name))] + finishForm(of: kept.name, in: window) + [
      .run(.awaitUndo(kept.name, until: undo.until, in: window), HealthState.undoing(kept.name, in: window))
    ] + lookAnew(now)
  }

  /// Ends the form of a deleted entry. A save under way finds out by itself.
  private mutating func finishForm(of entry: EntryName, in window: WindowID) -> Steps {
    let name = FormName(entry.kind, editing: entry.id)
    guard let form = windows[window].forms[name], form.phase != .saving else { return [] }
    windows[window].forms[name]?.phase = .missing
    return [.run(.dropDraft(form.draft), HealthState.writing(form)), .tell(.finished(name), window)]
  }

  // MARK: Restoring

  func restore(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let undo = windows[window].undos.first(where: { $0.kept.name == entry }) else { return [] }
    return [.run(.restore(undo.kept, in: window), .inOrder("keep"))]
  }

  mutating func restored(_ kept: KeptEntry, in window: WindowID, _ now: Moment) -> Steps {
    take(kept)
    windows[window].undos.removeAll { $0.kept.name == kept.name }
    let toast = Toast("\(kept.name.kind.title) restored.", tone: .success)
    return [
      .stop(HealthState.undoing(kept.name, in: window)), .say(.saved(kept.name)), .tell(.told(toast), window),
    ] + lookAnew(now)
  }

  /// The offer stays for as long as the window does, which alone still has the entry.
  mutating func notRestored(_ entry: EntryName, _ problem: Problem, in window: WindowID) {
    guard let index = windows[window].undos.firstIndex(where: { $0.kept.name == entry }) else { return }
    windows[window].undos[index].problem = problem
  }

  mutating func endUndo(_ entry: EntryName, in window: WindowID) {
    windows[window].undos.removeAll { $0.kept.name == entry && $0.problem == nil }
    windows[window].added.removeAll { $0.kept.name == entry }
  }

  /// Withdraws the offers of one kind before their time.
  mutating func dismiss(
    _ offers: WritableKeyPath<HealthWindowState, [HealthWindowState.Undo]>, in window: WindowID
  ) -> Steps {
    defer { windows[window][keyPath: offers] = [] }
    return windows[window][keyPath: offers].map { .stop(HealthState.undoing($0.kept.name, in: window)) }
  }
}
