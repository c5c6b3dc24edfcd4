internal import Entitlement
package import Purchases
internal import StoreTransactions

extension PurchasePlan {
  /// yHealth's offer: Premium, by month or by year.
  package static let yhealth = PurchasePlan(
    app: "org.troupe.yhealth", name: "yHealth", entitlement: "premium",
    items: [
      StoreItem(
        "premium.month", "Premium, monthly", term: .month, group: "premium", level: 1, trialDays: 14,
        price: StorePrice(9990, "EUR")),
      StoreItem(
        "premium.year", "Premium, yearly", term: .year, group: "premium", level: 2, trialDays: 14,
        price: StorePrice(79_990, "EUR")),
    ],
    benefits: ["A weekly report: your three pillars, compared with the week before"])
}
