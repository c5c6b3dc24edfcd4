internal import JSON
internal import Kernel
internal import Shell
internal import Transport
internal import Web

extension Tools {
  private static let port = Option(
    name: "port", value: "N", words: "where it is met (\(WebOptions.usualPort)); 0 takes a free one")
  private static let listen = Option(
    name: "listen", value: "ADDR", words: "the address of this machine to be met at (127.0.0.1)")
  private static let name = Option(
    name: "name", value: "HOST", words: "a name by which other machines call it, such as home.example.org")
  private static let certificate = Option(name: "tls-cert", value: "FILE", words: "a certificate chain, PEM")
  private static let privateKey = Option(name: "tls-key", value: "FILE", words: "its private key, PEM")
  private static let insecure = Option(
    name: "insecure-listen", value: nil, words: "allow other machines without TLS: everybody on the way reads along")

  static let serve = Tool(
    name: "serve", summary: "all five products in the browser",
    options: [
      .product, port, listen, name, certificate, privateKey, insecure, .data, .key, .clock, .zone, .seed, .backend,
      .json,
    ],
    details: """
      Whoever started it needs no password on the same machine. Other users and other machines open the second
      address that is printed; it lets them in once and for all. It runs until Ctrl-C or SIGTERM.
      """,
    run: { given throws(Problem) in
      let options = try webOptions(given)
      let household = try Opening.household(given)
      let face = try await WebFace.start(household, options, log: Opening.log)
      if given.has(.json) {
        let told: JSON = ["address": .string(face.address), "address_with_pass": .string(face.addressWithPass)]
        Output.line((try? JSON.text(told)) ?? "")
      } else {
        Output.text(
          """
          Troupe is at    \(face.address)
          For others      \(face.addressWithPass)
          Ctrl-C stops it; what is entered is kept.

          """)
      }
      let (stopped, stops) = AsyncStream.makeStream(of: Void.self)
      let stop = Stop { stops.finish() }
      for await _ in stopped {}
      withExtendedLifetime(stop) {}
      await face.stop()
      await household.close()
      return 0
    })

  private static func webOptions(_ given: Arguments) throws(Problem) -> WebOptions {
    var options = WebOptions()
    if given.has(.product) { options.products = [try Opening.product(given)] }
    if let text = given[port] {
      guard let number = UInt16(text) else {
        throw .usage("--port takes a number from 0 to 65535, not “\(text.prefix(40))”.", help: "serve")
      }
      options.port = number
    }
    if let host = given[listen] { options.host = host }
    if let name = given[name] { options.names = [name] }
    options.allowsPlainBeyondLoopback = given.has(insecure)
    switch (given[certificate], given[privateKey]) {
    case (nil, nil): break
    case (let certificate?, let key?): options.tls = TLSFiles(certificate: certificate, key: key)
    default: throw .usage("--tls-cert and --tls-key belong together.", help: "serve")
    }
    return options
  }
}
