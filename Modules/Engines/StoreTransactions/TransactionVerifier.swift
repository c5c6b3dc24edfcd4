internal import JSON
public import Kernel
internal import Platform
internal import Signing

/// Verifies what a store has signed: JSON Web Signatures by ES256 with the chain of certificates in their head.
public final class TransactionVerifier: Sendable {
  /// In bytes: a transaction of the App Store has about 5,000.
  public static let longest = 16_384
  /// Heads that are remembered. A store changes its certificate once a year or so.
  static let mostHeads = 16

  private let chain: CertificateChain
  private let app: String
  private let heads = Locked<[String: StoreHead]>([:])

  /// The roots are pinned as DER; the app is the only one whose transactions are taken.
  public init(roots: [[UInt8]], app: String) throws(Problem) {
    guard let chain = CertificateChain(roots: roots) else {
      throw Problem(
        "store-roots", "A root certificate of the store cannot be read.", safe: "Nothing was verified.",
        remedy: "Give each as DER, as the store publishes it.")
    }
    self.chain = chain
    self.app = app
  }

  public func transaction(_ text: String) throws(Problem) -> StoreTransaction {
    let fields = StoreFields(try payload(text))
    try fields.check(app)
    guard let id = fields.text("transactionId"), let product = fields.text("productId"),
      let purchased = fields.date("purchaseDate"), let signed = fields.date("signedDate")
    else { throw .badTransaction("It has no identifier, product or date.") }
    return StoreTransaction(
      id, original: fields.text("originalTransactionId"), product: product,
      group: fields.text("subscriptionGroupIdentifier"), purchased: purchased, expires: fields.date("expiresDate"),
      revoked: fields.date("revocationDate"), isUpgraded: fields.flag("isUpgraded"),
      offer: fields.whole("offerType").flatMap(StoreTransaction.Offer.init),
      isFree: fields.text("offerDiscountType") == "FREE_TRIAL",
      ownership: fields.text("inAppOwnershipType").flatMap(StoreTransaction.Ownership.init) ?? .purchased,
      account: fields.text("appAccountToken").flatMap(UUID.init(uuidString:)), price: fields.price, signed: signed,
      isSandbox: fields.text("environment") != "Production")
  }

  public func renewal(_ text: String) throws(Problem) -> StoreRenewal {
    let fields = StoreFields(try payload(text))
    guard let original = fields.text("originalTransactionId"), let status = fields.whole("autoRenewStatus"),
      let signed = fields.date("signedDate")
    else { throw .badTransaction("It has no identifier, status or date.") }
    return StoreRenewal(
      original, renews: status == 1, next: fields.text("autoRenewProductId"),
      isInRetry: fields.flag("isInBillingRetryPeriod"), graceUntil: fields.date("gracePeriodExpiresDate"),
      signed: signed)
  }

  /// The fields of a text whose signature and chain hold.
  private func payload(_ text: String) throws(Problem) -> [String: JSON] {
    guard text.utf8.count <= TransactionVerifier.longest else { throw .badTransaction("It is too long.") }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    // The signature covers how the body is spelled; that of the signature itself has to be the one spelling that it has.
    guard parts.count == 3, let head = head(of: parts[0]), let body = StoreText.bytes(parts[1]),
      let signature = Base64URL.bytes(String(Substring(parts[2]))), let json = try? JSON(bytes: body),
      case .object(let members) = json, let signed = members["signedDate"]?.number, signed.isFinite, abs(signed) < 1e15
    else { throw .badTransaction("It is not signed as the store signs.") }
    // A certificate that has ended since was good when it signed.
    guard let key = head.key(at: Int(signed / 1000), by: chain) else {
      throw .badTransaction("Its certificates do not lead to the store's root.")
    }
    guard key.verifies(signature, of: Array(text.utf8[..<parts[1].endIndex])) else {
      throw .badTransaction("Its signature is not that of its certificate.")
    }
    return members
  }

  /// The head of a text; nil for one of another form. Heads are remembered by their whole text, since a store writes the same
  /// one for years.
  private func head(of part: Substring.UTF8View) -> StoreHead? {
    let text = String(Substring(part))
    if let known = heads.withLock({ $0[text] }) { return known }
    guard let head = StoreHead(text) else { return nil }
    heads.withLock { heads in
      if heads.count >= TransactionVerifier.mostHeads { heads.removeAll() }
      heads[text] = head
    }
    return head
  }
}

/// The fields of a transaction, whose times are in milliseconds.
private struct StoreFields {
  private let members: [String: JSON]

  init(_ members: [String: JSON]) { self.members = members }

  func text(_ name: String) -> String? {
    guard let text = members[name]?.string, 1...200 ~= text.utf8.count else { return nil }
    return text
  }

  func flag(_ name: String) -> Bool { members[name]?.bool ?? false }

  func whole(_ name: String) -> Int? { members[name]?.number.flatMap { Int(exactly: $0) } }

  func date(_ name: String) -> Date? {
    guard let milliseconds = members[name]?.number, milliseconds.isFinite, abs(milliseconds) < 1e15 else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }

  /// A price within sense; a store leaves it out of older transactions.
  var price: StorePrice? {
    guard let thousandths = whole("price"), 0...1_000_000_000_000 ~= thousandths, let currency = text("currency"),
      currency.utf8.count == 3
    else { return nil }
    return StorePrice(thousandths, currency)
  }

  func check(_ app: String) throws(Problem) {
    guard text("bundleId") == app else { throw .otherApp }
  }
}

extension Problem {
  /// A transaction that the store has signed for another app.
  public static let otherApp = Problem(
    "other-app", "A purchase could not be verified. It belongs to another app.",
    safe: "What you have bought before stays yours.",
    remedy: "Try “Restore purchases”. If it stays so, ask for help.")

  static func badTransaction(_ why: String) -> Problem {
    Problem(
      "bad-transaction", "A purchase could not be verified. \(why)", safe: "What you have bought before stays yours.",
      remedy: "Try “Restore purchases”. If it stays so, ask for help.")
  }
}
