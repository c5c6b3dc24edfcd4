import Fetch
import Kernel
import Loopback
import Testing

/// A `Fetch` for one test, closed at its end.
func fetching(_ settings: FetchSettings = FetchSettings(), _ test: (Fetch) async throws -> Void) async throws {
  let fetch = try Fetch(settings)
  do {
    try await test(fetch)
    await fetch.close()
  } catch {
    await fetch.close()
    throw error
  }
}

/// The problem that `body` throws, or nil.
func problem(_ body: () async throws(Problem) -> Void) async -> Problem? {
  do throws(Problem) {
    try await body()
    return nil
  } catch {
    return error
  }
}

extension Listener {
  var address: String { "http://127.0.0.1:\(port)" }
}

/// A gate: each `open` lets one waiter pass.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.yield() }

  func passed() async { for await _ in stream { return } }
}
