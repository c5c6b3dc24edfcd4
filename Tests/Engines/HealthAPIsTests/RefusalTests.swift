import Foundation
import HTTP
import HealthProviders
import Kernel
import OAuthClient
import Samples
import Testing

@testable import HealthAPIs

private let now = Date(timeIntervalSince1970: 1_795_348_800)  // 22 November 2026, 12:00 UTC
private let span = DateInterval(start: now.addingTimeInterval(-86_400), end: now)

/// A port whose every request is answered by a closure.
private func port(
  _ api: HealthAPI, _ answer: @escaping @Sendable (Outgoing) throws(Problem) -> Incoming
) -> HealthPort {
  api.port(at: HealthAPIOrigins("https://a.example"), now: { now }) { request throws(Problem) in try answer(request) }
}

private func code(_ body: () async throws(Problem) -> Void) async -> String? {
  do throws(Problem) {
    try await body()
    return nil
  } catch {
    return error.code
  }
}

@Suite("Answers that are none") struct RefusalTests {
  private static let kinds: [HealthAPI: SampleKind] = [
    .googleHealth: .steps, .strava: .workout, .garmin: .steps, .polar: .steps, .oura: .steps,
  ]

  @Test("a status says what to do", arguments: HealthAPI.allCases)
  func statuses(_ api: HealthAPI) async throws {
    let kind = try #require(Self.kinds[api])
    let inactive = #"{"errors":[{"resource":"Application","field":"Status","code":"Inactive"}]}"#
    let cases: [(Incoming, String)] = [
      (Incoming(status: 401), "provider-reconnect"), (Incoming(status: 403), "provider-reconnect"),
      (Incoming(status: 403, body: Array(inactive.utf8)), "provider-inactive"),
      (Incoming(status: 500), "provider-later"), (Incoming(status: 503), "provider-later"),
      (Incoming(status: 404), "provider-later-unreadable"), (Incoming(status: 302), "provider-later-unreadable"),
    ]
    for (answer, expected) in cases {
      let thrown = await code { () throws(Problem) in
        _ = try await port(api) { _ throws(Problem) in answer }.read(kind, span, nil)
      }
      #expect(thrown == expected)
    }
  }

  @Test("a used-up quota says when it ends")
  func quotas() async {
    func ends(_ headers: [Outgoing.Field]) async -> Date? {
      do throws(Problem) {
        _ = try await port(.strava) { _ throws(Problem) in Incoming(status: 429, headers: headers) }.read(
          .workout, span, nil)
        return nil
      } catch {
        return error.quotaEnds
      }
    }
    #expect(await ends([.init("retry-after", "30")]) == now.addingTimeInterval(30))
    let short: [Outgoing.Field] = [.init("x-ratelimit-limit", "200,2000"), .init("x-ratelimit-usage", "201,300")]
    #expect(await ends(short) == now.addingTimeInterval(900))
    let day: [Outgoing.Field] = [.init("x-readratelimit-limit", "100,1000"), .init("x-readratelimit-usage", "5,1000")]
    #expect(await ends(day) == now.addingTimeInterval(43_200))
    #expect(await ends([.init("retry-after", "soon")]) == now.addingTimeInterval(900))
  }

  @Test("a failure below the provider keeps its meaning")
  func below() async {
    for (code, expected) in [
      ("oauth-reconnect", "provider-reconnect"), ("oauth-not-connected", "provider-reconnect"),
      ("oauth-later", "provider-later"), ("fetch-unreachable", "provider-later"), ("fetch-timed-out", "provider-later"),
      ("fetch-broken", "provider-later-unreadable"), ("fetch-too-large", "provider-later-unreadable"),
      ("disk-full", "disk-full"),
    ] {
      let thrown = await HealthAPIsTests.code { () throws(Problem) in
        _ = try await port(.oura) { _ throws(Problem) in throw Problem(code, "It failed.", remedy: "Try again.") }
          .read(.steps, span, nil)
      }
      #expect(thrown == expected)
    }
  }

  @Test(
    "rubbish is a problem or counted, never a sample, and never the end of the process", arguments: HealthAPI.allCases)
  func rubbish(_ api: HealthAPI) async {
    let values = ["null", "1", "\"a\"", "[]", "{}", "-1e300", "[1,null,{}]", "\"2026-13-45T99:00:00Z\""]
    let lists = [
      "data", "dataPoints", "nights", "heart_rates", "heart_rate_samples", "stages", "hypnogram", "sleepLevelsMap",
      "timeOffsetHeartRateSamples", "metricsSummary", "interval", "sampleTime", "date", "steps", "sleep", "exercise",
    ]
    var texts = values + [String(repeating: "[", count: 10_000), "{", "\u{0}"]
    for name in lists {
      for value in values {
        texts.append("[{\"\(name)\":\(value)}]")
        texts.append("{\"\(name)\":\(value)}")
        for outer in ["data", "dataPoints", "nights", "heart_rates"] {
          texts.append("{\"\(outer)\":[{\"\(name)\":\(value),\"id\":\"a\",\"name\":\"b\",\"day\":\(value)}]}")
        }
      }
    }
    for text in texts {
      for kind in SampleKind.allCases {
        let port = port(api) { _ throws(Problem) in Incoming(status: 200, body: Array(text.utf8)) }
        do throws(Problem) {
          let page = try await port.read(kind, span, nil)
          #expect(page.samples.isEmpty, "\(text) as \(kind)")
        } catch {
          #expect(error.code == "provider-later-unreadable", "\(text) as \(kind)")
        }
      }
    }
  }

  @Test("good records go on beside bad ones")
  func beside() async throws {
    let good = #"{"id":"o1","day":"2026-11-21","steps":100}"#
    let text = #"{"data":[{"id":"o0","day":"2026-11-21","steps":-5},\#(good),{"day":7}],"next_token":null}"#
    let page = try await port(.oura) { _ throws(Problem) in Incoming(status: 200, body: Array(text.utf8)) }
      .read(.steps, span, nil)
    #expect(page.samples.map(\.amount) == [100] && page.unread == 2 && page.next == nil)
  }

  @Test("a wrong name of a page is a problem, and asks nobody")
  func pages() async {
    for api in [HealthAPI.garmin, .polar] {
      let thrown = await code { () throws(Problem) in
        _ = try await port(api) { _ throws(Problem) in
          Issue.record("It was asked.")
          return Incoming(status: 200)
        }.read(.steps, span, "../../etc")
      }
      #expect(thrown == "provider-later-unreadable")
    }
  }

  @Test(
    "a provider that takes no data says so for each record, and deletes nothing",
    arguments: [HealthAPI.garmin, .polar, .oura])
  func readOnly(_ api: HealthAPI) async throws {
    let port = port(api) { _ throws(Problem) in throw .reconnect }
    let sample = Sample(.steps, from: now, amount: 1, origin: Origin("a", record: "b"))
    #expect(
      try await port.write([WrittenSample(sample, key: "k")]) == [
        .refused("\(api.name) takes no data from other apps.")
      ])
    try await port.delete(.steps, ["k"])
  }

  @Test("names of records contain their key, and others have none")
  func names() {
    for key in ["k1", "garmin:steps:2026-11-22", "ä/ö?", ""] { #expect(WrittenName.key(WrittenName.name(key)) == key) }
    for name in ["", "k1", "tr", "tr-*", "tr-QQ=="] { #expect(WrittenName.key(name) == nil) }
  }

  @Test("sports are words in small letters, and go back to the provider's")
  func sports() {
    for (name, words) in [
      ("Run", "running"), ("VirtualRide", "virtual_ride"), ("CYCLING", "cycling"), ("BIKING", "cycling"),
      ("TRAIL_RUNNING", "trail_running"), ("", "generic"), ("cross country skiing", "cross_country_skiing"),
    ] { #expect(SportName.words(name) == words) }
    for sport in ["Run", "Ride", "VirtualRide", "Walk", "TrailRun"] {
      #expect(SportName.strava(SportName.words(sport)) == sport)
    }
  }

  @Test("the authorization of each provider has its scopes, and its secret where it wants it")
  func authorization() {
    for api in HealthAPI.allCases {
      let oauth = api.authorization(at: api.origins, client: "me", secret: Redacted("s"))
      #expect(oauth.scopes.count == api.scopes.count && !oauth.scopes.isEmpty)
      #expect(oauth.authorization.hasPrefix("https://") && oauth.token.hasPrefix("https://"))
      #expect((oauth.secretPlace == .header) == (api == .polar) && (oauth.separator == .comma) == (api == .strava))
      #expect(ProviderCatalogue.builtIn[api.rawValue]?.name == api.name)
    }
  }
}
