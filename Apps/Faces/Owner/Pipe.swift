internal import Dispatch
internal import Glibc
internal import JSON
public import Kernel
internal import Shell

/// Lines both ways between whoever speaks JSON-RPC with this process and the owner of the profile, who answers.
public final class Pipe: Sendable {
  private let visit: Visit

  public init(_ visit: Visit) { self.visit = visit }

  /// Until the input has ended and all of it is answered, or the owner goes; then it says why. `write` is given what
  /// comes back, a line each.
  public func run(from input: Int32, write: @escaping @Sendable (String) -> Void) async throws(Problem) {
    for line in visit.early() { write(String(decoding: line, as: UTF8.self)) }
    // A window tells its first frame by itself; here it came as an answer.
    if let frame = visit.frame, let params = try? JSON(encoding: frame),
      let text = try? JSON.text(["jsonrpc": "2.0", "method": "frame", "params": params] as JSON)
    {
      write(text)
    }
    pump(from: input)
    for await line in visit.lines {
      guard let bytes = line.bytes else { throw .unreadable }
      guard Farewell.isSaid(in: bytes), case .farewell(let problem) = Answer(bytes) else {
        write(String(decoding: bytes, as: UTF8.self))
        continue
      }
      if let problem { throw problem }
      return
    }
    throw .gone
  }

  /// Takes nothing more from the input; ends when the owner has answered what was sent, and soon in any case.
  public func stop() {
    visit.socket.endSending()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5)) { [weak socket = visit.socket] in socket?.end() }
  }

  /// As it comes: what is wrong with it, the owner says. On a thread of its own, which waits as long as the owner takes.
  private func pump(from input: Int32) {
    DispatchQueue(label: "pipe").async { [socket = visit.socket] in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(input, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        var left = chunk[..<count]
        while !left.isEmpty {
          let sent = left.withUnsafeBytes { send(socket.file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          // An owner who is busy takes more later; one who is gone takes nothing.
          if sent < 0, errno == EINTR || errno == EAGAIN { continue }
          guard sent > 0 else { return }
          left = left.dropFirst(sent)
        }
      }
      socket.endSending()
    }
  }
}
