internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform
internal import SoberDays
internal import Storage

// The transitions for the person's actions in one window.
extension SobrietyState {
  mutating func decide(_ action: SobrietyWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared(let route): return appeared(route, in: window, now)
    case .left(let route): left(route, in: window)
    case .typeDate(let text): windows[window].date.text = String(text.prefix(40))
    case .saveDate: return saveDate(in: window, now)
    case .typeSlipDay(let text): return type(.slip, in: window, at: now) { $0[.day] = String(text.prefix(40)) }
    case .typeSlipNote(let text):
      return type(.slip, in: window, at: now) { $0[.note] = text.bounded(SobrietyRecord.longestNote) }
    case .saveSlip: return saveSlip(in: window, now)
    case .checkIn(let kind, let feeling):
      let due = DueCheckIn(at: now)
      let day = due.kind == kind ? due.day : now.day
      return save(CheckIn(kind, on: day, feeling: feeling, at: now.date), in: window)
    case .uncheck(let checkIn): return save(.uncheck(checkIn), in: window)
    case .recheck(let checkIn): return save(checkIn, in: window)
    case .typeReflectionDay(let text): return typeReflection(in: window, now) { $0.day = String(text.prefix(40)) }
    case .typeReflection(let text):
      return typeReflection(in: window, now) { $0.body = text.bounded(Reflection.longestBody + 100) }
    case .saveReflection: return saveReflection(in: window, now)
    case .discardReflection: return discardReflection(in: window)
    case .deleteReflection(let id): return [.run(.delete(id, in: window), .inOrder("write"))]
    case .takeBack(let reflection):
      guard book.reflections.first(where: { $0.id == reflection.id }).map({ $0.record == reflection }) ?? true else {
        return [.tell(.told(Toast(Problem.reflectionChanged)), window)]
      }
      return [.run(.delete(reflection.id.uuid, in: window), .inOrder("write"))]
    case .restore(let reflection): return save(.reflection(reflection, over: nil), in: window)
    case .revert(let former, let after): return [.run(.revert(former, after: after, in: window), .inOrder("write"))]
    case .typeNote(let text):
      guard let milestone = windows[window].noting else { return [] }
      return type(.note(milestone), in: window, at: now) { $0[.note] = text.bounded(MilestoneRecord.longestNote) }
    case .saveNote: return saveNote(in: window)
    case .withdraw(let id):
      guard let beginning = ledger.beginnings.first(where: { $0.id == id }) else { return [] }
      return correct(beginning, to: nil, in: window, now)
    case .move(let id, let day):
      guard let beginning = ledger.beginnings.first(where: { $0.id == id }), day <= now.day else { return [] }
      return correct(beginning, to: day, in: window, now)
    case .bringBack(let id, let day):
      let entry = NewEntry(kind: .correction, day: day, corrects: id, at: ledger.time(at: now.date))
      return [.run(.record(entry, in: window), .inOrder("write"))]
    case .fillPlan(let field, let text): return fillPlan(field, text, in: window, now)
    case .savePlan: return savePlan(in: window, now)
    case .turnPage(let page):
      windows[window].page = min(max(0, page), 10_000)
      return readAgain()
    case .retry: return [.say(.syncAsked)] + readAgain()
    case .dismissProblem: windows[window].problem = nil
    case .form(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  // MARK: Forms

  public func fresh(_ name: SobrietyForm, in window: WindowID, at now: Moment) -> Form<SobrietyForm>? {
    var form = Form(name, in: window)
    form.begin(with: stored(name, now))
    return form
  }

  public mutating func save(_ name: SobrietyForm, in window: WindowID, at now: Moment) -> Steps {
    switch name {
    case .slip: saveSlip(in: window, now)
    case .plan: savePlan(in: window, now)
    case .note: saveNote(in: window)
    }
  }

  /// The texts of a form before anything is typed.
  private func stored(_ name: SobrietyForm, _ now: Moment) -> FormValues<SobrietyField> {
    switch name {
    case .slip: FormValues()
    case .plan: planForm(now).values
    case .note(let id): FormValues([.note: milestone(ID(id))?.record.note ?? ""])
    }
  }

  /// Shows what was read in the forms in which nobody has typed.
  mutating func beginAnew(_ now: Moment) {
    for window in Array(windows.windows) {
      for form in Array(windows[window].forms.values) where !form.isDirty {
        let texts = stored(form.name, now)
        windows[window].forms[form.name]?.begin(with: texts)
      }
    }
  }

  func save(_ change: SobrietyChange, in window: WindowID) -> Steps {
    [.run(.save(change, in: window), .inOrder("write"))]
  }

  private func save(_ checkIn: CheckIn, in window: WindowID) -> Steps {
    save(.checkIn(checkIn, replaces: book.checkIns.first { $0.id == checkIn.id }), in: window)
  }

  // MARK: Screens that come and go

  private mutating func appeared(_ route: Route, in window: WindowID, _ now: Moment) -> Steps {
    switch route.path {
    case SobrietyPlaces.reflection.path:
      let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
      // What is typed stays.
      if let form = windows[window].reflection, form.id == id, form.isDirty { return [] }
      return beginReflection(id, in: window, now)
    case SobrietyPlaces.note.path:
      guard let id = route.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { return [] }
      windows[window].noting = id
      appear(.note(id), in: window, at: now)
    case SobrietyPlaces.slip.path: appear(.slip, in: window, at: now)
    case SobrietyPlaces.plan.path: appear(.plan, in: window, at: now)
    default: break
    }
    return []
  }

  private mutating func left(_ route: Route, in window: WindowID) {
    windows[window].problem = nil
    if let name = SobrietyForm(route) { leave(name, in: window) }
    switch route.path {
    case SobrietyPlaces.date.path: windows[window].date = .init()
    case SobrietyPlaces.slip.path: windows[window].isSlipTried = false
    case SobrietyPlaces.plan.path: windows[window].isPlanTried = false
    case SobrietyPlaces.reflection.path:
      if windows[window].reflection?.isDirty == false { windows[window].reflection = nil }
    case SobrietyPlaces.timeline.path: windows[window].page = 0
    default: break
    }
  }

  // MARK: Starts and slips

  /// Records the first start, or moves the beginning of the current run, which is no slip.
  private mutating func saveDate(in window: WindowID, _ now: Moment) -> Steps {
    windows[window].date.isTried = true
    guard case .success(let day) = typedDate(in: window, now) else { return [] }
    windows[window].problem = nil
    guard let current = ledger.current else {
      let entry = NewEntry(kind: .start, day: day, at: ledger.time(at: now.date))
      return [.run(.record(entry, in: window), .inOrder("write"))]
    }
    if current.day == day { return [.tell(.finished([SobrietyPlaces.date]), window)] }
    return correct(current, to: day, in: window, now)
  }

  /// The typed day, or why it cannot be taken.
  func typedDate(in window: WindowID, _ now: Moment) -> Result<CalendarDay, SobrietyDateProblem> {
    let text = windows[window].date.text ?? ledger.current?.day.text ?? now.day.text
    do throws(SobrietyDateProblem) {
      let day = try SobrietyDate.read(text, today: now.day)
      if let current = ledger.current { try ledger.check(moving: current.id, to: day) }
      return .success(day)
    } catch {
      return .failure(error)
    }
  }

  private mutating func saveSlip(in window: WindowID, _ now: Moment) -> Steps {
    windows[window].isSlipTried = true
    guard case .success(let day) = typedSlip(in: window, now) else { return [] }
    windows[window].problem = nil
    let note = windows[window].forms[.slip]?.values[.note].replacing("\0", with: "") ?? ""
    let entry = NewEntry(kind: .slip, day: day, note: note.isBlank ? nil : note, at: ledger.time(at: now.date))
    return [.run(.record(entry, in: window), .inOrder("write"))]
  }

  func typedSlip(in window: WindowID, _ now: Moment) -> Result<CalendarDay, SobrietyDateProblem> {
    do throws(SobrietyDateProblem) {
      let day = try SobrietyDate.read(windows[window].forms[.slip]?.typedDay ?? now.day.text, today: now.day)
      try ledger.checkSlip(on: day)
      return .success(day)
    } catch {
      return .failure(error)
    }
  }

  private func correct(
    _ beginning: SobrietyBeginning, to day: CalendarDay?, in window: WindowID, _ now: Moment
  ) -> Steps {
    let entry = NewEntry(
      kind: .correction, day: day ?? beginning.day, corrects: beginning.id, isWithdrawn: day == nil,
      movedFrom: beginning.day, at: ledger.time(at: now.date))
    return [.run(.record(entry, in: window), .inOrder("write"))]
  }

  // MARK: Milestone notes

  private mutating func saveNote(in window: WindowID) -> Steps {
    guard let id = windows[window].noting, let kept = milestone(ID(id)) else { return [] }
    var record = kept.record
    let text = windows[window].forms[.note(id)]?.values[.note].replacing("\0", with: "") ?? record.note ?? ""
    record.note = text.isBlank ? nil : text
    return save(.note(record, over: kept.version), in: window)
  }
}

extension String {
  /// Only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Cut off after so many Unicode scalars, the unit in which the server counts.
  func bounded(_ most: Int) -> String {
    unicodeScalars.count <= most ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(most)))
  }

  /// The first words on one line, for a row.
  func brief(_ most: Int = 120) -> String {
    let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count <= most && line.count == count ? line : String(line.prefix(most)) + "…"
  }
}

extension Problem {
  fileprivate static let reflectionChanged = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find it in the timeline.")
}
