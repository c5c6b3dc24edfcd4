internal import JSON
internal import Relational
internal import Tokens
internal import Transport

/// An error response in the form that Supabase's clients read: almost always status 400, with the real status as a
/// text.
struct Refused: Error, Sendable, Hashable {
  let status: Int
  let error: String
  let code: String
  let message: String

  init(_ status: Int, _ code: String, _ message: String, error: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.error = error ?? code
  }

  /// Whether the server is at fault. What its client can mend, and what a busy server refuses, is not logged.
  var isFault: Bool { status == 500 }

  var response: Response {
    var body = JSONObject()
    body.field("statusCode", "\(status)")
    body.field("error", error)
    body.field("message", message)
    body.field("code", code)
    return .json(
      body.bytes, status: status >= 500 ? Status.of(status) : .badRequest,
      headers: status == 503 ? ["retry-after": "1"] : [:])
  }

  static let noBucket = Refused(404, "NoSuchBucket", "Bucket not found", error: "Bucket not found")
  static let noObject = Refused(404, "NoSuchKey", "Object not found", error: "not_found")
  static let noRoute = Refused(404, "NoSuchKey", "There is nothing at this address", error: "not_found")
  static let noMethod = Refused(405, "InvalidRequest", "This address does not answer to this method")
  static let noToken = Refused(403, "AccessDenied", "A key or a token is needed here", error: "Unauthorized")
  static let notAllowed = Refused(
    403, "AccessDenied", "new row violates row-level security policy", error: "Unauthorized")
  static let bucketName = Refused(400, "InvalidBucketName", "Bucket name invalid", error: "Invalid Input")
  static let bucketTaken = Refused(409, "BucketAlreadyExists", "The resource already exists", error: "Duplicate")
  static let objectTaken = Refused(409, "KeyAlreadyExists", "The resource already exists", error: "Duplicate")
  static let notEmpty = Refused(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty")
  static let tooLarge = Refused(
    413, "EntityTooLarge", "The object exceeded the maximum allowed size", error: "Payload too large")
  static let tooManyTransfers = Refused(503, "SlowDown", "Too many files are transferred at once")
  static let sizeText = Refused(
    400, "InvalidRequest", "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
  static let expired = Refused(400, "InvalidJWT", "jwt expired")
  static let signature = Refused(400, "InvalidSignature", "Invalid signature")
  static let disk = Refused(500, "InternalError", "The file could not be kept or read")

  static let noUpload = Refused(404, "NoSuchUpload", "There is no such upload, or it has ended")
  static let uploadInUse = Refused(423, "ResourceLocked", "Another request continues this upload")
  static let otherOffset = Refused(409, "InvalidRequest", "Upload-Offset is not where this upload is")
  static let beyondLength = Refused(400, "InvalidRequest", "More has arrived than Upload-Length says")
  static let tooManyUploads = Refused(429, "SlowDown", "Too many uploads are unfinished")
  static let otherVersion = Refused(412, "InvalidRequest", "Tus-Resumable must be 1.0.0")

  static func name(_ name: String) -> Refused {
    Refused(400, "InvalidKey", "Invalid key: \(String(name.unicodeScalars.filter { $0.value >= 0x20 }.prefix(200)))")
  }
  static func type(_ type: String) -> Refused {
    Refused(415, "InvalidMimeType", "mime type \(type) is not supported", error: "invalid_mime_type")
  }
  static func malformed(_ what: String) -> Refused { Refused(400, "InvalidRequest", what) }

  static func token(_ refusal: TokenRefusal) -> Refused {
    switch refusal {
    case .expired: Refused(403, "InvalidJWT", "jwt expired", error: "Unauthorized")
    case .sessionEnded: Refused(403, "InvalidJWT", "The session has ended", error: "Unauthorized")
    default: Refused(403, "InvalidJWT", "The token or key does not hold", error: "Unauthorized")
    }
  }

  static func database(_ failure: Failure) -> Refused {
    failure.code.hasPrefix("53") || failure.code.hasPrefix("08")
      ? Refused(544, "DatabaseTimeout", "The database does not answer now")
      : Refused(500, "DatabaseError", "The database did not take this")
  }
}
