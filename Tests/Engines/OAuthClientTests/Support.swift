import Foundation
import HTTP
import JSON
import Kernel

@testable import OAuthClient

let noon = Date(timeIntervalSince1970: 1_800_000_000)

extension OAuthProvider {
  static func sample(_ change: (inout OAuthProvider) -> Void = { _ in }) -> OAuthProvider {
    var provider = OAuthProvider(
      authorization: "https://a.example/authorize", token: "https://a.example/token",
      revocation: .token("https://a.example/revoke"), client: "me", scopes: ["read", "write"])
    change(&provider)
    return provider
  }
}

extension Incoming {
  static func json(_ json: JSON, status: Int = 200) -> Incoming {
    Incoming(status: status, body: Array((try? JSON.data(json)) ?? Data()))
  }
}

extension OAuthTokens {
  static func sample(_ access: String = "a1", refresh: String? = "r1", life: Double? = 3600, at now: Date = noon)
    -> Self
  {
    OAuthTokens(access: access, refresh: refresh, life: life, scopes: ["read", "write"], at: now)
  }
}

/// A provider as a test tells it: it answers by a closure, and keeps what was asked and stored, in order.
final class Desk: Sendable {
  struct Held {
    var now = noon
    var kept: OAuthTokens?
    var log: [String] = []
    var storing: Problem?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  let held: Locked<Held>
  private let answer: @Sendable (Outgoing, Int) throws(Problem) -> Incoming

  init(
    keeping tokens: OAuthTokens? = nil, _ answer: @escaping @Sendable (Outgoing, Int) throws(Problem) -> Incoming
  ) {
    held = Locked(Held(kept: tokens))
    self.answer = answer
  }

  var log: [String] { held.withLock { $0.log } }
  var kept: OAuthTokens? { held.withLock { $0.kept } }

  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }

  /// Holds every answer back until `open`.
  func close() { change { $0.isClosed = true } }

  func open() {
    let waiters = held.withLock { held -> [CheckedContinuation<Void, Never>] in
      held.isClosed = false
      defer { held.waiters = [] }
      return held.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Number of requests that are held back.
  var isHolding: Bool { held.withLock { !$0.waiters.isEmpty } }

  var needs: OAuthNeeds {
    OAuthNeeds(
      ask: { request throws(Problem) in
        let number = self.held.withLock { held -> Int in
          held.log.append("\(request.method) \(request.address.split(separator: "/").last ?? "") \(request.bearer)")
          return held.log.count
        }
        await withCheckedContinuation { continuation in
          let goesOn = self.held.withLock { held in
            if held.isClosed { held.waiters.append(continuation) }
            return !held.isClosed
          }
          if goesOn { continuation.resume() }
        }
        return try self.answer(request, number)
      },
      load: { () throws(Problem) in self.kept },
      store: { tokens throws(Problem) in
        let problem = self.held.withLock { held -> Problem? in
          if held.storing == nil {
            held.kept = tokens
            held.log.append("store \(tokens.access.revealed) \(tokens.refresh?.revealed ?? "-")")
          }
          return held.storing
        }
        if let problem { throw problem }
      },
      now: { self.held.withLock { $0.now } })
  }
}

extension Outgoing {
  var bearer: String {
    headers.first { $0.name == "authorization" }?.value.split(separator: " ").last.map(String.init) ?? "-"
  }

  var form: [String: String] {
    ReturnAddress("https://x/?\(String(decoding: body ?? [], as: UTF8.self))").map { fields in
      let names = [
        "grant_type", "code", "redirect_uri", "code_verifier", "client_id", "client_secret", "refresh_token", "token",
      ]
      return Dictionary(uniqueKeysWithValues: names.compactMap { name in fields[name].map { (name, $0) } })
    } ?? [:]
  }
}

/// The code of the problem that `body` throws; nil when it succeeds.
func code(_ body: () async throws(Problem) -> Void) async -> String? {
  do throws(Problem) {
    try await body()
    return nil
  } catch {
    return error.code
  }
}

let full = Problem("disk-full", "The disk is full.", safe: "Nothing was changed.", remedy: "Make room, then try again.")
