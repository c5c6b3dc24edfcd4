internal import Pillar

// The fixed texts of the dashboard.
extension String {
  static let welcome = "Welcome! Start by connecting a wearable or logging your first meal."
  static let keepLogging = "Keep logging to unlock personalized insights!"

  static func syncing(_ pillar: Pillar) -> String { "\(pillar.title) data syncing..." }
  static func unavailable(_ feature: String) -> String { "\(feature) is currently unavailable. Try again later." }
}
