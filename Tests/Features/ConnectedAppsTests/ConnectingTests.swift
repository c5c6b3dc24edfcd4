import Audit
import FeatureTesting
import Foundation
import HTTP
import Interface
import JSON
import Kernel
import OAuthClient
import Testing

@testable import ConnectedApps

@Suite("Connecting an app") struct ConnectingTests {
  @Test("a consent in the browser connects the app, and its tokens are on disk")
  func connecting() async throws {
    let booth = try await Booth()
    #expect(booth.labels.contains("No app is connected yet."))
    await booth.tap("Connect Strava")
    let visit = try #require(booth.visit)
    let page = try #require(ReturnAddress(visit.address))
    #expect(page.address == "https://strava.example/authorize" && page["redirect_uri"] == visit.callback)
    #expect(page["state"] == visit.state && page["code_challenge_method"] == "S256")
    #expect(booth.labels.contains("Connecting Strava") && !booth.state.isConnected("strava"))
    await booth.come()
    #expect(booth.state.isConnected("strava") && booth.toasts == ["Strava is connected."])
    #expect(booth.events.contains(.connected("strava")))
    #expect(try await booth.stored(AppTokens.self).map(\.app) == ["strava"])
    #expect(try await booth.stored(AppVisit.self).isEmpty)
    let row = try #require(booth.screen().all.first { $0.role == .listitem && $0.label == "Strava" })
    #expect(row.value == "Training diary, connected 22 November 2026, not used yet")
    let again = try await Booth(over: booth)
    #expect(again.state.isConnected("strava"))
    #expect(try await again.feature.authorised("strava").revealed == "access-secret-1")
  }

  @Test("a consent that was declined or cancelled connects nothing, and says so in the sentence of the product")
  func declined() async throws {
    let booth = try await Booth()
    for end in 0..<3 {
      booth.forget()
      await booth.tap("Connect Strava")
      switch end {
      case 0: await booth.come(back: "error=access_denied")
      case 1: await booth.do(.returned(.cancelled))
      default: await booth.do(.returned(.failed))
      }
      #expect(booth.toasts == ["Authorization failed. Please try again."])
      #expect(booth.events.contains(.authorizationFailed("strava")) && booth.state.windows.isEmpty)
    }
    #expect(booth.provider.log.isEmpty && booth.state.accounts.isEmpty)
    #expect(try await booth.stored(AppVisit.self).isEmpty)
  }

  @Test("a return with a foreign or missing state connects nothing, and leaves the consent that is awaited")
  func foreign() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Strava")
    let visit = try #require(booth.visit)
    for address in [
      "\(visit.callback)?code=c1&state=foreign", "\(visit.callback)?code=c1",
      "\(visit.callback)?state=\(visit.state ?? "")&state=a",
      "nonsense",
    ] {
      #expect(!booth.state.takes(.returned(Redacted(address)), from: booth.window))
      booth.forget()
      await booth.do(.returned(.returned(Redacted(address))))
      #expect(booth.toasts.map { $0.hasPrefix("This page belongs to no connection") } == [true])
      #expect(booth.provider.log.isEmpty && booth.state.windows[booth.window].connecting?.phase == .away)
    }
    await booth.do(.returned(.returned(Redacted("\(visit.callback)?code=c1&state=\(visit.state ?? "")"))))
    #expect(booth.state.isConnected("strava"))
  }

  @Test("a return is accepted once")
  func once() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Strava")
    await booth.come()
    let asked = booth.provider.log
    await booth.come()
    #expect(booth.provider.log == asked && booth.state.isConnected("strava"))
    #expect(booth.toasts.last?.hasPrefix("This page belongs to no connection") == true)
    #expect(!booth.events.contains(.authorizationFailed("strava")))
  }

  @Test("a return after ten minutes is refused")
  func late() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Strava")
    await booth.advance(.seconds(600))
    await booth.come()
    #expect(!booth.state.isConnected("strava") && booth.toasts == [ConnectedAppsState.failure])
    #expect(booth.state.windows[booth.window].problem?.code == "oauth-late" && booth.provider.log.isEmpty)
  }

  @Test("cancelling while the browser is open refuses the return")
  func cancelled() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Strava")
    await booth.tap("Cancel")
    #expect(booth.events.contains(.authorizationFailed("strava")) && booth.state.windows.isEmpty)
    await booth.come()
    #expect(!booth.state.isConnected("strava") && booth.provider.log.isEmpty)
    #expect(try await booth.stored(AppVisit.self).isEmpty)
  }

  @Test("a return after a restart, and at another window than the one that left, is understood")
  func restarted() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Strava")
    let visit = try #require(booth.visit)
    let address = BrowserAnswer.returned(Redacted("\(visit.callback)?code=c1&state=\(visit.state ?? "")"))
    let again = try await Booth(over: booth)
    #expect(again.state.takes(address, from: again.window))
    await again.do(.returned(address))
    #expect(again.state.isConnected("strava") && again.toasts == ["Strava is connected."])
    let third = try await Booth()
    await third.tap("Connect Strava")
    let other: WindowID = third.context.identifiers.next()
    await third.come(at: other)
    #expect(third.state.isConnected("strava") && third.state.windows.isEmpty)
  }

  @Test("an exchange that fails shows the reason besides the sentence, and can be repeated")
  func exchange() async throws {
    let booth = try await Booth()
    let cases: [(Incoming?, String)] = [
      (Incoming(status: 503), "oauth-later"), (Incoming(status: 200, body: [0x7B]), "oauth-unreadable"),
      (.of(["error": "invalid_grant"], status: 400), "oauth-reconnect"), (nil, "fetch-unreachable"),
    ]
    for (answer, expected) in cases {
      booth.forget()
      booth.provider.change { held in
        held.answers = answer.map { [$0] } ?? []
        held.isUnreachable = answer == nil
      }
      await booth.tap("Connect Strava")
      await booth.come()
      #expect(booth.state.windows[booth.window].problem?.code == expected)
      #expect(booth.toasts == [ConnectedAppsState.failure] && booth.state.accounts.isEmpty)
    }
    booth.provider.change { $0.isUnreachable = false }
    await booth.connect()
    #expect(booth.state.isConnected("strava") && booth.state.windows[booth.window].problem == nil)
  }

  @Test("fewer scopes than asked connect the app; what is missing is named, and can be allowed later")
  func fewerScopes() async throws {
    let booth = try await Booth()
    booth.provider.change { $0.scope = "read" }
    await booth.connect()
    #expect(booth.toasts == ["Strava is connected, but without saving workouts. Reconnect it to allow that too."])
    #expect(booth.labels.contains("Without saving workouts."))
    booth.provider.change { $0.scope = "read write" }
    await booth.tap("Reconnect Strava")
    await booth.come()
    #expect(booth.state.accounts["strava"]?.missing == [] && !booth.labels.contains("Without saving workouts."))
  }

  @Test("a front end without a browser says so, and does not ask to try again")
  func noBrowser() async throws {
    let booth = try await Booth()
    booth.outside.withLock { $0.callback = nil }
    await booth.tap("Connect Strava")
    #expect(booth.state.windows[booth.window].problem?.code == "no-browser-here" && booth.visit == nil)
    #expect(booth.toasts == [] && booth.events.contains(.authorizationFailed("strava")))
  }

  @Test("a health store of the device is connected by its own dialog, without tokens")
  func device() async throws {
    let booth = try await Booth()
    await booth.tap("Connect Health Connect")
    await booth.until { $0.isConnected("health-connect") }
    #expect(booth.state.isConnected("health-connect"))
    #expect(try await booth.stored(AppTokens.self).isEmpty && booth.visit == nil)
    let declined = try await Booth()
    declined.outside.withLock { $0.permits = false }
    await declined.tap("Connect Health Connect")
    await declined.until { $0.windows[declined.window].problem != nil }
    #expect(declined.state.accounts.isEmpty && declined.toasts == [ConnectedAppsState.failure])
    #expect(declined.state.windows[declined.window].problem?.code == "app-declined")
  }

  @Test("a greyed-out app gives its reason and cannot be connected")
  func greyedOut() async throws {
    let booth = try await Booth()
    let button = try #require(booth.screen().all.first { $0.label == "Connect Google Fit" })
    #expect(button.state.isDisabled && button.hint == "Google has ended Google Fit in 2026.")
    for app: ConnectedApp.ID in ["google-fit", "fitbit", "unknown"] {
      await booth.do(.connect(app))
      await booth.do(.choose(app, as: .source))
    }
    await booth.do(.connect("strava", replacing: "fitbit"))
    #expect(booth.visit == nil && booth.state.windows.isEmpty)
    await booth.send(.offered([.strava]))
    #expect(booth.screen().all.first { $0.label == "Connect Google Fit" } == nil)
  }

  @Test("an app that cannot be chosen is folded below the others, with its reason")
  func folded() async throws {
    let booth = try await Booth()
    func nodes() -> [Node<ConnectedAppsWindowAction>] { booth.screen(ConnectedAppsPlaces.source).all }
    #expect(nodes().filter { $0.role == .card }.contains { $0.label == "Strava" })
    #expect(!nodes().contains { $0.label == "Google Fit" || $0.label == "Choose Google Fit" })
    let fold = try #require(nodes().first { $0.label == "Apps that cannot be chosen" })
    #expect(fold.state.isExpanded == false)
    await booth.tap("Apps that cannot be chosen", on: ConnectedAppsPlaces.source)
    let row = try #require(nodes().first { $0.role == .listitem && $0.label == "Google Fit" })
    #expect(row.value == "Google has ended Google Fit in 2026.")
    // Where none can be chosen, the reasons are shown at once.
    let none = try await Booth()
    var strava = ConnectedApp.strava
    strava.offer = .unavailable("This installation is not registered with Strava.")
    await none.send(.offered([strava]))
    let shown = none.screen(ConnectedAppsPlaces.source).all
    #expect(shown.contains { $0.label == "Strava" && $0.value == "This installation is not registered with Strava." })
    #expect(!shown.contains { $0.id.hasSuffix("grid") })
    #expect(Audit.findings(of: booth.screen(ConnectedAppsPlaces.source), theme: .plain) == [])
  }

  @Test("an ended app hands over to its successor after a new consent, and not before")
  func replaced() async throws {
    let booth = try await Booth()
    await booth.tap("Move Fitbit to Google Health")
    await booth.come(back: "error=access_denied")
    #expect(booth.outside.withLock { $0.handed }.isEmpty)
    await booth.tap("Move Fitbit to Google Health")
    await booth.come()
    #expect(booth.outside.withLock { $0.handed } == ["fitbit google-health"])
    #expect(booth.events.contains(.replaced("fitbit", by: "google-health")))
    #expect(booth.state.isConnected("google-health") && booth.outside.withLock { $0.released }.isEmpty)
  }

  @Test("an ended app whose successor is not available gives that reason")
  func replacedByNone() async throws {
    let booth = try await Booth()
    var health = ConnectedApp.health
    health.offer = .unavailable("This installation is not registered with Google Health.")
    await booth.send(.offered([.fitbit, health]))
    let button = try #require(booth.screen().all.first { $0.label == "Move Fitbit to Google Health" })
    #expect(button.state.isDisabled && button.hint == "This installation is not registered with Google Health.")
  }

  @Test("the first two apps are chosen one after the other, and lead on when both are connected")
  func pair() async throws {
    let booth = try await Booth()
    await booth.tap("Choose Strava", on: ConnectedAppsPlaces.source)
    #expect(booth.events.contains(.chosen("strava", as: .source)))
    await booth.come(back: "error=access_denied")
    #expect(booth.events.contains(.chosenFailed("strava", as: .source)) && booth.toasts == [ConnectedAppsState.failure])
    #expect(!booth.events.contains(.ledOn(ConnectedAppsPlaces.destination)))
    await booth.tap("Choose Strava", on: ConnectedAppsPlaces.source)
    await booth.come()
    #expect(booth.events.contains(.chosenConnected("strava", as: .source)))
    #expect(booth.events.last == .ledOn(ConnectedAppsPlaces.destination))
    let destinations = booth.screen(ConnectedAppsPlaces.destination).all
    #expect(destinations.first { $0.label == "Source" }?.value == "Strava, Connected")
    #expect(destinations.first { $0.label == "Choose Strava" } == nil)
    await booth.tap("Choose Health Connect", on: ConnectedAppsPlaces.destination)
    await booth.until { $0.isConnected("health-connect") }
    #expect(booth.events.last == .pairReady(source: "strava", destination: "health-connect"))
    let ready = booth.screen(ConnectedAppsPlaces.destination).all
    #expect(ready.first { $0.label == "Destination" }?.value == "Health Connect, Connected")
    #expect(ready.first { $0.role == .card && $0.state.isSelected }?.label == "Health Connect")
    booth.forget()
    await booth.tap("Set up the sync", on: ConnectedAppsPlaces.destination)
    #expect(booth.events == [.pairReady(source: "strava", destination: "health-connect")])
    // An app that is connected needs no consent again.
    await booth.tap("Choose Strava", on: ConnectedAppsPlaces.source)
    #expect(booth.events.last == .ledOn(ConnectedAppsPlaces.destination))
  }
}
