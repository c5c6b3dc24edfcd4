internal import FoundationEssentials
internal import Relational
internal import Transport

/// Handles uploads: the file is written to disk first, then the row to the database. An interruption in between
/// leaves an unreferenced file, which is swept later.
extension Objects {
  func answerUpload(_ asked: ObjectRequest, replaces: Bool) async throws(Refused) -> Response {
    let access = try asked.access()
    let (bucket, name) = try asked.place()
    guard access.allows(name) else { throw .notAllowed }
    return try await upload(asked.request, to: bucket, name, owner: access.owner, replaces: replaces)
  }

  func upload(
    _ request: Request, to bucketName: BucketName, _ name: ObjectName, owner: String?, replaces: Bool
  ) async throws(Refused) -> Response {
    let bucket = try await bucket(bucketName)
    let upload = try await writer.upload(in: request)
    guard upload.bytes.count <= min(settings.largest, bucket.sizeLimit ?? settings.largest) else { throw .tooLarge }
    guard bucket.allows(upload.type) else { throw .type(upload.type) }
    let file = FileShelf.name()
    try await writer.write(upload.bytes, as: file)
    let object = StoredObject(
      id: UUID().uuidString.lowercased(), bucket: bucket.id, name: name, owner: owner, file: file,
      size: upload.bytes.count, upload: upload, at: now)
    let id = try await commit(object, name, replaces: replaces)
    return .object([("Id", id), ("Key", "\(bucket.id)/\(name.text)")])
  }

  /// Commits the row of a stored file. On failure the new file is deleted, on success the replaced one. Returns the
  /// object's identifier.
  func commit(_ object: StoredObject, _ name: ObjectName, replaces: Bool) async throws(Refused) -> String {
    do throws(Refused) {
      let (id, old) = try await place(object, name, replaces: replaces)
      if let old { await writer.remove([old]) }
      return id
    } catch {
      // Two concurrent replacements may both find no object; the second then finds the first one's.
      if error == .objectTaken, replaces, let (id, old) = try? await place(object, name, replaces: true) {
        if let old { await writer.remove([old]) }
        return id
      }
      await writer.remove([object.file])
      throw error
    }
  }

  private func place(
    _ object: StoredObject, _ name: ObjectName, replaces: Bool
  ) async throws(Refused) -> (id: String, old: String?) {
    enum Outcome { case placed(id: String, old: String?), taken, noBucket }
    let outcome = try await transact { session throws(Failure) -> Outcome in
      guard try ObjectTables.bucket(object.bucket, session) != nil else { return .noBucket }
      guard let there = try ObjectTables.object(object.bucket, name, session) else {
        try ObjectTables.add(object, name, session)
        return .placed(id: object.id, old: nil)
      }
      guard replaces else { return .taken }
      try ObjectTables.replace(there.id, by: object, session)
      return .placed(id: there.id, old: there.file)
    }
    switch outcome {
    case .placed(let id, let old): return (id, old)
    case .taken: throw .objectTaken
    case .noBucket: throw .noBucket
    }
  }
}
