internal import Connectivity
internal import FoundationEssentials
internal import Interface
internal import Kernel

// Logging with one tap, and taking it back.
extension HealthState {
  func quick(_ entry: QuickEntry, at name: HealthDesk.Name, isOnline: Bool, _ now: Moment) -> Steps {
    [.run(.quick(entry, now, name, isOnline: isOnline), .inOrder("keep"))]
  }

  mutating func quickSaved(_ kept: KeptEntry, at name: HealthDesk.Name, isOnline: Bool, _ now: Moment) -> Steps {
    take(kept)
    let until = now.advanced(by: HealthDesk.Undo.lasts).date
    var desk = desks[name] ?? HealthDesk()
    desk.problem = nil
    desk.added = (desk.added + [HealthDesk.Undo(kept: kept, until: until)]).suffix(HealthDesk.Undo.most)
    desks[name] = desk
    return [
      .say(.saved(kept.name)), .say(.told(HealthState.confirmation(isOnline: isOnline), at: name)),
      .run(.awaitUndo(kept.name, until: until, name), HealthState.undoing(kept.name, name)),
    ] + lookAnew(now)
  }

  /// Deletes the entry; like every deletion it can be undone.
  func takeBack(_ entry: EntryName, at desk: HealthDesk, _ name: HealthDesk.Name) -> Steps {
    guard let added = desk.added.first(where: { $0.kept.name == entry }) else { return [] }
    return [.run(.delete(kept(entry) ?? added.kept, name), .inOrder("keep"))]
  }

  // MARK: Suggestions and added entries

  /// The suggestions above the fields of an empty form.
  func quickNodes(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<DeskAction>] {
    guard form.name.entry == nil, form.phase == .editing, !form.isDirty else { return [] }
    let isOnline = surroundings.connectivity.reachesServer
    let offers = QuickEntry.offers(form.name.kind, entries, at: surroundings.now)
    if offers.isEmpty { return [] }
    let buttons = offers.enumerated().map { index, offer in
      Node<DeskAction>.button(
        offer.words, id: "quick-\(index + 1)", icon: form.name.kind.icon, does: .quick(offer, isOnline: isOnline))
    }
    let title = form.name.kind == .mood || form.name.kind == .water ? "In one tap" : "The usual, in one tap"
    return [.group(title, id: "quick", buttons)]
  }

  /// The entries just logged with one tap.
  func added(_ added: [HealthDesk.Undo]) -> [Node<DeskAction>] {
    if added.isEmpty { return [] }
    let words =
      added.count == 1
      ? added.map { "Logged: \($0.kept.entry.record.words)." }.joined() : "\(added.count) entries logged."
    let buttons = added.enumerated().map { index, one in
      Node<DeskAction>.button(
        added.count == 1 ? "Take it back" : "Take back \(index + 1): \(one.kept.entry.record.words)",
        id: "back-\(index + 1)", icon: .undo, does: .takeBack(one.kept.name))
    }
    return [.notice(words, id: "added", tone: .success, icon: .success, buttons)]
  }
}
