internal import Days
internal import Forms
internal import FoundationEssentials
internal import Interface
internal import Kernel
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
    switch outcome {
    case .saved(let name): return [.tell(.told(Toast("Saved as \(name).", tone: .success)), window)]
    case .shared(let name): return [.tell(.told(Toast("Shared as \(name).", tone: .success)), window)]
    case .declined: return [.tell(.told(Toast("The file was not saved.")), window)]
    case .failed(let problem): return [.tell(.told(Toast(problem)), window)]
    }
  }

  // MARK: In

  mutating func importTyped(in window: WindowID, _ now: Moment) -> Steps {
    let path = windows[window].path.trimmed
    guard !path.isEmpty else {
      windows[window].isPathMissing = true
      return []
    }
    return open(path, called: path.split(separator: "/").last.map(String.init) ?? path, handed: nil, in: window, now)
  }

  mutating func open(
    _ path: String, called file: String, handed: String?, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard reading == .done, windows[window].importing == nil else {
      let words =
        reading == .done
        ? "Another import is in progress. Choose the file again afterwards."
        : "Your expenses are not read yet. Choose the file again in a moment."
      return release(handed, window) + [.tell(.told(Toast(words, tone: .warning)), window)]
    }
    windows[window].problem = nil
    windows[window].isPathMissing = false
    windows[window].importing = ExpensesWindowState.Import(file: file.brief(100), handed: handed)
    let context = ExpenseSheet.Context(existing: expenses.map(\.record), usual: usual, today: now.day)
    return [.run(.open(path: path, context, in: window), .latest("open", of: window))]
  }

  private func release(_ path: String?, _ window: WindowID) -> Steps {
    path.map { [.tell(.readThrough(path: $0), window)] } ?? []
  }

  mutating func opened(_ sheet: ExpenseSheet, in window: WindowID) -> Steps {
    guard let work = windows[window].importing, work.phase == .reading else { return [] }
    windows[window].importing?.phase = .asking(sheet)
    return release(work.handed, window)
  }

  mutating func notOpened(_ problem: Problem, in window: WindowID) -> Steps {
    guard let work = windows[window].importing else { return [] }
    windows[window].importing = nil
    windows[window].problem = problem
    return release(work.handed, window)
  }

  mutating func confirmImport(in window: WindowID) -> Steps {
    guard let work = windows[window].importing, case .asking(let sheet) = work.phase else { return [] }
    let chosen = sheet.chosen(withDuplicates: work.hasDuplicates)
    guard !chosen.isEmpty else { return [] }
    windows[window].importing?.phase = .saving
    return [.run(.addAll(chosen.map(\.values), in: window), .inOrder("keep"))]
  }

  mutating func cancelImport(in window: WindowID) -> Steps {
    guard case .asking = windows[window].importing?.phase else { return [] }
    windows[window].importing = nil
    return [.tell(.told(Toast("Nothing was imported.")), window)]
  }

  mutating func imported(_ added: [Opened<Expense>], in window: WindowID) -> Steps {
    let file = windows[window].importing?.file ?? "the file"
    windows[window].importing = nil
    windows[window].path = ""
    windows[window].added = added.map(\.record.id)
    // One by one would move the rest for each of thousands.
    let new = Set(added.map(\.record.id))
    expenses = (expenses.filter { !new.contains($0.record.id) } + added).sorted(by: Expense.isNewer)
    let words = "\(ExpenseWords.count(added.count)) imported from \(file)."
    return [
      .tell(.offered(Toast(words, tone: .success), undo: .undoImport), window),
      .tell(.finished([ExpensesPlaces.importing]), window),
    ]
  }

  mutating func notImported(_ problem: Problem, in window: WindowID) -> Steps {
    if windows[window].importing?.phase == .saving { windows[window].importing = nil }
    windows[window].problem = problem
    return lookAgain()
  }

  mutating func undoImport(in window: WindowID) -> Steps {
    let ids = windows[window].added
    guard !ids.isEmpty else { return [] }
    windows[window].added = []
    return [.run(.deleteAll(ids, in: window), .inOrder("keep"))]
  }

  mutating func importUndone(in window: WindowID) -> Steps {
    lookAgain() + [.tell(.told(Toast("The import was taken back.", tone: .success)), window)]
  }
}
