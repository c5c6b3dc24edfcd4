internal import Days
internal import Interface
internal import Kernel
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
    case .typeSlipDay(let text): windows[window].slip.day = String(text.prefix(40))
    case .typeSlipNote(let text): windows[window].slip.note = text.bounded(SobrietyRecord.longestNote)
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
    case .restore(let reflection): return save(.reflection(reflection, over: nil), in: window)
    case .revert(let former, let after): return [.run(.revert(former, after: after, in: window), .inOrder("write"))]
    case .typeNote(let text): windows[window].note?.text = text.bounded(MilestoneRecord.longestNote)
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
    case .fillPlan(let field, let text): fillPlan(field, text, in: window, now)
    case .savePlan: return savePlan(in: window, now)
    case .turnPage(let page):
      windows[window].page = min(max(0, page), 10_000)
      return readAgain()
    case .retry: return [.say(.syncAsked)] + readAgain()
    case .dismissProblem: windows[window].problem = nil
    }
    return []
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
      if windows[window].note?.id != id {
        windows[window].note = .init(id: id, text: milestone(ID(id))?.record.note ?? "")
      }
    case SobrietyPlaces.plan.path: if windows[window].plan == nil { windows[window].plan = planForm(now) }
    default: break
    }
    return []
  }

  private mutating func left(_ route: Route, in window: WindowID) {
    windows[window].problem = nil
    switch route.path {
    case SobrietyPlaces.date.path: windows[window].date = .init()
    case SobrietyPlaces.slip.path: if windows[window].slip.note.isEmpty { windows[window].slip = .init() }
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
    windows[window].slip.isTried = true
    guard case .success(let day) = typedSlip(in: window, now) else { return [] }
    windows[window].problem = nil
    let note = windows[window].slip.note.replacing("\0", with: "")
    let entry = NewEntry(kind: .slip, day: day, note: note.isBlank ? nil : note, at: ledger.time(at: now.date))
    return [.run(.record(entry, in: window), .inOrder("write"))]
  }

  func typedSlip(in window: WindowID, _ now: Moment) -> Result<CalendarDay, SobrietyDateProblem> {
    do throws(SobrietyDateProblem) {
      let day = try SobrietyDate.read(windows[window].slip.day ?? now.day.text, today: now.day)
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
    guard let form = windows[window].note, let kept = milestone(ID(form.id)) else { return [] }
    var record = kept.record
    let text = form.text.replacing("\0", with: "")
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
