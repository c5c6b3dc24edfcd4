internal import Days
internal import Kernel
internal import Platform
internal import Receipts

// The effects on pictures of receipts, on the device and on their way to the server.
extension Expenses {
  /// Makes the picture small and stores it, and returns its identifier.
  func keep(_ bytes: [UInt8]) async throws(Problem) -> String {
    let small = try await needs.receipts.press(bytes)
    let picture = ReceiptPicture(id: context.identifiers.next(), bytes: Data(small), at: context.time.now().date)
    try await needs.pictures.save(picture)
    return picture.name
  }

  /// Reads a receipt on the server, or on this device where the server cannot be reached or cannot read.
  func read(_ id: String, on day: CalendarDay, onServer isReached: Bool) async throws(Problem) -> ReadReceipt {
    guard let picture = try await needs.pictures.picture(id) else { throw .receiptGone }
    if isReached, let server = needs.receipts.server {
      do throws(Problem) {
        try await send(picture, server)
        return try await server.read(id)
      } catch {
        log.info("A receipt is read on this device, not on the server (\(code: error)).")
      }
    }
    return try await needs.receipts.read(Array(picture.bytes), day)
  }

  private func send(_ picture: ReceiptPicture, _ server: ReceiptServer) async throws(Problem) {
    // Noted first, so that one whose answer is lost is deleted there when it is deleted here.
    try await needs.pictures.note(picture.name, .trying)
    try await server.send(picture.name, Array(picture.bytes))
    try await needs.pictures.note(picture.name, .sent)
  }

  func exchange(_ used: Set<String>) async throws(Problem) {
    guard let server = needs.receipts.server else { return }
    let (unsent, leaving) = try await needs.pictures.waiting(of: used)
    for picture in unsent { try await send(picture, server) }
    for picture in leaving {
      try await server.remove(picture.name)
      try await needs.pictures.forget(picture)
    }
  }

  /// Returns whether the picture is on this device now. One that was not sent yet is looked for again later.
  func fetch(_ id: String) async throws(Problem) -> Bool {
    guard let uuid = UUID(uuidString: id) else { return false }
    if try await needs.pictures.picture(id) != nil { return true }
    guard let server = needs.receipts.server else { return false }
    var picture = ReceiptPicture(id: ID(uuid), bytes: Data(try await server.fetch(id)), at: context.time.now().date)
    picture.way = .sent
    try await needs.pictures.save(picture)
    return true
  }
}

extension Problem {
  fileprivate static let receiptGone = Problem(
    "no-receipt", "The picture of the receipt is not here any more.", safe: "What you typed is still here.",
    remedy: "Type the values, or take it again.")
}
