public import Kernel

// The problems of authorizations. The codes are stable.
extension Problem {
  static let denied = Problem(
    "oauth-denied", "The access was declined.", safe: "Nothing was connected.", remedy: "Try again to allow it.")
  static let foreignReturn = Problem(
    "oauth-foreign", "This page belongs to no connection that began here, or it was used already.",
    safe: "Nothing was connected.", remedy: "Connect again.")
  static let lateReturn = Problem(
    "oauth-late", "The answer came too late.", safe: "Nothing was connected.", remedy: "Connect again.")
  static let incompleteReturn = Problem(
    "oauth-incomplete", "The answer of the provider is incomplete.", safe: "Nothing was connected.",
    remedy: "Connect again.")
  static let providerRefused = Problem(
    "oauth-refused", "The provider does not accept this app's request.", safe: "Nothing was changed.",
    remedy: "Update the app, then try again.")
  static let providerLater = Problem(
    "oauth-later", "The provider is not available at the moment.", safe: "Nothing was changed.",
    remedy: "Try again in a while.")
  static let unreadableAnswer = Problem(
    "oauth-unreadable", "The answer of the provider cannot be read.", safe: "Nothing was changed.",
    remedy: "Try again in a while. If it stays so, update the app.")
  static let leadsElsewhere = Problem(
    "oauth-redirected", "The provider leads on to another address, which is not followed.",
    safe: "Nothing was sent there, and nothing was connected.",
    remedy: "Try again in a while. If it stays so, update the app.")
  static let insecureProvider = Problem(
    "oauth-insecure", "The address of the provider is not secure.", safe: "Nothing was sent.",
    remedy: "Use an address that begins with https.")
  static let notConnected = Problem(
    "oauth-not-connected", "There is no connection to this provider.", safe: "Nothing was sent.",
    remedy: "Connect it first.")

  /// The provider accepts the tokens no more: access was withdrawn there, or a rotated token was lost.
  public static let reconnect = Problem(
    "oauth-reconnect", "The provider asks for your consent again.",
    safe: "Your settings and what was synced stay.", remedy: "Reconnect it.")

  /// Whether a later attempt may succeed without the person.
  public var isTemporary: Bool {
    switch code {
    case "oauth-later", "fetch-unreachable", "fetch-timed-out", "fetch-broken", "fetch-crowded", "fetch-cancelled",
      "fetch-failed":
      true
    default: false
    }
  }
}
