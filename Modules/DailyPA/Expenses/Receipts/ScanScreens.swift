internal import Forms
internal import Interface
internal import Kernel

// The sheet in which a receipt is scanned, and its picture in the form and beside an expense.
extension ExpensesState {
  static let scanLink = ExpensesNode.link("Scan receipt", to: ExpensesPlaces.scan, id: "scan", icon: .camera)

  func scanSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let nodes: [ExpensesNode] = [.heading("Scan receipt", level: 1)] + standing(local, ExpenseWords(surroundings))
    let cancel = ExpensesNode.button("Cancel", id: "cancel", does: .scan(.stop))
    let screen: [ExpensesNode]
    switch local.scan?.phase {
    case nil:
      screen = [.button("Take or choose a photo", id: "take", icon: .camera, does: .scan(.take))]
    case .taking:
      screen = [
        .note("Waiting for the photo", id: "under-way").with { $0.live = .polite },
        .file("Photo of the receipt", id: "file", hint: "A picture of up to 10 MB."), cancel,
      ]
    case .working: screen = [.progress("Preparing the photo", id: "progress")]
    case .preview:
      screen = [
        .image(
          ReceiptPicture.source(local.scan?.picture ?? ""), alternative: "The photo of your receipt", id: "photo"),
        .group(
          id: "ways",
          [
            .button("Use photo", id: "use", icon: .success, isProminent: true, does: .scan(.accept)),
            .button("Retake", id: "retake", icon: .camera, does: .scan(.take)), cancel,
          ]),
      ]
    case .reading:
      screen = [
        .progress("Reading the receipt", id: "progress"),
        .button("Type it instead", id: "type", icon: .edit, does: .scan(.typeInstead)),
      ]
    case .refused(let sentence):
      screen = [
        .notice(sentence, id: "refused", tone: .warning, icon: .warning),
        .button("Take or choose a photo", id: "take", icon: .camera, does: .scan(.take)), cancel,
      ]
    }
    return Screen(route, title: "Scan receipt", nodes: nodes + screen)
  }

  /// The picture in a form, with what should be looked at.
  func attached(_ form: Form<ExpenseForm>, _ local: ExpensesWindowState) -> [ExpensesNode] {
    let picture = form.values[.receipt]
    guard !form.name.isOfBudget, !picture.isEmpty else { return [] }
    var nodes: [ExpensesNode] = []
    if form.name == .add, let scanned = local.scanned, scanned.picture == picture,
      let notice = ExpensesState.notice(scanned)
    {
      nodes.append(notice)
    }
    return nodes + receipt(picture)
  }

  private static func notice(_ scanned: ScannedReceipt) -> ExpensesNode? {
    if scanned.values.isEmpty {
      let words = "\(scanned.remark ?? "The receipt was not read.") Its picture is attached. Type the values."
      return .notice(words, id: "scanned", tone: .warning, icon: .warning)
    }
    let names = scanned.doubts.map(\.words)
    let check = names.isEmpty ? nil : "Please check: \(names.joined(separator: ", "))."
    let words = ["Filled in from your receipt.", scanned.remark, check].compactMap(\.self).joined(separator: " ")
    return .notice(
      words, id: "scanned", tone: names.isEmpty && scanned.remark == nil ? .info : .warning, icon: .receipt)
  }

  /// The picture of a receipt, or where it is.
  func receipt(_ picture: String) -> [ExpensesNode] {
    guard pictures.contains(picture) else {
      let words =
        reachesServer
        ? "The picture of the receipt is not here yet. It comes from the device that took it."
        : "The picture of the receipt is on the device that took it."
      return [.note(words, icon: .receipt, id: "receipt")]
    }
    return [.image(ReceiptPicture.source(picture), alternative: "The receipt", id: "receipt")]
  }
}

extension ExpenseField {
  /// The name of the field in a sentence.
  fileprivate var words: String {
    switch self {
    case .amount: "amount"
    case .currency: "currency"
    case .category: "category"
    case .day: "date"
    case .merchant: "merchant"
    case .description: "description"
    case .receipt, .receiptText: "receipt"
    case .shares: "people it is shared with"
    case .payer: "payer"
    case .repeats: "repeats"
    case .other: "second currency"
    case .rate: "rate"
    }
  }
}
