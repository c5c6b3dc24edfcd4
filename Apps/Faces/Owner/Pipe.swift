internal import Dispatch
internal import JSON
public import Kernel
internal import Platform
internal import Shell

/// Forwards lines in both directions between a JSON-RPC client of this process and the owner of the profile, which
/// answers.
public final class Pipe: Sendable {
  private let visit: Visit

  public init(_ visit: Visit) { self.visit = visit }

  /// Runs until the input has ended and all of it is answered, or the owner ends the connection; then throws the
  /// reason. `write` gets each line that comes back.
  public func run(from input: Int32, write: @escaping @Sendable (String) -> Void) async throws(Problem) {
    for line in visit.early() { write(String(decoding: line, as: UTF8.self)) }
    // A window sends its first frame by itself; here the frame came as an answer.
    if let frame = visit.frame, let params = try? JSON(encoding: frame),
      let text = try? JSON.text(["jsonrpc": "2.0", "method": "frame", "params": params] as JSON)
    {
      write(text)
    }
    pump(from: input)
    for await line in visit.lines {
      guard let bytes = line.bytes else { throw .unreadable }
      guard Farewell.isSaid(in: bytes), case .farewell(let problem) = OwnerMessage(bytes) else {
        write(String(decoding: bytes, as: UTF8.self))
        continue
      }
      if let problem { throw problem }
      return
    }
    throw .gone
  }

  /// Stops reading the input. Ends when the owner has answered what was sent, after five seconds at most.
  public func stop() {
    visit.socket.endSending()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5)) { [weak socket = visit.socket] in socket?.end() }
  }

  /// Forwards the input unchanged; the owner reports what is wrong with it. Runs on a thread of its own, which blocks
  /// while the owner is busy.
  private func pump(from input: Int32) {
    DispatchQueue(label: "pipe").async { [socket = visit.socket] in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(input, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        var left = chunk[..<count]
        while !left.isEmpty {
          let sent = left.withUnsafeBytes { LocalSocket.send($0, to: socket.file) }
          // A busy owner reads later; one that has gone reads nothing.
          if sent < 0, errno == EINTR || errno == EAGAIN { continue }
          guard sent > 0 else { return }
          left = left.dropFirst(sent)
        }
      }
      socket.endSending()
    }
  }
}
