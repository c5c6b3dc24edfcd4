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
    if form.values != form.confirmed, let doubt = entry.record.doubt, form.opened?.entry.record.doubt != doubt {
      windows[window].question = .doubt(name, doubt)
      return []
    }
    form.phase = .saving
    // Recognition would come too late, and nothing may replace the save in its lane.
    let stops = form.photo.isUnderWay ? HealthState.photoStops(name, in: window) : []
    form.photo = .none
    let order = SaveOrder(form: name, window: window, entry: entry, version: form.version, draft: form.draft)
    return stops + [.run(.save(order), HealthState.writing(form))]
  }

  /// Saves what was asked about.
  mutating func confirm(_ name: FormName, in window: WindowID, _ now: Moment) -> Steps {
    guard case .doubt(name, _) = windows[window].question else { return [] }
    windows[window].question = nil
    change(name, in: window) { $0.confirmed = $0.values }
    return save(name, in: window, now)
  }

  mutating func saved(_ order: SaveOrder, _ kept: KeptEntry, _ now: Moment) -> Steps {
    let undo = undo(of: order, windows[order.window].forms[order.form]?.opened, saved: kept)
    change(order.form, in: order.window) { form in
      form.phase = .done(kept)
      form.before = form.values
    }
    // The window may have been closed meanwhile.
    orphans.removeAll { $0.id == order.draft }
    take(kept)
    windows[order.window].extendPastDay(now)
    windows[order.window].offered = kept.name
    return [
      .say(.saved(kept.name)), .tell(.offered(HealthState.confirmation, undo: undo), order.window),
      .tell(.finished(order.form), order.window),
    ] + lookAnew(now)
  }

  /// A new entry is deleted again; a changed one returns to its former version.
  private mutating func undo(of order: SaveOrder, _ opened: KeptEntry?, saved: KeptEntry) -> HealthWindowAction {
    guard order.version != nil, let opened else { return .delete(order.entry.name) }
    let former = HealthWindowState.Former(before: opened.entry, after: saved.entry)
    let all = windows[order.window].former.filter { $0.name != former.name } + [former]
    windows[order.window].former = all.suffix(HealthWindowState.Undo.most)
    return .revert(former.name)
  }

  func revert(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let former = windows[window].former.first(where: { $0.name == entry }) else { return [] }
    return [.run(.revert(former.before, after: former.after, in: window), .inOrder("keep"))]
  }

  /// The message with the button is gone, whatever screen is shown.
  mutating func notReverted(_ entry: EntryName, _ problem: Problem, in window: WindowID, _ now: Moment) -> Steps {
    let words = "\(entry.kind.title) could not be restored. \(problem.sentence)"
    return [.tell(.told(Toast(words, tone: .warning)), window)] + lookAnew(now)
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
    if let newer, newer.entry.answers(at: form.located(now)) == form.before {
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
    form.before = newer?.entry.answers(at: form.located(now)) ?? FormValues()
    // Undo returns to what is replaced.
    form.opened = newer ?? form.opened
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
    windows[window].offered = kept.name
    windows[window].former.removeAll { $0.name == kept.name }
    let toast = Toast("\(kept.name.kind.title) deleted.", tone: .info)
    return [
      .say(.deleted(kept.name)), .tell(.offered(toast, undo: .undo(kept.name)), window),
    ] + finishForm(of: kept.name, in: window) + [
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
    windows[window].former.removeAll { $0.name == kept.name }
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
  }

  /// Withdraws the offers before their time.
  mutating func dismissUndos(in window: WindowID) -> Steps {
    defer { windows[window].undos = [] }
    return windows[window].undos.map { .stop(HealthState.undoing($0.kept.name, in: window)) }
  }
}
