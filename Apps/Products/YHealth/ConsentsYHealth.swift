internal import Consent
internal import ProductKit

extension ConsentPlan {
  static let yhealth = ConsentPlan([
    .terms(of: "yHealth"), .privacy(of: "yHealth"),
    .health("Your meals, moods, sleep, weight and what your devices measured", of: "yHealth"),
  ])
}
