internal import FoundationEssentials
internal import Interface
internal import Kernel

// Saving, deleting and restoring entries.
extension HealthState {
  static func confirmation(isOnline: Bool) -> Toast {
    Toast(isOnline ? "Saved." : "Saved offline. It will sync when you're online.", tone: .success)
  }

  mutating func save(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ isOnline: Bool, _ now: Moment
  ) -> Steps {
    var form = desk.forms[name] ?? EntryForm(name, at: deskName)
    // The meal must not be saved before the upload of its photo ends.
    guard form.phase == .editing, form.photo != .sending else { return [] }
    guard let id = form.id else {
      form.savesOnline = isOnline
      desk.forms[name] = form
      return [.run(.open(name, deskName), .latest("open \(deskName) \(name.text)"))]
    }
    form.isTried = true
    form.problem = nil
    let (entry, complaints) = form.read(id, at: now)
    var steps: Steps = []
    if complaints.isEmpty {
      form.phase = .saving
      // Recognition would come too late, and nothing may replace the save in its lane.
      if form.photo.isUnderWay {
        steps = [.stop(HealthState.taking(name, deskName)), .stop(HealthState.looking(name, deskName))]
      }
      form.photo = .none
      let order = SaveOrder(
        form: name, desk: deskName, entry: entry, version: form.version, draft: form.draft, isOnline: isOnline)
      steps.append(.run(.save(order), HealthState.writing(form)))
    }
    desk.forms[name] = form
    return steps
  }

  mutating func saved(_ order: SaveOrder, _ kept: KeptEntry, _ now: Moment) -> Steps {
    change(order.form, at: order.desk) { form in
      form.phase = .done(kept)
      form.before = form.values
    }
    // The window may have been closed meanwhile.
    orphans.removeAll { $0.id == order.draft }
    take(kept)
    return [
      .say(.saved(kept.name)), .say(.told(HealthState.confirmation(isOnline: order.isOnline), at: order.desk)),
      .say(.finished(order.form, at: order.desk)),
    ] + lookAnew(now)
  }

  /// The input stays in its form, or, if the window was closed meanwhile, in its draft.
  mutating func notSaved(_ order: SaveOrder, _ problem: Problem) -> Steps {
    guard desks[order.desk]?.forms[order.form] != nil else { return [.run(.recover, .latest("recover"))] }
    change(order.form, at: order.desk) { form in
      form.phase = .editing
      form.problem = problem
    }
    return []
  }

  /// The entry was changed elsewhere first. If the newer version equals what was opened, the save is repeated over it.
  mutating func outrun(_ order: SaveOrder, _ newer: KeptEntry?, _ now: Moment) -> Steps {
    guard var form = desks[order.desk]?.forms[order.form] else { return [.run(.recover, .latest("recover"))] }
    defer { desks[order.desk]?.forms[order.form] = form }
    if let newer, newer.entry.answers(in: now.zone) == form.before {
      form.version = newer.version
      let again = SaveOrder(
        form: order.form, desk: order.desk, entry: order.entry, version: newer.version, draft: order.draft,
        isOnline: order.isOnline)
      return [.run(.save(again), HealthState.writing(form))]
    }
    form.phase = .behind(newer)
    if let newer { take(newer) }
    return lookAnew(now)
  }

  mutating func replace(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ isOnline: Bool, _ now: Moment
  ) -> Steps {
    guard var form = desk.forms[name], case .behind(let newer) = form.phase else { return [] }
    form.phase = .editing
    form.version = newer?.version
    form.before = newer?.entry.answers(in: now.zone) ?? FormValues()
    desk.forms[name] = form
    // The draft, too, is now based on the newer version.
    return [keep(form, now)] + save(name, at: &desk, deskName, isOnline, now)
  }

  /// Keeps both: what was saved elsewhere, and the input as an entry of its own.
  mutating func saveBeside(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ isOnline: Bool, _ now: Moment
  ) -> Steps {
    guard var form = desk.forms[name], case .behind = form.phase else { return [] }
    form.phase = .editing
    form.version = nil
    form.id = nil
    form.before = FormValues()
    form.savesOnline = isOnline
    desk.forms[name] = form
    return [.run(.identify(name, deskName), .latest("open \(deskName) \(name.text)"))]
  }

  // MARK: Deleting

  /// Deletes from the store at once, and Undo saves the entry again: a deleted entry is gone in every window and after
  /// a crash, and nothing but the offer depends on a timer.
  mutating func delete(_ entry: EntryName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name) -> Steps {
    guard let kept = kept(entry) ?? opened(entry, at: desk) else { return [] }
    desk.problem = nil
    return [.run(.delete(kept, deskName), .inOrder("keep"))]
  }

  /// An entry too old to be among the newest is found in the form that shows it.
  private func opened(_ entry: EntryName, at desk: HealthDesk) -> KeptEntry? {
    desk.forms[FormName(entry.kind, editing: entry.id)]?.opened
  }

  mutating func deleted(_ kept: KeptEntry, at name: HealthDesk.Name, _ now: Moment) -> Steps {
    entries.removeAll { $0.name == kept.name }
    let form = FormName(kept.name.kind, editing: kept.name.id)
    var steps: Steps = [.say(.deleted(kept.name))]
    // A save under way finds out by itself.
    if let open = desks[name]?.forms[form], open.phase != .saving {
      desks[name]?.forms[form]?.phase = .missing
      steps += [.run(.dropDraft(open.draft), HealthState.writing(open)), .say(.finished(form, at: name))]
    }
    let until = now.advanced(by: HealthDesk.Undo.lasts).date
    var undos = desks[name]?.undos.filter { $0.kept.name != kept.name } ?? []
    undos.append(HealthDesk.Undo(kept: kept, until: until))
    desks[name]?.added.removeAll { $0.kept.name == kept.name }
    desks[name, default: HealthDesk()].undos = undos.suffix(HealthDesk.Undo.most)
    steps.append(.run(.awaitUndo(kept.name, until: until, name), HealthState.undoing(kept.name, name)))
    return steps + lookAnew(now)
  }

  mutating func restored(_ kept: KeptEntry, at name: HealthDesk.Name, _ now: Moment) -> Steps {
    take(kept)
    desks[name]?.undos.removeAll { $0.kept.name == kept.name }
    return [
      .stop(HealthState.undoing(kept.name, name)), .say(.saved(kept.name)),
      .say(.told(Toast("\(kept.name.kind.title) is back.", tone: .success), at: name)),
    ] + lookAnew(now)
  }

  /// The offer stays for as long as the window does, which alone still has the entry.
  mutating func notRestored(_ entry: EntryName, _ problem: Problem, at name: HealthDesk.Name) {
    guard let index = desks[name]?.undos.firstIndex(where: { $0.kept.name == entry }) else { return }
    desks[name]?.undos[index].problem = problem
  }

  mutating func endUndo(_ entry: EntryName, at name: HealthDesk.Name) {
    desks[name]?.undos.removeAll { $0.kept.name == entry && $0.problem == nil }
    desks[name]?.added.removeAll { $0.kept.name == entry }
    if desks[name] == HealthDesk() { desks[name] = nil }
  }
}
