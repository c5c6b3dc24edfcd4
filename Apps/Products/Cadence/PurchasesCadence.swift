internal import Entitlement
internal import Interface
package import Purchases
internal import StoreTransactions

extension PurchasePlan {
  /// Cadence's offer: full access, after a free trial. Without it a plan can be read and trained by.
  package static let cadence = {
    var plan = PurchasePlan(
      app: "org.troupe.cadence", name: "Cadence", entitlement: "full-access",
      items: [
        StoreItem(
          "full.month", "Monthly", term: .month, group: "full", level: 1, trialDays: 7, price: StorePrice(12_990, "EUR")
        ),
        StoreItem(
          "full.year", "Yearly", term: .year, group: "full", level: 2, trialDays: 7, price: StorePrice(89_990, "EUR")),
      ],
      benefits: [
        "Full training plan", "Daily adaptive sessions", "Visible reasoning", "Unlimited adjustments",
      ])
    plan.openable = ["full-access"]
    plan.later = PurchaseLink("Maybe later", to: AllowanceCadence.home)
    return plan
  }()
}
