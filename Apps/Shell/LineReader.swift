internal import Dispatch
internal import Platform

/// Reads lines from a file or a pipe with bounded memory. A line that is too long is skipped and reported, and a sender
/// faster than its consumer is slowed down.
public enum LineReader {
  public static let longest = 1 << 20
  private static let most = 64

  public struct Line: Sendable {
    /// Nil for a line that was too long.
    public let bytes: [UInt8]?
    private let place: Place

    fileprivate init(bytes: [UInt8]?, place: Place) {
      self.bytes = bytes
      self.place = place
    }
  }

  /// Reads on a thread of its own, so that blocking reads never occupy the cooperative thread pool. `keeper` is
  /// retained until the last read is over, for a file that must not be closed before.
  public static func from(
    _ file: Int32, longest: Int = longest, keeper: (any Sendable)? = nil
  ) -> AsyncStream<Line> {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.self)
    let room = DispatchSemaphore(value: most)
    // After the consumer has gone, a reader that waits for a slot reads on to the end of the file instead of waiting
    // forever.
    continuation.onTermination = { _ in room.signal() }
    DispatchQueue(label: "lines").async {
      var splitter = Splitter(longest: longest)
      var chunk = [UInt8](repeating: 0, count: 65_536)
      func pass(_ line: Splitter.Line) {
        room.wait()
        continuation.yield(Line(bytes: line.bytes, place: Place(room)))
      }
      while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for line in splitter.take(chunk[..<count]) { pass(line) }
      }
      if let last = splitter.rest { pass(last) }
      continuation.finish()
      withExtendedLifetime(keeper) {}
    }
    return stream
  }

  /// A slot in the bounded buffer of lines; released when the line has been handled.
  fileprivate final class Place: Sendable {
    private let room: DispatchSemaphore
    init(_ room: DispatchSemaphore) { self.room = room }
    deinit { room.signal() }
  }
}

/// Splits bytes into lines and buffers at most `longest` bytes of a line.
struct Splitter {
  struct Line: Equatable {
    let bytes: [UInt8]?
  }

  let longest: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  init(longest: Int) { self.longest = longest }

  /// The bytes after the last line break; nil when there are none.
  var rest: Line? { line.isEmpty && !isTooLong ? nil : current }

  private var current: Line { Line(bytes: isTooLong ? nil : line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var left = bytes
    while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
      add(left[..<end])
      lines.append(current)
      line = []
      isTooLong = false
      left = left[(end + 1)...]
    }
    add(left)
    return lines
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    if line.count + bytes.count > longest {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }
}
