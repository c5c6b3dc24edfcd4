internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import Receipts
internal import Storage

// The way of a receipt from its picture into the form.
extension ExpensesState {
  mutating func scan(_ action: ExpensesWindowAction.ScanAction, in window: WindowID, _ now: Moment) -> Steps {
    let scan = windows[window].scan
    switch action {
    case .take:
      if scan?.phase == .taking || scan?.phase == .working || scan?.phase == .reading { return [] }
      windows[window].scan = ReceiptScan(phase: .taking)
      return drop(scan?.picture) + [.run(.takeReceipt(window), ExpensesState.scanning(window))]
    case .accept:
      guard case .preview = scan?.phase, let picture = scan?.picture else { return [] }
      windows[window].scan?.phase = .reading
      return [
        .run(
          .readReceipt(picture, now.day, onServer: reachesServer, in: window), ExpensesState.scanning(window))
      ]
    case .typeInstead:
      guard scan?.phase == .reading, let picture = scan?.picture else { return [] }
      return [.stop(ExpensesState.scanning(window))] + fill(ScannedReceipt(picture: picture), in: window, now)
    case .stop:
      windows[window].scan = nil
      return [.stop(ExpensesState.scanning(window)), .tell(.finished([ExpensesPlaces.scan]), window)]
        + drop(scan?.picture)
    }
  }

  /// The sheet is left: what was not accepted is deleted.
  mutating func leaveScan(in window: WindowID) -> Steps {
    guard let scan = windows[window].scan else { return [] }
    windows[window].scan = nil
    return [.stop(ExpensesState.scanning(window))] + drop(scan.picture)
  }

  private func drop(_ picture: String?) -> Steps {
    picture.map { [.run(.dropReceipt($0), .inOrder("receipts"))] } ?? []
  }

  /// Nothing waits for a picture that a person may never take.
  private static func scanning(_ window: WindowID) -> Lane { .unawaited("receipt", of: window) }
  private static func working(_ window: WindowID) -> Lane { .inOrder("receipts") }

  mutating func receive(_ answer: ExpensesAction.ScanAnswer, in window: WindowID, _ now: Moment) -> Steps {
    switch answer {
    case .taken(nil):
      guard windows[window].scan?.phase == .taking else { return [] }
      windows[window].scan = nil
      return [.tell(.finished([ExpensesPlaces.scan]), window)]
    case .taken(let bytes?):
      guard windows[window].scan?.phase == .taking else { return [] }
      windows[window].scan?.phase = .working
      return [.run(.keepReceipt(bytes, in: window), ExpensesState.working(window))]
    case .kept(let picture):
      pictures.insert(picture)
      guard windows[window].scan?.phase == .working else { return drop(picture) }
      windows[window].scan = ReceiptScan(phase: .preview, picture: picture)
    case .refused(let problem):
      guard windows[window].scan != nil else { return [] }
      windows[window].scan = ReceiptScan(phase: .refused(problem.sentence))
    case .read(let picture, let receipt):
      guard windows[window].scan?.picture == picture else { return [] }
      return fill(scanned(receipt, picture, now), in: window, now)
    case .notRead(let picture, let problem):
      guard windows[window].scan?.picture == picture else { return [] }
      var scanned = ScannedReceipt(picture: picture)
      scanned.remark = problem.sentence
      return fill(scanned, in: window, now)
    }
    return []
  }

  // MARK: Filling the form

  /// The values that were read, as fields are written where the window is.
  private func scanned(_ receipt: ReadReceipt, _ picture: String, _ now: Moment) -> ScannedReceipt {
    var scanned = ScannedReceipt(picture: picture)
    let kept = receipt.text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(Expense.longestReceiptText)
    scanned.text = String(String.UnicodeScalarView(kept))
    let notation = NumberNotation(locale: now.locale)
    func doubt(_ field: ExpenseField, _ confidence: Double) { if confidence < 0.8 { scanned.doubts.append(field) } }
    let currency = receipt.currency?.value ?? usual
    if let total = receipt.total, let money = total.value.money(currency), money.minor > 0 {
      scanned.values[.amount] = money.digits(notation)
      scanned.values[.currency] = currency.code
      doubt(.amount, receipt.sum == .differs ? 0 : total.confidence)
      if let found = receipt.currency { doubt(.currency, found.confidence) } else { scanned.doubts.append(.currency) }
    }
    if let day = receipt.date, Expense.complaint(about: day.value, on: now.day) == nil {
      scanned.values[.day] = day.value.text
      doubt(.day, day.confidence)
    }
    if let merchant = receipt.merchant {
      scanned.values[.merchant] = merchant.value
      doubt(.merchant, merchant.confidence)
    }
    if let category = receipt.category, ExpenseCategory(rawValue: category.value) != nil {
      scanned.values[.category] = category.value
      doubt(.category, category.confidence)
    }
    if receipt.currency == nil, scanned.values[.amount] != nil {
      let sign = receipt.unknownCurrency.map { "“\($0)” can be several currencies" } ?? "The receipt names no currency"
      scanned.remark = "\(sign), so \(usual.code) is filled in."
    }
    if scanned.values[.amount] == nil {
      scanned.remark = "The total could not be read."
    } else if receipt.sum == .differs {
      let words = "The articles and the tax do not add up to the total."
      scanned.remark = [scanned.remark, words].compactMap(\.self).joined(separator: " ")
    }
    return scanned
  }

  /// Fills what is empty in the form of a new expense, attaches the picture, and shows the form.
  private mutating func fill(_ scanned: ScannedReceipt, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].scan = nil
    windows[window].scanned = scanned
    let former = form(.add, in: window, at: now)?.values[.receipt] ?? ""
    let steps = type(.add, in: window, at: now) { values in
      let hasAmount = !values[.amount].isEmpty
      for (field, text) in scanned.values where values[field].isEmpty || field == .currency && !hasAmount {
        values[field] = text
      }
      values[.receipt] = scanned.picture
      values[.receiptText] = scanned.text
    }
    return steps + (former.isEmpty ? [] : drop(former)) + [.tell(.filled(ExpenseForm.add.route), window)]
  }

  // MARK: Pictures that are not used any more

  /// The picture that goes with a form when its input is discarded: that of no stored expense.
  func loosePicture(of name: ExpenseForm, in window: WindowID) -> String? {
    guard let form = windows[window].forms[name], form.isOpenForTyping, !form.values[.receipt].isEmpty else {
      return nil
    }
    let picture = form.values[.receipt]
    return expenses.contains { $0.record.receipt == picture } ? nil : picture
  }

  func dropping(_ picture: String?) -> Steps { drop(picture) }

  // MARK: The server

  /// The way of pictures to the server, once it can be reached and what refers to them is known.
  var exchange: Steps {
    guard reachesServer, reading == .done else { return [] }
    return [.run(.exchangeReceipts(Set(expenses.compactMap(\.record.receipt))), .newest("receipts' way"))]
  }

  /// Fetches the picture of an expense that is looked at, if another device has taken it.
  mutating func seek(_ route: Route) -> Steps {
    guard reachesServer, route.path == ExpensesPlaces.entry.path, let id = ExpensesPlaces.id(route),
      case .expense(let one)? = kept(id), let picture = one.record.receipt, !pictures.contains(picture),
      sought.insert(picture).inserted
    else { return [] }
    return [.run(.fetchReceipt(picture), .inOrder("receipts' fetching"))]
  }

  /// Looks through the pictures once all that may refer to them is known.
  mutating func sweepOnce(_ now: Moment) -> Steps {
    guard !isSwept, reading == .done, hasDrafts else { return [] }
    isSwept = true
    let inForms = windows.all.flatMap { $0.forms.values.map { $0.values[.receipt] } }
    let used = expenses.compactMap(\.record.receipt) + drafts.map { $0.values[.receipt] } + inForms
    return [.run(.sweepReceipts(Set(used), now.date), .inOrder("receipts"))]
  }
}
