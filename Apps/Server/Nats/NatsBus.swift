internal import Glibc
public import Kernel
public import Relational

/// A bus over a NATS server. Its connection runs on a thread of its own and reconnects when lost; messages sent
/// meanwhile are missed, and listeners are told so.
///
/// The opener must close it.
public final class NatsBus: Bus {
  private let line: NatsLine

  public var messages: Broadcast<[UInt8]> { line.messages }

  private init(_ line: NatsLine) { self.line = line }

  deinit { line.stop() }

  /// Opens a bus; returns once it is subscribed. All buses with the same subject receive each other's messages. For a
  /// `tls://` address `authorities` is a file of trusted certificates in place of the system's.
  public static func open(
    address: String, subject: String = "troupe.bus", authorities: String? = nil, within patience: Duration = .seconds(5)
  ) async throws(Problem) -> NatsBus {
    let address = try NatsAddress(address)
    guard NatsWords.isSubject(subject) else {
      throw Problem(
        "bus-name", "NATS does not accept the name of the bus.",
        remedy: "Use letters and digits, with dots between words.")
    }
    let line = NatsLine(address, subject, authorities, patience)
    let outcome = await withCheckedContinuation { line.start($0) }
    guard case .success = outcome else {
      await line.close()
      return try outcome.map { NatsBus(line) }.get()
    }
    return NatsBus(line)
  }

  /// Queues a message for sending, in the order of the calls.
  public func publish(_ message: [UInt8]) async throws(Problem) { try line.publish(message) }

  public func close() async { await line.close() }
}
