internal import Days
internal import Forms
internal import Interface
public import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import Storage

// The transitions for the person's actions in one window.
extension ExpensesState {
  public mutating func receive(_ action: ExpensesWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      appeared(route, in: window, now)
      // The camera opens without another tap.
      if route.path == ExpensesPlaces.scan.path, windows[window].scan == nil { return scan(.take, in: window, now) }
      return seek(route) + rolling(now)
    case .left(let route): return left(route, in: window)
    case .refresh: return lookAgain() + [.say(.syncAsked)]
    case .form(.discard(let name)):
      let picture = loosePicture(of: name, in: window)
      return decide(.discard(name), in: window, at: now) + dropping(picture)
    case .form(let action): return decide(action, in: window, at: now)
    case .scan(let action): return scan(action, in: window, now)
    case .delete(let id): return delete(id, in: window)
    case .takeBack(let saved): return takeBack(saved, in: window)
    case .undo(let id): return undo(id, in: window)
    case .settle(let person, let money):
      return [.run(.settle(person: person, money, now.day, in: window), .inOrder("keep"))]
    case .add(let expense): return add(expense, in: window, now)
    case .suggest(let expense): return suggest(expense, in: window, now)
    case .revert(let id): return revert(id, in: window)
    case .dismissUndos: return windows[window].undos.dismiss(in: window).map { .stop($0) }
    case .dismissProblem: windows[window].problem = nil
    case .filter(let change): filter(change, in: window)
    case .showOlder: windows[window].extent += ExpensesWindowState.page
    case .chooseMonth(let month): windows[window].month = min(0, max(-1_200, month))
    case .export: return export(in: window, now)
    case .file(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  private mutating func appeared(_ route: Route, in window: WindowID, _ now: Moment) {
    guard let name = ExpenseForm(route), !findsInput(name, in: window), var form = fresh(name, in: window, at: now)
    else { return }
    let isSuggested = name == .add && windows[window].suggested != nil
    if form.phase != .opening, !isSuggested, recover(&form) { form.opened = kept(name.record) }
    windows[window].forms[name] = form
  }

  /// Fills the form, unless the person is writing in it.
  mutating func suggest(_ expense: SuggestedExpense, in window: WindowID, _ now: Moment) -> Steps {
    guard windows[window].forms[.add]?.isDirty != true else {
      return [.tell(.told(Toast("Save or discard your unfinished expense first.", tone: .warning)), window)]
    }
    windows[window].forms[.add] = nil
    windows[window].suggested = values(of: expense, now)
    guard expense.repeats != nil, expense.rule == nil else { return [] }
    let words = "Expenses repeat once a day at most. Choose how this one repeats."
    return [.tell(.told(Toast(words, tone: .warning)), window)]
  }

  private mutating func left(_ route: Route, in window: WindowID) -> Steps {
    windows[window].problem = nil
    if let name = ExpenseForm(route) {
      if name == .add { windows[window].suggested = nil }
      leave(name, in: window)
    }
    switch route.path {
    case ExpensesPlaces.home.path: windows[window].extent = ExpensesWindowState.page
    case ExpensesPlaces.summary.path: windows[window].month = 0
    case ExpensesPlaces.scan.path: return leaveScan(in: window)
    case ExpensesPlaces.importing.path:
      leaveImport(in: window)
    default: break
    }
    return []
  }

  private mutating func filter(_ change: ExpensesWindowAction.FilterChange, in window: WindowID) {
    windows[window].extent = ExpensesWindowState.page
    switch change {
    case .search(let text): windows[window].filter.text = String(text.prefix(100))
    case .toggle: windows[window].isFilterOpen.toggle()
    case .category(let word):
      windows[window].filter.category = word == ExpenseFilter.any ? nil : String(word.prefix(100))
    case .period(let word): windows[window].filter.period = ExpenseFilter.Period(rawValue: word) ?? .all
    case .from(let text): windows[window].filter.from = String(text.prefix(16))
    case .to(let text): windows[window].filter.to = String(text.prefix(16))
    case .clear: windows[window].filter = ExpenseFilter()
    }
  }

  // MARK: Saving

  public mutating func save(_ name: ExpenseForm, in window: WindowID, at now: Moment) -> Steps {
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    guard let record = record(name, form, &reader) else {
      windows[window].forms[name]?.phase = .editing
      return []
    }
    if case .budget(let budget) = record, form.version == nil, let other = kept(budget.id.uuid) {
      windows[window].forms[name]?.phase = .editing
      windows[window].forms[name]?.faults[.category] = ExpensesState.twice(other)
      return []
    }
    if case .rate(let rate) = record, form.version == nil, kept(rate.id.uuid) != nil {
      windows[window].forms[name]?.phase = .editing
      windows[window].forms[name]?.faults[.day] =
        "There is a rate for these currencies and this day. Change that one, or choose another day."
      return []
    }
    let order = ExpenseOrder(form: name, window: window, record: record, version: form.version, draft: form.draft)
    return [.run(.save(order), Self.writing(form.draft))]
  }

  func record(
    _ name: ExpenseForm, _ form: Form<ExpenseForm>, _ reader: inout FormReader<ExpenseField>
  ) -> ExpenseOrder.Record? {
    let category = form.values[.category]
    if case .addRate = name { return reader.rate(isNew: true).map { .rate($0) } }
    if case .editRate = name { return reader.rate(isNew: false).map { .rate($0) } }
    guard let money = reader.money() else { return nil }
    if name.isOfBudget { return .budget(ExpenseBudget(category: category, money)) }
    guard let day = reader.spentOn() else { return nil }
    var values = ExpenseValues(money: money, category: category, day: day)
    values.merchant = reader.text(.merchant)
    values.description = reader.text(.description)
    values.receipt = form.values[.receipt].isEmpty ? nil : form.values[.receipt]
    values.receiptText = form.values[.receiptText].isEmpty ? nil : form.values[.receiptText]
    values.shares = reader.shares(of: money)
    values.payer = values.shares.flatMap { reader.payer(among: $0) }
    values.repeats = reader.repeats(from: day)
    return .expense(values, id: form.version == nil ? nil : name.record)
  }

  private static func twice(_ other: KeptSpending) -> String {
    guard case .budget(let budget) = other else { return "" }
    let title = ExpenseCategory.title(of: budget.record.category)
    return "\(title) has a budget in \(budget.record.currency) already. Change that one, or choose another category."
  }

  mutating func saved(_ order: ExpenseOrder, _ kept: KeptSpending) -> Steps {
    let (window, form) = (order.window, order.form)
    let before = opened(order)
    stored(kept, by: form, in: window, dropping: order.draft)
    take(kept)
    windows[window].offered = kept.id
    var undo = ExpensesWindowAction.takeBack(kept)
    if order.version != nil, let before {
      windows[window].former[kept.id] = ExpensesWindowState.Former(before: before, after: kept)
      undo = .revert(kept.id)
    }
    let what = kept.noun
    let toast = Toast(
      "\(what) saved.", offline: "\(what) saved offline. It will sync when you're online.", tone: .success)
    return [
      .tell(.offered(toast.about(kept.undoKey), undo: undo), window), .tell(.finished([form.route]), window),
    ]
  }

  /// The record was changed elsewhere first. If the newer version equals what was opened, the save is repeated over it.
  mutating func outrun(_ order: ExpenseOrder, _ newer: KeptSpending?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return findDrafts }
    let isSame = form.overtaken(by: newer, at: now)
    windows[order.window].forms[order.form] = form
    guard isSame else { return lookAgain() }
    let again = ExpenseOrder(
      form: order.form, window: order.window, record: order.record, version: form.version, draft: order.draft)
    return [.run(.save(again), Self.writing(form.draft))]
  }

  // MARK: Deleting and restoring

  /// Deletes from the store at once, and Undo saves the record again: nothing but the offer depends on a timer.
  private mutating func delete(_ id: UUID, in window: WindowID) -> Steps {
    guard let kept = kept(id) else { return [] }
    windows[window].problem = nil
    return [.run(.delete(kept, in: window), .inOrder("keep"))]
  }

  /// Deletes what was new, unless it was changed since.
  private mutating func takeBack(_ saved: KeptSpending, in window: WindowID) -> Steps {
    guard let kept = kept(saved.id), kept.isSame(as: saved) else {
      let words = "\(saved.noun) could not be deleted. \(Problem.spendingChanged.sentence)"
      return lookAgain() + [.tell(.told(Toast(words, tone: .warning).about(saved.undoKey)), window)]
    }
    return delete(saved.id, in: window)
  }

  mutating func deleted(_ kept: KeptSpending, in window: WindowID, _ now: Moment) -> Steps {
    remove(kept.id)
    let until = windows[window].undos.offer(kept, at: now)
    windows[window].offered = kept.id
    windows[window].former[kept.id] = nil
    var steps: Steps = [
      .tell(.offered(Toast("\(kept.noun) deleted.").about(kept.undoKey), undo: .undo(kept.id)), window),
      .tell(.finished([ExpensesPlaces.entry(kept.id)]), window),
      .run(.awaitUndo(kept.undoKey, until: until, in: window), UndoOffers<KeptSpending>.lane(kept.undoKey, in: window)),
    ]
    if let name = kept.form, let form = windows[window].forms[name], form.phase != .saving {
      windows[window].forms[name]?.phase = .missing
      steps += [drop(form), .tell(.finished([name.route]), window)]
    }
    return steps
  }

  private func undo(_ id: UUID, in window: WindowID) -> Steps {
    guard let kept = windows[window].undos[id.uuidString] else { return [] }
    return [.run(.restore(kept, over: nil, in: window), .inOrder("keep"))]
  }

  private func revert(_ id: UUID, in window: WindowID) -> Steps {
    guard let former = windows[window].former[id] else { return [] }
    return [.run(.restore(former.before, over: former.after.version, in: window), .inOrder("keep"))]
  }

  mutating func restored(_ kept: KeptSpending, in window: WindowID) -> Steps {
    take(kept)
    windows[window].undos.remove(kept.undoKey)
    windows[window].former[kept.id] = nil
    return [
      .stop(UndoOffers<KeptSpending>.lane(kept.undoKey, in: window)),
      .tell(.told(Toast("\(kept.noun) restored.", tone: .success).about(kept.undoKey)), window),
    ]
  }

  mutating func notRestored(_ key: String, _ problem: Problem, in window: WindowID) -> Steps {
    if windows[window].undos[key] != nil {
      windows[window].undos.fail(key, problem)
      return lookAgain()
    }
    let toast = Toast("It could not be restored. \(problem.sentence)", tone: .warning).about(key)
    return lookAgain() + [.tell(.told(toast), window)]
  }
}

extension KeptSpending {
  var noun: String {
    switch self {
    case .expense: "Expense"
    case .budget: "Budget"
    case .settlement: "Settlement"
    case .rate: "Rate"
    }
  }

  /// The form in which it is changed; nil for what is only added and deleted.
  var form: ExpenseForm? {
    switch self {
    case .expense: .edit(id)
    case .budget: .editBudget(id)
    case .settlement: nil
    case .rate: .editRate(id)
    }
  }
}

extension Problem {
  fileprivate static let spendingChanged = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find it in the list.")
}
