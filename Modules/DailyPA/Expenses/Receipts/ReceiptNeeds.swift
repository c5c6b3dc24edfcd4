public import Days
public import Kernel
internal import Platform
public import Receipts
public import Storage

/// The needs of scanning receipts. Pictures are sealed on the device like everything in the store.
public struct ReceiptNeeds: Sendable {
  /// Asks for a picture at a window; nil when the person cancels.
  public var take: @Sendable (WindowID) async throws(Problem) -> [UInt8]?
  /// Makes a small picture without metadata.
  public var press: @Sendable ([UInt8]) async throws(Problem) -> [UInt8]
  /// Reads a receipt on this device.
  public var read: @Sendable ([UInt8], CalendarDay) async throws(Problem) -> ReadReceipt
  /// The server; nil in a product without one.
  public var server: ReceiptServer?

  public init(
    take: @escaping @Sendable (WindowID) async throws(Problem) -> [UInt8]?,
    press: @escaping @Sendable ([UInt8]) async throws(Problem) -> [UInt8],
    read: @escaping @Sendable ([UInt8], CalendarDay) async throws(Problem) -> ReadReceipt, server: ReceiptServer? = nil
  ) {
    (self.take, self.press, self.read, self.server) = (take, press, read, server)
  }

  /// A device without a camera.
  public static let none = ReceiptNeeds(
    take: { _ throws(Problem) in throw .noCamera }, press: { _ throws(Problem) in throw .noCamera },
    read: { _, _ throws(Problem) in throw .noCamera })
}

/// The person's folder for receipts on the server, and the reading there.
public struct ReceiptServer: Sendable {
  /// Stores a picture. Repeating it does no harm.
  public var send: @Sendable (_ id: String, [UInt8]) async throws(Problem) -> Void
  /// Reads the values of a picture that was sent.
  public var read: @Sendable (_ id: String) async throws(Problem) -> ReadReceipt
  public var fetch: @Sendable (_ id: String) async throws(Problem) -> [UInt8]
  /// Deletes a picture. One that is not there is as good as deleted.
  public var remove: @Sendable (_ id: String) async throws(Problem) -> Void

  public init(
    send: @escaping @Sendable (_ id: String, [UInt8]) async throws(Problem) -> Void,
    read: @escaping @Sendable (_ id: String) async throws(Problem) -> ReadReceipt,
    fetch: @escaping @Sendable (_ id: String) async throws(Problem) -> [UInt8],
    remove: @escaping @Sendable (_ id: String) async throws(Problem) -> Void
  ) {
    (self.send, self.read, self.fetch, self.remove) = (send, read, fetch, remove)
  }
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
    return try await shelf.collection().record(ID(id)).flatMap { $0.way == .leaving ? nil : $0 }
  }

  /// Deletes a picture here. One that may be on the server stays without its bytes until it is deleted there.
  func delete(_ id: String) async throws(Problem) {
    guard let picture = try await picture(id) else { return }
    try await delete(picture)
  }

  private func delete(_ picture: ReceiptPicture) async throws(Problem) {
    let all = try await shelf.collection()
    guard picture.way != nil else { return try await all.delete(picture.id) }
    var leaving = picture
    (leaving.bytes, leaving.way) = (Data(), .leaving)
    try await all.save(leaving, over: .anything)
  }

  // MARK: The server

  func note(_ id: String, _ way: ReceiptPicture.Way) async throws(Problem) {
    // One that was deleted meanwhile stays so.
    guard var picture = try await picture(id) else { return }
    picture.way = way
    try await save(picture)
  }

  /// The pictures of `used` that are not known to be on the server, and those that are to be deleted there.
  func waiting(of used: Set<String>) async throws(Problem) -> (unsent: [ReceiptPicture], leaving: [ReceiptPicture]) {
    let all = try await shelf.collection().records()
    return (
      all.filter { ($0.way == nil || $0.way == .trying) && used.contains($0.name) }, all.filter { $0.way == .leaving }
    )
  }

  func forget(_ picture: ReceiptPicture) async throws(Problem) { try await shelf.collection().delete(picture.id) }

  /// Deletes old pictures but those with these identifiers, and returns the identifiers of the rest.
  func sweep(keeping used: Set<String>, at now: Date) async throws(Problem) -> Set<String> {
    let all = try await shelf.collection()
    var left: Set<String> = []
    for picture in try await all.records() where picture.way != .leaving {
      if used.contains(picture.name) || picture.at > now.addingTimeInterval(-ReceiptPictures.grace) {
        left.insert(picture.name)
      } else {
        try await delete(picture)
      }
    }
    return left
  }
}

extension ReceiptPicture {
  /// The identifier as expenses have it.
  var name: String { id.uuid.uuidString.lowercased() }
}

extension Problem {
  fileprivate static let noCamera = Problem(
    "no-camera", "No picture can be taken here.", safe: "Nothing was changed.", remedy: "Type the expense instead.")
}
