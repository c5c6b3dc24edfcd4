internal import FoundationEssentials
internal import Interface
internal import Kernel

// How an entry comes to the store, and away from it.
extension HealthState {
  static func confirmation(isOnline: Bool) -> Toast {
    Toast(isOnline ? "Saved." : "Saved offline. It will sync when you're online.", tone: .success)
  }

  mutating func save(
    _ name: FormName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name, _ isOnline: Bool, _ now: Moment
  ) -> Steps {
    var form = desk.forms[name] ?? EntryForm(name, at: deskName)
    // A picture that is on its way would miss the meal.
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
      // What is still seen on a photo comes too late, and nothing may take the save's place in its line.
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
    // Its window may have gone meanwhile.
    orphans.removeAll { $0.id == order.draft }
    take(kept)
    return [
      .say(.saved(kept.name)), .say(.told(HealthState.confirmation(isOnline: order.isOnline), at: order.desk)),
      .say(.finished(order.form, at: order.desk)),
    ] + lookAnew(now)
  }

  /// What was typed stays in its form, or, when its window has gone meanwhile, in its draft.
  mutating func notSaved(_ order: SaveOrder, _ problem: Problem) -> Steps {
    guard desks[order.desk]?.forms[order.form] != nil else { return [.run(.recover, .latest("recover"))] }
    change(order.form, at: order.desk) { form in
      form.phase = .editing
      form.problem = problem
    }
    return []
  }

  /// Somebody else was faster. When what they have says the same as what was opened, nobody is written over.
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
    // As a draft, too, it now stands on the newer one.
    return [keep(form, now)] + save(name, at: &desk, deskName, isOnline, now)
  }

  /// Both stay: what somebody else saved as it is, and what was typed as an entry of its own.
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

  /// It is carried out in the store at once, and Undo saves it again: what is said to be gone is gone in every window and
  /// after a crash, and nothing else hangs on a timer.
  mutating func delete(_ entry: EntryName, at desk: inout HealthDesk, _ deskName: HealthDesk.Name) -> Steps {
    guard let kept = kept(entry) ?? opened(entry, at: desk) else { return [] }
    desk.problem = nil
    return [.run(.delete(kept, deskName), .inOrder("keep"))]
  }

  /// An entry too old to be among the newest is known to the form that shows it.
  private func opened(_ entry: EntryName, at desk: HealthDesk) -> KeptEntry? {
    desk.forms[FormName(entry.kind, editing: entry.id)]?.opened
  }

  mutating func deleted(_ kept: KeptEntry, at name: HealthDesk.Name, _ now: Moment) -> Steps {
    entries.removeAll { $0.name == kept.name }
    let form = FormName(kept.name.kind, editing: kept.name.id)
    var steps: Steps = [.say(.deleted(kept.name))]
    // A save that is on its way finds out by itself.
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

  /// The offer stays for as long as the window does: it is the only place where the entry still is.
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
