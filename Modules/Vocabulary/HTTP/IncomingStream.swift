public import Kernel

/// A part of a response that is handed out as it arrives.
public enum IncomingPart: Sendable, Hashable {
  /// The status, before anything of the body.
  case head(status: Int)
  case body([UInt8])
}

/// A response that is handed out as it arrives. It throws when the request fails, also in the middle of the body.
public struct IncomingStream: AsyncSequence, Sendable {
  public typealias Failure = Problem

  private let parts: AsyncThrowingStream<IncomingPart, any Error>

  public init(_ parts: AsyncThrowingStream<IncomingPart, any Error>) { self.parts = parts }

  public func makeAsyncIterator() -> Iterator { Iterator(inner: parts.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    var inner: AsyncThrowingStream<IncomingPart, any Error>.Iterator

    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Problem)
      -> IncomingPart?
    {
      do { return try await inner.next(isolation: actor) } catch let problem as Problem { throw problem } catch {
        throw .requestCancelled
      }
    }
  }
}
