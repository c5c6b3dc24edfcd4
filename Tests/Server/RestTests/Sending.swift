import Relational
import Rest
import Testing
import Tokens
import Transport

let alice = Caller.person("11111111-1111-4111-8111-111111111111")

/// An answer, as a client sees it.
struct Answer {
  let status: Int
  let headers: Headers
  let body: String

  init(_ response: Response) {
    status = response.status.code
    headers = response.headers
    if case .bytes(let bytes) = response.content {
      body = String(decoding: bytes, as: UTF8.self)
    } else {
      body = "a stream"
    }
  }

  /// The code of the failure, if it is one.
  var code: String? {
    headers["proxy-status"].map { String($0.dropFirst("PostgREST; error=".count)) }
  }
}

/// A request read from its bytes, as the server reads it.
func request(_ line: String, _ headers: [String] = [], _ body: String = "") throws -> Request {
  var parser = RequestParser()
  let fields = (headers + ["Host: a", "Content-Length: \(body.utf8.count)"]).joined(separator: "\r\n")
  parser.append("\(line) HTTP/1.1\r\n\(fields)\r\n\r\n\(body)".utf8)
  guard case .head(let head) = try parser.next() else { throw NoRequest() }
  try parser.allow(upTo: 1 << 22)
  guard case .body(let bytes) = try parser.next() else { throw NoRequest() }
  return Request(head: head, body: bytes, peer: Peer(address: "127.0.0.1", isSecure: false))
}

struct NoRequest: Error {}

extension Rest {
  func send(
    _ line: String, _ headers: [String] = [], _ body: String = "", from credential: Credential? = nil
  ) async throws -> Answer {
    let request = try request(line, headers, body)
    return Answer(
      await answer(request, at: request.target.segments[...], from: credential ?? .caller(alice, expires: nil)))
  }
}
