internal import Relational
internal import Tokens
internal import Transport

/// One socket and the channels that it has joined. Lives inside the hub and nowhere else.
final class Client {
  let number: Int
  let socket: WebSocket
  let wire: Wire
  /// What was shown at the door, which stands for every channel that shows nothing itself.
  let pass: Pass
  var members: [String: Member] = [:]
  var bucket: TokenBucket
  /// How many messages were refused for being too many, since the last that was not.
  var refused = 0
  /// How many bytes waited for it when something was last sent.
  var waiting = 0
  var isHere = true

  init(_ number: Int, _ socket: WebSocket, _ wire: Wire, _ pass: Pass, _ bucket: TokenBucket) {
    self.number = number
    self.socket = socket
    self.wire = wire
    self.pass = pass
    self.bucket = bucket
  }
}

/// One channel of one socket.
final class Member {
  let number: Int
  let client: Client
  let room: Room
  let joinRef: [UInt8]
  let acknowledges: Bool
  let hearsItself: Bool
  let presenceKey: String
  var isPresent: Bool
  /// Who listens; another after a new token.
  var hearer: Hearer
  var caller: Caller
  var token: String?
  /// When the token ends, and when it is judged again, in seconds since 1970.
  var expires: Int?
  var due: Int?
  var listenings: [Listening] = []

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

  /// The numbers of its bindings that mean this change.
  func bindings(for change: RowChange, _ fields: ChangeFields) -> [Int] {
    var ids: [Int] = []
    for listening in listenings where listening.means(change, fields) { ids.append(listening.id) }
    return ids
  }
}

/// Who somebody is, as far as it decides what they may hear: their tokens come and go.
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

/// By what somebody is in a channel.
struct Pass: Sendable {
  let caller: Caller
  var token: String?
  var expires: Int?
}
