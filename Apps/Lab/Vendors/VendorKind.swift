/// The providers that can be played on this machine.
public enum VendorKind: String, Sendable, Hashable, CaseIterable {
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

  /// The paths and habits of its authorization server.
  var rules: VendorRules {
    switch self {
    case .googleHealth:
      VendorRules(
        authorize: "/o/oauth2/v2/auth", token: "/token", end: .token("/revoke"), life: 3_599, rotates: false,
        scopes: ["activity_and_fitness", "health_metrics_and_measurements", "sleep"].flatMap { group in
          ["readonly", "writeonly"].map { "https://www.googleapis.com/auth/googlehealth.\(group).\($0)" }
        }, quotas: [VendorQuota(300, in: 60)])
    case .strava:
      VendorRules(
        authorize: "/oauth/authorize", token: "/oauth/token", end: .bearer("POST", "/oauth/deauthorize"), life: 21_600,
        scopes: ["read", "activity:read_all", "activity:write"], separator: ",", saysScopesInReturn: true,
        quotas: [VendorQuota(200, in: 900), VendorQuota(2_000, in: 86_400)],
        readQuotas: [VendorQuota(100, in: 900), VendorQuota(1_000, in: 86_400)])
    case .garmin:
      VendorRules(
        authorize: "/oauth2Confirm", token: "/di-oauth2-service/oauth/token",
        end: .bearer("DELETE", "/wellness-api/rest/user/registration"), life: 86_400,
        scopes: ["HEALTH_EXPORT", "ACTIVITY_EXPORT", "HISTORICAL_DATA_EXPORT"], quotas: [VendorQuota(600, in: 60)])
    case .polar:
      VendorRules(
        authorize: "/oauth2/authorization", token: "/v2/oauth2/token", end: .bearer("DELETE", "/v3/users/1"),
        life: 315_360_000, hasRefresh: false, scopes: ["accesslink.read_all"], quotas: [VendorQuota(500, in: 900)])
    case .oura:
      VendorRules(
        authorize: "/oauth/authorize", token: "/oauth/token", end: .token("/oauth/revoke"), life: 86_400,
        scopes: ["daily", "heartrate", "workout"], quotas: [VendorQuota(5_000, in: 300)])
    }
  }
}

/// The paths and habits of a provider.
struct VendorRules: Sendable {
  enum End: Sendable {
    case token(String)
    case bearer(String, String)
  }

  var authorize: String
  var token: String
  var end: End
  /// Seconds for which an access token is valid.
  var life: Double
  var hasRefresh = true
  /// Whether each refresh brings a new refresh token, after which the older one is refused.
  var rotates = true
  var scopes: [String]
  var separator = " "
  var saysScopesInReturn = false
  var quotas: [VendorQuota]
  /// The windows of requests that only read; empty where all requests count alike.
  var readQuotas: [VendorQuota] = []
}

/// The most requests in a window of time. Windows begin at whole multiples of their length after midnight UTC.
public struct VendorQuota: Sendable, Hashable {
  public let requests: Int
  public let seconds: Int

  public init(_ requests: Int, in seconds: Int) {
    self.requests = requests
    self.seconds = seconds
  }
}
