/// What a product says of its dashboard.
public struct DashboardPlan: Sendable, Hashable {
  /// The name that stands in the header.
  public var brand: String
  /// What cannot be reached for now, whatever a person taps.
  public var unavailable: Set<QuickAction>

  public init(brand: String, unavailable: Set<QuickAction> = []) {
    self.brand = brand
    self.unavailable = unavailable
  }
}
