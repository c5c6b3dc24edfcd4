internal import Glibc
public import Kernel
public import Relational

/// A bus over a NATS server. Its connection lives on a thread of its own, and comes back by itself when it is lost;
/// what is said meanwhile is missed, and listeners are told that something was.
///
/// Whoever opens it closes it.
public final class NatsBus: Bus {
  private let line: NatsLine

  public var messages: Broadcast<[UInt8]> { line.messages }

  private init(_ line: NatsLine) { self.line = line }

  deinit { line.stop() }

  /// Returns when it listens. All who open it with the same subject hear one another.
  public static func open(
    address: String, subject: String = "troupe.bus", within patience: Duration = .seconds(5)
  ) async throws(Problem) -> NatsBus {
    let address = try NatsAddress(address)
    guard NatsWords.isSubject(subject) else {
      throw Problem(
        "bus-name", "The bus has no name that NATS takes.", remedy: "Use letters and digits, with dots between words.")
    }
    let line = NatsLine(address, subject, patience)
    let outcome = await withCheckedContinuation { line.start($0) }
    guard case .success = outcome else {
      await line.close()
      return try outcome.map { NatsBus(line) }.get()
    }
    return NatsBus(line)
  }

  /// Returns when the message is on its way, in the order of the calls.
  public func publish(_ message: [UInt8]) async throws(Problem) { try line.publish(message) }

  public func close() async { await line.close() }
}
