internal import Interface

/// The categories that are offered. Others, which came from another program, are shown by their own word.
enum ExpenseCategory: String, Sendable, CaseIterable {
  case groceries, food, transport, housing, bills, health, shopping, leisure, travel, family, education, other

  var title: String {
    switch self {
    case .food: "Eating out"
    case .bills: "Bills"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  var icon: Icon {
    switch self {
    case .groceries: .nutrition
    case .food: .food
    case .transport: .compass
    case .housing: .home
    case .bills: .receipt
    case .health: .heart
    case .shopping: .inbox
    case .leisure: .star
    case .travel: .map
    case .family: .people
    case .education: .book
    case .other: .wallet
    }
  }

  /// The name of any stored category.
  static func title(of stored: String) -> String {
    ExpenseCategory(rawValue: stored)?.title ?? stored.prefix(1).uppercased() + stored.dropFirst()
  }

  static func icon(of stored: String) -> Icon { (ExpenseCategory(rawValue: stored) ?? .other).icon }

  /// The stored name for a typed one: "Eating out" as "food". A word that is not known here stays as it is.
  static func stored(_ typed: String) -> String {
    let word = typed.lowercased()
    return allCases.first { $0.rawValue == word || $0.title.lowercased() == word }?.rawValue ?? typed
  }
}
