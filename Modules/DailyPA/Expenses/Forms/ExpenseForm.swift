internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Money
internal import Numbers
public import Platform
internal import Recurrence
public import Storage

/// The fields of the forms of expenses and budgets.
public enum ExpenseField: String, FormFieldName, CaseIterable {
  case amount, currency, category, day, merchant, shares, payer, repeats, description
  /// The second currency and the number of a rate.
  case other, rate
  /// The identifier of the receipt's picture and its text, which no input shows.
  case receipt
  case receiptText = "receipt-text"

  public static let standing: Set<ExpenseField> = [.day]
}

/// A record of this feature as it is stored.
public enum KeptSpending: Sendable, Equatable, Undoable {
  case expense(Opened<Expense>)
  case budget(Opened<ExpenseBudget>)
  case settlement(Opened<ExpenseSettlement>)
  case rate(Opened<SpendingRate>)

  var id: UUID {
    switch self {
    case .expense(let kept): kept.record.id.uuid
    case .budget(let kept): kept.record.id.uuid
    case .settlement(let kept): kept.record.id.uuid
    case .rate(let kept): kept.record.id.uuid
    }
  }

  var version: Version {
    switch self {
    case .expense(let kept): kept.version
    case .budget(let kept): kept.version
    case .settlement(let kept): kept.version
    case .rate(let kept): kept.version
    }
  }

  public var undoKey: String { id.uuidString }

  /// Whether both have the same content, whatever has reached the server.
  func isSame(as other: KeptSpending) -> Bool {
    switch (self, other) {
    case (.expense(let one), .expense(let other)): one.record == other.record
    case (.budget(let one), .budget(let other)): one.record == other.record
    case (.settlement(let one), .settlement(let other)): one.record == other.record
    case (.rate(let one), .rate(let other)): one.record == other.record
    default: false
    }
  }
}

/// The forms: for a new expense, budget or rate, and for one that is changed.
public enum ExpenseForm: Sendable, Hashable {
  case add, addBudget, addRate
  case edit(UUID)
  case editBudget(UUID)
  case editRate(UUID)

  /// The record that is changed.
  var record: UUID? {
    switch self {
    case .add, .addBudget, .addRate: nil
    case .edit(let id), .editBudget(let id), .editRate(let id): id
    }
  }

  var isOfBudget: Bool {
    switch self {
    case .add, .edit, .addRate, .editRate: false
    case .addBudget, .editBudget: true
    }
  }

  var isOfExpense: Bool {
    switch self {
    case .add, .edit: true
    default: false
    }
  }

  /// The word for what it is about: "expense".
  var word: String { isOfBudget ? "budget" : isOfExpense ? "expense" : "rate" }

  /// Nil for a route that shows no form.
  init?(_ route: Route) {
    let id = ExpensesPlaces.id(route)
    switch route.path {
    case ExpensesPlaces.form.path: self = id.map { .edit($0) } ?? .add
    case ExpensesPlaces.budgetForm.path: self = id.map { .editBudget($0) } ?? .addBudget
    case ExpensesPlaces.rateForm.path: self = id.map { .editRate($0) } ?? .addRate
    default: return nil
    }
  }

  var route: Route {
    let route =
      isOfBudget ? ExpensesPlaces.budgetForm : isOfExpense ? ExpensesPlaces.form : ExpensesPlaces.rateForm
    return record.map { ExpensesPlaces.with($0, route) } ?? route
  }
}

extension ExpenseForm: FormIdentity {
  public typealias Field = ExpenseField
  public typealias Stored = KeptSpending

  public static let drafts = "expense_drafts"
  public static let columns = ["form", "editing"]

  public init?(columns: [String: String]) {
    let id = columns["editing"].flatMap { UUID(uuidString: $0) }
    if id == nil, columns["editing"] != nil { return nil }
    switch columns["form"] {
    case "expense": self = id.map { .edit($0) } ?? .add
    case "budget": self = id.map { .editBudget($0) } ?? .addBudget
    case "rate": self = id.map { .editRate($0) } ?? .addRate
    default: return nil
    }
  }

  public var columns: [String: String] {
    var columns = ["form": word]
    columns["editing"] = record?.uuidString.lowercased()
    return columns
  }

  public var isNew: Bool { record == nil }

  // MARK: Fields

  public func inputs(_ values: FormValues<ExpenseField>, at now: Moment) -> [FormInput<ExpenseField>] {
    let amount = FormInput<ExpenseField>(.amount, isOfBudget ? "Most in a month" : "Amount", .number()) {
      $0.isRequired = true
      $0.missing = "Enter the amount, such as \(NumberNotation(locale: now.locale).text(12.5))."
      $0.example = "12.5"
    }
    let currency = FormInput<ExpenseField>(
      .currency, "Currency", .one(ExpenseForm.currencies, isFolded: true) { _ in "" }
    ) { $0.isRequired = true }
    let category = FormInput<ExpenseField>(
      .category, "Category", .one(ExpenseForm.categories(with: values[.category])) { _ in "" }
    ) {
      $0.isRequired = true
      $0.missing = "Choose a category."
    }
    switch self {
    case .editBudget: return [amount]
    case .addRate, .editRate: return rateInputs(currency, at: now)
    case .addBudget: return [category, amount, currency]
    case .add, .edit:
      return [
        amount, currency, category, FormInput(.day, "Date", .day) { $0.isRequired = true },
        FormInput(.merchant, "Merchant", .text(longest: Expense.longestMerchant)) { $0.example = "Corner shop" },
      ] + shareInputs(values, at: now) + [
        FormInput(.description, "Description", .text(longest: Expense.longestDescription, isLong: true))
      ]
    }
  }

  static let currencies: [FormOption] = Currency.all.map { currency in
    FormOption(currency.code, currency.name.map { "\($0) (\(currency.code))" } ?? currency.code)
  }

  /// A category of another program is among the options while it is chosen.
  private static func categories(with chosen: String) -> [FormOption] {
    let known = ExpenseCategory.allCases.map { FormOption($0.rawValue, $0.title) }
    return chosen.isEmpty || known.contains { $0.value == chosen }
      ? known : known + [FormOption(chosen, ExpenseCategory.title(of: chosen), id: "kept")]
  }

  public func check(_ form: Form<ExpenseForm>, _ reader: inout FormReader<ExpenseField>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    switch self {
    case .addRate, .editRate: _ = reader.rate(isNew: isNew)
    case .addBudget, .editBudget: _ = reader.money()
    case .add, .edit:
      let money = reader.money()
      if let shares = reader.shares(of: money) { _ = reader.payer(among: shares) }
      _ = reader.spentOn()
    }
  }

  // MARK: Stored records

  public func version(of stored: KeptSpending) -> Version? { stored.version }

  public func values(of stored: KeptSpending, at moment: Moment) -> FormValues<ExpenseField> {
    let notation = NumberNotation(locale: moment.locale)
    switch stored {
    case .expense(let kept):
      let expense = kept.record
      return FormValues([
        .amount: expense.money?.digits(notation) ?? "\(expense.amount)", .currency: expense.currency,
        .category: expense.category, .day: expense.spentOn.text, .merchant: expense.merchant ?? "",
        .description: expense.description ?? "", .receipt: expense.receipt ?? "",
        .receiptText: expense.receiptText ?? "",
        .shares: (expense.shares ?? []).map { $0.text(expense, notation) }.joined(separator: ", "),
        .payer: expense.payer ?? "", .repeats: ExpenseForm.word(of: expense.repeats),
      ])
    case .settlement: return FormValues([:])
    case .rate(let kept):
      let rate = kept.record
      return FormValues([
        .currency: rate.from, .other: rate.to, .day: rate.day.text,
        .rate: notation.text(Double(rate.millionths) / 1_000_000),
      ])
    case .budget(let kept):
      let budget = kept.record
      return FormValues([
        .amount: budget.money?.digits(notation) ?? "\(budget.amount)", .currency: budget.currency,
        .category: budget.category,
      ])
    }
  }
}

extension FormReader<ExpenseField> {
  /// The amount in the chosen currency; nil when it is missing or was complained about.
  mutating func money() -> Money? {
    let typed = values[.amount].trimmed
    guard !typed.isEmpty, let chosen = Currency(values[.currency]) else { return nil }
    let money: Money
    do throws(Problem) { money = try Money(typed: typed, in: numbers, usual: chosen) } catch {
      complain(.amount, error.sentence)
      return nil
    }
    guard money.currency == chosen else {
      complain(
        .amount,
        "The amount is in \(money.currency.code), and the currency is \(chosen.code). Make them the same.")
      return nil
    }
    guard money.minor > 0 else {
      complain(.amount, "Enter an amount above zero.")
      return nil
    }
    guard money.minor <= Expense.mostAmount else {
      let most = Money(minor: Expense.mostAmount, chosen)?.text(numbers) ?? "\(Expense.mostAmount)"
      complain(.amount, "The largest amount is \(most). Check the number of digits.")
      return nil
    }
    return money
  }

  /// The day, today while nothing was typed; nil when it was complained about.
  mutating func spentOn() -> CalendarDay? {
    if values[.day].trimmed.isEmpty { return values.isEmptied(.day) ? nil : now.day }
    guard let day = day(.day) else { return nil }
    if let complaint = Expense.complaint(about: day, on: now.day) {
      complain(.day, complaint)
      return nil
    }
    return day
  }
}

extension Expense {
  /// The complaint about the day of an expense; nil when it can be one.
  static func complaint(about day: CalendarDay, on today: CalendarDay) -> String? {
    if day > today { return "This day is in the future. Choose today or an earlier day." }
    return day.year < 1900 ? "This day is too long ago. Choose a day since 1900." : nil
  }
}
