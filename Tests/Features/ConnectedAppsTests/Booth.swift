import Audit
import FeatureTesting
import Foundation
import HTTP
import Interface
import JSON
import Kernel
import OAuthClient
import Storage
import Testing

@testable import ConnectedApps

/// A provider as a test tells it. Its tokens are numbered, and each refresh rotates them.
final class TestProvider: Sendable {
  struct Held {
    /// Number of the present pair of tokens; 0 for none.
    var pair = 0
    var scope: String?
    var answers: [Incoming] = []
    var isUnreachable = false
    var log: [String] = []
    var life = 3600
  }

  let held = Locked(Held())

  func change(_ change: (inout Held) -> Void) { held.withLock { change(&$0) } }
  var log: [String] { held.withLock { $0.log } }

  func ask(_ request: Outgoing) throws(Problem) -> Incoming {
    let answer = held.withLock { held -> Incoming? in
      let path = request.address.split(separator: "/").last.map(String.init) ?? ""
      held.log.append("\(request.method) \(path)")
      if held.isUnreachable { return nil }
      if !held.answers.isEmpty { return held.answers.removeFirst() }
      let form = String(decoding: request.body ?? [], as: UTF8.self)
      let bearer = request.headers.first { $0.name == "authorization" }?.value
      switch path {
      case "token":
        if form.contains("grant_type=refresh_token"), !form.contains("refresh_token=refresh-secret-\(held.pair)&") {
          return .of(["error": "invalid_grant"], status: 400)
        }
        held.pair += 1
        var tokens: [String: JSON] = [
          "access_token": .string("access-secret-\(held.pair)"),
          "refresh_token": .string("refresh-secret-\(held.pair)"), "expires_in": .number(Double(held.life)),
        ]
        tokens["scope"] = held.scope.map { .string($0) }
        return .of(.object(tokens))
      case "revoke":
        held.pair = 0
        return Incoming(status: 200)
      default: return Incoming(status: bearer == "Bearer access-secret-\(held.pair)" ? 200 : 401)
      }
    }
    guard let answer else { throw .away }
    return answer
  }
}

extension Incoming {
  static func of(_ json: JSON, status: Int = 200) -> Incoming {
    Incoming(status: status, body: Array((try? JSON.data(json)) ?? Data()))
  }
}

extension Problem {
  static let away = Problem("fetch-unreachable", "Nobody answers.", safe: "Nothing was sent.", remedy: "Try again.")
}

extension ConnectedApp {
  static let strava = ConnectedApp(
    "strava", name: "Strava", icon: .run, kind: "Training diary",
    way: .browser(
      OAuthProvider(
        authorization: "https://strava.example/authorize", token: "https://strava.example/token",
        revocation: .token("https://strava.example/revoke"), client: "me", scopes: ["read", "write"])),
    scopeWords: ["write": "saving workouts"], manual: "strava.example, Settings, My Apps")
  static let health = ConnectedApp(
    "google-health", name: "Google Health", icon: .heart, kind: "Watch and its account",
    way: .browser(
      OAuthProvider(
        authorization: "https://google.example/authorize", token: "https://google.example/token", client: "me",
        scopes: ["read"])), manual: "myaccount.google.example, Third-party apps")
  static let phone = ConnectedApp(
    "health-connect", name: "Health Connect", icon: .device, kind: "Health store of the phone", way: .device,
    roles: [.destination], manual: "the phone's settings")
  static let fit = ConnectedApp(
    "google-fit", name: "Google Fit", icon: .heart, kind: "Account", way: .device,
    offer: .unavailable("Google has ended Google Fit in 2026."), manual: "-")
  static let fitbit = ConnectedApp(
    "fitbit", name: "Fitbit", icon: .heart, kind: "Watch and its account", way: .device,
    offer: .replaced(by: "google-health", "Fitbit was turned down in September 2026."), manual: "-")

  static let all = [strava, health, phone, fit, fitbit]
}

/// A person's connected apps in a test environment, seen from one window.
final class Booth: FeatureHarness {
  struct Outside {
    var callback: String? = "http://127.0.0.1:1/-/callback"
    var permits = true
    var released: [ConnectedApp.ID] = []
    var handed: [String] = []
    var failure: Problem?
  }

  let environment: TestEnvironment
  let provider: TestProvider
  let outside: Locked<Outside>
  let feature: ConnectedApps
  let recorder: EventRecorder<ConnectedAppsEvent>
  let window: WindowID

  /// Uses a new store, or that of another booth, as after a restart.
  init(over other: Booth? = nil, begins: Bool = true) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let provider = other?.provider ?? TestProvider()
    let outside = other?.outside ?? Locked(Outside())
    self.provider = provider
    self.outside = outside
    feature = ConnectedApps(
      ConnectedApp.all, on: environment.context,
      needs: ConnectedAppsNeeds(
        environment.store, ask: { request throws(Problem) in try provider.ask(request) },
        callback: { _ in outside.withLock { $0.callback } },
        permit: { _, _ throws(Problem) in outside.withLock { $0.permits } },
        release: { app throws(Problem) in
          let failure = outside.withLock { outside -> Problem? in
            if outside.failure == nil { outside.released.append(app) }
            return outside.failure
          }
          if let failure { throw failure }
        },
        handOver: { old, new throws(Problem) in outside.withLock { $0.handed.append("\(old) \(new)") } }))
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    if begins { await send(.begin) }
  }

  func `do`(_ action: ConnectedAppsWindowAction, at window: WindowID? = nil) async {
    await send(action, from: window ?? self.window)
  }

  /// The page that was asked for last.
  var visit: BrowserVisit? {
    events.compactMap { if case .browserAsked(let visit) = $0 { visit } else { nil } }.last
  }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }

  /// The browser returns from the page that was asked for last.
  func come(back query: String = "code=c1", state: String? = nil, at window: WindowID? = nil) async {
    guard let visit else { return }
    let address = "\(visit.callback)?\(query)&state=\(state ?? visit.state ?? "")"
    await self.do(.returned(.returned(Redacted(address))), at: window)
  }

  func connect(_ app: ConnectedApp.ID = "strava") async {
    await self.do(.connect(app))
    await come()
  }

  func screen(_ route: Route = ConnectedAppsPlaces.apps) -> Screen<ConnectedAppsWindowAction> {
    state.screen(route, in: Surroundings(now: Booth.morning), at: window)
  }

  var labels: [String] { screen().all.map(\.label) }

  func tap(_ label: String, on route: Route = ConnectedAppsPlaces.apps) async {
    await perform(label, in: screen(route).all, from: window)
  }

  func stored<Record: Kept>(_ kind: Record.Type) async throws -> [Record] {
    try await environment.store.collection(kind, .local).records()
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
