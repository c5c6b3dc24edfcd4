internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Storage

// Adding an expense in one act, without its form.
extension ExpensesState {
  /// The values with which the form of an expense begins.
  func values(of expense: SuggestedExpense, _ now: Moment) -> FormValues<ExpenseField> {
    FormValues([
      .amount: expense.amount?.digits(NumberNotation(locale: now.locale)) ?? "",
      .currency: expense.amount?.currency.code ?? usual.code, .category: expense.category ?? "",
      .day: expense.day.text, .description: expense.description, .repeats: ExpenseForm.word(of: expense.rule),
    ])
  }

  /// Adds an expense that its form would save as it is. Another one opens in the form, filled in.
  mutating func add(_ expense: SuggestedExpense, in window: WindowID, _ now: Moment) -> Steps {
    var form = Form(ExpenseForm.add, in: window)
    form.region = RegionalSettings(of: now)
    form.begin(with: values(of: expense, now))
    if expense.repeats == nil || expense.rule != nil, form.attempt(at: now) == .ready {
      var reader = form.reader(at: now)
      if case .expense(let values, _)? = record(.add, form, &reader) {
        return [.run(.add(values, in: window), .inOrder("keep"))]
      }
    }
    return suggest(expense, in: window, now) + [.tell(.opens(ExpensesPlaces.form), window)]
  }

  /// Shows an added expense at once, and offers to take it back or to change it.
  mutating func added(_ kept: KeptSpending, in window: WindowID, _ now: Moment) -> Steps {
    take(kept)
    windows[window].offered = kept.id
    guard case .expense(let opened) = kept else { return [] }
    let expense = opened.record
    let amount = expense.money?.text(NumberNotation(locale: now.locale)) ?? "\(expense.amount) \(expense.currency)"
    let what = [expense.description?.brief(60), expense.categoryTitle].compactMap(\.self).joined(separator: ", ")
    let words = "Expense added: \(amount), \(what)."
    let toast = Toast(
      words, offline: "\(words) It will sync when you're online.", tone: .success,
      page: .init("Edit", ExpenseForm.edit(kept.id).route))
    return [
      .tell(.offered(toast, undo: .delete(kept.id)), window), .tell(.finished([ExpensesPlaces.form]), window),
    ]
  }
}

extension SuggestedExpense {
  /// The rule by which its form lets it repeat; nil for one that no expense has.
  var rule: String? { repeats.flatMap { ExpenseForm.rule($0, from: day) } }
}
