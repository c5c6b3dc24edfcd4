internal import Threads

/// An open WebSocket, confined to its thread.
final class SocketLink {
  /// The bound on outgoing bytes.
  private static let mostOut = 2 << 20

  private let wire: RawConnection
  private let bell: Bell
  private var reader: SocketReader
  private var out: [UInt8] = []
  private var sent = 0
  private var isClosed = false

  /// Connects and performs the handshake. Returns nil when the server does not answer in time or `isOver` becomes true.
  init?(
    _ address: SocketAddress, _ bell: Bell, within time: Duration, isOver: @escaping () -> Bool
  ) throws(SocketFlaw) {
    let due = ContinuousClock.now + time
    guard !isOver(),
      let wire = RawConnection(address.origin, authorities: address.authorities, within: time, isOver: isOver)
    else { return nil }
    self.wire = wire
    self.bell = bell
    reader = SocketReader()
    let greeting = SocketGreeting(address.path, at: address.origin.authority)
    out = greeting.bytes
    var answer: [UInt8] = []
    while true {
      guard !isOver(), ContinuousClock.now < due, flush(), let bytes = wire.read() else { return nil }
      answer += bytes
      if let size = try greeting.judge(answer) {
        reader.take(answer[size...])
        return
      }
      if bytes.isEmpty { wire.wait(bell, writes: sent < out.count, until: due) }
    }
  }

  func say(_ text: [UInt8]) { out += SocketFrame.bytes(.text, text) }

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
  func hear() throws(SocketFlaw) -> [[UInt8]]? {
    var texts: [[UInt8]] = []
    while true {
      while let said = try reader.next() {
        switch said {
        case .text(let text): texts.append(text)
        case .ping(let payload): out += SocketFrame.bytes(.pong, payload)
        case .binary, .pong: break
        case .close(let code):
          end(code ?? 1000)
          isClosed = true
        }
      }
      // Process what was received before reading more.
      guard texts.count < 100, !isClosed, let bytes = wire.read() else { return texts.isEmpty ? nil : texts }
      if bytes.isEmpty { return texts }
      reader.take(bytes)
    }
  }

  func wait(until due: ContinuousClock.Instant) { wire.wait(bell, writes: sent < out.count, until: due) }

  /// Sends a close frame, if the connection still takes it.
  func end(_ code: UInt16) {
    out += SocketFrame.farewell(code)
    _ = flush()
  }
}

/// The address of a WebSocket, and the certificate authorities to trust.
struct SocketAddress: Sendable {
  let origin: ProjectOrigin
  /// Including the query.
  let path: String
  /// Certificate authorities as PEM, used instead of the system's.
  let authorities: String?
}
