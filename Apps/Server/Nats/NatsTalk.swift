internal import Glibc
internal import Kernel
internal import Threads

/// The exchange on one connection.
struct NatsTalk {
  /// Larger than any configured `max_payload`.
  private static let largestHeard = 67_108_864

  private let wire: NatsSocket
  private let bell: Bell
  private let address: NatsAddress
  private let subject: String
  private let authorities: String?
  private var reader = NatsReader(largest: NatsTalk.largestHeard)
  private var out: [UInt8] = []
  private var sent = 0
  private var isAsked = false
  private(set) var largest = 1_048_576

  init(_ wire: NatsSocket, _ bell: Bell, _ address: NatsAddress, _ subject: String, _ authorities: String?) {
    self.wire = wire
    self.bell = bell
    self.address = address
    self.subject = subject
    self.authorities = authorities
  }

  /// Performs the handshake, subscribes, and waits for the server's confirmation; returns nil on success.
  mutating func begin(within milliseconds: Int) -> Problem? {
    let due = ContinuousClock.now + .milliseconds(milliseconds)
    var isGreeted = false
    while true {
      let left = due - .now
      guard left > .zero else { return NatsLine.away }
      let (readable, writable, woken) = wire.wait(
        bell, writes: sent < out.count, atMost: Int(left / .milliseconds(1)) + 1)
      if woken { return NatsLine.away }
      if writable, !flush() { return NatsLine.away }
      guard readable else { continue }
      guard let bytes = wire.read() else { return NatsLine.away }
      reader.take(bytes)
      while true {
        guard let said = try? reader.next() else { break }
        switch said {
        case .info(let bytes) where !isGreeted:
          let info = NatsWords.info(bytes)
          if let problem = secure(info, until: due) { return problem }
          largest = info.largest
          out += NatsWords.connect(address, name: "troupe") + NatsWords.subscribe(subject) + NatsWords.ping
          isGreeted = true
        case .pong: return nil
        case .ping: out += NatsWords.pong
        case .error: return refused
        default: break
        }
      }
    }
  }

  private var refused: Problem {
    Problem(
      "bus-refused", "NATS refused the connection at \(address).", safe: "Nothing was changed.",
      remedy: "Check the user, the password or the token in the address.")
  }

  /// Begins TLS where the address asks for it, before anything is sent.
  private func secure(_ info: NatsWords.Info, until due: ContinuousClock.Instant) -> Problem? {
    guard address.isSecure else { return info.needsTLS ? NatsTalk.needsTLS : nil }
    // What comes before the handshake is not authentic, so nothing but the greeting is accepted.
    guard info.hasTLS, reader.isEmpty else { return NatsTalk.lacksTLS }
    do throws(Problem) {
      try wire.secure(address, authorities: authorities, bell, until: due)
      return nil
    } catch {
      return error
    }
  }

  private static let needsTLS = Problem(
    "bus-tls", "This NATS server requires TLS.", safe: "Nothing was sent.", remedy: "Use tls:// in its address.")

  private static let lacksTLS = Problem(
    "bus-tls", "This NATS server offers no TLS.", safe: "Nothing was sent.",
    remedy: "Give it a certificate, or use nats:// on this machine or a private network.")

  /// Waits once and handles what happens. False when the connection is over.
  mutating func turn(silence: Int, isOver: Bool, out more: [UInt8], heard: ([UInt8]) -> Void) -> Bool {
    out += more
    guard flush() else { return false }
    if isOver { return false }
    let (readable, writable, woken) = wire.wait(bell, writes: sent < out.count, atMost: silence)
    if readable {
      guard let bytes = wire.read() else { return false }
      reader.take(bytes)
      isAsked = false
      return deal(heard)
    }
    if !writable, !woken {
      // After a long silence a ping is sent; any answer keeps the connection.
      if isAsked { return false }
      isAsked = true
      out += NatsWords.ping
    }
    return true
  }

  private mutating func deal(_ heard: ([UInt8]) -> Void) -> Bool {
    do throws(NatsReader.Flaw) {
      while let said = try reader.next() {
        switch said {
        case .message(let message): heard(message)
        case .ping: out += NatsWords.pong
        case .error: return false
        case .info, .pong, .fine: break
        }
      }
      return true
    } catch {
      return false
    }
  }

  private mutating func flush() -> Bool {
    while sent < out.count {
      guard let count = wire.write(out[sent...]) else { return false }
      if count == 0 { return true }
      sent += count
    }
    (out, sent) = ([], 0)
    return true
  }
}
