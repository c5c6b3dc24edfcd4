internal import HTTP
internal import Threads
internal import WebSocketCodec

/// An open WebSocket, confined to its thread.
final class SocketLink {
  /// The bound on one message of the server.
  private static let longestMessage = 1 << 20
  /// The bound on outgoing bytes.
  private static let mostOut = 2 << 20

  private let wire: any RawConnection
  private let bell: Bell
  private var reader = MessageReader(.client, limit: SocketLink.longestMessage)
  private var out: [UInt8] = []
  private var sent = 0
  private var isClosed = false

  /// Connects and performs the handshake. Returns nil when the server does not answer in time or `isOver` becomes true.
  init?(
    _ address: SocketAddress, _ bell: Bell, within time: Duration, isOver: @escaping () -> Bool
  ) throws(SocketFailure) {
    let due = ContinuousClock.now + time
    guard !isOver(),
      let wire = address.connect(address.root, time, isOver)
    else { return nil }
    self.wire = wire
    self.bell = bell
    let greeting = SocketGreeting(address.path, at: address.origin.authority)
    out = greeting.bytes
    var answer: [UInt8] = []
    while true {
      guard !isOver(), ContinuousClock.now < due, flush(), let bytes = wire.read() else { return nil }
      answer += bytes
      if let size = try greeting.judge(answer) {
        reader.append(answer[size...])
        return
      }
      if bytes.isEmpty { wait(until: due) }
    }
  }

  func say(_ text: [UInt8]) { put(WebSocketFrame(opcode: .text, payload: text)) }

  private func put(_ frame: WebSocketFrame) { out += frame.encoded(as: .client) }

  /// Sends as much as possible. Returns false when the peer is gone, or has left too much unread.
  func flush() -> Bool {
    while sent < out.count {
      guard let count = wire.write(out[sent...]) else { return false }
      if count == 0 { return out.count - sent <= SocketLink.mostOut }
      sent += count
    }
    (out, sent) = ([], 0)
    return true
  }

  /// Returns the texts received; nil when the peer is gone or has closed.
  func hear() throws(SocketFailure) -> [[UInt8]]? {
    var texts: [[UInt8]] = []
    while true {
      while let said = try reader.next() {
        switch said {
        case .message(.text(let text)): texts.append(Array(text.utf8))
        case .ping(let payload): put(WebSocketFrame(opcode: .pong, payload: payload))
        case .message(.binary), .pong: break
        case .close(let code, _):
          end(code == .none ? .normal : code)
          isClosed = true
        }
      }
      // Process what was received before reading more.
      guard texts.count < 100, !isClosed, let bytes = wire.read() else { return texts.isEmpty ? nil : texts }
      if bytes.isEmpty { return texts }
      reader.append(bytes[...])
    }
  }

  func wait(until due: ContinuousClock.Instant) {
    wire.wait(ear: bell.ear, writes: sent < out.count, until: due)
    bell.hear()
  }

  /// Sends a close frame, if the connection still takes it.
  func end(_ code: CloseCode) {
    put(.close(code))
    _ = flush()
  }
}

/// The address of a WebSocket, and what opens connections.
struct SocketAddress: Sendable {
  let origin: ProjectOrigin
  /// Including the query.
  let path: String
  let connect: RawConnecting

  /// The address of the host.
  var root: String { "\(origin.isSecure ? "https" : "http")://\(origin.authority)/" }
}
