internal import JSON
internal import Kernel
internal import Shell
internal import Web

extension Tools {
  private static let name = Option(
    name: "name", value: "HOST", words: "a name by which other machines call it, such as home.example.org")
  static let serve = Tool(
    name: "serve", summary: "all five products in the browser",
    options: [
      .product, .listenPort, .listen, name, .certificate, .privateKey, .insecure, .data, .key, .clock, .zone, .seed,
      .backend,
      .json,
    ],
    details: """
      Its usual port is \(WebOptions.usualPort). Whoever started it needs no password on the same machine. Other users and other machines open the second
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
      await untilStopped()
      await face.stop()
      await household.close()
      return 0
    })

  private static func webOptions(_ given: Arguments) throws(Problem) -> WebOptions {
    var options = WebOptions()
    if given.has(.product) { options.products = [try Opening.product(given)] }
    if let port = try given.listenPort(of: "serve") { options.port = port }
    if let host = given[.listen] { options.host = host }
    if let name = given[name] { options.names = [name] }
    options.allowsPlainBeyondLoopback = given.has(.insecure)
    options.tls = try given.tlsFiles(of: "serve")
    return options
  }
}
