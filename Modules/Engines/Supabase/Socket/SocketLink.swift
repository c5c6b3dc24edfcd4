internal import Threads

/// One open WebSocket as its thread has it.
final class SocketLink {
  /// Of what waits to go out.
  private static let mostOut = 2 << 20

  private let wire: Wire
  private let bell: Bell
  private var reader: SocketReader
  private var out: [UInt8] = []
  private var sent = 0
  private var isClosed = false

  /// Connects and greets. Returns nil when nobody answers in time or when it is no longer wanted.
  init?(
    _ address: SocketAddress, _ bell: Bell, within time: Duration, isOver: @escaping () -> Bool
  ) throws(SocketFlaw) {
    let due = ContinuousClock.now + time
    guard !isOver(), let wire = Wire(address.origin, authorities: address.authorities, within: time, isOver: isOver)
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

  /// Sends what it can. False when the other side is gone, or reads nothing of what it is told.
  func flush() -> Bool {
    while sent < out.count {
      guard let count = wire.write(out[sent...]) else { return false }
      if count == 0 { return out.count - sent <= SocketLink.mostOut }
      sent += count
    }
    (out, sent) = ([], 0)
    return true
  }

  /// The texts that have come; nil when the other side is gone or says farewell.
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
      // What came first is dealt with before more is taken.
      guard texts.count < 100, !isClosed, let bytes = wire.read() else { return texts.isEmpty ? nil : texts }
      if bytes.isEmpty { return texts }
      reader.take(bytes)
    }
  }

  func wait(until due: ContinuousClock.Instant) { wire.wait(bell, writes: sent < out.count, until: due) }

  /// Says why it ends, if anybody listens.
  func end(_ code: UInt16) {
    out += SocketFrame.farewell(code)
    _ = flush()
  }
}

/// Where a WebSocket is opened, and whom to trust there.
struct SocketAddress: Sendable {
  let origin: Origin
  /// With its query.
  let path: String
  /// Certificates as PEM, instead of those whom the system trusts.
  let authorities: String?
}
