internal import Fetch
internal import FoundationEssentials
internal import Kernel
public import Push

/// The push services that a server has keys for.
public struct PushServices: Sendable {
  public var web: WebPushSender?
  public var apns: APNsSender?
  public var fcm: FCMSender?

  public init(web: WebPushSender? = nil, apns: APNsSender? = nil, fcm: FCMSender? = nil) {
    self.web = web
    self.apns = apns
    self.fcm = fcm
  }

  public var isEmpty: Bool { web == nil && apns == nil && fcm == nil }

  func takes(_ address: PushAddress) -> Bool {
    switch address {
    case .apns: apns != nil
    case .fcm: fcm != nil
    case .web: web != nil
    }
  }
}

/// Hands messages to the push services.
actor PushCarrier {
  private let services: PushServices
  private let deliver: @Sendable (Outgoing) async throws(Problem) -> Incoming
  private let time: Time
  private var access: FCMSender.Access?

  init(
    _ services: PushServices, _ time: Time, _ send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) {
    self.services = services
    self.time = time
    deliver = send
  }

  /// Sends a message. A service whose key was removed meanwhile is `.refused`.
  func send(_ message: PushMessage, to address: PushAddress) async throws(Problem) -> PushOutcome {
    let now = time.now().date
    switch address {
    case .apns(let token):
      guard let apns = services.apns else { return .refused("no key for APNs") }
      return .apns(try await deliver(try apns.request(message, to: token, token: try apns.token(now: now), now: now)))
    case .web(let endpoint, let p256dh, let auth, _):
      guard let web = services.web else { return .refused("no key for Web Push") }
      let subscription = try WebPushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth)
      return .webPush(try await deliver(try web.request(message, to: subscription, now: now)))
    case .fcm(let token):
      guard let fcm = services.fcm else { return .refused("no account for FCM") }
      let first = try await ask(fcm, message, token)
      guard first == .unauthorized else { return first }
      // The access may have been revoked before its end; another one is tried once.
      access = nil
      return try await ask(fcm, message, token)
    }
  }

  private func ask(_ fcm: FCMSender, _ message: PushMessage, _ token: String) async throws(Problem) -> PushOutcome {
    let now = time.now().date
    let current: FCMSender.Access
    if let access, access.until > now {
      current = access
    } else {
      current = try fcm.access(try await deliver(try fcm.accessRequest(now: now)), now: now)
      access = current
    }
    return .fcm(try await deliver(try fcm.request(message, to: token, access: current)))
  }
}
