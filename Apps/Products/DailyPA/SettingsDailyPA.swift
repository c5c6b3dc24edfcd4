internal import Interface
internal import ProductKit
internal import Settings

/// Settings specific to Daily PA.
enum DailyPASettings {
  /// The kinds of notifications.
  static let notifications = [
    NotificationSettings.kind("todos", "Todos due"), NotificationSettings.kind("events", "Calendar events"),
  ]

  /// Identified by ISO 4217 codes.
  static let currency = Setting.choice(
    "currency", "Default currency",
    [
      ("AUD", "Australian dollar (AUD)"), ("BRL", "Brazilian real (BRL)"), ("CAD", "Canadian dollar (CAD)"),
      ("CHF", "Swiss franc (CHF)"), ("CNY", "Chinese yuan (CNY)"), ("CZK", "Czech koruna (CZK)"),
      ("DKK", "Danish krone (DKK)"), ("EUR", "Euro (EUR)"), ("GBP", "Pound sterling (GBP)"),
      ("HKD", "Hong Kong dollar (HKD)"), ("HUF", "Hungarian forint (HUF)"), ("INR", "Indian rupee (INR)"),
      ("JPY", "Japanese yen (JPY)"), ("KRW", "South Korean won (KRW)"), ("MXN", "Mexican peso (MXN)"),
      ("NOK", "Norwegian krone (NOK)"), ("NZD", "New Zealand dollar (NZD)"), ("PLN", "Polish zloty (PLN)"),
      ("RON", "Romanian leu (RON)"), ("SEK", "Swedish krona (SEK)"), ("SGD", "Singapore dollar (SGD)"),
      ("TRY", "Turkish lira (TRY)"), ("UAH", "Ukrainian hryvnia (UAH)"), ("USD", "US dollar (USD)"),
      ("ZAR", "South African rand (ZAR)"),
    ], fallback: "EUR", isFolded: true
  ) {
    $0.hint = "New expenses begin with it."
    $0.keywords = ["money", "expenses"]
  }
}

extension SettingsPlan {
  static let dailypa = SettingsPlan(
    [
      .notifications(DailyPASettings.notifications), .display,
      Category(
        "Expenses", id: "expenses", name: "Expense Settings", icon: .wallet, about: "Default currency",
        [.init([.set(DailyPASettings.currency)])]),
      .privacy(), .about("Daily PA", "Todos, expenses and days in one place."),
    ], elsewhere: .ofAccounts, isSynced: true)
}
