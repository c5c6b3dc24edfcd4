import Audit
import FeatureTesting
import Foundation
import HTTP
import Interface
import Kernel
import OAuthClient
import Testing

@testable import ConnectedApps

@Suite("Access for clients") struct AccessTests {
  @Test("a request is sent with a token; an expired one is refreshed and stored first, and the use is remembered")
  func sending() async throws {
    let booth = try await Booth()
    await booth.connect()
    #expect(try await booth.feature.send(Outgoing("GET", "https://strava.example/data"), as: "strava").status == 200)
    await booth.context.settling.settled()
    #expect(booth.state.accounts["strava"]?.usedAt == Booth.morning.date)
    await booth.advance(.seconds(3600))
    #expect(try await booth.feature.send(Outgoing("GET", "https://strava.example/data"), as: "strava").status == 200)
    #expect(booth.provider.log.suffix(2) == ["POST token", "GET data"])
    #expect(try await booth.stored(AppTokens.self).map(\.tokens.access.revealed) == ["access-secret-2"])
    await booth.context.settling.settled()
    #expect(booth.screen().all.first { $0.role == .listitem }?.value?.hasSuffix("last used just now") == true)
  }

  @Test("an access that was withdrawn at the provider needs attention, and works again after a new consent")
  func withdrawn() async throws {
    let booth = try await Booth()
    await booth.connect()
    booth.provider.change { $0.pair = 7 }
    let thrown = await code { () throws(Problem) in
      _ = try await booth.feature.send(Outgoing("GET", "https://strava.example/data"), as: "strava")
    }
    await booth.context.settling.settled()
    #expect(thrown == "oauth-reconnect" && booth.events.contains(.attentionNeeded("strava")))
    #expect(booth.labels.contains("Strava asks for your consent again.") && !booth.state.isConnected("strava"))
    let again = try await Booth(over: booth)
    #expect(again.state.accounts["strava"]?.phase == .attention)
    await again.tap("Reconnect Strava")
    await again.come()
    #expect(again.state.isConnected("strava"))
    #expect(try await again.feature.send(Outgoing("GET", "https://strava.example/data"), as: "strava").status == 200)
  }

  @Test("a client of an app that is not connected, or is asked before everything is loaded, gets no token")
  func unknown() async throws {
    let booth = try await Booth(begins: false)
    async let early = code { () throws(Problem) in _ = try await booth.feature.authorised("strava") }
    await booth.send(.begin)
    #expect(await early == "app-unknown")
    await booth.connect()
    await booth.do(.connect("health-connect"))
    let device = await code { () throws(Problem) in _ = try await booth.feature.authorised("health-connect") }
    #expect(device == "app-unknown")
  }

  @Test("no state, event, screen or address in them shows a token, code or verifier")
  func secrets() async throws {
    let booth = try await Booth()
    await booth.do(.connect("strava"))
    await booth.come(back: "code=code-secret-1")
    _ = try await booth.feature.authorised("strava")
    await booth.context.settling.settled()
    let state = booth.state
    var dumped = "\(state) \(booth.screen().nodes)"
    dump(state, to: &dumped)
    for event in booth.events { dump(event, to: &dumped) }
    dump(ConnectedAppsWindowAction.returned(.returned(Redacted("code-secret-1"))), to: &dumped)
    let tokens = try await booth.stored(AppTokens.self)
    dump(tokens, to: &dumped)
    #expect(tokens.count == 1 && !dumped.contains("-secret-"))
  }
}

@Suite("Screens of connected apps") struct ConnectedAppsScreenTests {
  @Test("every screen passes the audit in every state, with identifiers of its own")
  func sound() {
    enum Input {
      case shared(ConnectedAppsAction)
      case local(ConnectedAppsWindowAction)
    }
    let window = WindowID(UUID())
    let now = Booth.morning
    let kept = [
      AppAccount("strava", .attention, connectedAt: now.date, missing: ["write"]),
      AppAccount("google-health", connectedAt: now.date, usedAt: now.date, missing: ["read"]),
      AppAccount("fitbit", .unrevoked, connectedAt: now.date), AppAccount("gone", connectedAt: now.date),
      AppAccount("gone-too", .unrevoked, connectedAt: now.date),
    ]
    let loaded = Input.shared(.loaded(kept, awaited: [:]))
    let fresh = Input.shared(.loaded([], awaited: [:]))
    let visit = BrowserVisit(address: "https://a", callback: "https://b", provider: "strava", nonce: "")
    let away = Input.shared(.departed(visit, "strava", state: "s", in: window))
    let leave: [Input] = [loaded, .local(.askToDisconnect("google-health")), .local(.disconnect)]
    let histories: [[Input]] = [
      [], [.shared(.begin)], [.shared(.notLoaded(.full))], [fresh], [loaded],
      [fresh, .local(.connect("strava"))], [fresh, .local(.connect("strava")), away],
      [fresh, .local(.connect("strava")), .shared(.notConnected("strava", .full, in: window))],
      [fresh, .local(.choose("strava", as: .source)), away],
      [
        fresh, .local(.choose("strava", as: .source)), away,
        .shared(.connected(AppAccount("strava", connectedAt: now.date), replacing: nil, in: window)),
        .local(.choose("health-connect", as: .destination)),
        .shared(.connected(AppAccount("health-connect", connectedAt: now.date), replacing: nil, in: window)),
      ],
      [loaded, .local(.askToDisconnect("google-health"))], leave,
      leave + [.shared(.notRevoked("google-health", .away))],
      leave + [.shared(.revoked("google-health", byProvider: true)), .shared(.notForgotten("google-health", .full))],
      leave + [.shared(.forgotten("google-health", byHand: true, replacedBy: nil))],
    ]
    for (number, history) in histories.enumerated() {
      var state = ConnectedAppsState(ConnectedApp.all)
      for input in history {
        switch input {
        case .shared(let action): _ = state.receive(action, at: now)
        case .local(let action): _ = state.receive(action, from: window, at: now)
        }
      }
      for route in [ConnectedAppsPlaces.apps, ConnectedAppsPlaces.source, ConnectedAppsPlaces.destination] {
        let screen = state.screen(route, in: Surroundings(now: now), at: window)
        #expect(Audit.findings(of: screen, theme: .plain) == [], "history \(number) at \(route)")
        let ids = screen.all.map(\.id)
        #expect(Set(ids).count == ids.count)
      }
    }
  }
}
