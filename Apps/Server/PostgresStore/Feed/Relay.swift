internal import Kernel
internal import Relational

/// Sends this instance's changes to a bus, in the order of their commits, and receives those of other instances.
final class Relay: Sendable {
  private let out: AsyncStream<[UInt8]>.Continuation
  private let sending: Task<Void, Never>
  private let hearing: Task<Void, Never>

  init(_ bus: any Bus, into feed: Feed) {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(10_000))
    out = continuation
    sending = Task {
      // A message that cannot be published counts as missed.
      for await message in stream { try? await bus.publish(message) }
    }
    let messages = bus.messages.listen()
    hearing = Task { [weak feed] in
      await messages.hear { news in
        switch news {
        case .said(let message): feed?.take(message)
        case .missed(let count): feed?.miss(count)
        }
      }
    }
  }

  /// Sends the messages that a transaction collected, one per line.
  func send(_ collected: String) {
    for line in collected.utf8.split(separator: UInt8(ascii: "\n")) { out.yield(Array(line)) }
  }

  func stop() {
    out.finish()
    sending.cancel()
    hearing.cancel()
  }
}
