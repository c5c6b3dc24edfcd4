internal import JSON
internal import Relational
internal import Tokens
internal import Transport

/// Handles bucket requests: only the service key creates, changes and sees buckets.
extension Objects {
  func answerBucket(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let isService = try asked.access() == .everything
    let rest = asked.rest.filter { !$0.isEmpty }
    switch (asked.method, rest.count) {
    case (.get, 0), (.head, 0): return try await listBuckets(asked.request, isService)
    case (.post, 0):
      guard isService else { throw .notAllowed }
      return try await makeBucket(asked.request)
    case (.get, 1), (.head, 1):
      guard isService else { throw .noBucket }
      return .json(try await bucket(try BucketName(rest[0])).json)
    case (.put, 1), (.delete, 1):
      guard isService else { throw .noBucket }
      let name = try BucketName(rest[0])
      if asked.method == .delete { return try await removeBucket(name) }
      return try await changeBucket(name, try JSONBody(asked.request))
    case (.post, 2) where rest[1] == "empty":
      guard isService else { throw .noBucket }
      return try await emptyBucket(try BucketName(rest[0]))
    case (_, ...1): throw .noMethod
    default: throw .noRoute
    }
  }

  func bucket(_ name: BucketName) async throws(Refused) -> Bucket {
    let found = try await look { session throws(Failure) in try ObjectTables.bucket(name.text, session) }
    guard let found else { throw .noBucket }
    return found
  }

  private func listBuckets(_ request: Request, _ isService: Bool) async throws(Refused) -> Response {
    guard isService else { return .json(Array("[]".utf8)) }
    let query = request.target.query
    let limit = min(1_000, max(1, query["limit"].flatMap { Int($0) } ?? 1_000))
    let offset = min(1_000_000, max(0, query["offset"].flatMap { Int($0) } ?? 0))
    let buckets = try await look { session throws(Failure) in
      try ObjectTables.buckets(limit: limit, offset: offset, session)
    }
    return .json(JSONObject.list(buckets.map(\.json)))
  }

  private func makeBucket(_ request: Request) async throws(Refused) -> Response {
    let body = try JSONBody(request)
    let said = body["id"]?.string ?? body["name"]?.string
    guard let said else { throw .malformed("Missing Required Parameter name") }
    var bucket = Bucket(id: try BucketName(said).text, created: now)
    try bucket.take(body.json, largest: max(settings.largest, settings.largestResumable))
    let made = bucket
    do throws(Refused) {
      try await transact { session throws(Failure) in try ObjectTables.add(made, session) }
    } catch {
      throw error == .objectTaken ? .bucketTaken : error
    }
    return .object([("name", made.id)])
  }

  private func changeBucket(_ name: BucketName, _ body: JSONBody) async throws(Refused) -> Response {
    var bucket = try await bucket(name)
    try bucket.take(body.json, largest: max(settings.largest, settings.largestResumable))
    bucket.updated = now
    let changed = bucket
    try await transact { session throws(Failure) in try ObjectTables.change(changed, session) }
    return .object([("message", "Successfully updated")])
  }

  private func removeBucket(_ name: BucketName) async throws(Refused) -> Response {
    enum Outcome { case removed, missing, full }
    let outcome = try await transact { session throws(Failure) -> Outcome in
      guard try ObjectTables.bucket(name.text, session) != nil else { return .missing }
      guard try ObjectTables.isEmpty(bucket: name.text, session) else { return .full }
      try ObjectTables.remove(bucket: name.text, session)
      return .removed
    }
    switch outcome {
    case .removed: return .object([("message", "Successfully deleted")])
    case .missing: throw .noBucket
    case .full: throw .notEmpty
    }
  }

  private func emptyBucket(_ name: BucketName) async throws(Refused) -> Response {
    _ = try await bucket(name)
    while true {
      let gone = try await transact { session throws(Failure) -> [StoredObject] in
        let some = try ObjectTables.some(of: name.text, 500, session)
        for object in some { try ObjectTables.remove(object.id, session) }
        return some
      }
      if gone.isEmpty { break }
      await writer.remove(gone.map(\.file))
    }
    return .object([("message", "Successfully emptied")])
  }
}
