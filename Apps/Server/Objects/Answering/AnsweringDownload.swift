internal import FoundationEssentials
internal import Relational
internal import Transport

/// Handles downloads.
extension Objects {
  func answerDownload(_ asked: ObjectRequest) async throws(Refused) -> Response {
    guard asked.isReading else { throw .noMethod }
    let access = try asked.access()
    let (bucket, name) = try asked.place()
    // Objects of other users are reported as missing, so their existence stays hidden.
    guard access.allows(name) else { throw .noObject }
    return try await download(asked.request, bucket, name, isPublic: false, owner: access.owner)
  }

  func answerPublic(_ asked: ObjectRequest) async throws(Refused) -> Response {
    guard asked.isReading else { throw .noMethod }
    let (bucket, name) = try asked.place()
    guard try await self.bucket(bucket).isPublic else { throw .noBucket }
    return try await download(asked.request, bucket, name, isPublic: true)
  }

  func answerInformation(_ asked: ObjectRequest, isPublic: Bool) async throws(Refused) -> Response {
    guard asked.isReading else { throw .noMethod }
    let (bucket, name) = try asked.place()
    if isPublic {
      guard try await self.bucket(bucket).isPublic else { throw .noBucket }
    } else {
      guard try asked.access().allows(name) else { throw .noObject }
    }
    return .json(try await object(bucket, name).information, headers: ["cache-control": "no-store"])
  }

  func object(_ bucket: BucketName, _ name: ObjectName) async throws(Refused) -> StoredObject {
    let found = try await look { session throws(Failure) in try ObjectTables.object(bucket.text, name, session) }
    guard let found else { throw .noObject }
    return found
  }

  func download(
    _ request: Request, _ bucket: BucketName, _ name: ObjectName, isPublic: Bool, owner: String? = nil
  ) async throws(Refused) -> Response {
    // The file may be replaced between reading its row and opening it; then the row is read again.
    for _ in 0..<3 {
      let object = try await object(bucket, name)
      if let answer = try await answer(request, with: object, isPublic, owner) { return answer }
    }
    throw .noObject
  }

  /// Returns nil when the file is gone.
  private func answer(
    _ request: Request, with object: StoredObject, _ isPublic: Bool, _ owner: String?
  ) async throws(Refused) -> Response? {
    let headers = Objects.headers(of: object, isPublic, download: request.target.query["download"])
    if request.has(etag: object.tag) { return .notModified(headers: headers) }
    // A range of a changed object is useless to the client.
    let isSame = request.headers["if-range"].map { $0 == object.tag } ?? true
    let asked = request.method == .get && isSame ? request.headers["range"] : nil
    switch ByteRange(asked, of: object.size) {
    case .whole:
      guard let content = try await content(of: object, 0..<object.size, owner) else { return nil }
      return Response(.ok, headers: headers, content: content)
    case .part(let range):
      guard let content = try await content(of: object, range, owner) else { return nil }
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(object.size)"
      return Response(.partialContent, headers: headers + ["content-range": place], content: content)
    case .beyond:
      let refused = Refused(416, "InvalidRange", "invalid range provided", error: "invalid_range")
      var answer = refused.response
      answer.status = Status(416, "Range Not Satisfiable")
      answer.headers["content-range"] = "bytes */\(object.size)"
      return answer
    }
  }

  /// Returns a range of a file, from the disk as the client reads it unless it is short; nil when the file is gone.
  private func content(
    of object: StoredObject, _ range: Range<Int>, _ owner: String?
  ) async throws(Refused) -> Response.Content? {
    guard range.count > OpenedFile.piece else { return try await reader.read(object.file, range).map { .bytes($0) } }
    guard let file = try await reader.open(object.file, range, try downloads.take(owner)) else { return nil }
    return .pieces(length: range.count) { await file.next() }
  }

  static func headers(of object: StoredObject, _ isPublic: Bool, download: String?) -> Headers {
    var headers: Headers = [
      "content-type": object.type, "etag": object.tag, "accept-ranges": "bytes", "x-content-type-options": "nosniff",
      "cache-control": isPublic ? object.cache : "private, \(object.cache)",
    ]
    let leaf = object.name.split(separator: "/").last.map(String.init) ?? object.name
    let isShown = ContentType.isShown(object.type)
    // An uploaded page would run with this origin's rights, so it is served as a download, and sandboxed if displayed
    // all the same.
    if !isShown { headers["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    if download != nil || !isShown {
      let name = download.flatMap { $0.isEmpty ? nil : $0 } ?? leaf
      headers["content-disposition"] = "attachment; filename*=UTF-8''\(PercentCoding.encoded(name))"
    }
    return headers
  }
}
