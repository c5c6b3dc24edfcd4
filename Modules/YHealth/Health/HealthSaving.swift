internal import Forms
internal import Interface
public import Kernel
internal import Platform

// Saving, deleting and restoring entries.
extension HealthState {
  static let confirmation = Toast("Saved.", offline: "Saved offline. \(syncsLater)", tone: .success)
  static let syncsLater = "It will sync when you're online."

  public mutating func save(_ name: FormName, in window: WindowID, at now: Moment) -> Steps {
    var form = form(name, in: window)
    // The meal must not be saved before the upload of its photo ends.
    guard form.phase == .editing, form.photo != .sending else { return [] }
    guard let id = form.id else {
      form.isSaveRequested = true
      windows[window].forms[name] = form
      return [.run(.open(name, in: window), HealthState.opening(name, in: window))]
    }
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let entry = name.kind.type.read(id, &reader)
    // Recognition would come too late, and nothing may replace the save in its lane.
    let stops = form.photo.isUnderWay ? HealthState.photoStops(name, in: window) : []
    windows[window].forms[name]?.photo = .none
    let order = SaveOrder(form: name, window: window, entry: entry, version: form.version, draft: form.draft)
    return stops + [.run(.save(order), HealthState.writing(form.draft))]
  }

  mutating func saved(_ order: SaveOrder, _ kept: KeptEntry, _ now: Moment) -> Steps {
    let undo = undo(of: order, windows[order.window].forms[order.form]?.opened, saved: kept)
    stored(kept, by: order.form, in: order.window, dropping: order.draft)
    take(kept)
    windows[order.window].extendPastDay(now)
    windows[order.window].offered = kept.name
    return [
      .say(.saved(kept.name)),
      .tell(.offered(HealthState.confirmation.about(kept.name.subject), undo: undo), order.window),
      .tell(.finished(order.form), order.window),
    ] + lookAnew(now)
  }

  /// A new entry is deleted again; a changed one returns to its former version.
  private mutating func undo(of order: SaveOrder, _ opened: KeptEntry?, saved: KeptEntry) -> HealthWindowAction {
    remember(before: order.version == nil ? nil : opened?.entry, after: saved.entry, in: order.window)
  }

  /// Remembers what Undo brings back. What is new goes again; in both cases only while nothing else has changed it.
  mutating func remember(before: LogEntry?, after: LogEntry, in window: WindowID) -> HealthWindowAction {
    let former = HealthWindowState.Former(before: before, after: after)
    let all = windows[window].former.filter { $0.name != former.name } + [former]
    windows[window].former = all.suffix(UndoOffers<KeptEntry>.most)
    return .revert(former.name)
  }

  func revert(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let former = windows[window].former.first(where: { $0.name == entry }) else { return [] }
    guard let before = former.before else { return [.run(.takeBack(former.after, in: window), .inOrder("keep"))] }
    return [.run(.revert(before, after: former.after, in: window), .inOrder("keep"))]
  }

  /// The message with the button is gone, whatever screen is shown.
  mutating func notReverted(_ entry: EntryName, _ problem: Problem, in window: WindowID, _ now: Moment) -> Steps {
    let isNew = windows[window].former.contains { $0.name == entry && $0.before == nil }
    let words = "\(entry.kind.title) could not be \(isNew ? "deleted" : "restored"). \(problem.sentence)"
    return [.tell(.told(Toast(words, tone: .warning).about(entry.subject)), window)] + lookAnew(now)
  }

  /// The entry was changed elsewhere first. If the newer version equals what was opened, the save is repeated over it.
  mutating func outrun(_ order: SaveOrder, _ newer: KeptEntry?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return findDrafts }
    let isSame = form.overtaken(by: newer, at: now)
    windows[order.window].forms[order.form] = form
    if isSame {
      let again = SaveOrder(
        form: order.form, window: order.window, entry: order.entry, version: form.version, draft: order.draft)
      return [.run(.save(again), HealthState.writing(form.draft))]
    }
    if let newer { take(newer) }
    return lookAnew(now)
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
    let until = windows[window].undos.offer(kept, at: now)
    windows[window].offered = kept.name
    windows[window].former.removeAll { $0.name == kept.name }
    let toast = Toast("\(kept.name.kind.title) deleted.", tone: .info).about(kept.name.subject)
    return [
      .say(.deleted(kept.name)), .tell(.offered(toast, undo: .undo(kept.name)), window),
    ] + finishForm(of: kept.name, in: window) + [
      .run(
        .awaitUndo(kept.undoKey, until: until, in: window), UndoOffers<KeptEntry>.lane(kept.undoKey, in: window))
    ] + lookAnew(now)
  }

  /// Ends the form of a deleted entry. A save under way finds out by itself.
  private mutating func finishForm(of entry: EntryName, in window: WindowID) -> Steps {
    let name = FormName(entry.kind, editing: entry.id)
    guard let form = windows[window].forms[name], form.phase != .saving else { return [] }
    windows[window].forms[name]?.phase = .missing
    return [drop(form), .tell(.finished(name), window)]
  }

  // MARK: Restoring

  func restore(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let kept = windows[window].undos[entry.id.uuidString] else { return [] }
    return [.run(.restore(kept, in: window), .inOrder("keep"))]
  }

  mutating func restored(_ kept: KeptEntry, in window: WindowID, _ now: Moment) -> Steps {
    take(kept)
    windows[window].undos.remove(kept.undoKey)
    windows[window].former.removeAll { $0.name == kept.name }
    let toast = Toast("\(kept.name.kind.title) restored.", tone: .success).about(kept.name.subject)
    return [
      .stop(UndoOffers<KeptEntry>.lane(kept.undoKey, in: window)), .say(.saved(kept.name)), .tell(.told(toast), window),
    ] + lookAnew(now)
  }

  /// Withdraws the offers before their time.
  mutating func dismissUndos(in window: WindowID) -> Steps {
    windows[window].undos.dismiss(in: window).map { .stop($0) }
  }
}
