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
    if let unready = unready() {
      nodes.append(unready)
    } else {
      switch local.importing?.phase {
      case .reading: nodes.append(.progress("Reading \(local.importing?.file ?? "the file")", id: "progress"))
      case .saving: nodes.append(.progress("Saving your expenses", id: "progress"))
      case .asking(let sheet): nodes += preview(sheet, words, local)
      case nil: nodes += choosing(local)
      }
    }
    return Screen(route, title: "Import expenses", nodes: nodes)
  }

  private func choosing(_ local: ExpensesWindowState) -> [ExpensesNode] {
    [
      .text(
        "A CSV file whose first line names its columns: date and amount, and if there are any currency, category, merchant and description. You see what is in it before anything is stored.",
        id: "about"),
      .handover("Choose a file", id: "file", hint: "A CSV file of at most 8 MB.") {
        .importHanded(path: $0, name: $1)
      },
      .field(
        "Path on this machine", id: "path", holds: local.path, draft: { .typePath($0) }, commit: { .typePath($0) }
      ) { field in
        field.example = "/home/me/expenses.csv"
        field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
        field.longest = ExpenseFile.longestPath
        field.invalid =
          local.isPathMissing ? "Choose a file above, or enter a path here, such as /home/me/expenses.csv." : nil
      },
      .button("Read file", id: "read", icon: .forward, isProminent: true, does: .importTyped),
    ]
  }

  /// Rows of each kind that are shown; the others are counted.
  private static let mostRows = 20

  private func preview(
    _ sheet: ExpenseSheet, _ words: ExpenseWords, _ local: ExpensesWindowState
  ) -> [ExpensesNode] {
    let hasDuplicates = local.importing?.hasDuplicates == true
    let (new, twins) = (sheet.new, sheet.duplicates)
    let chosen = sheet.chosen(withDuplicates: hasDuplicates)
    var nodes: [ExpensesNode] = [
      .list(
        local.importing?.file ?? "File", id: "file",
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
        ) { .chooseDuplicates($0) })
    }
    nodes += [
      .group(
        id: "ways",
        [
          chosen.isEmpty
            ? .disabledButton("Import", id: "import", icon: .save, because: "Nothing in this file is new.")
            : .button(
              "Import \(ExpenseWords.count(chosen.count))", id: "import", icon: .save, isProminent: true,
              does: .confirmImport), .button("Cancel import", id: "cancel", icon: .close, does: .cancelImport),
        ])
    ]
    if !sheet.flaws.isEmpty { nodes.append(flaws(sheet)) }
    if !twins.isEmpty { nodes.append(lines("Duplicates", "twins", twins, words)) }
    if !new.isEmpty { nodes.append(lines("New", "lines", new, words)) }
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
  ) -> ExpensesNode {
    let rows = lines.prefix(ExpensesState.mostRows).map { line -> ExpensesNode in
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
    let more = lines.count - rows.count
    return .section(
      title, id: id, [.list(title, id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))])
  }
}
