internal import JSON
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// Handles signed URLs, which allow anybody who has them to read or upload one object for a limited time.
extension Objects {
  private static let longest = 31_536_000

  func answerSign(_ asked: ObjectRequest) async throws(Refused) -> Response {
    if asked.isReading { return try await answerSigned(asked) }
    guard asked.method == .post else { throw .noMethod }
    let access = try asked.access()
    let body = try JSONBody(asked.request)
    let seconds = try body.number("expiresIn", in: 1...Objects.longest)
    guard body["transform"] == nil || body["transform"] == .null else {
      throw .malformed("transform is not supported: pictures are stored and sent unchanged")
    }
    if asked.rest.count == 1, let first = asked.rest.first {
      return try await signMany(try BucketName(first), try body.names("paths"), seconds, access)
    }
    let (bucket, name) = try asked.place()
    guard access.allows(name) else { throw .noObject }
    _ = try await object(bucket, name)
    return .object([("signedURL", try address(bucket, name, seconds))])
  }

  private func signMany(
    _ bucket: BucketName, _ names: [ObjectName], _ seconds: Int, _ access: ObjectAccess
  ) async throws(Refused) -> Response {
    let there = try await look { session throws(Failure) -> Set<String> in
      var there: Set<String> = []
      for name in names where access.allows(name) {
        if let object = try ObjectTables.object(bucket.text, name, session) { there.insert(object.name) }
      }
      return there
    }
    var items: [[UInt8]] = []
    for name in names {
      var item = JSONObject()
      let isThere = there.contains(name.text)
      item.field("error", isThere ? nil : "Either the object does not exist or you do not have access to it")
      item.field("path", name.text)
      item.field("signedURL", isThere ? try address(bucket, name, seconds) : nil)
      items.append(item.bytes)
    }
    return .json(JSONObject.list(items))
  }

  private func address(_ bucket: BucketName, _ name: ObjectName, _ seconds: Int) throws(Refused) -> String {
    let path = "\(bucket.text)/\(name.text)"
    let token = try signing.token(.download(path), lasting: seconds, at: time.now())
    return "/object/sign/\(Objects.encoded(path))?token=\(token)"
  }

  /// Handles a download by a signed URL: the token alone authorizes it, no key is needed.
  private func answerSigned(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let (bucket, name) = try asked.place()
    let grant = try signing.grant(asked.request.target.query["token"], at: time.now())
    guard case .download(let path) = grant, path == "\(bucket.text)/\(name.text)" else { throw .signature }
    return try await download(asked.request, bucket, name, isPublic: false)
  }

  func answerSignedUpload(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let (bucket, name) = try asked.place()
    let path = "\(bucket.text)/\(name.text)"
    switch asked.method {
    case .post:
      let access = try asked.access()
      guard access.allows(name) else { throw .notAllowed }
      let replaces = asked.request.headers["x-upsert"] == "true"
      _ = try await self.bucket(bucket)
      let isThere = try await look { session throws(Failure) in
        try ObjectTables.object(bucket.text, name, session) != nil
      }
      guard replaces || !isThere else { throw .objectTaken }
      let token = try signing.token(
        .upload(path, owner: access.owner, session: asked.credential.caller?.session, replaces: replaces),
        lasting: Int(settings.uploadTime.components.seconds), at: time.now())
      let url = "/object/upload/sign/\(Objects.encoded(path))?token=\(token)"
      return .object([("url", url), ("token", token)])
    default: throw .noMethod
    }
  }

  private static func encoded(_ path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).map { PercentCoding.encoded(String(Substring($0))) }
      .joined(separator: "/")
  }
}
