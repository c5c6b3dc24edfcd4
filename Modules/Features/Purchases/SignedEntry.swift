public import Kernel
public import Platform
public import Storage
public import StoreTransactions

/// One text that a store has signed, as it is kept and synced. Rows are never changed: each device verifies them itself, and
/// of two versions of a transaction the one signed later counts.
public struct StoredTransaction: Syncable {
  public static let collection = "store_transactions"

  public let id: ID<StoredTransaction>
  public let text: String
  public let signedAt: Date

  public var when: Date { signedAt }

  public enum CodingKeys: String, ColumnKey {
    case id
    case text = "signed_text"
    case signedAt = "signed_at"
  }

  public init(id: ID<StoredTransaction>, text: String, signedAt: Date) {
    self.id = id
    self.text = text
    self.signedAt = signedAt
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(ID<StoredTransaction>.self, forKey: .id)
    text = try fields.decode(String.self, forKey: .text)
    signedAt = try fields.decode(Date.self, forKey: .signedAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(text, forKey: .text)
    try fields.encode(signedAt, forKey: .signedAt)
  }
}

/// A text whose signature and chain hold, with what it says.
public struct SignedEntry: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case transaction(StoreTransaction)
    case renewal(StoreRenewal)
  }

  public let text: String
  public let content: Content

  public init(_ text: String, _ content: Content) {
    self.text = text
    self.content = content
  }

  /// Verifies a text. Throws for one that is neither a transaction nor a renewal of this app and store.
  public init(_ text: String, by verifier: TransactionVerifier) throws(Problem) {
    self.text = text
    do throws(Problem) {
      content = .transaction(try verifier.transaction(text))
    } catch {
      // A renewal names no app, so that its own reading comes second.
      guard let renewal = try? verifier.renewal(text) else { throw error }
      content = .renewal(renewal)
    }
  }

  public var signed: Date {
    switch content {
    case .transaction(let one): one.signed
    case .renewal(let one): one.signed
    }
  }

  /// The first transaction of its subscription.
  public var original: String {
    switch content {
    case .transaction(let one): one.original
    case .renewal(let one): one.original
    }
  }

  /// The statement apart from the time of its signature: a store signs the same anew each time it is asked.
  var saying: Content {
    switch content {
    case .transaction(var one):
      one.signed = .distantPast
      return .transaction(one)
    case .renewal(var one):
      one.signed = .distantPast
      return .renewal(one)
    }
  }
}
