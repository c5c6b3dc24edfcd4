import Fetch
import Foundation
import JSON
import Kernel
import OAuthClient
import Testing

@testable import Vendors

let noon = Date(timeIntervalSince1970: 1_795_348_800)  // 22 November 2026, 12:00 UTC

extension VendorKind {
  /// The endpoints of a provider at an address, as a client is told them.
  func provider(at address: String, _ change: (inout OAuthProvider) -> Void = { _ in }) -> OAuthProvider {
    var provider = OAuthProvider(
      authorization: address + rules.authorize, token: address + rules.token, client: "troupe", scopes: rules.scopes)
    provider.separator = rules.separator == "," ? .comma : .space
    switch rules.end {
    case .token(let path): provider.revocation = .token(address + path)
    case .bearer(let method, let path): provider.revocation = .bearer(method: method, address + path)
    }
    change(&provider)
    return provider
  }
}

/// A person at a browser: opens a page, reads the ticket and decides.
struct Visitor {
  let fetch: Fetch

  /// The address to which the provider sends the person back.
  func decide(
    at page: String, allowing: Bool = true, without scopes: Set<String> = []
  ) async throws -> String {
    let shown = try await fetch.send(Outgoing("GET", page))
    if let location = shown["location"] { return location }
    let html = String(decoding: shown.body, as: UTF8.self)
    func values(_ name: String) -> [String] {
      html.components(separatedBy: "name=\(name) value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let ticket = try #require(values("ticket").first)
    var fields = [Outgoing.Field("ticket", ticket), Outgoing.Field("decision", allowing ? "allow" : "deny")]
    for scope in values("scope") where !scopes.contains(scope) { fields.append(Outgoing.Field("scope", scope)) }
    let form = try #require(html.components(separatedBy: "action=\"").last?.prefix { $0 != "\"" })
    let origin = page.split(separator: "/").prefix(2).joined(separator: "//")
    let answer = try await fetch.send(.form(origin + form, fields))
    guard let location = answer["location"] else {
      throw Problem("not-sent-back", "The page answered \(answer.status).", remedy: "Look at it.")
    }
    return location
  }
}

/// Runs a test with a provider, a client and a clock, and ends them.
func withVendor(
  _ kind: VendorKind, _ change: (inout VendorPlan) -> Void = { _ in },
  _ test: (Vendor, Fetch, ManualTime) async throws -> Void
) async throws {
  let clock = ManualTime(Moment(noon))
  var plan = VendorPlan.until(noon)
  change(&plan)
  let vendor = try await Vendor.start(kind, plan, time: clock.time)
  let fetch = try Fetch()
  do {
    try await test(vendor, fetch, clock)
  } catch {
    await fetch.close()
    await vendor.stop()
    throw error
  }
  await fetch.close()
  await vendor.stop()
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
