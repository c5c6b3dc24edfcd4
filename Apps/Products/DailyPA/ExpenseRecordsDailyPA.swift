internal import Expenses
internal import Interface
package import ProductKit
internal import Storage

/// The synced records of expenses. Their rows are visible to their owner only.
package enum ExpenseRecords {
  package static let all = [expenses, budgets, settlements, rates]

  /// Amounts are in the smallest unit of their currency (ISO 4217), so no fractions are lost.
  static let expenses = SyncedRecord(
    Expense.self, one: "expense", many: "expenses", icon: .wallet, editing: Route(["expenses", "form"]),
    conflicts: .newest,
    columns: [
      .bigint(.amount, "Amount in the smallest unit", in: -Expense.mostAmount...Expense.mostAmount).required,
      .text(.currency, "Currency", length: 3...3).required.check("currency_upper", "\(.currency) = upper(\(.currency))")
        .example(.text("EUR")),
      .text(.category, "Category", length: 1...100).required,
      .date(.spentOn, "Date").required,
      .text(.merchant, "Merchant", length: 1...500),
      .text(.description, "Description", length: 0...5_000),
      .text(.receipt, .hidden, length: 1...1_000),
      .text(.receiptText, .hidden, length: 1...Expense.longestReceiptText),
      .json(.shares, .hidden, size: 10_000),
      .text(.payer, "Paid by", length: 1...100),
      .text(.repeats, .hidden, length: 1...1_000),
    ])

  /// One a category and currency, for every month.
  static let budgets = SyncedRecord(
    ExpenseBudget.self, one: "budget", many: "budgets", icon: .flag, editing: Route(["expenses", "budget"]),
    conflicts: .newest, isNamed: true,
    columns: [
      .text(.category, "Category", length: 1...100).required,
      .text(.currency, "Currency", length: 3...3).required.example(.text("EUR")),
      .bigint(.amount, "Most in a month, in the smallest unit", in: 0...Expense.mostAmount).required,
    ])

  static let settlements = SyncedRecord(
    ExpenseSettlement.self, one: "settlement", many: "settlements", icon: .people,
    editing: Route(["expenses", "shared"]), conflicts: .newest,
    columns: [
      .text(.person, "Person", length: 1...100).required,
      .bigint(.amount, "Received, in the smallest unit", in: -Expense.mostAmount...Expense.mostAmount).required,
      .text(.currency, "Currency", length: 3...3).required.example(.text("EUR")),
      .date(.settledOn, "Date").required,
    ])

  /// One for each day and pair of currencies.
  static let rates = SyncedRecord(
    SpendingRate.self, one: "exchange rate", many: "exchange rates", icon: .wallet,
    editing: Route(["expenses", "rate"]), conflicts: .newest, isNamed: true,
    columns: [
      .text(.from, "From", length: 3...3).required.example(.text("CHF")),
      .text(.to, "To", length: 3...3).required.example(.text("EUR")),
      .bigint(.millionths, "Rate in millionths", in: 1...SpendingRate.most).required,
      .date(.day, "Valid from").required,
    ])
}
