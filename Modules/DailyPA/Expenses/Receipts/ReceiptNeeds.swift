public import Days
internal import FoundationEssentials
public import Kernel
public import Receipts
public import Storage

/// The needs of scanning receipts. Pictures stay on the device, sealed like everything in the store.
public struct ReceiptNeeds: Sendable {
  /// Asks for a picture at a window; nil when the person cancels.
  public var take: @Sendable (WindowID) async throws(Problem) -> [UInt8]?
  /// Makes a small picture without metadata.
  public var press: @Sendable ([UInt8]) async throws(Problem) -> [UInt8]
  public var read: @Sendable ([UInt8], CalendarDay) async throws(Problem) -> ReadReceipt

  public init(
    take: @escaping @Sendable (WindowID) async throws(Problem) -> [UInt8]?,
    press: @escaping @Sendable ([UInt8]) async throws(Problem) -> [UInt8],
    read: @escaping @Sendable ([UInt8], CalendarDay) async throws(Problem) -> ReadReceipt
  ) {
    (self.take, self.press, self.read) = (take, press, read)
  }

  /// A device without a camera.
  public static let none = ReceiptNeeds(
    take: { _ throws(Problem) in throw .noCamera }, press: { _ throws(Problem) in throw .noCamera },
    read: { _, _ throws(Problem) in throw .noCamera })
}

/// The pictures of receipts in a person's store.
public struct ReceiptPictures: Sendable {
  private let shelf: Shelf<ReceiptPicture>
  /// Pictures that nothing refers to are kept for a day, since a deletion may be taken back.
  private static let grace: TimeInterval = 86_400

  public init(_ store: Store) { shelf = Shelf(store, .local) }

  func save(_ picture: ReceiptPicture) async throws(Problem) {
    try await shelf.collection().save(picture, over: .anything)
  }

  public func picture(_ id: String) async throws(Problem) -> ReceiptPicture? {
    guard let id = UUID(uuidString: id) else { return nil }
    return try await shelf.collection().record(ID(id))
  }

  func delete(_ id: String) async throws(Problem) {
    guard let id = UUID(uuidString: id) else { return }
    try await shelf.collection().delete(ID(id))
  }

  /// Deletes old pictures but those with these identifiers, and returns the identifiers of the rest.
  func sweep(keeping used: Set<String>, at now: Date) async throws(Problem) -> Set<String> {
    let all = try await shelf.collection()
    var left: Set<String> = []
    for picture in try await all.records() {
      let id = picture.id.uuid.uuidString.lowercased()
      if used.contains(id) || picture.at > now.addingTimeInterval(-ReceiptPictures.grace) {
        left.insert(id)
      } else {
        try await all.delete(picture.id)
      }
    }
    return left
  }
}

extension Problem {
  fileprivate static let noCamera = Problem(
    "no-camera", "No picture can be taken here.", safe: "Nothing was changed.", remedy: "Type the expense instead.")
}
