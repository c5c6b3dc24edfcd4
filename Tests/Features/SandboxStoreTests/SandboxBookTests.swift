import Chance
import FoundationEssentials
import StoreTransactions
import Testing

@testable import SandboxStore

let noon = Date(timeIntervalSince1970: 1_780_000_000)
let day = 86_400.0

let month = StoreItem(
  "plus.month", "Plus, monthly", term: .month, group: "plus", trialDays: 7, price: StorePrice(9990, "EUR"))
let year = StoreItem(
  "plus.year", "Plus, yearly", term: .year, group: "plus", level: 2, trialDays: 7, price: StorePrice(79_990, "EUR"))
let once = StoreItem("tip", "Tip", term: .lifetime, price: StorePrice(990, "EUR"))
let items = [month, year, once]

/// A book at noon in which nothing was bought.
func book() -> SandboxBook {
  var book = SandboxBook()
  book.advance(to: noon, among: items)
  return book
}

@Suite("The book of a sandbox store") struct SandboxBookTests {
  @Test("the first plan of a group begins with a trial, which is charged at its end and never given again")
  func trial() throws {
    var book = book()
    book.sell(month, among: items, account: nil)
    let trial = try #require(book.standing.first)
    #expect(trial.isTrial && trial.price.thousandths == 0 && trial.expires == noon.addingTimeInterval(7 * day))
    book.advance(to: noon.addingTimeInterval(8 * day), among: items)
    #expect(book.entries.count == 2 && book.entries[1].price == month.price && !book.entries[1].isTrial)
    book.setRenewal(of: trial.original, false)
    book.advance(to: noon.addingTimeInterval(100 * day), among: items)
    #expect(book.entries.count == 2 && !book.runs(book.entries[1]))
    book.sell(year, among: items, account: nil)
    #expect(book.standing.first?.isTrial == false && book.standing.first?.item == year.id)
  }

  @Test("what is owned is not sold again; a higher plan holds at once, a lower one from the next renewal on")
  func plans() throws {
    var book = book()
    book.sell(once, among: items, account: nil)
    book.sell(once, among: items, account: nil)
    #expect(book.entries.count == 1)
    book.sell(month, among: items, account: nil)
    book.sell(month, among: items, account: nil)
    #expect(book.entries.count == 2)
    book.sell(year, among: items, account: nil)
    #expect(book.entries[1].isUpgraded && book.standing.first?.item == year.id)
    book.sell(month, among: items, account: nil)
    #expect(book.entries.count == 3 && book.renewals[book.entries[1].original]?.next == month.id)
    book.advance(to: noon.addingTimeInterval(366 * day), among: items)
    #expect(book.standing.first?.item == month.id)
  }

  @Test("a failed payment is in grace, then in retry, then given up; a recovered one begins a new term")
  func failing() throws {
    var book = book()
    book.sell(month, among: items, account: nil)
    let original = try #require(book.standing.first).original
    book.setFailing(of: original, true, among: items)
    book.advance(to: noon.addingTimeInterval(8 * day), among: items)
    #expect(book.entries.count == 1 && book.isInRetry(original))
    #expect(book.graceEnd(of: original) == noon.addingTimeInterval(23 * day))
    var recovered = book
    recovered.setFailing(of: original, false, among: items)
    #expect(recovered.entries.count == 2 && recovered.entries[1].purchased == noon.addingTimeInterval(8 * day))
    book.advance(to: noon.addingTimeInterval(68 * day), among: items)
    #expect(!book.isInRetry(original) && book.renewals[original]?.renews == false)
  }

  @Test("an order that waits is sold when it is approved, and gone when it is denied")
  func approval() throws {
    var book = book()
    for _ in 0..<2 { book.wait(StoreOrder(id: UUID(), item: once.id, account: nil, window: window)) }
    book.settle(book.waiting[0].id, approved: false, among: items)
    #expect(book.entries.isEmpty && book.waiting.count == 1)
    book.settle(book.waiting[0].id, approved: true, among: items)
    #expect(book.entries.map(\.item) == [once.id] && book.waiting.isEmpty)
  }

  @Test("a refund takes the right and ends the renewal; a clock that is set back changes nothing")
  func refund() throws {
    var book = book()
    book.sell(month, among: items, account: nil)
    let entry = try #require(book.standing.first)
    book.refund(entry.id)
    #expect(book.standing.isEmpty && book.renewals[entry.original]?.renews == false)
    let before = book
    book.advance(to: noon.addingTimeInterval(-30 * day), among: items)
    #expect(book == before)
  }

  @Test("the book stays bounded, and never sells two running plans of a group, over random lives")
  func random() throws {
    var random = try FuzzPlan.generator(for: "sandbox-book")
    for _ in 0..<100 {
      var book = book()
      for _ in 0..<60 {
        let original = book.entries.randomElement(using: &random)?.original ?? "none"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: book.sell(items.randomElement(using: &random) ?? month, among: items, account: nil)
        case 1: book.setRenewal(of: original, Bool.random(using: &random))
        case 2: book.setFailing(of: original, Bool.random(using: &random), among: items)
        case 3: book.refund(book.entries.randomElement(using: &random)?.id ?? "none")
        case 4: book.endTerm(of: original, among: items)
        case 5: book.wait(StoreOrder(id: UUID(), item: month.id, account: nil, window: window))
        case 6: book.settle(book.waiting.randomElement(using: &random)?.id ?? UUID(), approved: true, among: items)
        default:
          book.advance(
            to: book.clock.addingTimeInterval(Double(Int.random(in: -20...400, using: &random)) * day), among: items)
        }
        let running = book.entries.filter { $0.group == "plus" && book.runs($0) && !$0.isUpgraded }
        #expect(Set(running.map(\.original)).count <= 1)
        #expect(book.entries.count <= SandboxBook.most && book.waiting.count <= 20)
        #expect(Set(book.entries.map(\.id)).count == book.entries.count)
      }
    }
  }
}
