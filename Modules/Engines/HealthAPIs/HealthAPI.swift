public import HTTP
public import HealthProviders
public import Kernel
public import OAuthClient
public import Platform

/// The providers whose interfaces this module speaks. The raw values are the identifiers of the catalogue.
public enum HealthAPI: String, Sendable, Hashable, CaseIterable {
  case googleHealth = "google-health"
  case strava, garmin, polar, oura

  public var name: String {
    switch self {
    case .googleHealth: "Google Health"
    case .strava: "Strava"
    case .garmin: "Garmin"
    case .polar: "Polar"
    case .oura: "Oura"
    }
  }

  /// The address of the provider itself.
  public var origins: HealthAPIOrigins {
    switch self {
    case .googleHealth:
      HealthAPIOrigins(
        authorization: "https://accounts.google.com", token: "https://oauth2.googleapis.com",
        data: "https://health.googleapis.com")
    case .strava: HealthAPIOrigins("https://www.strava.com")
    case .garmin:
      HealthAPIOrigins(
        authorization: "https://connect.garmin.com", token: "https://diauth.garmin.com", data: "https://apis.garmin.com"
      )
    case .polar:
      HealthAPIOrigins(
        authorization: "https://flow.polar.com", token: "https://polarremote.com",
        data: "https://www.polaraccesslink.com")
    case .oura:
      HealthAPIOrigins(
        authorization: "https://cloud.ouraring.com", token: "https://api.ouraring.com", data: "https://api.ouraring.com"
      )
    }
  }

  /// The endpoints of its authorization, for an app that is registered there as `client`.
  public func authorization(
    at origins: HealthAPIOrigins, client: String, secret: Redacted<String>? = nil
  ) -> OAuthProvider {
    func provider(_ authorize: String, _ token: String, _ end: OAuthProvider.Revocation?) -> OAuthProvider {
      OAuthProvider(
        authorization: origins.authorization + authorize, token: origins.token + token, revocation: end,
        client: client, secret: secret, scopes: scopes.map(\.scope))
    }
    var oauth: OAuthProvider
    switch self {
    case .googleHealth:
      oauth = provider("/o/oauth2/v2/auth", "/token", .token(origins.token + "/revoke"))
      // Without these Google hands out no refresh token.
      oauth.parameters = [.init("access_type", "offline"), .init("prompt", "consent")]
    case .strava:
      oauth = provider(
        "/oauth/authorize", "/oauth/token", .bearer(method: "POST", origins.data + "/oauth/deauthorize"))
      oauth.separator = .comma
    case .garmin:
      oauth = provider(
        "/oauth2Confirm", "/di-oauth2-service/oauth/token",
        .bearer(method: "DELETE", origins.data + "/wellness-api/rest/user/registration"))
    case .polar:
      // Ending the access needs the person's number at Polar, which no token has.
      oauth = provider("/oauth2/authorization", "/v2/oauth2/token", nil)
      oauth.secretPlace = .header
    case .oura: oauth = provider("/oauth/authorize", "/oauth/token", .token(origins.token + "/oauth/revoke"))
    }
    return oauth
  }

  /// The scopes that are asked for, each with what it allows.
  public var scopes: [(scope: String, words: String)] {
    switch self {
    case .googleHealth:
      [
        ("activity_and_fitness", "activity"), ("health_metrics_and_measurements", "measurements"), ("sleep", "sleep"),
      ].flatMap { group, words in
        [("readonly", "reading"), ("writeonly", "saving")].map { verb, doing in
          ("https://www.googleapis.com/auth/googlehealth.\(group).\(verb)", "\(doing) \(words)")
        }
      }
    case .strava:
      [
        ("read", "reading the profile"), ("activity:read_all", "reading workouts"),
        ("activity:write", "saving workouts"),
      ]
    case .garmin:
      [
        ("HEALTH_EXPORT", "reading health data"), ("ACTIVITY_EXPORT", "reading workouts"),
        ("HISTORICAL_DATA_EXPORT", "reading the 30 days before the connection"),
      ]
    case .polar: [("accesslink.read_all", "reading your data")]
    case .oura:
      [("daily", "reading days and nights"), ("heartrate", "reading heart rate"), ("workout", "reading workouts")]
    }
  }

  /// The port through which a sync reads and writes an account. `send` sends a request with the account's access token.
  public func port(
    at origins: HealthAPIOrigins, now: @escaping @Sendable () -> Date,
    send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) -> HealthPort {
    let desk = APIDesk(api: self, origin: origins.data, now: now, send: send)
    return switch self {
    case .googleHealth: GoogleHealthClient(desk: desk).port
    case .strava: StravaClient(desk: desk).port
    case .garmin:
      desk.reading { kind, span, page throws(Problem) in try await GarminClient(desk: desk).read(kind, span, page) }
    case .polar:
      desk.reading { kind, span, page throws(Problem) in try await PolarClient(desk: desk).read(kind, span, page) }
    case .oura:
      desk.reading { kind, span, page throws(Problem) in try await OuraClient(desk: desk).read(kind, span, page) }
    }
  }
}

/// The addresses, without paths, at which a provider's servers are.
public struct HealthAPIOrigins: Sendable, Hashable {
  public var authorization: String
  public var token: String
  public var data: String

  public init(authorization: String, token: String, data: String) {
    self.authorization = authorization
    self.token = token
    self.data = data
  }

  /// One server for everything, such as a copy of the provider on this machine.
  public init(_ origin: String) { self.init(authorization: origin, token: origin, data: origin) }
}
