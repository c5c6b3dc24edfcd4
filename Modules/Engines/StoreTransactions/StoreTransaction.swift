public import Platform

/// A purchase or a renewal that a store has signed.
public struct StoreTransaction: Sendable, Hashable, Identifiable {
  public enum Ownership: String, Sendable, Hashable, Codable {
    case purchased = "PURCHASED"
    case family = "FAMILY_SHARED"
  }

  /// The kinds of offer that count here.
  public enum Offer: Int, Sendable, Hashable, Codable {
    case introductory = 1
    case promotional = 2
    case code = 3
  }

  public let id: String
  /// The first transaction of the subscription, which all its renewals name.
  public let original: String
  /// The product's identifier in the store.
  public let product: String
  public var group: String?
  public var purchased: Date
  /// Nil for what lasts for good.
  public var expires: Date?
  /// The store took it back: a refund, or the end of sharing in a family.
  public var revoked: Date?
  /// The person changed to a higher plan before this one ended.
  public var isUpgraded: Bool
  public var offer: Offer?
  /// The offer costs nothing.
  public var isFree: Bool
  public var ownership: Ownership
  /// The account that the app named when it was bought.
  public var account: UUID?
  /// The price that was charged.
  public var price: StorePrice?
  public var signed: Date
  public var isSandbox: Bool

  public init(
    _ id: String, original: String? = nil, product: String, group: String? = nil, purchased: Date, expires: Date? = nil,
    revoked: Date? = nil, isUpgraded: Bool = false, offer: Offer? = nil, isFree: Bool = false,
    ownership: Ownership = .purchased, account: UUID? = nil, price: StorePrice? = nil,
    signed: Date, isSandbox: Bool = false
  ) {
    self.id = id
    self.original = original ?? id
    self.product = product
    self.group = group
    self.purchased = purchased
    self.expires = expires
    self.revoked = revoked
    self.isUpgraded = isUpgraded
    self.offer = offer
    self.isFree = isFree
    self.ownership = ownership
    self.account = account
    self.price = price
    self.signed = signed
    self.isSandbox = isSandbox
  }
}

/// The present state of a subscription's renewal, which a store signs too.
public struct StoreRenewal: Sendable, Hashable {
  public let original: String
  public var renews: Bool
  /// The plan that it renews to.
  public var next: String?
  /// The payment failed and the store tries again.
  public var isInRetry: Bool
  /// The store keeps the subscription alive until then, though the payment failed.
  public var graceUntil: Date?
  public var signed: Date

  public init(
    _ original: String, renews: Bool, next: String? = nil, isInRetry: Bool = false, graceUntil: Date? = nil,
    signed: Date
  ) {
    self.original = original
    self.renews = renews
    self.next = next
    self.isInRetry = isInRetry
    self.graceUntil = graceUntil
    self.signed = signed
  }
}
