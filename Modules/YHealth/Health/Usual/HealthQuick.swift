internal import FoundationEssentials
internal import Interface
internal import Kernel

// Logging with one tap, and taking it back.
extension HealthState {
  mutating func quickSaved(_ kept: KeptEntry, in window: WindowID, _ now: Moment) -> Steps {
    take(kept)
    let undo = HealthWindowState.Undo(kept: kept, until: now.advanced(by: HealthWindowState.Undo.lasts).date)
    windows[window].problem = nil
    windows[window].added = (windows[window].added + [undo]).suffix(HealthWindowState.Undo.most)
    return [
      .say(.saved(kept.name)), .tell(.told(HealthState.confirmation), window),
      .run(.awaitUndo(kept.name, until: undo.until, in: window), HealthState.undoing(kept.name, in: window)),
    ] + lookAnew(now)
  }

  /// Deletes the entry; like every deletion it can be undone.
  func takeBack(_ entry: EntryName, in window: WindowID) -> Steps {
    guard let added = windows[window].added.first(where: { $0.kept.name == entry }) else { return [] }
    return [.run(.delete(kept(entry) ?? added.kept, in: window), .inOrder("keep"))]
  }

  // MARK: Suggestions and added entries

  /// The suggestions above the fields of an empty form.
  func quickNodes(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    guard form.name.entry == nil, form.phase == .editing, !form.isDirty else { return [] }
    let offers = QuickEntry.offers(form.name.kind, entries, at: surroundings.now)
    if offers.isEmpty { return [] }
    let buttons = offers.enumerated().map { index, offer in
      Node<HealthWindowAction>.button(
        offer.words, id: "quick-\(index + 1)", icon: form.name.kind.icon, does: .quick(offer))
    }
    return [.group("Log in one tap", id: "quick", buttons)]
  }

  /// The entries just logged with one tap.
  func added(_ added: [HealthWindowState.Undo]) -> [Node<HealthWindowAction>] {
    if added.isEmpty { return [] }
    let words =
      added.count == 1
      ? added.map { "Logged: \($0.kept.entry.record.words)." }.joined() : "\(added.count) entries logged."
    let buttons = added.enumerated().map { index, one in
      Node<HealthWindowAction>.button(
        added.count == 1 ? "Undo entry" : "Undo entry \(index + 1): \(one.kept.entry.record.words)",
        id: "back-\(index + 1)", icon: .undo, does: .takeBack(one.kept.name))
    }
    return [.notice(words, id: "added", tone: .success, icon: .success, buttons)]
  }
}
