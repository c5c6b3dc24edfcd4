public import Days
public import Forms
public import Interface
public import Kernel
public import Storage

/// The dependencies of Expenses. What was saved is on disk, together with its sync queue entry, when the call returns.
public struct ExpensesNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> ExpenseBook
  /// The changes since a revision; nil when there are too many.
  public var catchUp: @Sendable (Revision) async throws(Problem) -> ExpenseNews?
  /// Saves over the opened version, or as a new record; deletes the draft in the same transaction. Throws `stale` when
  /// it was saved elsewhere meanwhile, `gone` when it was deleted.
  public var saveExpense: @Sendable (Expense, Over, ExpenseDraftID?) async throws(Problem) -> Opened<Expense>
  public var saveBudget: @Sendable (ExpenseBudget, Over, ExpenseDraftID?) async throws(Problem) -> Opened<ExpenseBudget>
  public var saveSettlement:
    @Sendable (ExpenseSettlement, Over, ExpenseDraftID?) async throws(Problem) -> Opened<ExpenseSettlement>
  public var saveRate: @Sendable (SpendingRate, Over, ExpenseDraftID?) async throws(Problem) -> Opened<SpendingRate>
  /// Adds what follows an expense by its rule, up to a day, and returns all that was saved.
  public var roll: @Sendable (ID<Expense>, CalendarDay) async throws(Problem) -> [Opened<Expense>]
  /// The stored record; nil when it was deleted.
  public var kept: @Sendable (KeptSpending) async throws(Problem) -> KeptSpending?
  public var delete: @Sendable (KeptSpending) async throws(Problem) -> Void
  /// Saves all or none.
  public var addAll: @Sendable ([Expense]) async throws(Problem) -> [Opened<Expense>]
  public var deleteAll: @Sendable ([ID<Expense>]) async throws(Problem) -> Void
  /// Reports each change, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var drafts: DraftNeeds<ExpenseForm>
  /// Reads a file of at most `ExpenseFile.largest` bytes.
  public var bytes: @Sendable (_ path: String) throws(Problem) -> [UInt8]
  /// Offers a file at a window, and calls `answered` once with what became of it.
  public var handOut: HandOut
  public var receipts: ReceiptNeeds
  var pictures: ReceiptPictures

  public typealias ExpenseDraftID = ID<FormDraft<ExpenseForm>>
  public typealias HandOut =
    @Sendable (
      OutgoingFile, WindowID, _ answered: @escaping @Sendable (Delivery.Outcome) async -> Void
    ) async throws(Problem) -> Void
}

/// The contents of the store, and the revision before they were read.
public struct ExpenseBook: Sendable, Equatable {
  var expenses: [Opened<Expense>] = []
  var budgets: [Opened<ExpenseBudget>] = []
  var settlements: [Opened<ExpenseSettlement>] = []
  var rates: [Opened<SpendingRate>] = []
  let revision: Revision
}

/// The changes since a revision. The few other records are read whole.
public struct ExpenseNews: Sendable, Equatable {
  let saved: [Opened<Expense>]
  let deleted: [ID<Expense>]
  let budgets: [Opened<ExpenseBudget>]
  let settlements: [Opened<ExpenseSettlement>]
  let rates: [Opened<SpendingRate>]
  let to: Revision
}

extension ExpensesNeeds {
  /// Keeps everything in the person's store. All but drafts is owned and synced; drafts stay on the device.
  public init(_ store: Store, receipts: ReceiptNeeds = .none, handOut: @escaping HandOut) {
    let shelves = ExpenseShelves(store)
    self.init(
      read: { () throws(Problem) in try await shelves.read() },
      catchUp: { revision throws(Problem) in try await shelves.catchUp(revision) },
      saveExpense: { expense, over, draft throws(Problem) in
        try await shelves.save(expense, over, draft, in: shelves.expenses)
      },
      saveBudget: { budget, over, draft throws(Problem) in
        try await shelves.save(budget, over, draft, in: shelves.budgets)
      },
      saveSettlement: { settlement, over, draft throws(Problem) in
        try await shelves.save(settlement, over, draft, in: shelves.settlements)
      },
      saveRate: { rate, over, draft throws(Problem) in
        try await shelves.save(rate, over, draft, in: shelves.rates)
      },
      roll: { id, day throws(Problem) in try await shelves.roll(id, upTo: day) },
      kept: { kept throws(Problem) in try await shelves.kept(kept) },
      delete: { kept throws(Problem) in try await shelves.delete(kept) },
      addAll: { expenses throws(Problem) in try await shelves.addAll(expenses) },
      deleteAll: { ids throws(Problem) in try await shelves.deleteAll(ids) },
      changes: { shelves.changes() }, drafts: DraftNeeds(shelves.drafts),
      bytes: { path throws(Problem) in try ExpenseFile.bytes(at: path) }, handOut: handOut,
      receipts: receipts, pictures: ReceiptPictures(store))
  }
}

/// The collections of Expenses in a person's store.
struct ExpenseShelves: Sendable {
  let expenses: Shelf<Expense>
  let budgets: Shelf<ExpenseBudget>
  let settlements: Shelf<ExpenseSettlement>
  let rates: Shelf<SpendingRate>
  let drafts: Shelf<FormDraft<ExpenseForm>>

  /// Changes beyond which everything is read again.
  static let mostChanges = 500

  init(_ store: Store) {
    expenses = Shelf(store, .owned(.entered))
    budgets = Shelf(store, .owned(.entered))
    settlements = Shelf(store, .owned(.entered))
    rates = Shelf(store, .owned(.entered))
    drafts = Shelf(store, .local)
  }

  func read() async throws(Problem) -> ExpenseBook {
    let all = try await expenses.collection()
    let revision = all.revision.value
    var book = ExpenseBook(revision: revision)
    book.expenses = try await all.opened().sorted(by: Expense.isNewer)
    book.budgets = try await budgets.collection().opened()
    book.settlements = try await settlements.collection().opened()
    book.rates = try await rates.collection().opened()
    return book
  }

  func catchUp(_ revision: Revision) async throws(Problem) -> ExpenseNews? {
    let all = try await expenses.collection()
    switch try await all.changes(since: revision, limit: ExpenseShelves.mostChanges) {
    case .since(let saved, let deleted, let to, false):
      var opened: [Opened<Expense>] = []
      for id in saved { if let one = try await all.opened(id) { opened.append(one) } }
      return ExpenseNews(
        saved: opened, deleted: deleted, budgets: try await budgets.collection().opened(),
        settlements: try await settlements.collection().opened(), rates: try await rates.collection().opened(), to: to)
    case .since, .anew: return nil
    }
  }

  func save<Record: Syncable>(
    _ record: Record, _ over: Over, _ draft: ExpensesNeeds.ExpenseDraftID?, in shelf: Shelf<Record>
  ) async throws(Problem) -> Opened<Record> {
    let (all, drafts) = (try await shelf.collection(), try await drafts.collection())
    try await shelf.write { batch throws(Problem) in
      try batch.save(record, over: over, in: all)
      if let draft { try batch.delete(draft, in: drafts) }
    }
    guard let kept = try await all.opened(record.id) else { throw .expenseGone }
    return kept
  }

  func kept(_ kept: KeptSpending) async throws(Problem) -> KeptSpending? {
    switch kept {
    case .expense(let one): try await expenses.collection().opened(one.record.id).map { .expense($0) }
    case .budget(let one): try await budgets.collection().opened(one.record.id).map { .budget($0) }
    case .settlement(let one):
      try await settlements.collection().opened(one.record.id).map { .settlement($0) }
    case .rate(let one): try await rates.collection().opened(one.record.id).map { .rate($0) }
    }
  }

  func delete(_ kept: KeptSpending) async throws(Problem) {
    switch kept {
    case .expense(let one): try await expenses.collection().delete(one.record.id, over: .version(one.version))
    case .budget(let one): try await budgets.collection().delete(one.record.id, over: .version(one.version))
    case .settlement(let one): try await settlements.collection().delete(one.record.id, over: .version(one.version))
    case .rate(let one): try await rates.collection().delete(one.record.id, over: .version(one.version))
    }
  }

  func addAll(_ records: [Expense]) async throws(Problem) -> [Opened<Expense>] {
    let all = try await expenses.collection()
    try await expenses.write { batch throws(Problem) in
      for record in records { try batch.save(record, in: all) }
    }
    var opened: [Opened<Expense>] = []
    for record in records { if let one = try await all.opened(record.id) { opened.append(one) } }
    return opened
  }

  func deleteAll(_ ids: [ID<Expense>]) async throws(Problem) {
    let all = try await expenses.collection()
    try await expenses.write { batch throws(Problem) in
      for id in ids { try batch.delete(id, in: all) }
    }
  }

  func changes() -> AsyncStream<Heard<Void>> {
    let (expenses, budgets, settlements, rates) = (expenses, budgets, settlements, rates)
    return .relaying(keeping: .bufferingNewest(1)) { report in
      await withTaskGroup { group in
        group.addTask { await expenses.follow { report(Heard(())) } }
        group.addTask { await budgets.follow { report(Heard(())) } }
        group.addTask { await settlements.follow { report(Heard(())) } }
        group.addTask { await rates.follow { report(Heard(())) } }
      }
    }
  }
}

extension Problem {
  static let expenseGone = Problem(
    "gone", "This was deleted elsewhere while it was being saved.", safe: "Nothing else was changed.",
    remedy: "Save it as a new one, or discard it.")
}
