internal import Days
internal import Forms
internal import Interface
internal import Money

// The sheet in which a file is chosen, and the preview of what is in it.
extension ExpensesState {
  func importSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    var nodes: [ExpensesNode] = [.heading("Import expenses", level: 1)] + standing(local, words)
    let work = local.importing
    if let notice = work.notice(does: ExpensesWindowAction.file) { nodes.append(notice) }
    nodes +=
      unready().map { [$0] }
      ?? work.nodes(ExpensesState.importWords, does: { .file($0) }) { preview($0, words, work) }
    return Screen(route, title: "Import expenses", nodes: nodes)
  }

  private static let importWords = FileImportWords(
    about:
      "A CSV file whose first line names its columns: date and amount, and if there are any currency, category, merchant and description.",
    hint: "A CSV file of at most 8 MB.", example: "/home/me/expenses.csv", saving: "Saving your expenses")

  private func preview(
    _ sheet: ExpenseSheet, _ words: ExpenseWords, _ work: FileImport<ExpenseSheet>
  ) -> [ExpensesNode] {
    let hasDuplicates = work.includesKnown
    let (new, twins) = (sheet.new, sheet.duplicates)
    let chosen = sheet.chosen(withDuplicates: hasDuplicates)
    var nodes: [ExpensesNode] = [
      .list(
        work.file, id: "file",
        [
          .row("New", id: "new", value: ExpenseWords.count(new.count)),
          .row("Duplicates", id: "duplicates", value: "\(twins.count)"),
          .row("Not readable", id: "flaws", value: sheet.flawCount == 1 ? "1 line" : "\(sheet.flawCount) lines"),
        ])
    ]
    if !chosen.isEmpty {
      nodes.append(
        .note("Together \(words.sums(MoneySums(chosen.lazy.map(\.values.money)))).", id: "sum").with {
          $0.live = .polite
        })
    }
    if !twins.isEmpty {
      nodes.append(
        .toggle(
          "Import duplicates too", id: "with-duplicates", isOn: hasDuplicates,
          hint: "They have the day, the amount and the words of an expense that is there, or of an earlier line."
        ) { .file(.includeKnown($0)) })
    }
    nodes.append(work.ways(chosen.isEmpty ? nil : ExpenseWords.count(chosen.count), does: ExpensesWindowAction.file))
    if !sheet.flaws.isEmpty { nodes.append(flaws(sheet)) }
    nodes += [lines("Duplicates", "twins", twins, words), lines("New", "lines", new, words)].compactMap(\.self)
    return nodes
  }

  private func flaws(_ sheet: ExpenseSheet) -> ExpensesNode {
    let more = sheet.flawCount - sheet.flaws.count
    let rows = sheet.flaws.map { ExpensesNode.row("Line \($0.line)", id: "flaw-\($0.line)", value: $0.sentence) }
    return .section(
      "Not readable", id: "not-readable",
      [
        .text("Everything else can be imported.", id: "about"),
        .list("Lines", id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : [])),
      ])
  }

  private func lines(
    _ title: String, _ id: String, _ lines: [ExpenseSheet.Line], _ words: ExpenseWords
  ) -> ExpensesNode? {
    let rows = lines.prefix(FileImport<ExpenseSheet>.mostRows).map { line -> ExpensesNode in
      let values = line.values
      let name = values.merchant ?? values.description ?? ExpenseCategory.title(of: values.category)
      let twin =
        switch line.twin {
        case .stored: ", there already"
        case .line(let number): ", same as line \(number)"
        case nil: ""
        }
      return ExpensesNode.row(
        "Line \(line.number): \(name.brief(60))", id: "line-\(line.number)",
        value: "\(words.money(values.money)), \(words.dates.day(values.day))\(twin)"
      ).with { $0.icon = ExpenseCategory.icon(of: values.category) }
    }
    return FileImport<ExpenseSheet>.section(title, id: id, Array(rows), of: lines.count)
  }
}
