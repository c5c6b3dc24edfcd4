internal import Identity
internal import JSON
internal import Kernel
internal import Platform
package import Purchases
package import Shell
package import StoreTransactions
internal import Supabase

extension PurchaseServer {
  private static let drawerName = "store-rights"
  /// The most bytes of texts in one request.
  private static let mostBytes = 900_000

  /// The server's verification by the session of a person. What it said last is kept sealed on the device.
  package init(_ environment: PersonEnvironment, _ membership: Membership, app: String) {
    let drawer = environment.drawer
    self.init(
      verify: { entries throws(Problem) in
        var bytes = 0
        // The newest are shown; those before them were shown when they were new.
        let shown = Array(
          entries.reversed().prefix {
            bytes += $0.text.utf8.count
            return bytes <= PurchaseServer.mostBytes
          }.prefix(PurchaseDesk.mostTexts))
        let answer: JSON
        do throws(Problem) {
          answer = try await membership.purchases(
            "verify", of: app, ["texts": .array(shown.map { .string($0.text) })])
        } catch {
          guard error.code == Problem.noPurchaseServer.code else { throw error }
          return nil
        }
        let account = try await membership.account().id
        return try ServerRights(answer, of: account, shown: shown)
      },
      load: { () throws(Problem) in
        guard let bytes = try await drawer.load(PurchaseServer.drawerName), !bytes.isEmpty else { return nil }
        return try? JSONDecoder().decode(ServerRights.self, from: Data(bytes))
      },
      keep: { rights throws(Problem) in
        let bytes = rights.flatMap { try? JSON.data($0) }.map { Array($0) } ?? []
        try await drawer.keep(PurchaseServer.drawerName, bytes)
      })
  }
}

extension ServerRights {
  /// Reads the answer of the function to these texts.
  fileprivate init(_ answer: JSON, of account: UUID, shown: [SignedEntry]) throws(Problem) {
    guard let grants = answer["grants"]?.array, let asked = answer["asked"]?.instant else { throw .brokenPurchases }
    var refused: [String: Refusal] = [:]
    for row in answer["refused"]?.array ?? [] {
      guard let index = row["index"]?.number.flatMap({ Int(exactly: $0) }), shown.indices.contains(index) else {
        continue
      }
      refused[shown[index].original] = row["reason"]?.string.flatMap(Refusal.init) ?? .notSigned
    }
    for original in answer["revoked"]?.array?.compactMap(\.string) ?? [] { refused[original] = .revoked }
    self.init(
      account: account,
      grants: grants.compactMap { row in
        guard let original = row["original"]?.string, let product = row["product"]?.string,
          let purchased = row["purchased"]?.instant
        else { return nil }
        return Grant(
          original: original, product: product, purchased: purchased, until: row["until"]?.instant,
          isShared: row["shared"]?.bool ?? false)
      }, refused: refused, asked: asked)
  }
}

extension FamilyPort {
  /// The families of a server, where a person has an account, and else those of the store, if it knows any.
  package static func server(_ membership: Membership, app: String, else own: FamilyPort?) -> FamilyPort {
    let ask: @Sendable (String, JSON) async throws(Problem) -> JSON? = { act, values throws(Problem) in
      do throws(Problem) {
        return try await membership.purchases(act, of: app, values)
      } catch {
        guard error.code == Problem.noPurchaseServer.code else { throw error }
        return nil
      }
    }
    return FamilyPort(
      load: { () throws(Problem) in
        guard let answer = try await ask("family", [:]) else { return try await own?.load() }
        return answer["family"].flatMap { StoreFamily($0) }
      },
      invite: { () throws(Problem) in
        guard let answer = try await ask("invite", [:]) else {
          guard let own else { throw .familyNeedsAccount }
          return try await own.invite()
        }
        guard let place = answer["place"].flatMap({ StoreFamily.Place($0, code: answer["code"]?.string) }) else {
          throw .brokenPurchases
        }
        return place
      },
      remove: { id throws(Problem) in
        if try await ask("remove", ["id": .string(id)]) == nil { try await own?.remove(id) }
      },
      join: { code, name throws(Problem) in
        guard try await ask("join", ["code": .string(code), "name": .string(name)]) == nil else { return }
        guard let own else { throw .familyNeedsAccount }
        try await own.join(code, name)
      },
      leave: { () throws(Problem) in
        // A person may still be in a family of the store, which they have joined without an account.
        _ = try await ask("leave", [:])
        try await own?.leave()
      })
  }
}

extension StoreFamily {
  fileprivate init?(_ json: JSON) {
    guard let places = json["places"]?.array, let most = json["most"]?.number.flatMap({ Int(exactly: $0) }) else {
      return nil
    }
    self.init(places.compactMap { Place($0, code: nil) }, most: most)
  }
}

extension StoreFamily.Place {
  fileprivate init?(_ json: JSON, code: String?) {
    guard let id = json["id"]?.string, let made = json["made"]?.string.flatMap(Moment.date) else { return nil }
    self.init(
      id: id, code: code, made: made, expires: json["expires"]?.string.flatMap(Moment.date),
      member: json["member"]?.string)
  }
}

extension Membership {
  /// Asks the function `purchases`. Throws `noPurchaseServer` without an account, a server or a store that it knows.
  fileprivate func purchases(_ act: String, of app: String, _ values: JSON) async throws(Problem) -> JSON {
    guard case .signedIn = try await session().states.value else { throw .noPurchaseServer }
    guard case .object(var members) = values else { throw .brokenPurchases }
    members["act"] = .string(act)
    members["app"] = .string(app)
    switch await (try await server()).function(PurchasesFunction.name, .object(members)) {
    case .success(let answered): return answered.value
    case .failure(let failure): throw .purchases(failure)
    }
  }
}

extension JSON {
  /// An instant in milliseconds.
  fileprivate var instant: Date? {
    number.flatMap { $0.isFinite && abs($0) < 1e15 ? Date(timeIntervalSince1970: $0 / 1000) : nil }
  }
}

extension Problem {
  fileprivate static let noPurchaseServer = Problem(
    "no-purchase-server", "No server verifies purchases here.", safe: "What you have bought stays yours.", remedy: "")
  fileprivate static let brokenPurchases = Problem(
    "purchases-broken", "The server's answer could not be read.", safe: "What you have bought stays yours.",
    remedy: "Try again in a while.")
  fileprivate static let familyNeedsAccount = Problem(
    "family-account", "A plan is shared between accounts.", safe: "Nothing was changed.",
    remedy: "Create an account or sign in first, under Settings, Account.")

  fileprivate static func purchases(_ failure: WireFailure) -> Problem {
    switch failure {
    // A server without this function, or without the app's store.
    case .refused(404, let code, _) where code != "INVALID_CODE": .noPurchaseServer
    case .refused(_, "NO_STORE", _): .noPurchaseServer
    case .refused(_, "INVALID_CODE", _): .noFamilyCode
    case .refused(_, "OWN_CODE", _): .ownFamilyCode
    case .refused(_, "FULL", _): .familyFull
    case .refused(_, "NO_FAMILY", _): .noFamily
    case .refused(_, _, let reason):
      Problem(
        "purchases-refused", reason.isEmpty ? "The server refused it." : reason, safe: "Nothing was changed.",
        remedy: "")
    case .unreachable, .timedOut:
      Problem(
        "purchases-unreachable", "The server cannot be reached.", safe: "Nothing was changed.",
        remedy: "Try again when you are online.")
    case .unauthorized:
      Problem(
        "purchases-signed-out", "You are signed out.", safe: "Nothing was changed.",
        remedy: "Sign in under Settings, Account.")
    case .later:
      Problem(
        "purchases-busy", "The server is busy.", safe: "Nothing was changed.", remedy: "Try again in a while.")
    case .broken: .brokenPurchases
    }
  }
}
