public import Forms
internal import Kernel
internal import Platform

/// The state of one window. Expenses belong to the person; a form, a filter or an Undo stands only where it was begun.
public struct ExpensesWindowState: FormHolding, FileImportHolding {
  /// Rows of the list that are shown before older ones are asked for.
  static let page = 50

  public var forms = FormTable<ExpenseForm>()
  /// The values with which the form of a new expense begins.
  var suggested: FormValues<ExpenseField>?
  var undos = UndoOffers<KeptSpending>()
  /// The record of the newest message with an Undo.
  var offered: UUID?
  /// Records as they were before their last change in this window, and the version after it.
  var former: [UUID: Former] = [:]
  var filter = ExpenseFilter()
  var isFilterOpen = false
  /// Number of rows that are shown.
  var extent = ExpensesWindowState.page
  /// The month of the summary, counted from the current one.
  var month = 0
  public var importing = FileImport<ExpenseSheet>()
  /// The expenses of the last import, which can be taken back.
  var added: [ID<Expense>] = []
  var isExporting = false
  var problem: Problem?
  var scan: ReceiptScan?
  /// The last receipt that was put into the form.
  var scanned: ScannedReceipt?

  struct Former: Sendable, Equatable {
    let before: KeptSpending
    let after: KeptSpending
  }

  public init() {}
}
