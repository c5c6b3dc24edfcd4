public import Kernel
public import Platform

/// The erasing of the account that waits for its day.
public struct ScheduledErasure: Sendable, Hashable {
  public let requested: Date
  public let erases: Date
  /// Gives access to the certificate when the account is gone.
  public let receipt: Redacted<String>

  public init(requested: Date, erases: Date, receipt: Redacted<String>) {
    self.requested = requested
    self.erases = erases
    self.receipt = receipt
  }

  /// The number of days until then; a day that has begun counts.
  func days(from now: Date) -> Int { Int(max(0, (erases.timeIntervalSince(now) / 86_400).rounded(.up))) }
}

/// The certificate of an erased account, kept on this device until it was read.
public struct ErasureDocument: Sendable, Hashable, Codable {
  public let id: String
  public let erased: Date
  /// The number of erased rows of each table.
  public let counts: [String: Int]
  public let signature: String
  /// The whole certificate as the server wrote it, which its signature covers.
  public let text: String

  public init(id: String, erased: Date, counts: [String: Int], signature: String, text: String) {
    self.id = id
    self.erased = erased
    self.counts = counts
    self.signature = signature
    self.text = text
  }
}

/// The server's answer to a device whose session has ended.
public enum ErasureAnswer: Sendable, Hashable {
  /// The account is not erased, or the server knows nothing of it any more.
  case none
  /// Erasing has begun.
  case underWay
  case erased(ErasureDocument)
}

/// The device's note about the deletion of the account.
public enum KeptDeletion: Sendable, Hashable {
  case scheduled(ScheduledErasure)
  case erased(ErasureDocument)
}

extension KeptDeletion: Codable {
  private enum CodingKeys: String, CodingKey { case requested, erases, receipt, document }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let document = try container.decodeIfPresent(ErasureDocument.self, forKey: .document) {
      self = .erased(document)
    } else {
      self = .scheduled(
        ScheduledErasure(
          requested: try container.decode(Date.self, forKey: .requested),
          erases: try container.decode(Date.self, forKey: .erases),
          receipt: Redacted(try container.decode(String.self, forKey: .receipt))))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .erased(let document): try container.encode(document, forKey: .document)
    case .scheduled(let erasure):
      try container.encode(erasure.requested, forKey: .requested)
      try container.encode(erasure.erases, forKey: .erases)
      try container.encode(erasure.receipt.revealed, forKey: .receipt)
    }
  }
}

/// A product's words about the deletion of its accounts.
public struct DeletionPlan: Sendable, Hashable {
  /// Sentence about the data that stays with other people.
  public let stays: String

  /// The consequence of deleting, in one sentence, and all that is erased.
  public var about = "Deleting your account erases it on the server and on all of your devices."
  public var erased = "Your account, all entries that are synced, your pictures and files, and every sign-in."

  public init(stays: String) { self.stays = stays }

  /// For a product in which people share nothing.
  public static let alone = DeletionPlan(stays: "Nothing. Nobody else sees your entries.")
}
