public import Kernel
public import Platform
internal import StoreTransactions

/// The rights of an account as a server knows them, which verifies what a store has signed and refuses what another account
/// has shown it before.
public struct ServerRights: Sendable, Hashable, Codable {
  /// A purchase that gives its rights to the account, wherever it was bought.
  public struct Grant: Sendable, Hashable, Codable {
    /// The first transaction, or a name of the server's own for what somebody shares.
    public let original: String
    public let product: String
    public let purchased: Date
    /// Nil for what lasts for good.
    public let until: Date?
    /// Whether it is shared by another account.
    public let isShared: Bool

    public init(original: String, product: String, purchased: Date, until: Date?, isShared: Bool) {
      self.original = original
      self.product = product
      self.purchased = purchased
      self.until = until
      self.isShared = isShared
    }
  }

  /// Why a server did not take a text.
  public enum Refusal: String, Sendable, Hashable, Codable, CaseIterable {
    case otherAccount = "OTHER_ACCOUNT"
    case otherApp = "OTHER_APP"
    case notSigned = "NOT_SIGNED"
    case sandbox = "SANDBOX"
    /// The store took it back, which this device may not have heard.
    case revoked = "REVOKED"
  }

  public let account: UUID
  public let grants: [Grant]
  /// By the first transaction.
  public let refused: [String: Refusal]
  /// The server's time of the answer.
  public let asked: Date

  public init(account: UUID, grants: [Grant], refused: [String: Refusal], asked: Date) {
    self.account = account
    self.grants = grants
    self.refused = refused
    self.asked = asked
  }
}

/// The server's part in purchases, where there is a server and an account.
public struct PurchaseServer: Sendable {
  /// Shows signed texts to the server, by their first transactions, and returns the rights of the account; nil where no server
  /// verifies purchases, so that the device's own verification counts.
  public var verify: @Sendable ([SignedEntry]) async throws(Problem) -> ServerRights?
  /// The answer that was kept last, and keeping it; nil removes it.
  public var load: @Sendable () async throws(Problem) -> ServerRights?
  public var keep: @Sendable (ServerRights?) async throws(Problem) -> Void

  public init(
    verify: @escaping @Sendable ([SignedEntry]) async throws(Problem) -> ServerRights?,
    load: @escaping @Sendable () async throws(Problem) -> ServerRights?,
    keep: @escaping @Sendable (ServerRights?) async throws(Problem) -> Void
  ) {
    self.verify = verify
    self.load = load
    self.keep = keep
  }
}

// Rights by the server's answer.
extension PurchasesState {
  /// Has the server verify what is known here. Without an account, or without anything to show, it is not asked.
  var confirm: Steps {
    guard hasServer, account != nil, reading == .done, offersFamily || !entries.isEmpty else { return [] }
    return [.run(.verify(entries), .newest("verify"))]
  }

  mutating func rightsAnswered(_ answer: ServerRights?) -> Steps {
    // An answer to an account that has left meanwhile.
    guard answer == nil || answer?.account == account else { return [] }
    let isNew = rights != answer
    rights = answer
    judge()
    return (isNew ? [.run(.keepRights(answer), .newest("rights"))] : []) + settled()
      + (offersFamily ? [loadFamily] : [])
  }

  /// The server's answer that counts for the present account.
  var ownRights: ServerRights? { rights.flatMap { $0.account == account ? $0 : nil } }

  /// The purchases that only the server knows, as transactions. A device that has not reached the server for too long believes
  /// them no more.
  var granted: [StoreTransaction] {
    guard let own = ownRights, let clock,
      OfflineGrace(asked: own.asked, steadyAtAsking: .zero).holds(now: clock.date, steady: .zero)
    else { return [] }
    return own.grants.map { grant in
      StoreTransaction(
        grant.original, product: grant.product, group: plan.item(grant.product)?.group, purchased: grant.purchased,
        expires: grant.until, ownership: grant.isShared ? .family : .purchased, account: own.account, signed: own.asked)
    }
  }

  /// The sentence about what the server has refused.
  var refusal: String? {
    guard let refused = ownRights?.refused.values, !refused.isEmpty else { return nil }
    if refused.contains(.otherAccount) {
      return "A purchase belongs to another \(plan.name) account. Sign in with that account to use it."
    }
    return refused.contains { $0 != .revoked }
      ? "The server could not verify a purchase. Restore purchases, or ask for help."
      : "A purchase was refunded, and gives no rights any more."
  }
}
