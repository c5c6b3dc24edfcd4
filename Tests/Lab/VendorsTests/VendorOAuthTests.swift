import Fetch
import Foundation
import JSON
import Kernel
import OAuthClient
import Testing

@testable import Vendors

@Suite("Authorization of a provider") struct VendorOAuthTests {
  private static let callback = "http://127.0.0.1:9/callback"

  /// The tokens of a client that has gone through the whole flow, kept where a test reads them.
  private final class Account: Sendable {
    let access: OAuthAccess
    let kept: Locked<OAuthTokens?>

    init(_ provider: OAuthProvider, _ fetch: Fetch, _ clock: ManualTime) {
      let kept = Locked<OAuthTokens?>(nil)
      self.kept = kept
      access = OAuthAccess(
        provider,
        needs: OAuthNeeds(
          ask: { request throws(Problem) in try await fetch.send(request) }, load: { () throws(Problem) in nil },
          store: { tokens throws(Problem) in kept.withLock { $0 = tokens } }, now: { clock.now.date }))
    }
  }

  private func connected(
    _ kind: VendorKind, _ vendor: Vendor, _ fetch: Fetch, _ clock: ManualTime, without scopes: Set<String> = []
  ) async throws -> (Account, OAuthTokens) {
    let provider = kind.provider(at: vendor.address)
    let account = Account(provider, fetch, clock)
    let pending = PendingAuthorization(scopes: provider.scopes, redirect: Self.callback, at: clock.now.date)
    let back = try await Visitor(fetch: fetch).decide(at: pending.page(of: provider), without: scopes)
    let returned = try #require(ReturnAddress(back))
    let grant = try pending.grant(in: returned, of: provider, at: clock.now.date)
    return (account, try await account.access.connect(grant, of: pending))
  }

  private static let data: [VendorKind: String] = [
    .googleHealth: "/v4/users/me/dataTypes/steps/dataPoints?pageSize=1", .strava: "/api/v3/athlete",
    .garmin: "/wellness-api/rest/dailies?uploadStartTimeInSeconds=0&uploadEndTimeInSeconds=1",
    .polar: "/v3/users/activities",
    .oura: "/v2/usercollection/daily_activity?start_date=2026-11-01&end_date=2026-11-02",
  ]

  @Test("every provider is connected, used, refreshed and ended", arguments: VendorKind.allCases)
  func whole(_ kind: VendorKind) async throws {
    try await withVendor(kind) { vendor, fetch, clock in
      let (account, tokens) = try await connected(kind, vendor, fetch, clock)
      #expect(tokens.missing(of: kind.rules.scopes).isEmpty && (tokens.refresh != nil) == kind.rules.hasRefresh)
      let address = vendor.address + (Self.data[kind] ?? "")
      #expect(try await account.access.send(Outgoing("GET", address)).status == 200)
      #expect(try await fetch.send(Outgoing("GET", address)).status == 401)
      if kind.rules.hasRefresh {
        await clock.advance(by: .seconds(kind.rules.life), settling: Settling())
        #expect(try await account.access.send(Outgoing("GET", address)).status == 200)
        let newer = try #require(account.kept.withLock { $0 })
        #expect(newer.access != tokens.access && (newer.refresh != tokens.refresh) == kind.rules.rotates)
      }
      #expect(try await account.access.revoke() && vendor.grants == 0)
      let ended = await code { _ = try await account.access.send(Outgoing("GET", address)) }
      #expect(ended == "oauth-reconnect")
    }
  }

  @Test("a lost rotated token asks for consent", arguments: [VendorKind.garmin, .oura])
  func lost(_ kind: VendorKind) async throws {
    try await withVendor(kind) { vendor, fetch, clock in
      let (_, tokens) = try await connected(kind, vendor, fetch, clock)
      let refresh = Outgoing.form(
        vendor.address + kind.rules.token,
        [
          .init("grant_type", "refresh_token"), .init("client_id", "troupe"),
          .init("refresh_token", tokens.refresh?.revealed ?? ""),
        ])
      #expect(try await fetch.send(refresh).status == 200)
      let again = try await fetch.send(refresh)
      let answer = try JSON(bytes: again.body)
      #expect(again.status == 400 && answer["error"] == "invalid_grant")
    }
  }

  @Test("a person who declines, or allows less, is sent back with that")
  func decisions() async throws {
    try await withVendor(.strava) { vendor, fetch, clock in
      let provider = VendorKind.strava.provider(at: vendor.address)
      let pending = PendingAuthorization(scopes: provider.scopes, redirect: Self.callback, at: noon)
      let back = try await Visitor(fetch: fetch).decide(at: pending.page(of: provider), allowing: false)
      let returned = try #require(ReturnAddress(back))
      let denied = await code { _ = try pending.grant(in: returned, of: provider, at: noon) }
      #expect(denied == "oauth-denied" && vendor.grants == 0)
      let (_, tokens) = try await connected(.strava, vendor, fetch, clock, without: ["activity:write"])
      #expect(tokens.missing(of: provider.scopes) == ["activity:write"])
    }
  }

  @Test("a code works once, in time, for its address, its client and its verifier")
  func codes() async throws {
    try await withVendor(.oura) { vendor, fetch, clock in
      let provider = VendorKind.oura.provider(at: vendor.address)
      func code() async throws -> (String, PendingAuthorization) {
        let pending = PendingAuthorization(scopes: provider.scopes, redirect: Self.callback, at: clock.now.date)
        let back = try await Visitor(fetch: fetch).decide(at: pending.page(of: provider))
        return (try #require(ReturnAddress(back)?["code"]), pending)
      }
      func exchange(_ code: String, _ verifier: String?, _ redirect: String, client: String = "troupe") async throws
        -> Int
      {
        var fields: [Outgoing.Field] = [
          .init("grant_type", "authorization_code"), .init("code", code), .init("redirect_uri", redirect),
          .init("client_id", client),
        ]
        if let verifier { fields.append(.init("code_verifier", verifier)) }
        return try await fetch.send(.form(vendor.address + "/oauth/token", fields)).status
      }
      let verifier = { (pending: PendingAuthorization) throws -> String in
        let coded = try JSON(encoding: pending)
        return try #require(coded["verifier"]?.string)
      }
      let (first, one) = try await code()
      #expect(try await exchange(first, verifier(one), Self.callback) == 200)
      #expect(try await exchange(first, verifier(one), Self.callback) == 400)
      let (second, two) = try await code()
      #expect(try await exchange(second, String(repeating: "a", count: 43), Self.callback) == 400)
      #expect(try await exchange(second, verifier(two), Self.callback) == 400)
      let (third, _) = try await code()
      #expect(try await exchange(third, nil, Self.callback) == 400)
      let (fourth, four) = try await code()
      #expect(try await exchange(fourth, verifier(four), "http://127.0.0.1:9/elsewhere") == 400)
      let (fifth, five) = try await code()
      #expect(try await exchange(fifth, verifier(five), Self.callback, client: "other") == 401)
      await clock.advance(by: .seconds(600), settling: Settling())
      #expect(try await exchange(fifth, verifier(five), Self.callback) == 400)
    }
  }

  @Test("an app that is not registered sees no consent, and is never sent back to")
  func unregistered() async throws {
    try await withVendor(.garmin) { vendor, fetch, _ in
      for query in [
        "client_id=other&redirect_uri=http://127.0.0.1:9/", "client_id=troupe",
        "client_id=troupe&redirect_uri=javascript:1",
      ] {
        let answer = try await fetch.send(
          Outgoing("GET", "\(vendor.address)/oauth2Confirm?response_type=code&\(query)"))
        #expect(answer.status == 400 && answer["location"] == nil)
      }
      for (query, error) in [
        ("scope=unknown", "invalid_scope"), ("code_challenge=a&code_challenge_method=plain", "invalid_request"),
      ] {
        let answer = try await fetch.send(
          Outgoing(
            "GET",
            "\(vendor.address)/oauth2Confirm?response_type=code&client_id=troupe&redirect_uri=http://127.0.0.1:9/&\(query)"
          ))
        #expect(answer["location"] == "http://127.0.0.1:9/?error=\(error)")
      }
    }
  }

  @Test("a limited number of athletes may connect")
  func athletes() async throws {
    try await withVendor(.strava, { $0.athletes = 1 }) { vendor, fetch, clock in
      _ = try await connected(.strava, vendor, fetch, clock)
      let refused = await code { _ = try await connected(.strava, vendor, fetch, clock) }
      #expect(refused == "not-sent-back" && vendor.grants == 1)
    }
  }
}
