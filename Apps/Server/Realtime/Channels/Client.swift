internal import Relational
internal import Tokens
internal import Transport

/// One socket and the channels it has joined. Confined to the hub.
final class Client {
  let number: Int
  let socket: WebSocket
  let wire: FrameSerializer
  /// The credential of the connection, used by channels that send no token.
  let pass: Pass
  var members: [String: ChannelMember] = [:]
  var bucket: TokenBucket
  /// Number of consecutive messages refused by the rate limit.
  var refused = 0
  /// Bytes waiting to be sent when something was last sent.
  var waiting = 0
  var isHere = true

  init(_ number: Int, _ socket: WebSocket, _ wire: FrameSerializer, _ pass: Pass, _ bucket: TokenBucket) {
    self.number = number
    self.socket = socket
    self.wire = wire
    self.pass = pass
    self.bucket = bucket
  }
}

/// A client's membership in one channel.
final class ChannelMember {
  let number: Int
  let client: Client
  let room: Room
  let joinRef: [UInt8]
  let acknowledges: Bool
  let hearsItself: Bool
  let presenceKey: String
  var isPresent: Bool
  /// The user whose visibility applies; may change with a new token.
  var hearer: Hearer
  var caller: Caller
  var token: String?
  /// The token's expiry and its next check, in seconds since 1970.
  var expires: Int?
  var due: Int?
  var listenings: [ChannelBinding] = []

  init(_ number: Int, _ client: Client, _ room: Room, _ frame: ClientFrame, _ config: JoinConfig, _ pass: Pass) {
    self.number = number
    self.client = client
    self.room = room
    joinRef = frame.joinRef
    acknowledges = config.acknowledges
    hearsItself = config.hearsItself
    presenceKey = config.presenceKey ?? ""
    isPresent = config.isPresent
    caller = pass.caller
    hearer = Hearer(pass.caller)
    token = pass.token
    expires = pass.expires
  }

  /// Returns the ids of its bindings that match a change.
  func bindings(for change: RowChange, _ fields: ChangeFields) -> [Int] {
    var ids: [Int] = []
    for listening in listenings where listening.means(change, fields) { ids.append(listening.id) }
    return ids
  }
}

/// The identity that decides which changes a member receives, independent of its tokens.
enum Hearer: Hashable {
  case person(String), anonymous, service

  init(_ caller: Caller) {
    self =
      switch caller.role {
      case .authenticated: caller.user.map { .person($0) } ?? .anonymous
      case .anonymous: .anonymous
      case .service, .system: .service
      }
  }
}

/// The credential by which a client is in a channel.
struct Pass: Sendable {
  let caller: Caller
  var token: String?
  var expires: Int?
}
