internal import FoundationEssentials
internal import JSON
public import Kernel
internal import Signing
internal import Tokens

/// Verifies what a store has signed: JSON Web Signatures by ES256 with the chain of certificates in their head.
public final class TransactionVerifier: Sendable {
  /// In bytes: a transaction of the App Store has about 5,000.
  public static let longest = 16_384
  /// Chains whose keys are remembered. A store changes its certificate once a year or so.
  static let mostKeys = 16

  private let chain: CertificateChain
  private let app: String
  private let keys = Locked<[[UInt8]: (key: PublicKey, until: Int)]>([:])

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
    let fields = try StoreFields(try payload(text))
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
      account: fields.text("appAccountToken").flatMap(UUID.init(uuidString:)), signed: signed,
      isSandbox: fields.text("environment") != "Production")
  }

  public func renewal(_ text: String) throws(Problem) -> StoreRenewal {
    let fields = try StoreFields(try payload(text))
    guard let original = fields.text("originalTransactionId"), let status = fields.whole("autoRenewStatus"),
      let signed = fields.date("signedDate")
    else { throw .badTransaction("It has no identifier, status or date.") }
    return StoreRenewal(
      original, renews: status == 1, next: fields.text("autoRenewProductId"),
      isInRetry: fields.flag("isInBillingRetryPeriod"), graceUntil: fields.date("gracePeriodExpiresDate"),
      signed: signed)
  }

  /// The fields of a text whose signature and chain hold.
  private func payload(_ text: String) throws(Problem) -> Claims {
    guard text.utf8.count <= TransactionVerifier.longest else { throw .badTransaction("It is too long.") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.bytes(String(parts[0])), let json = try? JSON(bytes: head),
      json["alg"] == "ES256", let texts = json["x5c"]?.array, texts.count == CertificateChain.length
    else { throw .badTransaction("It is not signed as the store signs.") }
    let certificates = texts.compactMap { one in
      one.string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
    }
    guard certificates.count == texts.count, let body = Base64URL.bytes(String(parts[1])),
      let signed = (try? JSON(bytes: body))?["signedDate"]?.number, signed.isFinite, abs(signed) < 1e15
    else { throw .badTransaction("It is not signed as the store signs.") }
    // A certificate that has ended since was good when it signed.
    let second = Int(signed / 1000)
    guard let key = key(of: certificates, at: second) else {
      throw .badTransaction("Its certificates do not lead to the store's root.")
    }
    do throws(TokenRefusal) {
      return try key.claims(of: text, by: TokenRules(), at: second)
    } catch {
      throw .badTransaction("Its signature is not that of its certificate.")
    }
  }

  /// Remembers keys of chains by their bytes and the hour, so that a chain is verified once an hour of signing dates.
  private func key(of certificates: [[UInt8]], at second: Int) -> PublicKey? {
    let name = Array(certificates.joined())
    let hour = second / 3600
    let known = keys.withLock { keys in keys[name].flatMap { $0.until == hour ? $0.key : nil } }
    if let known { return known }
    guard let key = chain.key(of: certificates, at: second) else { return nil }
    keys.withLock { keys in
      if keys.count >= TransactionVerifier.mostKeys { keys.removeAll() }
      keys[name] = (key, hour)
    }
    return key
  }
}

/// The fields of a transaction, whose times are in milliseconds.
private struct StoreFields {
  private let members: [String: JSON]

  init(_ claims: Claims) throws(Problem) { members = claims.others }

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

  func check(_ app: String) throws(Problem) {
    guard text("bundleId") == app else { throw .badTransaction("It belongs to another app.") }
  }
}

extension Problem {
  static func badTransaction(_ why: String) -> Problem {
    Problem(
      "bad-transaction", "A purchase could not be verified. \(why)", safe: "What you have bought before stays yours.",
      remedy: "Try “Restore purchases”. If it stays so, ask for help.")
  }
}
