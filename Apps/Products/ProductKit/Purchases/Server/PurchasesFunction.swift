internal import JSON
internal import Kernel
internal import Platform
internal import Purchases
internal import Relational
package import ServerFunctions
internal import Signing
internal import StoreTransactions
internal import Tokens

/// The function `purchases`: verifies what a store has signed, keeps it with the account that has shown it first, and manages
/// families. The function `store-news` hears from the store.
package enum PurchasesFunction {
  static let name = "purchases"
  static let news = "store-news"
  /// Calls of one person in a minute, and codes that are not valid in an hour.
  static let mostCalls = 60
  package static let mostWrong = 10
  /// Codes that are not valid in an hour, of all persons.
  static let mostWrongOfAll = 1_000

  /// Returns both functions; without apps the first says that nothing is verified here, and there is no second.
  /// `code` makes the codes of invitations.
  package static func functions(
    _ sold: SoldApps?, code: @escaping @Sendable () -> String = { StoreFamily.randomCode() }
  ) -> [ServerFunction] {
    let budget = CallBudget(mostCalls, in: 60)
    let wrong = WrongCodes()
    let verifying = ServerFunction(name) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user, let tables = context.tables else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      guard let sold else { return none }
      let now = context.time.now().date
      guard budget.spend(person, at: now) else {
        return .refusal("BUSY", "Too many questions in a short time.", .tooManyRequests)
      }
      guard let json = try? JSON(bytes: call.body, deepest: 4), let act = json["act"]?.string,
        let app = json["app"]?.string
      else { return malformed }
      guard let shop = sold.apps[app] else { return none }
      let desk = PurchaseDesk(shop: shop, person: person, tables: tables, now: now)
      do throws(Failure) {
        switch act {
        case "verify": return try await desk.verify(json)
        case "family": return try await desk.family()
        case "invite": return try await desk.invite(code)
        case "remove": return try await desk.remove(json)
        case "join": return try await desk.join(json, wrong)
        case "leave": return try await desk.leave()
        default: return malformed
        }
      } catch {
        context.log.warning("a question about purchases was not answered: \(open: error.code)")
        return .refusal("DATABASE", "This cannot be done now. Try again later.", .unavailable)
      }
    }
    return [verifying] + (sold.map { [storeNews($0)] } ?? [])
  }

  static let malformed = FunctionAnswer.refusal(
    "MALFORMED", "Send {\"act\": ..., \"app\": ...} with its values.", .badRequest)
  /// The refusal that a device takes as the word that its own verification counts.
  static let none = FunctionAnswer.refusal("NO_STORE", "This server verifies no purchases of this app.", .conflict)

  // MARK: News of the store

  private static let longestNews = 65_536

  /// Takes the notifications of a store, `{"signedPayload": JWS}`. Only the texts within count, each of which is signed by
  /// itself; so the outer signature needs no verification.
  private static func storeNews(_ sold: SoldApps) -> ServerFunction {
    let budget = CallBudget(600, in: 60)
    return ServerFunction(webhook: news, headers: [], bodyLimit: longestNews) { call, context in
      guard call.method == "POST", let tables = context.tables else {
        return .refusal("METHOD", "Ask with POST.", .methodNotAllowed)
      }
      let now = context.time.now().date
      guard budget.spend("all", at: now) else {
        return .refusal("BUSY", "Too many notifications in a short time.", .tooManyRequests)
      }
      guard let texts = signedTexts(in: call.body) else {
        return .refusal("MALFORMED", "Send {\"signedPayload\": ...} as the store does.", .badRequest)
      }
      var taken = 0
      do throws(Failure) {
        for shop in sold.apps.values {
          for text in texts {
            guard case .success(let entry) = shop.read(text),
              let owner = try await PurchaseDesk.owner(of: entry.original, in: shop.plan.app, tables)
            else { continue }
            let desk = PurchaseDesk(shop: shop, person: owner, tables: tables, now: now)
            if try await desk.put(entry) { taken += 1 }
          }
        }
      } catch {
        context.log.warning("a notification of the store was not kept: \(open: error.code)")
        // The store sends it again.
        return .refusal("DATABASE", "This cannot be done now. Try again later.", .unavailable)
      }
      return FunctionAnswer(["taken": .number(Double(taken))])
    }
  }

  private static func signedTexts(in body: [UInt8]) -> [String]? {
    guard let payload = (try? JSON(bytes: body, deepest: 4))?["signedPayload"]?.string else { return nil }
    let parts = payload.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.bytes(String(parts[1])),
      let data = (try? JSON(bytes: bytes, deepest: 8))?["data"]
    else { return nil }
    return ["signedTransactionInfo", "signedRenewalInfo"].compactMap { data[$0]?.string }
  }
}

/// The codes that were not valid: of each person, and of all.
struct WrongCodes: Sendable {
  private let own = CallBudget(PurchasesFunction.mostWrong, in: 3600)
  private let all = CallBudget(PurchasesFunction.mostWrongOfAll, in: 3600)

  /// Counts a try before its code is looked up, so that tries at once are counted too.
  func spend(_ person: String, at now: Date) -> Bool { own.spend(person, at: now) && all.spend("all", at: now) }

  func giveBack(_ person: String) {
    own.giveBack(person)
    all.giveBack("all")
  }
}
