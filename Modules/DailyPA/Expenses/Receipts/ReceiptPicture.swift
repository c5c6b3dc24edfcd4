public import Kernel
public import Platform
public import Storage

/// The picture of a receipt: small, without metadata, and sealed in the store. It goes to the person's own folder on the server
/// when there is a way.
public struct ReceiptPicture: Kept {
  public static let collection = "receipt_pictures"
  /// The longest side in pixels, at which print is still read.
  public static let longest = 1_800

  public let id: ID<ReceiptPicture>
  /// The place of the picture on its way to the server. The raw values are stored, so they never change.
  public enum Way: String, Sendable, Hashable, Codable {
    /// It may have arrived.
    case trying
    case sent
    /// It was deleted here, and is to be deleted there.
    case leaving
  }

  /// A JPEG; empty for one that is leaving.
  public var bytes: Data
  public let at: Date
  /// Nil for one that was never sent.
  public internal(set) var way: Way?

  public var when: Date { at }

  public init(id: ID<ReceiptPicture>, bytes: Data, at: Date) {
    (self.id, self.bytes, self.at) = (id, bytes, at)
  }

  /// The name in the picture's address within the product.
  public static func name(_ id: String) -> String { "receipt-\(id)" }
  static func source(_ id: String) -> String { "/-/picture/\(name(id))" }
}

/// The scanning of a receipt in one window.
struct ReceiptScan: Sendable, Equatable {
  enum Phase: Sendable, Equatable {
    /// The person takes or chooses a picture.
    case taking
    /// It is made smaller and stored.
    case working
    /// The person looks at it.
    case preview
    case reading
    /// Why no picture was taken, as a sentence.
    case refused(String)
  }

  var phase: Phase
  /// The identifier of the stored picture.
  var picture: String?
}

/// The outcome of a reading, until it is in a form.
struct ScannedReceipt: Sendable, Equatable {
  let picture: String
  var values: [ExpenseField: String] = [:]
  /// The text of the receipt, as far as it is kept.
  var text = ""
  /// The fields that should be looked at.
  var doubts: [ExpenseField] = []
  /// A sentence about what could not be read.
  var remark: String?
}
