public import HTTP
internal import JSON
internal import Kernel
internal import Platform

/// The answer of a push service to one message, as the sender acts on it.
public enum PushOutcome: Sendable, Hashable {
  /// The service took it. Whether and when the device shows it is not told.
  case taken
  /// The device is gone: its token is removed.
  case gone
  /// To be tried again after so many seconds.
  case later(seconds: Int)
  /// The token with which the sender shows who it is was refused: a new one is made, and it is tried once more.
  case unauthorized
  /// The service will never take this message. The reason is the service's own word.
  case refused(String)

  /// The longest wait that a service may ask for.
  static let longestWait = 86_400
  /// The seconds for which APNs wants to see the same token of a sender.
  static let leastOfToken = 1200

  /// The answer to a request over Web Push.
  public static func webPush(_ answer: Incoming) -> PushOutcome {
    switch answer.status {
    case 200..<300: .taken
    case 404, 410: .gone
    case 401, 403: .unauthorized
    case 413: .refused("too large")
    default: common(answer, reason: nil)
    }
  }

  /// The answer to a request to APNs, which gives a reason in JSON.
  public static func apns(_ answer: Incoming) -> PushOutcome {
    let reason = field(answer, "reason")
    switch (answer.status, reason) {
    case (200, _): return .taken
    // A token for another topic may be the fault of the server's settings, which must not remove everybody's devices.
    case (410, _), (400, "BadDeviceToken"): return .gone
    case (403, "ExpiredProviderToken"), (403, "InvalidProviderToken"): return .unauthorized
    case (_, "TooManyProviderTokenUpdates"): return .later(seconds: max(leastOfToken, wait(answer)))
    default: return common(answer, reason: reason)
    }
  }

  /// The answer to a request to FCM v1, which gives a status and a code in JSON. It answers 404 for a project that does not
  /// exist, too, so the code alone says that a device is gone.
  public static func fcm(_ answer: Incoming) -> PushOutcome {
    let error = answer.body.count <= 65_536 ? (try? JSON(bytes: answer.body))?["error"] : nil
    let code = error?["details"]?.array?.compactMap { $0["errorCode"]?.string }.first ?? error?["status"]?.string
    switch (answer.status, code) {
    case (200, _): return .taken
    case (_, "UNREGISTERED"): return .gone
    case (401, _): return .unauthorized
    default: return common(answer, reason: code)
    }
  }

  private static func field(_ answer: Incoming, _ name: String) -> String? {
    guard answer.body.count <= 65_536 else { return nil }
    return (try? JSON(bytes: answer.body))?[name]?.string
  }

  /// Seconds from the instant of the answer to the one that `Retry-After` names, both by the service's clock.
  private static func wait(until text: String, _ date: String?) -> Int? {
    guard let end = HTTPInstant.date(text), let now = date.flatMap(HTTPInstant.date) else { return nil }
    return Int(end.timeIntervalSince(now))
  }

  /// The seconds for which an answer asks to wait.
  private static func wait(_ answer: Incoming) -> Int {
    let asked = answer["retry-after"].flatMap { Int($0) ?? wait(until: $0, answer["date"]) } ?? 60
    return max(1, min(asked, longestWait))
  }

  private static func common(_ answer: Incoming, reason: String?) -> PushOutcome {
    if answer.status == 429 || answer.status >= 500 || answer.status == 408 {
      return .later(seconds: wait(answer))
    }
    // A service's word is shown to whoever runs the server; it is cut, since it comes from outside.
    let word = (reason ?? "status \(answer.status)").unicodeScalars.filter { 0x20...0x7E ~= $0.value }.prefix(100)
    return .refused(String(String.UnicodeScalarView(word)))
  }
}
