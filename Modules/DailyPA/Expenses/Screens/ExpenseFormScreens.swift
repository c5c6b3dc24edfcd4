internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Platform
internal import Storage

// One expense, and the forms.
extension ExpensesState {
  // MARK: One expense

  func entryScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    var nodes: [ExpensesNode] = [.heading("Expense", level: 1)] + standing(local, words)
    if let unready = unready() {
      nodes.append(unready)
    } else if case .expense(let kept) = kept(ExpensesPlaces.id(route)) {
      let expense = kept.record
      var facts: [ExpensesNode] = [
        .row("Amount", id: "amount", value: words.amount(expense)),
        ExpensesNode.row("Category", id: "category", value: ExpenseCategory.title(of: expense.category))
          .with { $0.icon = ExpenseCategory.icon(of: expense.category) },
        .row("Date", id: "date", value: words.dates.day(expense.spentOn)),
      ]
      if let merchant = expense.merchant { facts.append(.row("Merchant", id: "merchant", value: merchant)) }
      if let repeats = ExpenseWords.repeats(expense) {
        facts.append(.row("Repeats", id: "repeats", value: repeats))
      }
      nodes.append(.list("About this expense", id: "about", facts))
      nodes += shared(expense, words)
      if let receipt = expense.receipt {
        nodes.append(.section("Receipt", id: "receipt-of", self.receipt(receipt)))
      }
      if let description = expense.description {
        nodes.append(.section("Description", id: "description", [.text(description, id: "text")]))
      }
      nodes.append(
        .group(
          id: "ways",
          [
            .link("Edit expense", to: ExpenseForm.edit(expense.id.uuid).route, id: "edit", icon: .edit),
            .button("Delete expense", id: "delete", icon: .remove, does: .delete(expense.id.uuid)),
          ]))
    } else {
      nodes.append(
        .empty(
          "Choose an expense.", because: "This link belongs to no expense that is there.", icon: .wallet,
          .link("All expenses", to: ExpensesPlaces.home, id: "all", icon: .list)))
    }
    return Screen(route, title: "Expense", nodes: nodes)
  }

  // MARK: Forms

  static let does: @Sendable (FormAction<ExpenseForm>) -> ExpensesWindowAction = { .form($0) }

  func formScreen(
    _ name: ExpenseForm, _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<ExpensesWindowAction> {
    let local = windows[window]
    let title = "\(name.isNew ? "Add" : "Edit") \(name.word)"
    var nodes: [ExpensesNode] = [.heading(title, level: 1)] + standing(local, ExpenseWords(surroundings))
    if case .failed = reading, let unready = unready() {
      nodes.append(unready)
    } else if let form = form(name, in: window, at: surroundings.now) {
      nodes += body(of: form, surroundings, local)
    }
    return Screen(route, title: title, nodes: nodes, dialog: local.forms.question?.dialog(does: ExpensesState.does))
  }

  private func body(
    of form: Form<ExpenseForm>, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> [ExpensesNode] {
    let what = form.name.word
    switch form.phase {
    case .opening: return [.skeleton("Loading this \(what)")]
    case .missing:
      return [
        .empty(
          "This \(what) no longer exists.", because: "It was deleted, here or on another device.", icon: .info,
          .link("All expenses", to: ExpensesPlaces.home, id: "all", icon: .list))
      ]
    case .done:
      return [
        .note("Saved.", icon: .success, id: "saved"),
        .link("All expenses", to: ExpensesPlaces.home, id: "all", icon: .list),
      ]
    case .behind(let newer): return behind(form, newer, surroundings) + fields(form, surroundings)
    case .editing, .saving:
      let scan = form.name == .add && form.values[.receipt].isEmpty ? [ExpensesState.scanLink] : []
      return form.notices(in: surroundings, does: ExpensesState.does) + attached(form, local) + scan
        + fields(form, surroundings) + [.group(id: "ways", ways(form))]
    }
  }

  /// The fields, with the icon of each category.
  private func fields(_ form: Form<ExpenseForm>, _ surroundings: Surroundings) -> [ExpensesNode] {
    var nodes: [ExpensesNode] = []
    if form.name.isOfBudget || !form.name.isOfExpense && !form.name.isNew {
      nodes.append(.text(ExpensesState.about(form), id: "about"))
    }
    return nodes
      + form.fields(in: surroundings, does: ExpensesState.does).map { node in
        guard node.id == ExpenseField.category.rawValue else { return node }
        var copy = node
        copy.children = node.children.map { option in option.with { $0.icon = ExpenseCategory.icon(of: option.id) } }
        return copy
      }
  }

  private static func about(_ form: Form<ExpenseForm>) -> String {
    if !form.name.isOfExpense, !form.name.isOfBudget {
      return "\(form.values[.currency]) to \(form.values[.other]), from \(form.values[.day]) on."
    }
    if form.name.isNew { return "It holds for every month." }
    return "\(ExpenseCategory.title(of: form.values[.category])), in \(form.values[.currency]), for every month."
  }

  private func ways(_ form: Form<ExpenseForm>) -> [ExpensesNode] {
    let nodes = form.buttons(does: ExpensesState.does)
    guard form.phase != .saving, let opened = form.opened else { return nodes }
    let what = form.name.word
    return nodes + [.button("Delete \(what)", id: "delete", icon: .remove, does: .delete(opened.id))]
  }

  // MARK: Edit conflicts

  private func behind(
    _ form: Form<ExpenseForm>, _ newer: KeptSpending?, _ surroundings: Surroundings
  ) -> [ExpensesNode] {
    let name = form.name
    let rows = newer.map { newer in
      let values = name.values(of: newer, at: surroundings.now)
      return name.inputs(values, at: surroundings.now).compactMap { input -> ExpensesNode? in
        let text = values[input.field]
        return text.isEmpty ? nil : .row(input.title, id: input.field.rawValue, value: input.said(text))
      }
    }
    // There is one budget for a category and currency, so a second one cannot be kept beside it.
    return form.conflict(
      with: rows, of: name.word, keepsBoth: name.isOfExpense, does: ExpensesState.does)
  }
}
