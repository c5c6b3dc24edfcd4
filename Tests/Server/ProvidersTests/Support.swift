import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Providers
import Testing

/// An issuer with one key of its own, a client configured for it, and a manual clock.
struct Meeting {
  let issuer: Issuer
  let client: ProviderClient
  let clock: ManualTime

  var now: Date { clock.now.date }

  func pass(_ seconds: Int) async { await clock.advance(by: .seconds(seconds), settling: Settling()) }

  /// A token for an app, with these claims changed.
  func token(_ changed: [String: JSON] = [:]) throws -> String {
    try issuer.token(issuer.claims(changed, at: now), by: "one", .ec)
  }

  /// The identity from a token without a nonce.
  func identity(_ changed: [String: JSON] = [:]) async throws -> Identity {
    try await client.identity(idToken: try token(["nonce": .null].merging(changed) { $1 }), nonce: nil)
  }
}

func meeting(
  secret: ProviderSecret? = .text(Redacted("s&cret")), change: (inout Provider) -> Void = { _ in },
  _ test: (Meeting) async throws -> Void
) async throws {
  try await withFolder { folder in
    let issuer = try Issuer(in: folder)
    try issuer.addKey("one", .ec)
    var provider = try Provider("keycloak", issuer: issuer.address, clients: ["client", "app"], secret: secret)
    provider.mayBePrivate = true
    change(&provider)
    let fetch = try Fetch()
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    let providers = try Providers([provider], fetch, time: clock.time)
    do {
      guard let client = providers["keycloak"] else { throw Failed("no client") }
      try await test(Meeting(issuer: issuer, client: client, clock: clock))
      await fetch.close()
    } catch {
      await fetch.close()
      throw error
    }
  }
}

/// The code of the problem that `body` throws; nil when it succeeds.
func code(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch let problem as Problem {
    return problem.code
  } catch {
    return "\(error)"
  }
}

/// Expects the identity to be the issuer's only user.
func isFirst(_ identity: Identity, at place: SourceLocation = #_sourceLocation) {
  #expect(identity.subject == "person-1", sourceLocation: place)
}
