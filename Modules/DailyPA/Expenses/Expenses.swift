internal import Days
internal import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// The expenses and budgets of a person, for all of that person's windows.
public actor Expenses: Feature {
  public let core: Core<ExpensesState>
  public nonisolated let states: Current<ExpensesState>
  public nonisolated let events: Broadcast<ExpensesEvent>
  let needs: ExpensesNeeds
  let context: FeatureContext
  let log: Log

  public init(on context: FeatureContext, needs: ExpensesNeeds) {
    let core = Core(ExpensesState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Expenses")
  }

  /// Failures are logged by code alone: neither an amount nor a path reaches a log.
  public func perform(_ effect: ExpensesEffect) async -> ExpensesAction? {
    if case .form(let effect) = effect { return await needs.drafts.carryOut(effect, log).map { .form($0) } }
    do throws(Problem) { return try await carryOut(effect) } catch {
      log.warning("An operation of the expenses failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: ExpensesEffect) async throws(Problem) -> ExpensesAction? {
    switch effect {
    case .read: return .read(try await needs.read())
    case .catchUp(let revision): return .caughtUp(try await needs.catchUp(revision))
    case .save(let order): return .saved(order, try await save(order))
    case .add(let values, let window):
      let expense = values.expense(context.identifiers.next())
      return .added(.expense(try await needs.saveExpense(expense, .nothing, nil)), in: window)
    case .delete(let kept, let window):
      try await needs.delete(kept)
      return .deleted(kept, in: window)
    case .restore(let kept, let version, let window):
      return .restored(try await restore(kept, over: version.map { .version($0) } ?? .nothing), in: window)
    case .open(let path, let context, let window):
      return .opened(try await Expenses.sheet(at: path, context, needs.bytes).get(), in: window)
    case .addAll(let values, let window):
      return .imported(try await needs.addAll(values.map { $0.expense(context.identifiers.next()) }), in: window)
    case .deleteAll(let ids, let window):
      try await needs.deleteAll(ids)
      return .importUndone(in: window)
    case .export(let expenses, let day, let window):
      let file = OutgoingFile(
        FileName("expenses-\(day.text).csv"), type: "text/csv", Array(ExpenseTable.text(of: expenses).utf8))
      try await needs.handOut(file, window) { [weak self] outcome in
        await self?.send(.handedOut(outcome, in: window))
      }
      return nil
    case .takeReceipt(let window): return .scan(.taken(try await needs.receipts.take(window)), in: window)
    case .keepReceipt(let bytes, let window): return .scan(.kept(try await keep(bytes)), in: window)
    case .readReceipt(let id, let day, let isReached, let window):
      return .scan(.read(id, try await read(id, on: day, onServer: isReached)), in: window)
    case .dropReceipt(let id):
      try await needs.pictures.delete(id)
      return .dropped
    case .sweepReceipts(let used, let now): return .swept(try await needs.pictures.sweep(keeping: used, at: now))
    case .exchangeReceipts(let used):
      try await exchange(used)
      return nil
    case .fetchReceipt(let id): return try await fetch(id) ? .fetched(id) : nil
    case .settle(let person, let money, let day, let window):
      let settlement = ExpenseSettlement(id: context.identifiers.next(), person: person, money, on: day)
      return .settled(.settlement(try await needs.saveSettlement(settlement, .nothing, nil)), in: window)
    case .roll(let ids, let day):
      var rolled: [Opened<Expense>] = []
      for id in ids { rolled += try await needs.roll(id, day) }
      return .rolled(rolled)
    case .listen, .awaitUndo, .form: return nil
    }
  }

  private func save(_ order: ExpenseOrder) async throws(Problem) -> KeptSpending {
    let over: Over = order.version.map { .version($0) } ?? .nothing
    switch order.record {
    case .expense(let values, let id):
      let expense = values.expense(id.map { ID($0) } ?? context.identifiers.next())
      return .expense(try await needs.saveExpense(expense, over, order.draft))
    // The identifier of a new budget may belong to one that another device has just made.
    case .budget(let budget):
      return .budget(try await needs.saveBudget(budget, order.version == nil ? .anything : over, order.draft))
    case .rate(let rate):
      return .rate(try await needs.saveRate(rate, order.version == nil ? .anything : over, order.draft))
    }
  }

  private func restore(_ kept: KeptSpending, over: Over) async throws(Problem) -> KeptSpending {
    switch kept {
    case .expense(let one): .expense(try await needs.saveExpense(one.record, over, nil))
    case .budget(let one): .budget(try await needs.saveBudget(one.record, over, nil))
    case .settlement(let one): .settlement(try await needs.saveSettlement(one.record, over, nil))
    case .rate(let one): .rate(try await needs.saveRate(one.record, over, nil))
    }
  }

  /// Reads a file off the actor, since a large one takes a while.
  @concurrent private static func sheet(
    at path: String, _ context: ExpenseSheet.Context, _ bytes: @Sendable (String) throws(Problem) -> [UInt8]
  ) async -> Result<ExpenseSheet, Problem> {
    do throws(Problem) { return .success(try ExpenseSheet(bytes(path), context)) } catch { return .failure(error) }
  }

  private func answer(to effect: ExpensesEffect, _ problem: Problem) async -> ExpensesAction? {
    switch effect {
    case .read, .catchUp: .notRead(problem)
    case .save(let order): await answer(to: order, problem)
    case .delete(_, let window): .notDeleted(problem, in: window)
    case .settle(_, _, _, let window): .notSettled(problem, in: window)
    case .add(_, let window): .notAdded(problem, in: window)
    case .restore(let kept, _, let window): .notRestored(kept.undoKey, problem, in: window)
    case .open(_, _, let window): .notOpened(problem, in: window)
    case .addAll(_, let window), .deleteAll(_, let window): .notImported(problem, in: window)
    case .export(_, _, let window): .handedOut(.failed(problem), in: window)
    case .takeReceipt(let window), .keepReceipt(_, let window): .scan(.refused(problem), in: window)
    case .readReceipt(let id, _, _, let window): .scan(.notRead(id, problem), in: window)
    case .dropReceipt, .sweepReceipts, .exchangeReceipts, .fetchReceipt: nil
    case .listen, .awaitUndo, .form, .roll: nil
    }
  }

  /// Adds the newer record to the answer for a save that lost to another change.
  private func answer(to order: ExpenseOrder, _ problem: Problem) async -> ExpensesAction {
    guard ["stale", "gone"].contains(problem.code), let opened = states.value.opened(order) else {
      return .notSaved(order, problem)
    }
    do throws(Problem) { return .outrun(order, newer: try await needs.kept(opened)) } catch {
      return .notSaved(order, error)
    }
  }

  public func follow(_ effect: ExpensesEffect) -> any Following<ExpensesAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .awaitUndo(let key, let until, let window):
      return context.time.alarm(at: until).map { $0.map { _ in .undoEnds(key, in: window) } }
    default: return AsyncStream { nil }
    }
  }
}
