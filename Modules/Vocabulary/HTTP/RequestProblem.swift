package import Kernel

extension Problem {
  package static let requestCancelled = Problem(
    "fetch-cancelled", "The request was given up before it was answered.",
    safe: "Whether the server has acted on it is not known.", remedy: "Ask again if it is still wanted.")

  package static func requestMalformed(_ what: String) -> Problem {
    Problem("fetch-malformed", what, safe: "Nothing was sent.", remedy: "Correct the address or the request.")
  }

  package static func requestUnencrypted(_ host: String) -> Problem {
    Problem(
      "fetch-plain",
      "The address of \(host) begins with http:// and is not this machine: everybody on the way could read it.",
      safe: "Nothing was sent.", remedy: "Use an address that begins with https://.")
  }
}
