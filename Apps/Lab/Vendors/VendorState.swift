internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Transport

/// A provider as a value: its accounts, its quotas and what was written to it. It decides every answer.
struct VendorState: Sendable {
  struct Consent: Sendable {
    let redirect: String
    let state: String?
    let challenge: String?
    let scopes: [String]
  }

  struct Code: Sendable {
    let consent: Consent
    let scopes: [String]
    let expires: Date
  }

  struct Grant: Sendable {
    var access: String
    var refresh: String?
    var expires: Date
    let scopes: [String]
    let since: Date
  }

  struct Written: Sendable {
    let key: String
    let type: String
    let json: JSON
    /// The instant by which it is filtered, where the provider filters by one.
    var instant: Date?
  }

  let kind: VendorKind
  let rules: VendorRules
  let plan: VendorPlan
  let person: VendorPerson
  var faults = VendorFaults()
  var consents: [String: Consent] = [:]
  var codes: [String: Code] = [:]
  var grants: [Grant] = []
  var written: [Written] = []
  /// Where each data point of Google Health is in `written`, by type and key.
  var places: [String: Int] = [:]
  /// Requests in the present window of each quota, and the number of that window.
  var usage: [Int: (window: Int, count: Int)] = [:]
  /// The newest requests, as "GET /path".
  var log: [String] = []
  private var chance: Seeded

  init(_ kind: VendorKind, _ plan: VendorPlan) {
    self.kind = kind
    self.plan = plan
    rules = kind.rules
    person = VendorPerson(seed: plan.seed)
    chance = Seeded(plan.seed ^ 0x7665_6E64_6F72)
  }

  /// A word that nobody guesses from another one.
  mutating func word() -> String {
    let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    return String(decoding: (0..<32).map { _ in digits[Int(chance.next() & 31)] }, as: UTF8.self)
  }

  mutating func answer(_ request: VendorRequest, at now: Date) -> VendorAnswer {
    log.append("\(request.method) \(request.path)")
    if log.count > 1_000 { log.removeFirst(500) }
    if let status = faults.status { return .error(Status(status, "Set by a test"), "set", "This answer was set.") }
    switch (request.method, request.path) {
    case ("GET", rules.authorize): return ask(request)
    case ("POST", rules.authorize): return decide(request, at: now)
    case ("POST", rules.token): return token(request, at: now)
    default: break
    }
    if case .token(let path) = rules.end, request.path == path, request.method == "POST" { return revoke(request) }
    guard let grant = grant(of: request, at: now) else { return refusal }
    if case .bearer(let method, let path) = rules.end, request.method == method, request.path == path {
      grants.removeAll { $0.access == grant.access }
      return VendorAnswer(
        kind == .strava ? .ok : .noContent, kind == .strava ? ["access_token": .string(grant.access)] : nil)
    }
    if faults.isInactive {
      return VendorAnswer(
        .forbidden,
        [
          "message": "Forbidden",
          "errors": [["resource": "Application", "field": "Status", "code": "Inactive"]],
        ])
    }
    var answer = quota(request, at: now) ?? serve(request, grant, at: now)
    answer.headers += quotaHeaders(at: now)
    return answer
  }

  private mutating func serve(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer {
    let found: VendorAnswer? =
      switch kind {
      case .googleHealth: googleHealth(request, grant, at: now)
      case .strava: strava(request, grant, at: now)
      case .garmin: garmin(request, grant, at: now)
      case .polar: polar(request, grant, at: now)
      case .oura: oura(request, grant, at: now)
      }
    return found ?? .error(.notFound, "not_found", "There is nothing at \(request.path).")
  }

  /// The days that overlap a span and are there at an instant, the first one first.
  func days(from start: Date, to end: Date, at now: Date) -> [VendorDay] {
    func number(_ date: Date) -> Int {
      let seconds = min(max(date.timeIntervalSince(plan.first), -1e9), 1e9)
      return Int((seconds / 86_400).rounded(.down))
    }
    let range = max(0, number(start))..<max(0, min(plan.days, number(end) + 1))
    guard start < end, range.lowerBound < range.upperBound else { return [] }
    return range.compactMap { number in
      let midnight = plan.first.addingTimeInterval(Double(number) * 86_400)
      guard arrival(number) <= now else { return nil }
      return person.day(number, at: midnight)
    }
  }

  /// The instant from which a day's data are there: its end, or later.
  func arrival(_ number: Int) -> Date {
    plan.late[number] ?? plan.first.addingTimeInterval(Double(number + 1) * 86_400)
  }

  // MARK: Quotas

  private var quotas: [VendorQuota] { plan.quotas ?? rules.quotas }
  private var readQuotas: [VendorQuota] { plan.quotas == nil ? rules.readQuotas : [] }

  /// Counts a request. A request beyond a quota counts too, and is answered with the time to wait.
  private mutating func quota(_ request: VendorRequest, at now: Date) -> VendorAnswer? {
    var wait = 0
    let counted = quotas.map { ($0, 0) } + (request.method == "GET" ? readQuotas.map { ($0, 1_000) } : [])
    for (quota, offset) in counted {
      let used = used(quota, offset, at: now) + 1
      usage[offset + quota.seconds] = (window(quota, at: now), used)
      if used > quota.requests {
        wait = max(wait, quota.seconds - Int(now.timeIntervalSince1970) % quota.seconds)
      }
    }
    guard wait > 0 else { return nil }
    var answer = VendorAnswer(
      .tooManyRequests,
      [
        "message": "Rate Limit Exceeded",
        "errors": [["resource": "Application", "field": "rate limit", "code": "exceeded"]],
      ])
    if kind != .strava { answer.headers.append(("retry-after", "\(wait)")) }
    return answer
  }

  private func window(_ quota: VendorQuota, at now: Date) -> Int { Int(now.timeIntervalSince1970) / quota.seconds }

  private func used(_ quota: VendorQuota, _ offset: Int, at now: Date) -> Int {
    guard let known = usage[offset + quota.seconds], known.window == window(quota, at: now) else { return 0 }
    return known.count
  }

  private func quotaHeaders(at now: Date) -> [(String, String)] {
    guard kind == .strava else { return [] }
    func pair(_ name: String, _ quotas: [VendorQuota], _ offset: Int) -> [(String, String)] {
      guard !quotas.isEmpty else { return [] }
      let limits = quotas.map { "\($0.requests)" }.joined(separator: ",")
      let usage = quotas.map { "\(used($0, offset, at: now))" }.joined(separator: ",")
      return [("x-\(name)-limit", limits), ("x-\(name)-usage", usage)]
    }
    return pair("ratelimit", quotas, 0) + pair("readratelimit", readQuotas, 1_000)
  }
}
