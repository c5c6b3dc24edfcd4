import Covers
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import JSON
import Kernel
import Money
import Receipts
import Storage
import Testing

@testable import Expenses

@Suite("Scanning receipts") struct ScanTests {
  private let scan = ExpensesPlaces.scan
  private let form = ExpenseForm.add.route

  /// A reading as a server or Tesseract gives it.
  private static let reading: JSONText = """
    {"merchant": {"value": "Corner Cafe", "confidence": 0.97}, "date": {"value": "2026-11-20", "confidence": 0.98},
     "total": {"value": "12.50", "confidence": 0.6}, "currency": {"value": "CHF", "confidence": 0.9},
     "category": {"value": "food", "confidence": 0.9}}
    """

  private func bench(
    over other: ExpensesBench? = nil, taking photo: [UInt8]? = [1, 2, 3],
    reading: @escaping @Sendable () throws(Problem) -> ReadReceipt = { () throws(Problem) in ScanTests.reading.receipt }
  ) async throws -> ExpensesBench {
    try await ExpensesBench(over: other) { needs in
      needs.receipts = ReceiptNeeds(
        take: { _ throws(Problem) in photo },
        press: { bytes throws(Problem) in
          if bytes.isEmpty { throw Problem("photo-broken", "This picture is damaged.", remedy: "Choose another one.") }
          return bytes + [9]
        }, read: { _, _ throws(Problem) in try reading() })
    }
  }

  private func pictures(_ bench: ExpensesBench) async throws -> [ReceiptPicture] {
    try await bench.store.collection(ReceiptPicture.self, .local).records()
  }

  private func preview(_ bench: ExpensesBench) async throws {
    await bench.do(.appeared(scan))
    await bench.until { $0.windows[bench.window].scan?.phase == .preview }
  }

  private func accept(_ bench: ExpensesBench) async throws {
    await bench.do(.scan(.accept))
    await bench.until { $0.windows[bench.window].scan == nil }
  }

  @Test("the sheet asks for a photo at once and shows it with Use photo and Retake")
  func preview() async throws {
    let bench = try await bench()
    #expect(bench.node("Scan receipt")?.destination == scan)
    try await preview(bench)
    let all = bench.nodes(scan)
    #expect(all.contains { $0.role == .image && $0.state.source?.hasPrefix("/-/picture/receipt-") == true })
    #expect(all.node(labelled: "Use photo") != nil && all.node(labelled: "Retake") != nil)
    // Made small before it is stored.
    #expect(try await pictures(bench).map { Array($0.bytes) } == [[1, 2, 3, 9]])
  }

  @Test("an accepted receipt fills the form, names what should be checked, and is saved with the expense")
  func accepted() async throws {
    let bench = try await bench()
    try await preview(bench)
    try await accept(bench)
    #expect(bench.events.contains(.filled(form)))
    await bench.do(.appeared(form))
    #expect(bench.node("Amount", at: form)?.value == "12.50")
    #expect(bench.node("Merchant", at: form)?.value == "Corner Cafe")
    #expect(bench.sees("Filled in from your receipt. Please check: amount.", at: form))
    #expect(bench.nodes(form).contains { $0.role == .image })
    await bench.do(.form(.save(.add)))
    let stored = try #require(try await bench.stored().first)
    #expect(stored.amount == 1_250 && stored.currency == "CHF" && stored.category == "food")
    #expect(stored.spentOn == CalendarDay("2026-11-20") && stored.merchant == "Corner Cafe")
    let picture = try #require(try await pictures(bench).first)
    #expect(stored.receipt == picture.id.uuid.uuidString.lowercased())
    let entry = ExpensesPlaces.entry(stored.id.uuid)
    #expect(bench.nodes(entry).contains { $0.role == .image && $0.label == "The receipt" })
    // On another device the picture is not there, and its place says so.
    let other = try await ExpensesBench()
    try await other.take([stored])
    #expect(other.sees("The picture of the receipt is on the device that took it.", at: entry))
  }

  @Test(
    "a reading that fails, has nothing or lacks the amount leaves a form to be filled in, with the picture attached",
    .covers("pa-R8.6"), arguments: ["fails", "has nothing", "lacks the amount"])
  func manual(_ reading: String) async throws {
    let bench = try await bench { () throws(Problem) in
      if reading == "fails" { throw Problem("receipt-no-library", "Receipts cannot be read here.", remedy: "Type it.") }
      if reading == "has nothing" { return ReadReceipt() }
      return JSONText(#"{"merchant": {"value": "Corner Cafe", "confidence": 0.97}}"#).receipt
    }
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    if reading == "lacks the amount" {
      #expect(bench.node("Merchant", at: form)?.value == "Corner Cafe")
      #expect(bench.sees("The total could not be read.", at: form))
    } else {
      #expect(bench.sees("Its picture is attached. Type the values.", at: form))
    }
    #expect(bench.nodes(form).contains { $0.role == .image })
    await bench.fill([.amount: "7", .category: "food"])
    await bench.do(.form(.save(.add)))
    #expect(try await bench.stored().map { $0.receipt != nil } == [true])
  }

  @Test("what was typed before stays, and only empty fields are filled")
  func typed() async throws {
    let bench = try await bench()
    await bench.do(.appeared(form))
    await bench.fill([.amount: "99", .merchant: "My words"])
    try await preview(bench)
    try await accept(bench)
    #expect(bench.node("Amount", at: form)?.value == "99")
    #expect(bench.node("Merchant", at: form)?.value == "My words")
  }

  @Test("a receipt without a currency says which one is filled in")
  func currency() async throws {
    let bench = try await bench { () throws(Problem) in
      JSONText(#"{"total": {"value": "4.00", "confidence": 0.99}, "unknown_currency": "$"}"#).receipt
    }
    try await preview(bench)
    try await accept(bench)
    #expect(bench.sees("“$” can be several currencies, so EUR is filled in. Please check: currency.", at: form))
  }

  @Test("a total that the articles and the tax do not make is said, and its amount is to be checked")
  func differing() async throws {
    let bench = try await bench { () throws(Problem) in
      JSONText(
        #"{"total": {"value": "4.00", "confidence": 0.99}, "currency": {"value": "EUR", "confidence": 0.99}, "sum": "differs"}"#
      ).receipt
    }
    try await preview(bench)
    try await accept(bench)
    #expect(
      bench.sees("The articles and the tax do not add up to the total. Please check: amount.", at: form))
  }

  @Test("the text of a receipt is kept with its expense within its bound, and the expense is found by it")
  func text() async throws {
    let long = String(repeating: "e\u{301}", count: Expense.longestReceiptText)
    let bench = try await bench { () throws(Problem) in
      JSONText(#"{"total": {"value": "4.00", "confidence": 0.99}, "text": "OAT DRINK 1L\#(long)"}"#).receipt
    }
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    await bench.fill([.category: "food"])
    await bench.do(.form(.save(.add)))
    let stored = try #require(try await bench.stored().first)
    #expect(stored.receiptText?.unicodeScalars.count == Expense.longestReceiptText)
    await bench.do(.filter(.search("oat drink")))
    // The day, and its expense.
    #expect(bench.shown.count == 2)
    await bench.do(.filter(.search("soy drink")))
    #expect(bench.shown.isEmpty)
    let edit = ExpenseForm.edit(stored.id.uuid)
    await bench.do(.appeared(edit.route))
    await bench.do(.form(.fill(edit, .merchant, "Shop")))
    await bench.do(.form(.save(edit)))
    let changed = try await bench.stored()
    #expect(changed.map(\.merchant) == ["Shop"] && changed.map(\.receiptText) == [stored.receiptText])
  }

  @Test("retaking, leaving the sheet and discarding the form delete the picture")
  func deleted() async throws {
    let bench = try await bench()
    try await preview(bench)
    await bench.do(.scan(.take))
    await bench.until { $0.windows[bench.window].scan?.phase == .preview }
    #expect(try await pictures(bench).count == 1)
    await bench.do(.left(scan))
    #expect(try await pictures(bench).isEmpty)
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    #expect(try await pictures(bench).count == 1)
    await bench.do(.form(.discard(.add)))
    #expect(try await pictures(bench).isEmpty)
  }

  @Test("a picture in a draft outlives a restart, and one that nothing refers to goes after a day")
  func swept() async throws {
    let first = try await bench()
    try await preview(first)
    try await accept(first)
    let lone = ReceiptPicture(id: ID(UUID()), bytes: Data([1]), at: first.clock.time.now().date)
    try await first.store.collection(ReceiptPicture.self, .local).save(lone, over: .anything)
    await first.advance(.seconds(100_000))
    let again = try await bench(over: first)
    #expect(try await pictures(again).map(\.id) != [lone.id])
    #expect(try await pictures(again).count == 1)
    await again.do(.appeared(form))
    #expect(again.nodes(form).contains { $0.role == .image })
  }

  /// A server in memory, which can fail.
  private final class ServerInMemory: Sendable {
    let pictures = Locked<[String: [UInt8]]>([:])
    let isBroken = Locked(false)
    let fetches = Locked(0)

    private func check() throws(Problem) {
      if isBroken.withLock({ $0 }) { throw Problem("no-server", "The server cannot be reached.", remedy: "Try again.") }
    }

    var port: ReceiptServer {
      ReceiptServer(
        send: { [self] id, bytes throws(Problem) in
          try check()
          pictures.withLock { $0[id] = bytes }
        },
        read: { [self] id throws(Problem) in
          try check()
          return JSONText(#"{"merchant": {"value": "By the server", "confidence": 0.99}}"#).receipt
        },
        fetch: { [self] id throws(Problem) in
          fetches.withLock { $0 += 1 }
          try check()
          guard let bytes = pictures.withLock({ $0[id] }) else {
            throw Problem("no-file", "There is no such file.", remedy: "Try again.")
          }
          return bytes
        },
        remove: { [self] id throws(Problem) in
          try check()
          pictures.withLock { $0[id] = nil }
        })
    }
  }

  private func bench(
    _ server: ServerInMemory, over other: ExpensesBench? = nil
  ) async throws -> ExpensesBench {
    try await ExpensesBench(over: other) { needs in
      needs.receipts = ReceiptNeeds(
        take: { _ throws(Problem) in [1, 2, 3] }, press: { bytes throws(Problem) in Array(bytes.prefix(2)) },
        read: { _, _ throws(Problem) in ScanTests.reading.receipt }, server: server.port)
    }
  }

  @Test(
    "an accepted photo is made small, sent and read by the server; without the server it is read here and sent later")
  func server() async throws {
    let server = ServerInMemory()
    let bench = try await bench(server)
    await bench.send(.reach(true))
    server.isBroken.withLock { $0 = true }
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    #expect(bench.node("Merchant", at: form)?.value == "Corner Cafe")
    await bench.do(.form(.save(.add)))
    let id = try #require(try await bench.stored().first?.receipt)
    #expect(server.pictures.withLock { $0.isEmpty })
    server.isBroken.withLock { $0 = false }
    await bench.send(.reach(false))
    await bench.send(.reach(true))
    #expect(server.pictures.withLock { $0 } == [id: [1, 2]])
    #expect(try await pictures(bench).map(\.way) == [.sent])
    await bench.do(.left(form))
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    #expect(bench.node("Merchant", at: form)?.value == "By the server")
    #expect(server.pictures.withLock { $0.count } == 2)
  }

  @Test("what is discarded is deleted on the server too, also when the server comes back later")
  func withdrawn() async throws {
    let server = ServerInMemory()
    let bench = try await bench(server)
    await bench.send(.reach(true))
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    #expect(server.pictures.withLock { $0.count } == 1)
    server.isBroken.withLock { $0 = true }
    await bench.do(.form(.discard(.add)))
    let left = try await pictures(bench)
    #expect(left.map(\.way) == [.leaving] && left.allSatisfy { $0.bytes.isEmpty })
    server.isBroken.withLock { $0 = false }
    let again = try await self.bench(server, over: bench)
    await again.send(.reach(true))
    #expect(server.pictures.withLock { $0.isEmpty })
    #expect(try await pictures(again).isEmpty)
  }

  @Test(
    "another device fetches the picture when the expense is opened, not before, and only once",
    .covers("pa-R12.6", "pa-R12.7"))
  func fetched() async throws {
    let server = ServerInMemory()
    let bench = try await bench(server)
    await bench.send(.reach(true))
    try await preview(bench)
    try await accept(bench)
    await bench.do(.appeared(form))
    await bench.fill([.amount: "7", .category: "food"])
    await bench.do(.form(.save(.add)))
    let stored = try #require(try await bench.stored().first)
    let entry = ExpensesPlaces.entry(stored.id.uuid)
    let other = try await self.bench(server)
    try await other.take([stored])
    await other.do(.appeared(entry))
    #expect(other.sees("The picture of the receipt is on the device that took it.", at: entry))
    await other.send(.reach(true))
    #expect(try await pictures(other).isEmpty)
    await other.do(.appeared(entry))
    #expect(other.nodes(entry).contains { $0.role == .image && $0.label == "The receipt" })
    #expect(try await pictures(other).map { Array($0.bytes) } == [[1, 2]])
    let again = try await self.bench(server, over: other)
    await again.send(.reach(true))
    await again.do(.appeared(entry))
    #expect(again.nodes(entry).contains { $0.role == .image && $0.label == "The receipt" })
    #expect(server.fetches.withLock { $0 } == 1)
  }

  @Test("a cancelled photo closes the sheet, and a damaged one is refused with its sentence")
  func refused() async throws {
    let none = try await bench(taking: nil)
    await none.do(.appeared(scan))
    await none.until { $0.windows[none.window].scan == nil }
    #expect(none.events.contains(.finished([scan])))
    let broken = try await bench(taking: [])
    await broken.do(.appeared(scan))
    await broken.until { if case .refused = $0.windows[broken.window].scan?.phase { true } else { false } }
    #expect(broken.sees("This picture is damaged. Choose another one.", at: scan))
    #expect(try await pictures(broken).isEmpty)
  }
}

/// A document of a receipt.
private struct JSONText: ExpressibleByStringLiteral, Sendable {
  let text: String
  init(stringLiteral text: String) { self.text = text }
  init(_ text: String) { self.text = text }

  var receipt: ReadReceipt { (try? JSON(text: text)).map { ReadReceipt($0) } ?? ReadReceipt() }
}
