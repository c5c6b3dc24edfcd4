internal import Kernel
internal import Relational

/// Takes changes to a bus and from it: what this instance committed goes out in the order in which it was committed here.
final class Relay: Sendable {
  private let out: AsyncStream<[UInt8]>.Continuation
  private let sending: Task<Void, Never>
  private let hearing: Task<Void, Never>

  init(_ bus: any Bus, into feed: Feed) {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(10_000))
    out = continuation
    sending = Task {
      // What cannot be published is missed, as by an instance that is away.
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

  /// What a transaction collected: a message a line.
  func send(_ collected: String) {
    for line in collected.utf8.split(separator: UInt8(ascii: "\n")) { out.yield(Array(line)) }
  }

  func stop() {
    out.finish()
    sending.cancel()
    hearing.cancel()
  }
}
