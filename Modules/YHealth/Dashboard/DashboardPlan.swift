/// A product's configuration of the dashboard.
public struct DashboardPlan: Sendable, Hashable {
  /// The product's name in the header.
  public var brand: String
  /// The actions that are not available in this product.
  public var unavailable: Set<QuickAction>

  public init(brand: String, unavailable: Set<QuickAction> = []) {
    self.brand = brand
    self.unavailable = unavailable
  }
}
