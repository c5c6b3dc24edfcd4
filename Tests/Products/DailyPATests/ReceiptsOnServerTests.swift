import Catalog
import Connectivity
import Covers
import Days
import Embedded
import Expenses
import Fetch
import FoundationEssentials
import Interface
import JSON
import Kernel
import ServerFunctions
import ShellTesting
import Storage
import Testing

@testable import DailyPA
@testable import Shell

@Suite("Receipts and the server", .timeLimit(.minutes(10))) struct ReceiptsOnServerTests {
  private let clock = ManualTime(noon)

  /// A server that has the bucket of receipts, and reads a merchant from every picture that is there.
  private func plan() -> EmbeddedPlan {
    var plan = EmbeddedPlan(schema: .products)
    let own = ReceiptFunction.function()
    plan.functions = [
      ServerFunction(own.name, buckets: own.buckets) { call, context in
        let object = String(decoding: call.body, as: UTF8.self).split(separator: "\"").first {
          $0.hasPrefix("receipts/")
        }
        guard let object, let file = try? await context.file(String(object.dropFirst(9)), "receipts"),
          let bytes = try? await file.bytes(), bytes.starts(with: [0xFF, 0xD8])
        else { return .refusal("NOT_FOUND", "There is no such picture.", .notFound) }
        return FunctionAnswer([
          "merchant": ["value": "Read by the server", "confidence": 0.97],
          "total": ["value": "12.50", "confidence": 0.97], "currency": ["value": "EUR", "confidence": 0.97],
        ])
      }
    ]
    return plan
  }

  private func open(_ server: ServerPort, seed: UInt64, _ way: String, _ button: String) async throws -> Window {
    let person = try await Person.open(
      .dailypa(CalendarAccess()), home: .memory, clock: clock, seed: seed, server: server)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["account", way])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label(button)))
    try await window.perform(.wait(.label("Sign out"), seconds: 60))
    if button == "Create account" { try await window.consent() }
    return window
  }

  private func accept(_ photo: [UInt8], _ number: Int, in window: Window) async throws {
    try await window.perform(.open(Route(["expenses", "scan"])))
    while await window.photoAsk?.isOpen != true { await Task.yield() }
    try await window.perform(.photo(.bytes(photo), to: number))
    try await window.perform(.wait(.label("Use photo"), seconds: 60))
    try await window.perform(.tap(.label("Use photo")))
    try await window.perform(.wait(.label("Amount"), seconds: 60))
  }

  private func synced(_ window: Window) async throws {
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.tap(.label("Sync Now")))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
  }

  private func pictures(_ window: Window) async throws -> [ReceiptPicture] {
    try await window.person.store.collection(ReceiptPicture.self, .local).records()
  }

  @Test(
    "an accepted photo goes to the server and is read there, is on the other device, and goes with a discarded form",
    .covers("pa-R8.3"))
  func way() async throws {
    let mark = DailyPADemonstrationMark(made: noon.day, last: noon.day, zone: "GMT")
    let photo = try #require(await DemonstratedLedger(mark).receipts[0].jpeg())
    let fetch = try Fetch()
    let server = EmbeddedServer(plan(), fetch, time: clock.time)
    let phone = try await open(server.port, seed: 1, "sign-up", "Create account")
    let tablet = try await open(server.port, seed: 2, "sign-in", "Sign in")
    try await accept(photo, 1, in: phone)
    let form = try await phone.perform(.screen)
    #expect(form.everything.first { $0.label == "Merchant" }?.value == "Read by the server")
    #expect(form.everything.first { $0.label == "Amount" }?.value == "12.50")
    let taken = try #require(try await pictures(phone).first)
    #expect(taken.way == .sent)
    try await phone.perform(.tap(.label("Groceries")))
    try await phone.perform(.tap(.label("Save")))
    try await synced(phone)
    try await synced(tablet)
    try await tablet.perform(.open(Route(["expenses"])))
    try await tablet.perform(.wait(.label("Read by the server"), seconds: 60))
    try await tablet.perform(.tap(.label("Read by the server")))
    try await tablet.perform(.wait(.label("The receipt"), seconds: 60))
    #expect(try await pictures(tablet).map(\.bytes) == [taken.bytes])
    // A second photo, whose form is discarded: nothing of it is left on either side.
    try await accept(photo, 2, in: phone)
    #expect(try await pictures(phone).count == 2)
    try await phone.perform(.tap(.label("Discard")))
    try await phone.perform(.tap(.label("Discard")))
    while try await pictures(phone).count != 1 { await Task.yield() }
    for window in [phone, tablet] {
      await window.close()
      await window.person.close()
    }
    await server.stop()
    await fetch.close()
  }
}
