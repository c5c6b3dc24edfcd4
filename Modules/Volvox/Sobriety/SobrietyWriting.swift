internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Platform
internal import SoberDays
internal import Storage

// Writing reflections, and what follows from a saved change.
extension SobrietyState {
  mutating func beginReflection(_ id: UUID?, in window: WindowID, _ now: Moment) -> Steps {
    var form = SobrietyWindowState.ReflectionForm(id: id, day: now.day.text)
    let draft = book.drafts.first { $0.editing == id }
    guard let id else {
      if let draft { (form.day, form.body) = (draft.day, draft.body) }
      windows[window].reflection = form
      return []
    }
    form.isLoading = true
    windows[window].reflection = form
    return [.run(.open(id, in: window), .latest("open", of: window))]
  }

  mutating func take(_ opened: Opened<Reflection>?, of id: UUID, in window: WindowID) {
    guard var form = windows[window].reflection, form.id == id, form.isLoading else { return }
    form.isLoading = false
    form.opened = opened
    if let opened {
      let draft = book.drafts.first { $0.editing == id }
      (form.day, form.body) = draft.map { ($0.day, $0.body) } ?? (opened.record.day.text, opened.record.body)
    } else {
      form.isBehind = true
    }
    windows[window].reflection = form
  }

  mutating func typeReflection(
    in window: WindowID, _ now: Moment, _ change: (inout SobrietyWindowState.ReflectionForm) -> Void
  ) -> Steps {
    guard var form = windows[window].reflection, !form.isSaving else { return [] }
    change(&form)
    windows[window].reflection = form
    let draft = ReflectionDraft(of: form.id, day: form.day, body: form.body, at: now.date)
    book.drafts.removeAll { $0.id == draft.id }
    guard form.isDirty else { return [.run(.dropDraft(draft.id), .inOrder("write"))] }
    book.drafts.insert(draft, at: 0)
    return [.run(.keepDraft(draft), .inOrder("write"))]
  }

  /// The day of the typed reflection, or what is wrong with it.
  func complaints(
    of form: SobrietyWindowState.ReflectionForm, _ now: Moment
  ) -> (day: SobrietyDateProblem?, body: String?) {
    var day: SobrietyDateProblem?
    do throws(SobrietyDateProblem) { _ = try SobrietyDate.read(form.day, today: now.day) } catch { day = error }
    let length = form.body.unicodeScalars.count
    let body =
      form.body.isBlank
      ? "Write something first."
      : length > Reflection.longestBody
        ? "This has \(length) characters; the limit is \(Reflection.longestBody). Make it shorter." : nil
    return (day, body)
  }

  mutating func saveReflection(in window: WindowID, _ now: Moment) -> Steps {
    guard var form = windows[window].reflection, !form.isSaving, !form.isLoading else { return [] }
    form.isTried = true
    windows[window].reflection = form
    let complaints = complaints(of: form, now)
    guard complaints.day == nil, complaints.body == nil, let day = CalendarDay(form.day) else { return [] }
    form.isSaving = true
    windows[window].reflection = form
    windows[window].problem = nil
    let body = form.body.replacing("\0", with: "")
    let draft = ReflectionDraft.id(of: form.id)
    // What was changed or deleted elsewhere stays as it is there; this becomes a reflection of its own.
    guard let opened = form.opened, !form.isBehind else {
      return [.run(.write(day: day, body: body, draft: draft, in: window), .inOrder("write"))]
    }
    let reflection = Reflection(id: opened.record.id, day: day, body: body)
    return save(.reflection(reflection, over: opened.version, draft: draft), in: window)
  }

  mutating func discardReflection(in window: WindowID) -> Steps {
    guard let form = windows[window].reflection else { return [] }
    windows[window].reflection = nil
    book.drafts.removeAll { $0.editing == form.id }
    return [
      .run(.dropDraft(ReflectionDraft.id(of: form.id)), .inOrder("write")),
      .tell(.finished([SobrietyPlaces.reflection(form.id)]), window),
    ]
  }

  // MARK: Saved changes

  mutating func done(_ change: SobrietyChange, in window: WindowID?, _ now: Moment) -> Steps {
    var steps: Steps = []
    switch change {
    case .record(let record, let former): if let window { steps = recorded(record, from: former, in: window, now) }
    case .reflection(let reflection, let over, let draft):
      if let window {
        steps = written(reflection, isNew: over == nil, isTyped: draft != nil, in: window)
      }
    case .deleteReflection(let reflection, _):
      book.reflections.removeAll { $0.id == reflection.id }
      if let window {
        if windows[window].reflection?.id == reflection.id.uuid { windows[window].reflection = nil }
        steps = [
          .tell(.offered(Toast("Reflection deleted."), undo: .restore(reflection)), window),
          .tell(.finished([SobrietyPlaces.reflection(reflection.id.uuid)]), window),
        ]
      }
    case .checkIn(let checkIn, let replaced):
      // A reading of the store may have brought the new one already.
      let present = book.checkIns.first { $0.id == checkIn.id }
      let former = present == checkIn ? replaced : present
      book.checkIns.removeAll { $0.id == checkIn.id }
      book.checkIns.append(checkIn)
      if let window {
        let words = checkIn.kind == .pledge ? "Pledge saved." : "Review saved."
        steps = [
          .tell(
            .offered(Toast(words, tone: .success), undo: former.map { .recheck($0) } ?? .uncheck(checkIn)), window),
          .tell(.finished([SobrietyPlaces.checkIn]), window),
        ]
      }
    case .uncheck(let checkIn): book.checkIns.removeAll { $0.id == checkIn.id }
    case .milestones(let told):
      if let newest = told.max(by: { $0.reachedOn < $1.reachedOn }) { steps = [.say(.milestone(newest.title))] }
    case .note(let milestone, _):
      if let window {
        steps =
          forget(.note(milestone.id.uuid), in: window) + [
            .tell(.told(Toast("Note saved.", tone: .success)), window),
            .tell(.finished([SobrietyPlaces.note(milestone.id.uuid)]), window),
          ]
      }
    case .plan(let plan):
      book.plan = plan
      if let window {
        windows[window].isPlanTried = false
        steps =
          forget(.plan, in: window) + [
            .tell(.told(Toast("Saved.", tone: .success)), window), .tell(.finished([SobrietyPlaces.plan]), window),
          ]
      }
    }
    return steps + readAnew()
  }

  /// A start, slip or correction is shown at once, and can be taken back.
  private mutating func recorded(
    _ record: SobrietyRecord, from former: CalendarDay?, in window: WindowID, _ now: Moment
  ) -> Steps {
    book.records.append(record)
    if let event = record.event { ledger.add(event) }
    let days = ledger.days(on: now.day)
    let undo: SobrietyWindowAction
    let words: String
    var forgotten: Steps = []
    switch record.kind {
    case .start:
      words = "Your sober date is \(record.beganOn.long)."
      undo = .withdraw(record.id.uuid)
    case .slip:
      windows[window].isSlipTried = false
      forgotten = forget(.slip, in: window)
      let total = ledger.total(to: now.day)
      words = "Recorded. Your \(total.counted("sober day")) stay in your history."
      undo = .withdraw(record.id.uuid)
    case .correction where record.isWithdrawn:
      let back = former ?? record.beganOn
      return [
        .tell(.offered(Toast("Taken back."), undo: .bringBack(record.corrects ?? record.id.uuid, to: back)), window)
      ]
    case .correction:
      words = "Date changed. \(days.counted("day")) sober."
      guard let moved = record.corrects, let former else { return [.tell(.finished([SobrietyPlaces.date]), window)] }
      undo = .move(moved, to: former)
    }
    windows[window].date = .init()
    return forgotten + [
      .tell(.offered(Toast(words, tone: .success), undo: undo), window),
      .tell(.finished([SobrietyPlaces.date, SobrietyPlaces.slip, SobrietyPlaces.checkIn]), window),
    ]
  }

  private mutating func written(
    _ reflection: Reflection, isNew: Bool, isTyped: Bool, in window: WindowID
  ) -> Steps {
    // A reflection that Undo brought back.
    guard isTyped, let form = windows[window].reflection, form.isSaving else { return [] }
    book.drafts.removeAll { $0.editing == form.id }
    windows[window].reflection = nil
    let former = isNew ? nil : form.opened?.record
    let undo: SobrietyWindowAction =
      former.map { .revert($0, after: reflection) } ?? .takeBack(reflection)
    return [
      .tell(.offered(Toast("Reflection saved.", tone: .success), undo: undo), window),
      .tell(.finished([SobrietyPlaces.reflection(form.id), SobrietyPlaces.checkIn]), window),
    ]
  }

  mutating func notDone(_ change: SobrietyChange, _ problem: Problem, in window: WindowID?) -> Steps {
    if case .milestones = change {
      // They stay marked as tried, so that a full disk is not asked again and again; the next start does.
      return problem.code == "stale" ? readAgain() : []
    }
    guard let window else { return [] }
    if case .reflection = change, windows[window].reflection?.isSaving == true {
      windows[window].reflection?.isSaving = false
      if ["stale", "gone"].contains(problem.code) {
        windows[window].reflection?.isBehind = true
        return readAgain()
      }
    }
    windows[window].problem = problem
    return [.tell(.told(Toast(problem)), window)]
  }
}

extension Int {
  /// "1 day", "2 days".
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
