internal import Consent
internal import ProductKit

extension ConsentPlan {
  static let volvox = ConsentPlan(
    [
      .terms(of: "Volvox.Sober"), .privacy(of: "Volvox.Sober"),
      .health("Your sober days, check-ins and reflections", of: "Volvox.Sober"),
    ], sending: [ConsentText.healthData])
}
