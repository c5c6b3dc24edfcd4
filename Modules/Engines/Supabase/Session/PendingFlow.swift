internal import HTTP
internal import JSON
internal import Kernel
internal import OAuthClient
internal import Platform
internal import Signing

/// A sign-in that continues elsewhere, at a provider or in a mail, until its callback arrives.
struct PendingFlow: Sendable, Hashable, Codable {
  enum Purpose: String, Sendable, Hashable, Codable {
    case provider, linking, confirmation, recovery, emailChange
  }

  /// Identifies the flow in the callback's query.
  let state: String
  /// The secret without which the callback's code is worthless (RFC 7636).
  let verifier: String
  /// The secret whose hash a provider's ID token must contain.
  let nonce: String
  let purpose: Purpose
  let provider: String?
  /// The address to which the browser returns; nil when only a code is expected.
  let callback: String?
  /// The account that began the flow while signed in; its callback may change no other.
  let user: UUID?
  let expires: Date

  /// Seconds for which a callback is awaited: a mail is valid for an hour.
  private static let patience = TimeInterval(600)
  private static let mailPatience = TimeInterval(3600)

  init(_ purpose: Purpose, provider: String? = nil, callback: String?, user: UUID?, at now: Date) {
    state = ProofKey.random()
    verifier = ProofKey.random()
    nonce = ProofKey.random()
    self.purpose = purpose
    self.provider = provider
    self.callback = callback
    self.user = user
    let isAtProvider = purpose == .provider || purpose == .linking
    expires = now.addingTimeInterval(isAtProvider ? PendingFlow.patience : PendingFlow.mailPatience)
  }

  /// The address with which the browser returns, before the server adds its fields.
  var redirect: String? { callback.map { "\($0)?state=\(state)" } }

  var challenge: String { ProofKey.challenge(of: verifier) }

  /// The form of the nonce that a provider puts into its token.
  var hashedNonce: String { SHA256.hash(of: Array(nonce.utf8)).hexadecimal }

  /// The members of a request that begins the flow.
  var members: [String: JSON] { ["code_challenge": .string(challenge), "code_challenge_method": "s256"] }

  /// The query of a request that begins the flow.
  var query: String { redirect.map { "?redirect_to=\(Outgoing.escaped($0))" } ?? "" }
}

/// The flows whose callbacks are awaited: few, each for a limited time, and each for one callback.
struct PendingFlows: Sendable, Hashable {
  static let most = 8

  private(set) var flows: [PendingFlow] = []

  init() {}

  /// Bytes that are none count as no flows: their callbacks are then refused.
  init(_ bytes: [UInt8]) {
    let kept = try? JSONDecoder().decode([PendingFlow].self, from: Data(bytes))
    flows = (kept ?? []).suffix(PendingFlows.most)
  }

  func bytes() throws(Problem) -> [UInt8] {
    do { return Array(try JSON.data(flows)) } catch { throw .unreadable }
  }

  mutating func add(_ flow: PendingFlow, at now: Date) {
    flows.removeAll { $0.expires <= now }
    flows.append(flow)
    flows = flows.suffix(PendingFlows.most)
  }

  /// The flow that a callback names; nil when it is unknown or expired, or belongs to another address.
  func flow(of callback: Callback, at now: Date) -> PendingFlow? {
    flows.first { $0.state == callback.state && $0.callback == callback.address && now < $0.expires }
  }

  /// Ends a flow; false if it has ended already.
  mutating func end(_ flow: PendingFlow) -> Bool {
    guard let index = flows.firstIndex(of: flow) else { return false }
    flows.remove(at: index)
    return true
  }
}

/// The address with which a browser returns.
struct Callback: Sendable, Hashable {
  static let longest = ReturnAddress.longest

  private let fields: ReturnAddress

  init(_ text: String) throws(Problem) {
    guard let fields = ReturnAddress(text) else { throw .foreignReturn }
    self.fields = fields
  }

  /// The part before the query.
  var address: String { fields.address }
  var state: String { fields["state"] ?? "" }
  /// The authorization code; nil when it is absent or of an impossible length.
  var code: String? { fields["code"].flatMap { 1...1024 ~= $0.utf8.count ? $0 : nil } }
  /// The server's error code, or else the provider's.
  var error: String? { fields["error_code"] ?? fields["error"] }
  /// Whether the person declined at the provider.
  var isDenied: Bool { fields["error"] == "access_denied" && !(fields["error_code"] ?? "").hasPrefix("otp") }
  /// Whether the server only has a message, as after the first of two confirmations.
  var hasMessage: Bool { fields["message"] != nil }
}
