internal import Entitlement
package import Purchases
internal import StoreTransactions

extension PurchasePlan {
  /// yHealth's offer: Premium, by month or by year, or by the year for a family.
  package static let yhealth = {
    var plan = PurchasePlan(
      app: "org.troupe.yhealth", name: "yHealth", entitlement: "premium",
      items: [
        StoreItem(
          "premium.month", "Premium, monthly", term: .month, group: "premium", level: 1, trialDays: 14,
          price: StorePrice(9990, "EUR")),
        StoreItem(
          "premium.year", "Premium, yearly", term: .year, group: "premium", level: 2, trialDays: 14,
          price: StorePrice(79_990, "EUR")),
        StoreItem(
          family, "Premium for a family, yearly", term: .year, group: "premium", level: 3,
          price: StorePrice(119_990, "EUR"), places: 5),
      ],
      benefits: ["A weekly report: your three pillars, compared with the week before"])
    plan.words.notes = [family: "Premium for you and up to five others, whom you invite with a code."]
    plan.openable = ["premium"]
    return plan
  }()

  private static let family: StoreItem.ID = "premium.family"
}
