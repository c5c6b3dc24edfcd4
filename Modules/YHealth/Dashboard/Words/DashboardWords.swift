internal import Kernel
internal import Pillar

// The fixed texts of the dashboard.
extension String {
  static let welcome = "Welcome! Start by connecting a wearable or logging your first meal."
  static let keepLogging = "Keep logging to unlock personalized insights!"

  static func showing(from time: String) -> String { "Showing data from \(time). Pull to refresh when online." }
  static func updated(_ time: String) -> String { "Last updated \(time)" }
  static func syncing(_ pillar: Pillar) -> String { "\(pillar.title) data syncing..." }
  static func unavailable(_ feature: String) -> String { "\(feature) is currently unavailable. Try again later." }
}

extension Problem {
  static let noAnswer = Problem(
    "dashboard-timeout", "Your dashboard took too long to load.", safe: "What you logged is on this device.",
    remedy: "Try again.")
  static let unreadableCache = Problem(
    "dashboard-cache", "What was kept of the dashboard cannot be read.", safe: "What you logged is not touched.",
    remedy: "It is made anew.")
}
