import Chance
import FoundationEssentials
import JSON
import Kernel
import TestKeys
import Testing

@testable import StoreTransactions

@Suite("Signed transactions") struct VerifierTests {
  private func why(_ verifier: TransactionVerifier, _ text: String) -> String? {
    do {
      _ = try verifier.transaction(text)
      return nil
    } catch {
      return error.what
    }
  }

  @Test("A transaction that the store has signed is read with its fields")
  func good() throws {
    let store = try TestStore()
    let verifier = try TransactionVerifier(roots: [store.root], app: "org.example.app")
    let account = "0198f0f0-0000-7000-8000-000000000001"
    let text = try store.signed(
      TestStore.fields([
        "offerType": 1, "offerDiscountType": "FREE_TRIAL", "appAccountToken": .string(account),
        "revocationDate": .number(noon.timeIntervalSince1970 * 1000 + 5000), "inAppOwnershipType": "FAMILY_SHARED",
      ]))
    let found = try verifier.transaction(text)
    #expect(found.id == "2" && found.original == "1" && found.product == "pro.month" && found.group == "pro")
    #expect(found.purchased == noon && found.expires == noon.addingTimeInterval(30 * 86_400) && found.signed == noon)
    #expect(found.offer == .introductory && found.isFree && found.ownership == .family && found.isSandbox)
    #expect(found.account == UUID(uuidString: account) && found.revoked == noon.addingTimeInterval(5))
    let renewal = try store.signed([
      "originalTransactionId": "1", "autoRenewStatus": 0, "autoRenewProductId": "pro.year",
      "isInBillingRetryPeriod": true, "gracePeriodExpiresDate": .number(noon.timeIntervalSince1970 * 1000 + 9000),
      "signedDate": .number(noon.timeIntervalSince1970 * 1000),
    ])
    let next = try verifier.renewal(renewal)
    #expect(!next.renews && next.next == "pro.year" && next.isInRetry && next.graceUntil == noon.addingTimeInterval(9))
  }

  @Test("What an authority of a sandbox signs is read, also after it was kept, and another sandbox's is not")
  func authority() throws {
    let authority = try StoreAuthority(at: noon)
    let kept = try JSONDecoder().decode(StoreAuthority.self, from: JSONEncoder().encode(authority))
    let verifier = try TransactionVerifier(roots: [authority.rootCertificate], app: "org.example.app")
    for one in [authority, kept] {
      let found = try verifier.transaction(try one.signed(TestStore.fields(["price": 9990, "currency": "EUR"])))
      #expect(found.id == "2" && found.price == StorePrice(9990, "EUR"))
    }
    let other = try StoreAuthority(at: noon)
    #expect(why(verifier, try other.signed(TestStore.fields())) != nil)
    for (price, currency) in [(JSON.number(-1), JSON.string("EUR")), (.string("9"), "EUR"), (9990, "Euro")] {
      let text = try authority.signed(TestStore.fields(["price": price, "currency": currency]))
      #expect(try verifier.transaction(text).price == nil)
    }
  }

  @Test("Another root, a chain without marks, another app and another key are refused")
  func foreign() throws {
    let (store, other) = (try TestStore(), try TestStore())
    let verifier = try TransactionVerifier(roots: [store.root], app: "org.example.app")
    let chain = "A purchase could not be verified. Its certificates do not lead to the store's root."
    #expect(why(verifier, try other.signed(TestStore.fields())) == chain)
    // A chain that ends in the pinned root without being signed by it.
    #expect(
      why(verifier, try other.signed(TestStore.fields(), chain: [other.leaf, other.middle, store.root])) == chain)
    for (leaf, middle) in [(nil, TestStore.middleMark), (TestStore.leafMark, nil)] {
      let bare = try TestStore(leafMark: leaf, middleMark: middle)
      #expect(
        why(try TransactionVerifier(roots: [bare.root], app: "org.example.app"), try bare.signed(TestStore.fields()))
          == chain)
    }
    let end = TestStore.fields(["signedDate": .number((noon.timeIntervalSince1970 + 400 * 86_400) * 1000)])
    #expect(why(verifier, try store.signed(end)) == chain, "the certificate had ended when it signed")
    #expect(
      why(verifier, try store.signed(TestStore.fields(["bundleId": "org.example.other"])))
        == "A purchase could not be verified. It belongs to another app.")
    #expect(
      why(verifier, try store.signed(TestStore.fields(), by: other.signer))
        == "A purchase could not be verified. Its signature is not that of its certificate.")
    #expect(why(verifier, try store.signed(TestStore.fields())) == nil)
  }

  @Test("Texts of another form are refused with a sentence")
  func formless() throws {
    let store = try TestStore()
    let verifier = try TransactionVerifier(roots: [store.root], app: "org.example.app")
    let good = try store.signed(TestStore.fields())
    let form = "A purchase could not be verified. It is not signed as the store signs."
    for text in [
      "", "a.b.c", good + ".x", String(good.dropLast(90)), try store.signed(TestStore.fields(), algorithm: "none"),
      try store.signed(TestStore.fields(), algorithm: "HS256"),
      try store.signed(TestStore.fields(), chain: [store.leaf, store.root]),
      try store.signed(TestStore.fields(), chain: []), try store.signed(["signedDate": "soon"]),
    ] { #expect(why(verifier, text)?.hasPrefix("A purchase could not be verified.") == true) }
    #expect(why(verifier, "a.b.c") == form)
    #expect(why(verifier, String(repeating: "a", count: 20_000)) == "A purchase could not be verified. It is too long.")
    let lacking = TestStore.fields(["productId": .null])
    #expect(
      why(verifier, try store.signed(lacking))
        == "A purchase could not be verified. It has no identifier, product or date.")
    #expect(throws: Problem.self) { try TransactionVerifier(roots: [[1, 2, 3]], app: "a") }
    #expect(throws: Problem.self) { try TransactionVerifier(roots: [], app: "a") }
  }

  @Test("No altered text is accepted")
  func altered() throws {
    let store = try TestStore()
    let verifier = try TransactionVerifier(roots: [store.root], app: "org.example.app")
    let good = try store.signed(TestStore.fields())
    var random = try FuzzPlan.generator(for: "store-transactions")
    for _ in 0..<2000 {
      var bytes = Array(good.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 33...126, using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      guard text != good else { continue }
      #expect(why(verifier, text) != nil, "accepted with another sign at \(place)")
    }
  }
}
