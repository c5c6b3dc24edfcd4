public import Entitlement
public import Interface
public import StoreTransactions

/// What a product sells, and which rights each item gives.
public struct PurchasePlan: Sendable, Hashable {
  /// The identifier of the app, which every transaction names.
  public let app: String
  /// The name of the app, for sentences.
  public let name: String
  /// The main right, whose title names the plan on screen.
  public let entitlement: Entitlement
  public let items: [StoreItem]
  /// The rights of an item, by its identifier; the main one without an entry.
  public let rights: [StoreItem.ID: Set<Entitlement>]
  /// What a person gets, one sentence each.
  public let benefits: [String]
  /// The place of a store that is a page of the product, as a sandbox store is; nil for one of the system.
  public var storePage: Route?

  public init(
    app: String, name: String, entitlement: Entitlement, items: [StoreItem],
    rights: [StoreItem.ID: Set<Entitlement>] = [:], benefits: [String]
  ) {
    self.app = app
    self.name = name
    self.entitlement = entitlement
    self.items = items
    self.rights = rights
    self.benefits = benefits
  }

  func item(_ id: StoreItem.ID) -> StoreItem? { items.first { $0.id == id } }

  /// The rights that an item gives; none of an item that is not sold any more and unknown.
  func rights(of id: StoreItem.ID) -> Set<Entitlement> {
    item(id) == nil ? [] : rights[id] ?? [entitlement]
  }
}
