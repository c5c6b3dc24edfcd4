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
  private let longest: Duration
  private var access: FCMSender.Access?
  /// The token for APNs with its step of time.
  private var provider: (step: Int, token: String)?

  /// A message takes `longest` in all, since the services of browsers are named from outside.
  init(
    _ services: PushServices, _ time: Time, within longest: Duration,
    _ send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) {
    self.services = services
    self.time = time
    self.longest = longest
    deliver = send
  }

  /// Sends a message. A service whose key was removed meanwhile is `.refused`.
  func send(_ message: PushMessage, to address: PushAddress) async throws(Problem) -> PushOutcome {
    let now = time.now().date
    let end = ContinuousClock.now + longest
    switch address {
    case .apns(let device):
      guard let apns = services.apns else { return .refused("no key for APNs") }
      let token = try token(of: apns, now)
      let request = try apns.request(message, to: device, token: token, now: now)
      let outcome = PushOutcome.apns(try await deliver(request, by: end))
      if outcome == .unauthorized, provider?.token == token { provider = nil }
      return outcome
    case .web(let endpoint, let p256dh, let auth, _):
      guard let web = services.web else { return .refused("no key for Web Push") }
      let subscription = try WebPushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth)
      return .webPush(try await deliver(try web.request(message, to: subscription, now: now), by: end))
    case .fcm(let token):
      guard let fcm = services.fcm else { return .refused("no account for FCM") }
      let first = try await ask(fcm, message, token, by: end)
      guard first == .unauthorized else { return first }
      // The access may have been revoked before its end; another one is tried once.
      return try await ask(fcm, message, token, by: end)
    }
  }

  private func deliver(_ request: Outgoing, by end: ContinuousClock.Instant) async throws(Problem) -> Incoming {
    var request = request
    request.limits.total = max(.milliseconds(1), end - .now)
    return try await deliver(request)
  }

  /// The token of this step of time, which is signed once.
  private func token(of apns: APNsSender, _ now: Date) throws(Problem) -> String {
    let step = APNsSender.step(at: now)
    if let provider, provider.step == step { return provider.token }
    let token = try apns.token(now: now)
    provider = (step, token)
    return token
  }

  private func ask(
    _ fcm: FCMSender, _ message: PushMessage, _ token: String, by end: ContinuousClock.Instant
  ) async throws(Problem) -> PushOutcome {
    let now = time.now().date
    let current: FCMSender.Access
    if let access, access.until > now {
      current = access
    } else {
      current = try fcm.access(try await deliver(try fcm.accessRequest(now: now), by: end), now: now)
      access = current
    }
    let outcome = PushOutcome.fcm(try await deliver(try fcm.request(message, to: token, access: current), by: end))
    if outcome == .unauthorized, access?.token == current.token { access = nil }
    return outcome
  }
}
