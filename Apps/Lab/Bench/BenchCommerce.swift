internal import Analytics
internal import COpenSSL
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Signing
internal import Storage
internal import StoreTransactions

extension Benchmark {
  /// 10,000 transactions of a store, verified. Peer: OpenSSL verifying the same signatures bare, with the key at hand.
  static let commerce = Benchmark(
    name: "commerce",
    summary: "10,000 signed transactions of a store, verified, against OpenSSL alone; the recording of an event",
    measure: { () throws(Problem) in try await verifying() + recording() })

  /// The time that recording an event takes whoever records it. What is kept afterwards is not part of it.
  private static func recording() async throws(Problem) -> [Figure] {
    let context = FeatureContext()
    let store = try await Store.memory(context)
    let analytics = Analytics(
      AnalyticsPlan([.event("synced", .count("items", upTo: 1_000_000))]), on: context,
      needs: AnalyticsNeeds(store, isAllowed: { true }))
    await analytics.send(.begin)
    await context.settling.settled()
    var times: [Double] = []
    for _ in 0..<100 {
      times.append(
        timedNow {
          for number in 0..<batch { analytics.recorder.record(AnalyticsEvent("synced", .count("items", number))) }
        } / Double(batch))
      await context.settling.settled()
    }
    guard !analytics.states.value.queue.isEmpty else { throw .unmeasured("no event was recorded") }
    return [
      Figure(
        "commerce-event", here: Times(times).median, peer: 50, peerName: "the budget", unit: "us", limit: 1)
    ]
  }

  private static let transactions = 10_000
  private static let batch = 250

  private static func verifying() async throws(Problem) -> [Figure] {
    let now = Date()
    let authority = try StoreAuthority(at: now)
    var texts: [String] = []
    for number in 0..<transactions { texts.append(try authority.signed(fields(number, at: now))) }
    let bare = try texts.map { text throws(Problem) in try BareSignature(text) }
    let key = try BareKey(texts[0])
    let verifier = try TransactionVerifier(roots: [authority.rootCertificate], app: app)
    var (ours, peers): ([Double], [Double]) = ([], [])
    var (good, goodBare) = (0, 0)
    // In turns, so that the load of the machine affects both.
    for start in stride(from: 0, to: transactions, by: batch) {
      let part = start..<start + batch
      ours.append(timedNow { for text in texts[part] where (try? verifier.transaction(text)) != nil { good += 1 } })
      peers.append(timedNow { for one in bare[part] where key.verifies(one) { goodBare += 1 } })
    }
    guard good == transactions else { throw .unmeasured("\(transactions - good) transactions were refused") }
    guard goodBare == transactions else { throw .unmeasured("OpenSSL refused \(transactions - goodBare) signatures") }
    func rate(_ times: [Double]) -> Double { Double(batch) / Times(times).median * 1_000_000 }
    return [
      Figure(
        "commerce-verify", here: rate(ours), peer: rate(peers), peerName: "OpenSSL alone", unit: "a second",
        better: .higher, limit: 0.7)
    ]
  }

  private static let app = "org.example.app"

  /// The fields that a subscription's transaction has.
  private static func fields(_ number: Int, at now: Date) -> [String: JSON] {
    let milliseconds = (now.timeIntervalSince1970 * 1000).rounded() + Double(number)
    return [
      "transactionId": .string("\(number)"), "originalTransactionId": .string("\(number % 100)"),
      "productId": "plus.month", "bundleId": .string(app), "subscriptionGroupIdentifier": "plus",
      "purchaseDate": .number(milliseconds), "expiresDate": .number(milliseconds + 2_592_000_000),
      "signedDate": .number(milliseconds), "inAppOwnershipType": "PURCHASED", "environment": "Sandbox",
      "price": .number(9990), "currency": "EUR",
    ]
  }
}

/// The signed bytes and their signature as OpenSSL takes it.
private struct BareSignature {
  let message: [UInt8]
  let signature: [UInt8]

  init(_ text: String) throws(Problem) {
    guard let dot = text.lastIndex(of: "."), let pair = Base64URL.bytes(String(text[text.index(after: dot)...])),
      pair.count == 64, let made = ECDSA_SIG_new()
    else { throw .unmeasured("a text has no signature") }
    defer { ECDSA_SIG_free(made) }
    let (first, second) = (BN_bin2bn(Array(pair[..<32]), 32, nil), BN_bin2bn(Array(pair[32...]), 32, nil))
    // It takes the numbers over.
    guard ECDSA_SIG_set0(made, first, second) == 1 else { throw .unmeasured("a signature cannot be read") }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(made, &bytes)
    guard count > 0, let bytes else { throw .unmeasured("a signature cannot be written") }
    defer { CRYPTO_free(bytes, nil, 0) }
    signature = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    message = Array(text[..<dot].utf8)
  }
}

/// The key of the certificate that signs.
private final class BareKey {
  private let key: OpaquePointer

  init(_ text: String) throws(Problem) {
    guard let head = text.split(separator: ".").first.flatMap({ Base64URL.bytes(String($0)) }),
      let leaf = (try? JSON(bytes: head))?["x5c"]?.array?.first?.string.flatMap({ Data(base64Encoded: $0) })
    else { throw .unmeasured("a text has no certificate") }
    let read = [UInt8](leaf).withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      guard let certificate = d2i_X509(nil, &start, bytes.count) else { return nil }
      defer { X509_free(certificate) }
      return X509_get_pubkey(certificate)
    }
    guard let read else { throw .unmeasured("a certificate has no key") }
    key = read
  }

  deinit { EVP_PKEY_free(key) }

  func verifies(_ one: BareSignature) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, one.signature, one.signature.count, one.message, one.message.count) == 1
  }
}
