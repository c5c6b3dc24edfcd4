internal import FoundationEssentials
internal import JSON
internal import Relational
internal import Transport

/// Handles deleting, moving and copying objects.
extension Objects {
  func answerRemove(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let access = try asked.access()
    if asked.rest.count > 1 {
      let (bucket, name) = try asked.place()
      guard access.allows(name), try await !remove([name], from: bucket, access).isEmpty else { throw .noObject }
      return .object([("message", "Successfully deleted")])
    }
    guard let first = asked.rest.first else { throw .noRoute }
    let bucket = try BucketName(first)
    let names = try JSONBody(asked.request).names("prefixes")
    let gone = try await remove(names, from: bucket, access)
    return .json(JSONObject.list(gone.map { $0.json() }))
  }

  /// Deletes the caller's objects and returns those that existed. Rows go first: a row without its file would be
  /// broken.
  private func remove(
    _ names: [ObjectName], from bucket: BucketName, _ access: ObjectAccess
  ) async throws(Refused) -> [StoredObject] {
    let own = names.filter(access.allows)
    guard !own.isEmpty else { return [] }
    let gone = try await transact { session throws(Failure) -> [StoredObject] in
      var gone: [StoredObject] = []
      for name in own {
        guard let object = try ObjectTables.object(bucket.text, name, session) else { continue }
        try ObjectTables.remove(object.id, session)
        gone.append(object)
      }
      return gone
    }
    await writer.remove(gone.map(\.file))
    return gone
  }

  /// The source and target of a move or copy.
  private struct Way {
    let source: BucketName
    let from: ObjectName
    let target: BucketName
    let to: ObjectName
  }

  private func way(_ asked: ObjectRequest) throws(Refused) -> Way {
    guard asked.method == .post else { throw .noMethod }
    let access = try asked.access()
    let body = try JSONBody(asked.request)
    let source = try BucketName(try body.text("bucketId"))
    let target = try body["destinationBucket"]?.string.map { text throws(Refused) in try BucketName(text) } ?? source
    let way = Way(
      source: source, from: try ObjectName(try body.text("sourceKey")), target: target,
      to: try ObjectName(try body.text("destinationKey")))
    guard access.allows(way.from) else { throw .noObject }
    guard access.allows(way.to) else { throw .notAllowed }
    return way
  }

  func answerMove(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let way = try way(asked)
    let now = now
    try await checkTarget(way, try await object(way.source, way.from))
    enum Outcome { case moved, missing, taken }
    let outcome = try await transact { session throws(Failure) -> Outcome in
      guard let object = try ObjectTables.object(way.source.text, way.from, session) else { return .missing }
      guard try ObjectTables.object(way.target.text, way.to, session) == nil else { return .taken }
      try ObjectTables.move(object.id, to: way.target.text, way.to, at: now, session)
      return .moved
    }
    switch outcome {
    case .moved: return .object([("message", "Successfully moved")])
    case .missing: throw .noObject
    case .taken: throw .objectTaken
    }
  }

  func answerCopy(_ asked: ObjectRequest) async throws(Refused) -> Response {
    let way = try way(asked)
    let object = try await object(way.source, way.from)
    try await checkTarget(way, object)
    let file = FileShelf.name()
    // Files are immutable, so two objects may share one.
    try await writer.link(object.file, as: file)
    let copied = Upload(type: object.type, cache: object.cache, metadata: object.metadata)
    let copy = StoredObject(
      id: UUID().uuidString.lowercased(), bucket: way.target.text, name: way.to, owner: try asked.access().owner,
      file: file, size: object.size, upload: copied, at: now)
    let id = try await commit(copy, way.to, replaces: asked.request.headers["x-upsert"] == "true")
    return .object([("Id", id), ("Key", "\(way.target.text)/\(way.to.text)")])
  }

  /// Checks the size and type limits of the target bucket.
  private func checkTarget(_ way: Way, _ object: StoredObject) async throws(Refused) {
    guard way.target != way.source else { return }
    let bucket = try await bucket(way.target)
    guard object.size <= bucket.sizeLimit ?? object.size else { throw .tooLarge }
    guard bucket.allows(object.type) else { throw .type(object.type) }
  }
}
