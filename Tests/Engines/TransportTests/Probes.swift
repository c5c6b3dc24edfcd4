import Testing

/// Bytes that must never be accepted as a request, with the status of the response. Each is a case in which two
/// programs have read the same bytes differently.
struct Probe: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: String
  let status: Int

  init(_ name: String, _ bytes: String, _ status: Int = 400) {
    self.name = name
    self.bytes = bytes
    self.status = status
  }

  var testDescription: String { name }

  static let all = framing + chunks + lines + fields + targets + hosts + bounds

  private static func post(_ fields: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
  }

  private static func get(_ target: String, host: String = "a") -> String {
    "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
  }

  static let framing = [
    Probe("both lengths", post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
    Probe("both lengths, the other way round", post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n")),
    Probe("two lengths", post("Content-Length: 5\r\nContent-Length: 6", "hello!")),
    Probe("two equal lengths", post("Content-Length: 5\r\nContent-Length: 5", "hello")),
    Probe("a list of lengths", post("Content-Length: 5, 5", "hello")),
    Probe("a length with a sign", post("Content-Length: +5", "hello")),
    Probe("a negative length", post("Content-Length: -1")),
    Probe("a hexadecimal length", post("Content-Length: 0x5", "hello")),
    Probe("a length with a leading zero", post("Content-Length: 05", "hello")),
    Probe("a length with a space", post("Content-Length: 5 5", "hello")),
    Probe("an empty length", post("Content-Length:")),
    Probe("a length past all numbers", post("Content-Length: 18446744073709551621", "hello")),
    Probe("a length in other digits", post("Content-Length: ٥", "hello")),
    Probe("an unknown coding", post("Transfer-Encoding: gzip", "hello"), 501),
    Probe("a coding before the chunks", post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), 501),
    Probe("identity", post("Transfer-Encoding: identity", "hello"), 501),
    Probe("nearly chunked", post("Transfer-Encoding: xchunked", "0\r\n\r\n"), 501),
    Probe("chunked, and then something", post("Transfer-Encoding: chunked, gzip", "0\r\n\r\n")),
    Probe("chunked twice", post("Transfer-Encoding: chunked, chunked", "0\r\n\r\n")),
    Probe("chunked in two fields", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
    Probe("chunked and identity", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n")),
    Probe("chunked with a parameter", post("Transfer-Encoding: chunked;q=1", "0\r\n\r\n")),
    Probe("chunked in quotes", post("Transfer-Encoding: \"chunked\"", "0\r\n\r\n")),
    Probe("an empty coding", post("Transfer-Encoding:", "0\r\n\r\n")),
    Probe("a vertical tab before chunked", post("Transfer-Encoding: \u{0B}chunked", "0\r\n\r\n")),
    Probe("a space before the coding's colon", post("Transfer-Encoding : chunked", "0\r\n\r\n")),
    Probe("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Probe("another expectation", post("Expect: 200-ok\r\nContent-Length: 5"), 417),
  ]

  private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

  static let chunks = [
    Probe("no size", chunked("\r\nhello\r\n0\r\n\r\n")),
    Probe("a size with a sign", chunked("+5\r\nhello\r\n0\r\n\r\n")),
    Probe("a size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n")),
    Probe("a size with a space behind", chunked("5 \r\nhello\r\n0\r\n\r\n")),
    Probe("a size with a space before", chunked(" 5\r\nhello\r\n0\r\n\r\n")),
    Probe("no digit", chunked("g\r\nhello\r\n0\r\n\r\n")),
    Probe("a size past all numbers", chunked("FFFFFFFFFFFFFFFFF\r\nhello")),
    Probe("a chunk longer than its size", chunked("4\r\nhello\r\n0\r\n\r\n")),
    Probe("a chunk shorter than its size", chunked("6\r\nhello\r\n0\r\n\r\n")),
    Probe("a size ending in a bare line feed", chunked("5\nhello\r\n0\r\n\r\n")),
    Probe("a chunk ending in a bare line feed", chunked("5\r\nhello\n0\r\n\r\n")),
    Probe("a chunk ending in a bare carriage return", chunked("5\r\nhello\r0\r\n\r\n")),
    Probe("a bare line feed in an extension", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n")),
    Probe("a carriage return in an extension", chunked("5;a\rb\r\nhello\r\n0\r\n\r\n")),
    Probe("an endless extension", chunked("5;" + String(repeating: "a", count: 100) + "\r\nhello\r\n0\r\n\r\n")),
    Probe("a length in the trailers", chunked("0\r\nContent-Length: 5\r\n\r\n")),
    Probe("a coding in the trailers", chunked("0\r\nTransfer-Encoding: chunked\r\n\r\n")),
    Probe("a cookie in the trailers", chunked("0\r\nCookie: a=b\r\n\r\n")),
    Probe("rubbish in the trailers", chunked("0\r\nGET / HTTP/1.1\r\n\r\n")),
    Probe("more than the limit", chunked("3E9\r\nhello"), 413),
    Probe("more than the limit in pieces", chunked("1F4\r\n\(String(repeating: "a", count: 500))\r\n1F5\r\n"), 413),
  ]

  static let lines = [
    Probe("no version", "GET /\r\n\r\n"),
    Probe("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("a space behind", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    Probe("a space before", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("a tab between", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("a bare line feed", "GET / HTTP/1.1\nHost: a\n\n"),
    Probe("a bare line feed among others", "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n"),
    Probe("a bare carriage return", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
    Probe("a bare carriage return in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
    Probe("two carriage returns", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"),
    Probe("many empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("a colon in the method", "GE:T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("an endless method", String(repeating: "A", count: 33) + " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Probe("http in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    Probe("a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    Probe("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    Probe("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    Probe("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    Probe("TLS at a plain port", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}\n"),
  ]

  private static func field(_ line: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n" }

  static let fields = [
    Probe("a folded line", field("X: a\r\n b")),
    Probe("a folded line with a tab", field("X: a\r\n\tb")),
    Probe("a folded first line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    Probe("a space before the colon", field("X : a")),
    Probe("a tab before the colon", field("X\t: a")),
    Probe("no name", field(": a")),
    Probe("no colon", field("X")),
    Probe("a space in the name", field("X Y: a")),
    Probe("a name that is not ASCII", field("Ä: a")),
    Probe("a null in the name", field("X\0: a")),
    Probe("a null in the value", field("X: a\0b")),
    Probe("a bell in the value", field("X: a\u{7}b")),
    Probe("a delete in the value", field("X: a\u{7F}b")),
  ]

  static let targets = [
    Probe("a target that is no path", get("x")),
    Probe("an asterisk for GET", get("*")),
    Probe("another scheme", get("ftp://a/")),
    Probe("a fragment", get("/a#b")),
    Probe("a backslash", get("/a\\b")),
    Probe("a byte that is not ASCII", get("/ä")),
    Probe("upward", get("/../etc/passwd")),
    Probe("upward in the middle", get("/a/../b")),
    Probe("upward at the end", get("/a/..")),
    Probe("a lone dot", get("/./a")),
    Probe("upward, encoded", get("/%2e%2E/a")),
    Probe("upward, half encoded", get("/.%2e/a")),
    Probe("an encoded slash", get("/a%2fb")),
    Probe("an encoded backslash", get("/a%5Cb")),
    Probe("an encoded null", get("/a%00")),
    Probe("an encoded line break", get("/a%0D%0AX:y")),
    Probe("half an encoding", get("/a%2")),
    Probe("no digits", get("/a%zz")),
    Probe("not UTF-8", get("/%ff")),
    Probe("overlong UTF-8", get("/%c0%af")),
    Probe("half an encoding in the query", get("/?a=%2")),
    Probe("not UTF-8 in the query", get("/?a=%ff")),
    Probe("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 501),
  ]

  static let hosts = [
    Probe("no host", "GET / HTTP/1.1\r\n\r\n"),
    Probe("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
    Probe("two equal hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    Probe("an empty host", get("/", host: "")),
    Probe("a host with a user", get("/", host: "u@a")),
    Probe("a host with a path", get("/", host: "a/b")),
    Probe("a host with a comma", get("/", host: "a, b")),
    Probe("a host with a space", get("/", host: "a b")),
    Probe("a host with rubbish for a port", get("/", host: "a:b")),
    Probe("a host with an empty port", get("/", host: "a:")),
    Probe("a host with half a bracket", get("/", host: "[::1")),
    Probe("another host in the target", get("http://b/", host: "a")),
    Probe("another port in the target", get("http://a:81/", host: "a")),
    Probe("a user in the target", get("http://u@a/", host: "a")),
    Probe("an absolute target without host", "GET http://a/ HTTP/1.1\r\n\r\n"),
  ]

  static let bounds = [
    Probe("an endless line", "GET /" + String(repeating: "a", count: 9_000), 414),
    Probe("a long line", get("/" + String(repeating: "a", count: 8_192)), 414),
    Probe("an endless field", "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 40_000), 431),
    Probe(
      "fields too large together", field(String(repeating: "X: \(String(repeating: "a", count: 900))\r\n", count: 40)),
      431),
    Probe("too many fields", field(String(repeating: "X: y\r\n", count: 101)), 431),
    Probe("too many trailers", chunked("0\r\n" + String(repeating: "X: y\r\n", count: 101)), 431),
    Probe("a body past the limit", post("Content-Length: 1001"), 413),
  ]
}
