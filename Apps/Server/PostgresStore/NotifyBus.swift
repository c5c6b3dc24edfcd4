public import Kernel
public import Relational

/// A bus over PostgreSQL's NOTIFY, for instances that share only a database.
///
/// A notification holds less than 8,000 bytes of text, so a message is split into pieces that arrive in order, all
/// sent in one transaction. NOTIFY serializes all commits of a database: for much traffic use a dedicated bus.
public final class NotifyBus: Bus {
  public static let largest = 1_000_000

  private let source = Broadcast<[UInt8]>.Source()
  private let settling = Settling()
  private let pool: Pool
  private let listening: NotificationListener
  private let channel: String
  private let assembly = Locked(MessageAssembly())

  public var messages: Broadcast<[UInt8]> { source.broadcast }

  private init(
    _ address: PostgresAddress, _ pooled: PostgresAddress, _ limits: PostgresLimits, _ channel: String
  ) {
    self.channel = channel
    pool = Pool(pooled, limits)
    listening = NotificationListener(address, limits, channels: [channel])
  }

  deinit {
    listening.stop()
    pool.shut()
  }

  /// Opens a bus; returns once it is listening. The opener must close it. With a `pooler`, the address of a pooler in
  /// transaction mode before the same database, messages are sent through it.
  public static func open(
    address: String, pooler: String? = nil, channel: String = "troupe_bus", limits: PostgresLimits = PostgresLimits()
  ) async throws(Problem) -> NotifyBus {
    let address = try PostgresAddress(address)
    let pooled = try pooler.map { text throws(Problem) in try PostgresAddress(text, isPooled: true) } ?? address
    guard channel.utf8.count < 64, !channel.isEmpty, !channel.utf8.contains(0) else {
      throw Problem("bus-name", "PostgreSQL does not accept the name of the bus.", remedy: "Use at most 63 letters.")
    }
    var limits = limits
    limits.connections = 2
    let bus = NotifyBus(address, pooled, limits, channel)
    do throws(Failure) {
      try await OpeningRetry(address: pooled, patience: limits.opening, log: .silent)() { () throws(Failure) in
        try await bus.pool.with(again: true) { link throws(Failure) in _ = try link.run([PostgresStatement("select 1")])
        }
      }
    } catch {
      await bus.pool.close()
      throw Connecting.problem(pooled, error.code)
    }
    await bus.start()
    return bus
  }

  private func start() async {
    await withCheckedContinuation { continuation in
      let waiting = Locked<CheckedContinuation<Void, Never>?>(continuation)
      listening.start(
        NotificationListener.Handlers(
          began: { [weak self] _, again throws(Failure) in
            if again, let self { source.miss(1, settling: settling) }
            waiting.withLock { continuation in
              continuation?.resume()
              continuation = nil
            }
          },
          heard: { [weak self] _, heard throws(Failure) in
            for notification in heard { self?.take(notification.message) }
          },
          woken: { link throws(Failure) in _ = try link.run([PostgresStatement("select 1")]) }))
    }
  }

  public func publish(_ message: [UInt8]) async throws(Problem) {
    guard message.count <= NotifyBus.largest else {
      throw Problem(
        "bus-too-large", "A message of \(message.count) bytes is too large for the bus.",
        safe: "Nothing was sent.", remedy: "Send less than \(NotifyBus.largest) bytes at once.")
    }
    let statements = MessagePiece.pieces(of: message).map {
      PostgresStatement("select pg_notify($1, $2)", [Parameter(channel), Parameter($0)])
    }
    do throws(Failure) {
      try await pool.with(again: false) { link throws(Failure) in _ = try link.run(statements) }
    } catch {
      throw Problem(
        "bus-away", "The database cannot deliver messages now (\(error.code)).",
        safe: "What is stored is safe.", remedy: "Try again in a moment.")
    }
  }

  public func close() async {
    await listening.close()
    await pool.close()
  }

  private func take(_ message: [UInt8]) {
    guard let whole = assembly.withLock({ $0.take(message) }) else { return }
    source.say(whole, settling: settling)
  }
}

/// A piece of a message as text: `number/count:base64`.
enum MessagePiece {
  static let most = 5_700

  static func pieces(of message: [UInt8]) -> [String] {
    let count = max(1, (message.count + most - 1) / most)
    return (0..<count).map { number in
      let part = message[min(message.count, number * most)..<min(message.count, (number + 1) * most)]
      return "\(number)/\(count):" + Base64Text.encode(Array(part))
    }
  }

  static func read(_ text: [UInt8]) -> (number: Int, count: Int, bytes: [UInt8])? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon < 24 else { return nil }
    let head = String(decoding: text[..<colon], as: UTF8.self).split(separator: "/").compactMap { Int($0) }
    guard head.count == 2, head[0] >= 0, head[0] < head[1], head[1] <= NotifyBus.largest / most + 1,
      let bytes = Base64Text.decode(text[(colon + 1)...])
    else { return nil }
    return (head[0], head[1], bytes)
  }
}

/// Reassembles messages. The pieces of one message arrive in order, and either all or none.
struct MessageAssembly: Sendable {
  private var parts: [UInt8] = []
  private var next = 0

  mutating func take(_ text: [UInt8]) -> [UInt8]? {
    guard let piece = MessagePiece.read(text) else { return nil }
    if piece.number == 0 { (parts, next) = ([], 0) }
    guard piece.number == next else { return nil }
    parts += piece.bytes
    next += 1
    guard next == piece.count else { return nil }
    defer { (parts, next) = ([], 0) }
    return parts
  }
}
