internal import Commands
internal import Kernel
internal import Transport

/// Options of all tools that listen on a socket.
extension Option {
  static let listenPort = Option(name: "port", value: "N", words: "where it is met; 0 takes a free one")
  static let listen = Option(
    name: "listen", value: "ADDR", words: "the address of this machine to be met at (127.0.0.1)")
  static let certificate = Option(name: "tls-cert", value: "FILE", words: "a certificate chain, PEM")
  static let privateKey = Option(name: "tls-key", value: "FILE", words: "its private key, PEM")
  static let insecure = Option(
    name: "insecure-listen", value: nil, words: "allow other machines without TLS: everybody on the way reads along")
}

extension Arguments {
  /// Returns the port; nil when none is given.
  func listenPort(of tool: String) throws(Problem) -> UInt16? {
    guard let text = self[.listenPort] else { return nil }
    guard let number = UInt16(text) else {
      throw .usage("--port takes a number from 0 to 65535, not “\(text.prefix(40))”.", help: tool)
    }
    return number
  }

  func tlsFiles(of tool: String) throws(Problem) -> TLSFiles? {
    switch (self[.certificate], self[.privateKey]) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
    default: throw .usage("--tls-cert and --tls-key belong together.", help: tool)
    }
  }
}

extension Tools {
  /// Waits for SIGINT or SIGTERM. The handlers are installed before `tell` announces that the process is running. Returns at
  /// once, with the problem, when the announcement could not be written: nobody would know where the process is met.
  static func untilStopped(_ tell: () -> Void) async -> Problem? {
    let (stopped, stops) = AsyncStream.makeStream(of: Void.self)
    let stop = Stop { stops.finish() }
    tell()
    do throws(Problem) { try Output.check() } catch { return error }
    for await _ in stopped {}
    withExtendedLifetime(stop) {}
    return nil
  }
}
