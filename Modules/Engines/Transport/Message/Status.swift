/// The status of a response: code and reason phrase (RFC 9110, 15).
public struct Status: Sendable, Hashable {
  public let code: Int
  public let phrase: String

  public init(_ code: Int, _ phrase: String) {
    self.code = code
    self.phrase = phrase
  }

  public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Whether such a response has no content and no length (RFC 9110, 6.4.1).
  var hasNoContent: Bool { code < 200 || code == 204 || code == 304 }
}

extension Status {
  /// The status with a code and its usual phrase; for a code that has none, the name of its class (RFC 9110, 15).
  public static func of(_ code: Int) -> Status {
    if let known = usual[code] { return known }
    switch code {
    case 400..<500: return Status(code, "Client Error")
    case 500...: return Status(code, "Server Error")
    default: return Status(code, "Success")
    }
  }

  private static let usual = Dictionary(
    uniqueKeysWithValues: [
      ok, created, accepted, noContent, partialContent, movedPermanently, found, seeOther, notModified, badRequest,
      unauthorized, forbidden, notFound, methodNotAllowed, notAcceptable, requestTimeout, conflict, gone,
      Status(412, "Precondition Failed"), contentTooLarge, uriTooLong, unsupportedMediaType, expectationFailed,
      misdirected, unprocessable, Status(423, "Locked"), upgradeRequired, tooManyRequests, headersTooLarge, failed,
      notImplemented, badGateway, unavailable, Status(504, "Gateway Timeout"), versionNotSupported,
    ].map { ($0.code, $0) })

  public static let switchingProtocols = Status(101, "Switching Protocols")
  public static let ok = Status(200, "OK")
  public static let created = Status(201, "Created")
  public static let accepted = Status(202, "Accepted")
  public static let noContent = Status(204, "No Content")
  public static let partialContent = Status(206, "Partial Content")
  public static let movedPermanently = Status(301, "Moved Permanently")
  public static let found = Status(302, "Found")
  public static let seeOther = Status(303, "See Other")
  public static let notModified = Status(304, "Not Modified")
  public static let badRequest = Status(400, "Bad Request")
  public static let unauthorized = Status(401, "Unauthorized")
  public static let forbidden = Status(403, "Forbidden")
  public static let notFound = Status(404, "Not Found")
  public static let methodNotAllowed = Status(405, "Method Not Allowed")
  public static let notAcceptable = Status(406, "Not Acceptable")
  public static let requestTimeout = Status(408, "Request Timeout")
  public static let conflict = Status(409, "Conflict")
  public static let gone = Status(410, "Gone")
  public static let contentTooLarge = Status(413, "Content Too Large")
  public static let uriTooLong = Status(414, "URI Too Long")
  public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
  public static let expectationFailed = Status(417, "Expectation Failed")
  public static let misdirected = Status(421, "Misdirected Request")
  public static let unprocessable = Status(422, "Unprocessable Content")
  public static let upgradeRequired = Status(426, "Upgrade Required")
  public static let tooManyRequests = Status(429, "Too Many Requests")
  public static let headersTooLarge = Status(431, "Request Header Fields Too Large")
  public static let failed = Status(500, "Internal Server Error")
  public static let notImplemented = Status(501, "Not Implemented")
  public static let badGateway = Status(502, "Bad Gateway")
  public static let unavailable = Status(503, "Service Unavailable")
  public static let versionNotSupported = Status(505, "HTTP Version Not Supported")
}
