public import Interface
public import Platform

/// The places of Expenses.
public enum ExpensesPlaces {
  public static let home = Route(["expenses"])
  public static let entry = Route(["expenses", "entry"])
  public static let form = Route(["expenses", "form"])
  static let summary = Route(["expenses", "summary"])
  static let budgets = Route(["expenses", "budgets"])
  static let budgetForm = Route(["expenses", "budget"])
  static let shared = Route(["expenses", "shared"])
  static let rates = Route(["expenses", "rates"])
  static let rateForm = Route(["expenses", "rate"])
  public static let scan = Route(["expenses", "scan"])
  static let importing = Route(["expenses", "import"])

  /// The place of an expense or a budget.
  public static func entry(_ id: UUID) -> Route { with(id, entry) }

  static func with(_ id: UUID, _ route: Route) -> Route { Route(route.path, ["id": id.uuidString.lowercased()]) }

  static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  public static let all: [Place] = [
    Place("/expenses", title: "Expenses", keywords: ["money", "spending", "receipts"]),
    of("entry", title: "Expense"),
    of("form", title: "Add expense", keywords: ["spend", "pay", "buy"]),
    Place("/expenses/summary", title: "Spending", keywords: ["total", "month", "categories", "chart"]),
    Place("/expenses/budgets", title: "Budgets", keywords: ["limit", "left"]),
    of("budget", title: "Add budget"),
    Place("/expenses/shared", title: "Shared expenses", keywords: ["split", "owe", "settle", "friends"]),
    Place("/expenses/rates", title: "Exchange rates", keywords: ["currency", "convert"]),
    of("rate", title: "Add rate"),
    Place("/expenses/scan", title: "Scan receipt", isSheet: true, keywords: ["camera", "photo", "picture"]),
    Place("/expenses/import", title: "Import expenses", isSheet: true, keywords: ["csv", "bank", "file"]),
  ]

  private static func of(_ word: String, title: String, keywords: [String] = []) -> Place {
    Place(
      RoutePattern([.word("expenses"), .word(word)], parameters: ["id": .id(name: "id")]), title: title, isSheet: true,
      keywords: keywords)
  }
}
