import Catalog
import Chance
import Covers
import Fetch
import Foundation
import Interface
import Kernel
import Loopback
import ProductKit
import Purchases
import ShellTesting
import StoreTransactions
import Testing

@testable import Shell

@Suite("Products that sell, with the store of a device", .timeLimit(.minutes(10))) struct SoldProductTests {
  @Test(
    "an order is handed to the store at once, and each of its answers is followed", arguments: SoldProduct.all)
  func answers(_ sold: SoldProduct) async throws {
    let shop = try PhoneShop(sold.plan)
    let customer = try await Customer(sold, shop)
    // Nothing of the sandbox is there.
    for route in [Customer.plans, Customer.subscription, Route(["settings", "subscription", "store"])] {
      let frame = try await customer.window.perform(.open(route))
      #expect(!frame.labels.contains { $0.localizedCaseInsensitiveContains("sandbox") })
    }
    let foreign = try shop.bought("1", sold.item, app: "org.example.other")
    for (answer, words) in [
      (StoreAnswer.cancelled, nil), (.declined, "The payment was declined."),
      (.pending, "Your purchase waits for approval."), (.purchased(["a.b.c"]), "The purchase could not be verified."),
      (.purchased([foreign]), "The purchase could not be verified."),
    ] {
      shop.change { $0.answers = [answer] }
      #expect(try await customer.order())
      if let words { #expect(await customer.shows(words), "\(answer)") }
      #expect(await !customer.hasRight, "\(answer)")
    }
    shop.change { $0.isReachable = false }
    try await customer.order()
    #expect(await customer.shows("The store cannot be reached."))
    shop.change { $0.isReachable = true }
    let text = try shop.bought("1", sold.item, until: 30)
    shop.change { ($0.answers, $0.texts) = ([.purchased([text])], [text]) }
    try await customer.order()
    #expect(try await customer.comes(true))
    #expect(shop.orders == Array(repeating: sold.item, count: 6))
    await customer.close()
  }

  @Test(
    "what was approved comes by itself; a term that is renewed stays, in grace says so, ends, and is taken back by a refund",
    arguments: SoldProduct.inTurn)
  func terms(_ sold: SoldProduct) async throws {
    let shop = try PhoneShop(sold.plan)
    let customer = try await Customer(sold, shop)
    shop.change { $0.answers = [.pending] }
    #expect(try await customer.order(sold.term))
    #expect(await customer.shows("Your purchase waits for approval."))
    // Approved.
    let first = try shop.bought("1", sold.term, until: 30)
    shop.change { $0.texts = [first] }
    shop.report()
    #expect(try await customer.comes(true))
    // Renewed, which the store is asked for at the end of the term.
    let second = try shop.bought("2", of: "1", sold.term, from: 30, until: 60)
    shop.change { $0.texts.append(second) }
    try await customer.advance(days: 31)
    #expect(await customer.hasRight)
    #expect(try await customer.listed().count == 3, "one plan and two payments")
    // The next payment fails: open in grace, and closed after it.
    let failing = try shop.renewal("1", isFailing: true, grace: 70, signed: 60)
    shop.change { $0.texts.append(failing) }
    try await customer.advance(days: 30)
    shop.report()
    #expect(await customer.shows("The last payment failed."))
    #expect(await customer.hasRight)
    try await customer.advance(days: 10)
    #expect(try await customer.comes(false))
    // Paid after all.
    let paid = try shop.renewal("1", signed: 72)
    let third = try shop.bought("3", of: "1", sold.term, from: 72, until: 102)
    shop.change { $0.texts += [paid, third] }
    shop.report()
    #expect(try await customer.comes(true))
    // Cancelled by the person at the store.
    try await customer.window.perform(.open(Customer.subscription))
    try await customer.window.perform(.tap(.label("Cancel subscription")))
    try await customer.window.perform(.tap(.label("Cancel subscription")))
    #expect(try await customer.window.until { shop.held.withLock { $0.renewals } == ["1 false"] })
    // Refunded: the same purchase, signed anew.
    let refunded = try shop.bought("3", of: "1", sold.term, from: 72, until: 102, signed: 74, revoked: 74)
    shop.change { $0.texts.append(refunded) }
    shop.report()
    #expect(try await customer.comes(false))
    #expect(try await customer.listed().contains { $0.contains("refunded") })
    await customer.close()
  }

  @Test(
    "a store that answers late, twice or never loses nothing, and gives nothing twice", arguments: SoldProduct.all)
  func slow(_ sold: SoldProduct) async throws {
    let shop = try PhoneShop(sold.plan)
    let customer = try await Customer(sold, shop)
    // Never: the person goes on, and orders anew.
    try await customer.order(sold.term)
    #expect(await customer.shows("Waiting for the store"))
    try await customer.window.perform(.tap(.label("Stop waiting")))
    #expect(await customer.shows("You no longer wait here."))
    #expect(await !customer.hasRight)
    // Late: the answer comes days afterwards, to whoever still waits.
    try await customer.order(sold.term)
    #expect(await customer.shows("Waiting for the store"))
    try await customer.advance(days: 3)
    #expect(await !customer.hasRight)
    let text = try shop.bought("1", sold.term, until: 30)
    shop.change { $0.texts = [text] }
    // Twice: in the answer, in a second answer, as news and when it is restored.
    shop.answer(.purchased([text, text]))
    shop.answer(.purchased([text]))
    #expect(try await customer.comes(true))
    for _ in 0..<3 { shop.report() }
    try await customer.window.perform(.open(Customer.subscription))
    try await customer.window.perform(.tap(.label(sold.plan.words.restore)))
    #expect(await customer.shows("Everything that you have bought is already here."))
    #expect(try await customer.listed().count == 2, "one plan and one payment")
    #expect(shop.orders.count == 2)
    await customer.close()
  }

  @Test(
    "over random events of the store the rights are those of somebody who restores all transactions at the end",
    arguments: SoldProduct.inTurn)
  func random(_ sold: SoldProduct) async throws {
    var random = try FuzzPlan.generator(for: "sold-products")
    for life in 0..<4 {
      let shop = try PhoneShop(sold.plan)
      let clock = ManualTime(noon)
      let customer = try await Customer(sold, shop, clock: clock)
      var (isSold, day) = (false, 0.0)
      for step in 0..<12 {
        let item = try #require(sold.plan.items.randomElement(using: &random))
        let end = item.term == .lifetime ? nil : day + Double(Int.random(in: 1...12, using: &random))
        let id = "\(life)-\(step)"
        let original = item.term == .lifetime ? id : "\(life)-\(item.id)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          let text = try shop.bought(id, of: original, item.id, from: day, until: end)
          isSold = true
          shop.change { $0.texts.append(text) }
          // Sometimes the answer to an order tells it, sometimes the news, sometimes nothing.
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            shop.change { $0.answers = [.purchased([text, text])] }
            try await customer.order(item.id)
            shop.change { $0.answers = [] }
          case 1: shop.report()
          default: break
          }
        case 3:
          let text = try shop.bought(
            id, of: original, item.id, from: day, until: end, signed: day + 0.1, revoked: day + 0.1)
          shop.change { $0.texts.append(text) }
          shop.report()
        case 4:
          let text = try shop.renewal(
            original, renews: Bool.random(using: &random), isFailing: Bool.random(using: &random),
            grace: Bool.random(using: &random) ? day + 6 : nil, signed: day)
          shop.change { $0.texts.append(text) }
        case 5: shop.change { $0.isReachable.toggle() }
        case 6:
          let answer = try #require([StoreAnswer.declined, .cancelled, .pending].randomElement(using: &random))
          shop.change { $0.answers = [answer] }
          try await customer.order(item.id)
          shop.change { $0.answers = [] }
        default:
          for _ in 0..<Int.random(in: 1...3, using: &random) { shop.report() }
        }
        let pause = Double(Int.random(in: 0...3, using: &random))
        day += pause + 0.2
        try await customer.advance(days: pause + 0.2)
      }
      // In the end the store is there again, and everybody asks it.
      shop.change { held in
        held.isReachable = true
        held.texts = (held.texts + held.texts).shuffled(using: &random)
      }
      let newcomer = try await Customer(sold, shop, clock: clock, seed: 2)
      for one in [newcomer, customer] {
        try await one.window.perform(.open(Customer.subscription))
        try await one.window.perform(.tap(.label(sold.plan.words.restore)))
      }
      let (lived, restored) = (try await customer.listed(), try await newcomer.listed())
      #expect(lived == restored, "life \(life)")
      #expect(await customer.rights == newcomer.rights, "life \(life)")
      if !isSold { #expect(await newcomer.rights == []) }
      await customer.close()
      await newcomer.close()
    }
  }

  @Test(
    "a list on a server opens what is sold to everybody, and no list of rubbish does", arguments: SoldProduct.all)
  func gates(_ sold: SoldProduct) async throws {
    let file = Locked("")
    let server = try Listener { talk in
      guard let (head, _) = talk.request(), let first = head.first else { return }
      let isList = first.contains("/\(sold.make(nil, nil).id)/pro.json")
      talk.answer(
        isList ? Array(file.withLock { $0 }.utf8) : [], status: isList ? "200 OK" : "404 Not Found",
        headers: ["connection: close"])
    }
    let content = try #require(RemoteContent(of: sold.make(nil, nil).id, at: "http://127.0.0.1:\(server.port)"))
    // Where single features have words of their own, each of them is opened; else all that is sold.
    let opened =
      sold.plan.gates.isEmpty ? ["\(sold.plan.entitlement)"] : Set(sold.plan.gates.map { "\($0.entitlement)" })
    for (list, expected) in [
      (#"{"version":2,"pro":[]}"#, opened), (#"{"version":2,"pro":[7]}"#, []), ("[", []),
      (#"{"version":2,"pro":["no-such-right"]}"#, []), (#"{"version":0,"pro":[]}"#, []),
    ] {
      file.withLock { $0 = list }
      let visits = server.visits
      let customer = try await Customer(sold, try PhoneShop(sold.plan), content: content)
      #expect(try await customer.window.until { server.visits > visits }, "\(list)")
      try await customer.window.perform(.screen)
      if !expected.isEmpty { #expect(try await customer.window.until { await customer.rights == expected }) }
      #expect(await customer.rights == expected, "\(list)")
      await customer.close()
    }
  }
}
