internal import Hours
internal import Interface
internal import ProductKit
internal import Settings

/// Settings specific to Daily PA.
enum DailyPASettings {
  /// The kinds of notifications.
  static let notifications = [
    NotificationSettings.kind("todos", "Todos due"), NotificationSettings.kind("events", "Calendar events"),
  ]

  /// Minutes before something, each with its words in a sentence.
  static let leads = [
    (5, "5 minutes before"), (10, "10 minutes before"), (15, "15 minutes before"), (30, "30 minutes before"),
    (60, "1 hour before"), (120, "2 hours before"), (1_440, "1 day before"),
  ]

  static let eventLead = Setting.choice(
    "notifications.event-lead", "Remind me of events", [(0, "When they start")] + leads, fallback: 15, isFolded: true
  ) {
    $0.under = "notifications.events"
    $0.keywords = ["lead time", "before", "reminder"]
  }

  static let todoLead = Setting.choice(
    "notifications.todo-lead", "Remind me of todos with a time", [(0, "When they are due")] + leads, fallback: 0,
    isFolded: true
  ) {
    $0.under = "notifications.todos"
    $0.keywords = ["lead time", "before", "reminder"]
  }

  static let dayTime = Setting.times(
    "notifications.day-time", "Remind me of whole days", atMost: 1, fallback: [.at(9)]
  ) {
    $0.hint =
      "For todos that have a day and no time, and events of the whole day. Without a time, there is no reminder."
    $0.keywords = ["morning", "all day", "reminder"]
  }

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
      .notifications(
        DailyPASettings.notifications,
        timing: [.set(DailyPASettings.eventLead), .set(DailyPASettings.todoLead), .set(DailyPASettings.dayTime)],
        sends: true, isCapped: false), .display, .accessibility(),
      Category(
        "Expenses", id: "expenses", name: "Expense Settings", icon: .wallet, about: "Default currency",
        [.init([.set(DailyPASettings.currency)])]),
      .privacy(), .about("Daily PA", "Todos, expenses and days in one place.", links: .legalTexts),
    ], elsewhere: .ofAccounts + [.help, .lock, .consent], isSynced: true)
}
