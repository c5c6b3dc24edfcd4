internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage

// The transitions of files that go out and come in.
extension ExpensesState {
  // MARK: Out

  /// Hands out what the list shows.
  mutating func export(in window: WindowID, _ now: Moment) -> Steps {
    let chosen = windows[window].filter.matching(expenses, on: now.day).map(\.record)
    guard !chosen.isEmpty, !windows[window].isExporting else { return [] }
    windows[window].isExporting = true
    return [.run(.export(chosen, now.day, in: window), .latest("export", of: window))]
  }

  mutating func handedOut(_ outcome: Delivery.Outcome, in window: WindowID) -> Steps {
    windows[window].isExporting = false
    return [.tell(.told(outcome.toast), window)]
  }
}

// MARK: - In

extension ExpensesState: FileImporting {
  public var unreadForImport: String? { reading == .done ? nil : "Your expenses are" }

  public static func event(_ event: FileImportEvent) -> ExpensesEvent {
    switch event {
    case .told(let toast): .told(toast)
    case .readThrough(let path): .readThrough(path: path)
    }
  }

  public func open(
    _ path: String, called file: String, in window: WindowID, at now: Moment
  ) -> Step<ExpensesEffect, ExpensesEvent> {
    let context = ExpenseSheet.Context(existing: expenses.map(\.record), usual: usual, today: now.day)
    return .run(.open(path: path, context, in: window), .latest("open", of: window))
  }

  public func save(
    _ sheet: ExpenseSheet, withKnown: Bool, in window: WindowID, at now: Moment
  ) -> Step<ExpensesEffect, ExpensesEvent>? {
    let chosen = sheet.chosen(withDuplicates: withKnown)
    return chosen.isEmpty ? nil : .run(.addAll(chosen.map(\.values), in: window), .inOrder("keep"))
  }

  mutating func imported(_ added: [Opened<Expense>], in window: WindowID) -> Steps {
    let file = finishImport(in: window)
    windows[window].added = added.map(\.record.id)
    // One by one would move the rest for each of thousands.
    let new = Set(added.map(\.record.id))
    expenses = (expenses.filter { !new.contains($0.record.id) } + added).sorted(by: Expense.isNewer)
    let words = "\(ExpenseWords.count(added.count)) imported from \(file)."
    return [
      .tell(.offered(Toast(words, tone: .success), undo: .file(.undo)), window),
      .tell(.finished([ExpensesPlaces.importing]), window),
    ]
  }

  public mutating func undoImport(in window: WindowID) -> Steps {
    let ids = windows[window].added
    guard !ids.isEmpty else { return [] }
    windows[window].added = []
    return [.run(.deleteAll(ids, in: window), .inOrder("keep"))]
  }
}
