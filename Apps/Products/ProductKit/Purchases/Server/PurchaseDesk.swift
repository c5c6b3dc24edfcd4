internal import JSON
internal import Kernel
internal import Platform
internal import Purchases
internal import Relational
internal import ServerFunctions
internal import StoreTransactions
internal import Tokens

/// One call of the function `purchases`.
struct PurchaseDesk: Sendable {
  static let mostTexts = 500
  private static let attempts = 4
  private static let claim = "claim"

  let shop: SoldApp
  let person: String
  let tables: FunctionTables
  let now: Date

  var app: Relational.Value { .text(shop.plan.app) }
  var nowText: Relational.Value { .text(Moment(now).text) }

  // MARK: Verifying

  /// Takes over the texts that the store has signed for this account, and answers its rights.
  func verify(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let texts = json["texts"]?.array, texts.count <= PurchaseDesk.mostTexts,
      case let words = texts.compactMap(\.string), words.count == texts.count
    else { return PurchasesFunction.malformed }
    var refused: [Int: ServerRights.Refusal] = [:]
    var renewals: [(Int, SignedEntry)] = []
    for (index, text) in words.enumerated() {
      switch shop.read(text) {
      case .failure(let fault): refused[index] = fault.refusal
      case .success(let entry):
        guard case .transaction(let one) = entry.content else {
          renewals.append((index, entry))
          continue
        }
        guard one.account.map({ $0.uuidString.lowercased() == person }) ?? true, try await claim(one.original) else {
          refused[index] = .otherAccount
          continue
        }
        guard try await has(room: entry) else { return PurchaseDesk.full }
        try await put(entry)
      }
    }
    // A renewal names no app: its first transaction says whose it is.
    for (index, entry) in renewals {
      guard try await PurchaseDesk.owner(of: entry.original, in: shop.plan.app, tables) == person else {
        refused[index] = .otherAccount
        continue
      }
      try await put(entry)
    }
    return try await rights(refused)
  }

  private static let full = FunctionAnswer.refusal(
    "TOO_MANY", "There are too many purchases in this account.", .conflict)

  private func rights(_ refused: [Int: ServerRights.Refusal]) async throws(Failure) -> FunctionAnswer {
    let ledger = try await ledger(of: person)
    let standings = ledger.standings(at: now)
    var grants = standings.filter(\.isEntitled).map { standing in
      PurchaseDesk.grant(
        standing, as: standing.original, since: ledger.purchased(standing.original) ?? now, isShared: false)
    }
    if let shared = try await shared() { grants.append(shared) }
    let revoked = standings.compactMap { standing -> JSON? in
      if case .revoked = standing.state { .string(standing.original) } else { nil }
    }
    return FunctionAnswer([
      "grants": .array(grants), "revoked": .array(revoked), "asked": PurchaseDesk.milliseconds(now),
      "refused": .array(
        refused.sorted { $0.key < $1.key }.map { index, why in
          ["index": .number(Double(index)), "reason": .string(why.rawValue)]
        }),
    ])
  }

  static func grant(
    _ standing: StoreStanding, as original: String, since purchased: Date, isShared: Bool
  ) -> JSON {
    let until: Date? =
      switch standing.state {
      case .trial(let date), .active(let date), .grace(let date): date
      case .owned, .retry, .expired, .revoked: nil
      }
    return [
      "original": .string(original), "product": .string(standing.product), "purchased": milliseconds(purchased),
      "until": until.map(milliseconds) ?? .null, "shared": .bool(isShared),
    ]
  }

  static func milliseconds(_ date: Date) -> JSON { .number((date.timeIntervalSince1970 * 1000).rounded()) }

  // MARK: Kept texts

  func rows(_ table: String, _ filter: Filter, most: Int = 1_000) async throws(Failure) -> [JSON] {
    var select = Select(try tables.table(table))
    select.filter = filter
    select.limit = most
    return try await tables.rows(select, as: .service)
  }

  /// All that the store has signed for an account. Each text is verified again, so that a changed row gives nothing.
  func ledger(of person: String) async throws(Failure) -> StoreLedger {
    let kept = try await rows(
      "verified_purchases",
      .all([.compare("owner", .equal, .text(person)), .compare("app", .equal, app)]))
    var ledger = StoreLedger()
    for row in kept {
      guard let text = row["signed_text"]?.string, case .success(let entry) = shop.read(text) else { continue }
      switch entry.content {
      case .transaction(let one): ledger.take(one)
      case .renewal(let one): ledger.take(one)
      }
    }
    return ledger
  }

  private static func isStatement(_ statement: String, of original: String, in app: String) -> Filter {
    .all([
      .compare("app", .equal, .text(app)), .compare("original", .equal, .text(original)),
      .compare("statement", .equal, .text(statement)),
    ])
  }

  /// The account that has shown a first transaction.
  static func owner(of original: String, in app: String, _ tables: FunctionTables) async throws(Failure) -> String? {
    var select = Select(try tables.table("verified_purchases"))
    select.filter = isStatement(claim, of: original, in: app)
    return try await tables.rows(select, as: .service).first?["owner"]?.string
  }

  /// Notes that a first transaction is this account's; false when another account has shown it before.
  private func claim(_ original: String) async throws(Failure) -> Bool {
    if let owner = try await PurchaseDesk.owner(of: original, in: shop.plan.app, tables) { return owner == person }
    do throws(Failure) {
      try await insert(PurchaseDesk.claim, of: original, nil)
      return true
    } catch {
      guard error.code == "23505" else { throw error }
      return try await PurchaseDesk.owner(of: original, in: shop.plan.app, tables) == person
    }
  }

  private func insert(_ statement: String, of original: String, _ text: String?) async throws(Failure) {
    try await tables.insert(
      [
        "owner": .text(person), "app": app, "original": .text(original), "statement": .text(statement),
        "signed_text": text.map { .text($0) } ?? .null,
      ], into: "verified_purchases", as: .service)
  }

  private func has(room entry: SignedEntry) async throws(Failure) -> Bool {
    let isKnown = try await row(of: entry) != nil
    if isKnown { return true }
    return try await rows("verified_purchases", .compare("owner", .equal, .text(person))).count
      < PurchaseDesk.mostTexts
  }

  private func row(of entry: SignedEntry) async throws(Failure) -> JSON? {
    try await rows(
      "verified_purchases", PurchaseDesk.isStatement(entry.statement, of: entry.original, in: shop.plan.app)
    ).first
  }

  /// Keeps a text, unless a later version of it is kept. Returns whether it was kept.
  @discardableResult
  func put(_ entry: SignedEntry) async throws(Failure) -> Bool {
    for _ in 0..<PurchaseDesk.attempts {
      guard let kept = try await row(of: entry), let id = kept["id"]?.string,
        let version = kept["version"]?.number.flatMap({ Int(exactly: $0) })
      else {
        do throws(Failure) {
          try await insert(entry.statement, of: entry.original, entry.text)
          return true
        } catch {
          guard error.code == "23505" else { throw error }
          continue
        }
      }
      if let text = kept["signed_text"]?.string, case .success(let known) = shop.read(text), !entry.goesAfter(known) {
        return false
      }
      // Of two calls at once one finds the version as it was; the other compares again.
      let changed = try await tables.update(
        "verified_purchases",
        where: .all([.compare("id", .equal, .text(id)), .compare("version", .equal, .int(version))]),
        ["signed_text": .text(entry.text), "version": .int(version + 1)], as: .service)
      if !changed.isEmpty { return true }
    }
    throw Failure("40001", "Too many calls changed one purchase at once.")
  }
}

extension SignedEntry {
  /// The name of what it states: of two texts with one name the later one counts.
  fileprivate var statement: String {
    switch content {
    case .transaction(let one): "t:\(one.id)"
    case .renewal: "renewal"
    }
  }

  /// Whether it replaces an earlier version. Of two that were signed in the same moment the one that takes more back counts.
  fileprivate func goesAfter(_ known: SignedEntry) -> Bool {
    if signed != known.signed { return signed > known.signed }
    guard case .transaction(let new) = content, case .transaction(let old) = known.content else { return false }
    return (new.revoked ?? .distantPast) > (old.revoked ?? .distantPast)
  }
}
