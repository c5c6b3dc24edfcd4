internal import Consent
internal import ProductKit

extension ConsentPlan {
  static let dailypa = ConsentPlan(
    [
      .terms(of: "Daily PA"), .privacy(of: "Daily PA"),
      .sync("your todos, events, expenses, receipts and profile", of: "Daily PA"),
    ], sending: ["terms", "privacy", ConsentText.entries])
}
