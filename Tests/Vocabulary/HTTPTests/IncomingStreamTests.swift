import HTTP
import Kernel
import Testing

@Suite("Responses that are handed out as they arrive") struct IncomingStreamTests {
  private struct Other: Error {}

  private func heard(_ end: (any Error)?) async -> (parts: [IncomingPart], code: String?) {
    let (parts, continuation) = AsyncThrowingStream<IncomingPart, any Error>.makeStream()
    continuation.yield(.head(status: 200))
    continuation.yield(.body([1, 2]))
    continuation.finish(throwing: end)
    var heard: [IncomingPart] = []
    do throws(Problem) {
      for try await part in IncomingStream(parts) { heard.append(part) }
      return (heard, nil)
    } catch {
      return (heard, error.code)
    }
  }

  @Test("the parts come in order, then the end or the problem; any other error is a request that was given up")
  func parts() async {
    let whole: [IncomingPart] = [.head(status: 200), .body([1, 2])]
    for (end, code) in [
      (nil, nil), (Problem("fetch-broken", "It broke.", remedy: "Again."), "fetch-broken"),
      (Other(), "fetch-cancelled"),
    ] as [((any Error)?, String?)] {
      let heard = await heard(end)
      #expect(heard.parts == whole && heard.code == code)
    }
  }
}
