public import Days
public import Forms
public import Interface
public import Kernel
public import Money
public import Platform
public import Receipts
public import Storage

/// The inputs from the product, and the results of effects.
public enum ExpensesAction: Sendable, Equatable {
  case begin
  /// The currency with which a new expense begins.
  case usual(Currency)
  case changed
  case read(ExpenseBook)
  case notRead(Problem)
  /// The changes; nil when there were too many.
  case caughtUp(ExpenseNews?)
  case form(FormAnswer<ExpenseForm>)
  case saved(ExpenseOrder, KeptSpending)
  case notSaved(ExpenseOrder, Problem)
  /// An expense was added without its form.
  case added(KeptSpending, in: WindowID)
  case notAdded(Problem, in: WindowID)
  /// The record was saved or deleted elsewhere since it was opened.
  case outrun(ExpenseOrder, newer: KeptSpending?)
  case deleted(KeptSpending, in: WindowID)
  case notDeleted(Problem, in: WindowID)
  case restored(KeptSpending, in: WindowID)
  case notRestored(String, Problem, in: WindowID)
  case undoEnds(String, in: WindowID)
  case settled(KeptSpending, in: WindowID)
  case notSettled(Problem, in: WindowID)
  /// Expenses that were added by their rules, and those that they follow.
  case rolled([Opened<Expense>])
  case opened(ExpenseSheet, in: WindowID)
  case notOpened(Problem, in: WindowID)
  case imported([Opened<Expense>], in: WindowID)
  case importUndone(in: WindowID)
  case notImported(Problem, in: WindowID)
  case handedOut(Delivery.Outcome, in: WindowID)
  case scan(ScanAnswer, in: WindowID)
  /// Whether the person is signed in and the server can be reached.
  case reach(Bool)
  /// A picture was deleted on this device.
  case dropped
  case fetched(String)
  /// The identifiers of the pictures on this device.
  case swept(Set<String>)

  public enum ScanAnswer: Sendable, Equatable {
    /// Nil when the person cancelled.
    case taken([UInt8]?)
    case kept(String)
    case refused(Problem)
    case read(String, ReadReceipt)
    case notRead(String, Problem)
  }
}

/// The person's actions in one window.
public enum ExpensesWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case form(FormAction<ExpenseForm>)
  case delete(UUID)
  /// Deletes what was new, unless it was changed since.
  case takeBack(KeptSpending)
  case undo(UUID)
  /// Keeps that somebody and the person have settled an amount.
  case settle(person: String, Money)
  /// Adds an expense at once, unless its form would not save it as it is: then it opens, filled in.
  case add(SuggestedExpense)
  /// Fills the form of a new expense when it is opened next.
  case suggest(SuggestedExpense)
  /// Restores the version before the last change in this window.
  case revert(UUID)
  case dismissUndos
  case dismissProblem
  case filter(FilterChange)
  case showOlder
  /// Shows the summary of an earlier month, counted from the current one.
  case chooseMonth(Int)
  case export
  case file(FileImportAction)
  case scan(ScanAction)

  public enum ScanAction: Sendable, Equatable {
    /// Asks for a picture, again where there is one.
    case take
    case accept
    /// Does not wait for the reading.
    case typeInstead
    case stop
  }

  public enum FilterChange: Sendable, Equatable {
    case search(String)
    case toggle
    case category(String)
    case period(String)
    case from(String)
    case to(String)
    case clear
  }
}

/// An expense with which a form begins. What is not known is nil.
public struct SuggestedExpense: Sendable, Equatable {
  let amount: Money?
  let category: String?
  let day: CalendarDay
  let description: String
  /// The rule of RFC 5545 by which it repeats from its day on.
  let repeats: String?

  public init(amount: Money?, category: String?, day: CalendarDay, description: String, repeats: String? = nil) {
    (self.amount, self.category, self.day, self.description) = (amount, category, day, description)
    self.repeats = repeats
  }
}

/// A save that is being stored.
public struct ExpenseOrder: Sendable, Equatable {
  let form: ExpenseForm
  let window: WindowID
  let record: Record
  /// The version that the form was opened with; nil for a new record.
  let version: Version?
  /// The draft that is deleted with the save, in one transaction.
  let draft: ID<FormDraft<ExpenseForm>>

  enum Record: Sendable, Equatable {
    case expense(ExpenseValues, id: UUID?)
    case budget(ExpenseBudget)
    case rate(SpendingRate)
  }
}

/// The values of an expense before it has an identifier.
public struct ExpenseValues: Sendable, Equatable {
  let money: Money
  let category: String
  let day: CalendarDay
  var merchant: String?
  var description: String?
  var receipt: String?
  var receiptText: String?
  var shares: [ExpenseShare]?
  var payer: String?
  var repeats: String?

  func expense(_ id: ID<Expense>) -> Expense {
    var expense = Expense(
      id: id, amount: money.minor, currency: money.currency.code, category: category, spentOn: day,
      merchant: merchant, description: description, receipt: receipt)
    (expense.shares, expense.payer, expense.repeats) = (shares, payer, repeats)
    expense.receiptText = receiptText
    return expense
  }
}

/// The effects that the feature requests.
public enum ExpensesEffect: Sendable, Equatable {
  case listen
  case read
  case catchUp(Revision)
  case form(FormEffect<ExpenseForm>)
  case save(ExpenseOrder)
  case add(ExpenseValues, in: WindowID)
  case delete(KeptSpending, in: WindowID)
  /// Saves a record again as it was, over a version or as one that was deleted.
  case restore(KeptSpending, over: Version?, in: WindowID)
  case awaitUndo(String, until: Date, in: WindowID)
  case settle(person: String, Money, CalendarDay, in: WindowID)
  /// Adds what follows these expenses by their rules, up to a day.
  case roll([ID<Expense>], CalendarDay)
  /// Reads a file, and compares it with what is stored.
  case open(path: String, ExpenseSheet.Context, in: WindowID)
  case addAll([ExpenseValues], in: WindowID)
  case deleteAll([ID<Expense>], in: WindowID)
  case export([Expense], CalendarDay, in: WindowID)
  case takeReceipt(WindowID)
  case keepReceipt([UInt8], in: WindowID)
  case readReceipt(String, CalendarDay, onServer: Bool, in: WindowID)
  /// Sends the pictures with these identifiers that were not sent, and deletes on the server what was deleted here.
  case exchangeReceipts(Set<String>)
  /// Fetches a picture that another device has taken.
  case fetchReceipt(String)
  case dropReceipt(String)
  /// Deletes old pictures that nothing refers to.
  case sweepReceipts(Set<String>, Date)
}

/// The events that others may receive. None but a message to the person carries what was entered.
public enum ExpensesEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The same, with the action that takes back what it reports.
  case offered(Toast, undo: ExpensesWindowAction)
  /// The sheet is to be opened.
  case opens(Route)
  /// The sheet is done; only its window is told.
  case finished([Route])
  /// The uploaded file is not needed any more.
  case readThrough(path: String)
  /// A form was filled from a receipt, and is to be shown.
  case filled(Route)
  case syncAsked
}
