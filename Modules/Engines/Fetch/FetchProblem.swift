internal import CCurl
internal import HTTP
internal import Kernel

extension Problem {
  static let closed = Problem(
    "fetch-closed", "This program is ending and asks nobody any more.", remedy: "Ask again when it runs.")
  static let crowded = Problem(
    "fetch-crowded", "Too many requests wait for their turn.", safe: "Nothing was sent.",
    remedy: "Try again in a while."
  )

  static func timedOut(_ host: String) -> Problem {
    Problem(
      "fetch-timed-out", "\(host) took longer than we wait.", safe: "Whether it has acted on the request is not known.",
      remedy: "Try again in a while.")
  }

  static func tooLarge(_ host: String, _ limit: Int) -> Problem {
    Problem(
      "fetch-too-large", "The answer of \(host) is larger than the \(limit) bytes that are allowed.",
      safe: "It was not kept.", remedy: "Ask for less, or allow more.")
  }

  static func refusedAddress(_ host: String) -> Problem {
    Problem(
      "fetch-address-refused", "\(host) lies on this machine or in its own network, where this request may not go.",
      safe: "Nothing was sent.", remedy: "Allow private addresses, if that server is meant.")
  }

  private static func unreachable(_ host: String, _ why: String) -> Problem {
    Problem(
      "fetch-unreachable", "\(host) cannot be reached: \(why).", safe: "Nothing is known to have arrived.",
      remedy: "Check the address and the network, and try again.")
  }

  private static func untrusted(_ host: String, _ why: String) -> Problem {
    Problem(
      "fetch-untrusted", "Who answers as \(host) is not trusted: \(why).", safe: "Nothing was sent.",
      remedy: "Check the address, the server's certificate and this machine's clock.")
  }

  /// Maps libcurl's code for an HTTP request to a problem.
  static func carried(_ code: CURLcode, host: String, reply: Int) -> Problem {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .unreachable(host, "nobody knows its name")
    case CURLE_COULDNT_CONNECT: .unreachable(host, "nobody takes the connection")
    case CURLE_OPERATION_TIMEDOUT: .timedOut(host)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      .untrusted(host, "its certificate is not valid for it, or nobody we trust vouches for it")
    case CURLE_SSL_CACERT_BADFILE: .untrusted(host, "the file of trusted authorities cannot be read")
    case CURLE_SSL_CONNECT_ERROR: .untrusted(host, "no secure connection came about")
    case CURLE_URL_MALFORMAT: .requestMalformed("The address cannot be read.")
    // libcurl also reports this for a response that is not HTTP, since it may not speak the other protocols.
    case CURLE_UNSUPPORTED_PROTOCOL where 300...399 ~= reply, CURLE_TOO_MANY_REDIRECTS:
      Problem(
        "fetch-redirected", "\(host) leads on to where this request does not follow.", safe: "Nothing was kept.",
        remedy: "Check the address.")
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      Problem(
        "fetch-broken", "The connection to \(host) ended before the answer was whole.",
        safe: "Whether it has acted on the request is not known.", remedy: "Try again.")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL:
      Problem(
        "fetch-unreadable", "What \(host) answered cannot be read.", safe: "It was not kept.",
        remedy: "Check that the address is that of the right server.")
    default:
      Problem(
        "fetch-failed", "The request to \(host) failed (curl \(code.rawValue)).",
        safe: "Whether it has arrived is not known.", remedy: "Try again.")
    }
  }

  /// Maps libcurl's code for a mail to a problem; the server's reply code tells a refusal from a delay.
  static func mailed(_ code: CURLcode, host: String, reply: Int) -> Problem {
    switch code {
    case CURLE_LOGIN_DENIED:
      Problem(
        "mail-login", "The mail server \(host) does not take the name and password.", safe: "The mail was not sent.",
        remedy: "Check the user and password of the mail server.")
    case CURLE_USE_SSL_FAILED:
      Problem(
        "fetch-untrusted", "The mail server \(host) offers no secure connection.", safe: "The mail was not sent.",
        remedy: "Use another port or smtps://, or a mail server on this machine.")
    default:
      switch reply {
      case 500...599:
        Problem(
          "mail-refused", "The mail server \(host) refused the mail for good (\(reply)).",
          safe: "The mail was not sent.", remedy: "Check the address it goes to and the one it comes from.")
      case 400...499:
        Problem(
          "mail-later", "The mail server \(host) does not take the mail now (\(reply)).",
          safe: "The mail was not sent.", remedy: "Try again in a while.")
      default: .carried(code, host: host, reply: reply)
      }
    }
  }
}
