internal import Days
public import Forms
public import Interface
public import Kernel
public import Money
internal import Platform
internal import Storage

/// The expenses and budgets of a person, and the state of every window.
public struct ExpensesState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  /// The newest first.
  var expenses: [Opened<Expense>] = []
  var budgets: [Opened<ExpenseBudget>] = []
  var settlements: [Opened<ExpenseSettlement>] = []
  var rates: [Opened<SpendingRate>] = []
  /// The currency with which a new expense begins.
  public internal(set) var usual = Currency.euro
  /// The revision up to which the changes are known.
  private var revision: Revision?
  private var isLooking = false
  /// Whether something changed during the read under way.
  private var mustLook = false
  public var drafts: [FormDraft<ExpenseForm>] = []
  /// Whether the drafts were read.
  var hasDrafts = false
  /// The identifiers of the receipts' pictures on this device.
  var pictures: Set<String> = []
  /// Whether the person is signed in and the server can be reached.
  var reachesServer = false
  /// Pictures that are being fetched, or were in vain since the server could be reached.
  var sought: Set<String> = []
  /// Whether pictures that nothing refers to were looked for.
  var isSwept = false
  public var windows = WindowStates<ExpensesWindowState>()

  public init() {}

  public typealias Steps = [Step<ExpensesEffect, ExpensesEvent>]

  public static func effect(_ effect: FormEffect<ExpenseForm>) -> ExpensesEffect { .form(effect) }

  // MARK: Transitions

  public mutating func receive(_ action: ExpensesAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + look() + findDrafts
    case .usual(let currency): usual = currency
    case .changed: return lookAgain()
    case .read(let book): return adopt(book, now) + sweepOnce(now) + exchange
    case .notRead(let problem):
      isLooking = false
      if reading != .done { reading = .failed(problem) }
    case .caughtUp(let news): return adopt(news, now) + exchange
    case .reach(let reaches):
      guard reaches != reachesServer else { return [] }
      reachesServer = reaches
      sought = []
      return exchange
    case .dropped: return exchange
    case .fetched(let picture): pictures.insert(picture)
    case .form(let answer):
      take(answer, at: now)
      guard case .found = answer else { return [] }
      hasDrafts = true
      return sweepOnce(now)
    case .scan(let answer, let window): return receive(answer, in: window, now)
    case .swept(let left):
      pictures.formUnion(left)
      return exchange
    case .saved(let order, let kept): return saved(order, kept) + exchange + rolling(now)
    case .settled(let kept, let window): return settled(kept, in: window)
    case .notSettled(let problem, let window):
      windows[window].problem = problem
      return lookAgain()
    case .rolled(let rolled): for one in rolled { take(.expense(one)) }
    case .added(let kept, let window): return added(kept, in: window, now) + rolling(now)
    case .notAdded(let problem, let window):
      return [.tell(.told(Toast(problem.sentence, tone: .warning)), window)] + lookAgain()
    case .notSaved(let order, let problem): return notStored(order.form, in: order.window, problem)
    case .outrun(let order, let newer): return outrun(order, newer, now)
    case .deleted(let kept, let window): return deleted(kept, in: window, now)
    case .notDeleted(let problem, let window):
      windows[window].problem = problem
      return lookAgain()
    case .restored(let kept, let window): return restored(kept, in: window)
    case .notRestored(let key, let problem, let window): return notRestored(key, problem, in: window)
    case .undoEnds(let key, let window): windows[window].undos.expire(key)
    case .opened(let sheet, let window): return opened(sheet, in: window)
    case .notOpened(let problem, let window): return notOpened(problem, in: window)
    case .imported(let added, let window): return imported(added, in: window)
    case .importUndone(let window): return lookAgain() + importUndone(in: window)
    case .notImported(let problem, let window): return lookAgain() + notImported(problem, in: window)
    case .handedOut(let outcome, let window): return handedOut(outcome, in: window)
    }
    return []
  }

  public mutating func closed(_ local: ExpensesWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  // MARK: Reading

  private mutating func look() -> Steps {
    isLooking = true
    mustLook = false
    return [.run(revision.map { .catchUp($0) } ?? .read, .latest("read"))]
  }

  /// Reads after the read under way, so that a busy sync cannot keep every read from ending.
  mutating func lookAgain() -> Steps {
    guard reading != .unread else { return [] }
    mustLook = true
    return isLooking ? [] : look()
  }

  private mutating func adopt(_ book: ExpenseBook, _ now: Moment) -> Steps {
    (expenses, budgets, revision) = (book.expenses, book.budgets, book.revision)
    (settlements, rates) = (book.settlements, book.rates)
    reading = .done
    isLooking = false
    refill({ $0.record != nil }, at: now) { $0.kept($1.record) }
    return rolling(now) + (mustLook ? look() : [])
  }

  private mutating func adopt(_ news: ExpenseNews?, _ now: Moment) -> Steps {
    isLooking = false
    guard let news else {
      revision = nil
      return look()
    }
    let gone = Set(news.deleted)
    if !gone.isEmpty { expenses.removeAll { gone.contains($0.record.id) } }
    for kept in news.saved { take(.expense(kept)) }
    (budgets, revision) = (news.budgets, news.to)
    (settlements, rates) = (news.settlements, news.rates)
    refill({ $0.record != nil }, at: now) { $0.kept($1.record) }
    return rolling(now) + (mustLook ? look() : [])
  }

  // MARK: Records

  /// All of them, the newest first.
  public var all: [Expense] { expenses.map(\.record) }

  /// The expense of its page; nil for another place and for one that is gone.
  public func expense(at route: Route) -> Expense? {
    guard route.path == ExpensesPlaces.entry.path, let id = ExpensesPlaces.id(route) else { return nil }
    return expenses.first { $0.record.id.uuid == id }?.record
  }

  func kept(_ id: UUID?) -> KeptSpending? {
    expenses.first { $0.record.id.uuid == id }.map { .expense($0) }
      ?? budgets.first { $0.record.id.uuid == id }.map { .budget($0) }
      ?? settlements.first { $0.record.id.uuid == id }.map { .settlement($0) }
      ?? rates.first { $0.record.id.uuid == id }.map { .rate($0) }
  }

  /// The record that was in a form when it was opened.
  func opened(_ order: ExpenseOrder) -> KeptSpending? { windows[order.window].forms[order.form]?.opened }

  mutating func take(_ kept: KeptSpending) {
    switch kept {
    case .expense(let one):
      if let index = expenses.firstIndex(where: { $0.record.id == one.record.id }) {
        if expenses[index] == one { return }
        expenses.remove(at: index)
      }
      var (low, high) = (0, expenses.count)
      while low < high {
        let middle = (low + high) / 2
        if Expense.isNewer(expenses[middle], one) { low = middle + 1 } else { high = middle }
      }
      expenses.insert(one, at: low)
    case .budget(let one):
      budgets.removeAll { $0.record.id == one.record.id }
      budgets.append(one)
    case .settlement(let one):
      settlements.removeAll { $0.record.id == one.record.id }
      settlements.append(one)
    case .rate(let one):
      rates.removeAll { $0.record.id == one.record.id }
      rates.append(one)
    }
  }

  mutating func remove(_ id: UUID) {
    expenses.removeAll { $0.record.id.uuid == id }
    budgets.removeAll { $0.record.id.uuid == id }
    settlements.removeAll { $0.record.id.uuid == id }
    rates.removeAll { $0.record.id.uuid == id }
  }

  // MARK: Forms

  public func fresh(_ name: ExpenseForm, in window: WindowID, at now: Moment) -> Form<ExpenseForm>? {
    var form = Form(name, in: window)
    form.region = RegionalSettings(of: now)
    if let id = name.record {
      if let kept = kept(id) {
        form.fill(with: kept, at: now)
      } else {
        form.phase = reading == .done ? .missing : .opening
      }
    } else {
      let suggested = name == .add ? windows[window].suggested : nil
      let isRate = name == .addRate
      form.begin(with: suggested ?? FormValues(isRate ? [.other: usual.code] : [.currency: usual.code]))
    }
    return form
  }
}
