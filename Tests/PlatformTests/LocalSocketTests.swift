import Platform
import Testing

@Suite("Sockets between processes") struct LocalSocketTests {
  @Test("a socket is not inherited and does not wait")
  func flags() {
    let file = LocalSocket.make()
    defer { close(file) }
    #expect(file >= 0 && fcntl(file, F_GETFD) & FD_CLOEXEC != 0 && fcntl(file, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test("the peer is the process at the other end; a file that is no socket has none")
  func peers() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for file in pair { close(file) } }
    #expect(LocalSocket.peer(of: pair[0]).map { [$0.process, pid_t($0.user)] } == [getpid(), pid_t(geteuid())])
    #expect(LocalSocket.peer(of: -1) == nil)
  }

  @Test("sending to nobody fails, and does not end the process")
  func gone() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    let words = Array("some words".utf8)
    #expect(words.withUnsafeBytes { LocalSocket.send($0, to: pair[0]) } == words.count)
    close(pair[1])
    #expect(words.withUnsafeBytes { LocalSocket.send($0, to: pair[0]) } == -1 && errno == EPIPE)
    close(pair[0])
  }
}
