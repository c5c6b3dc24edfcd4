internal import FoundationEssentials
internal import Kernel
internal import Relational
public import Tokens
public import Transport

/// Handles uploads: the head is judged first, then the file is written to disk while it arrives, then the row to the
/// database. An interruption before the row leaves an unreferenced file, which is swept later.
extension Objects {
  /// The object that the head of an upload names, and the caller's rights to it.
  private struct Target {
    let bucket: BucketName
    let name: ObjectName
    let owner: String?
    /// The session of the signed address; nil without one.
    let session: String?
    let replaces: Bool
  }

  public func admit(
    _ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential
  ) -> Admission {
    let limit = bodyLimit(for: head, at: path)
    if path.first == "upload" { return admitResumable(head, path.dropFirst(), credential) }
    do throws(Refused) {
      if let target = try target(of: head, path, credential) { return .deferred { await receive(head, target, limit) } }
      // All other requests with a body need a key, and those that make buckets the service key.
      let access = try ObjectAccess(credential)
      if path.elementsEqual(["bucket"]), head.method == .post, access != .everything { throw .notAllowed }
      return .body(upTo: limit)
    } catch {
      return .refuse(error.response)
    }
  }

  /// Returns nil for a request that is no upload.
  private func target(
    of head: RequestHead, _ path: ArraySlice<Substring>, _ credential: Credential
  ) throws(Refused) -> Target? {
    let rest = path.dropFirst()
    guard path.first == "object", head.method == .post || head.method == .put, rest.count >= 2 else { return nil }
    switch rest.first {
    case "upload" where rest.dropFirst().first == "sign":
      guard head.method == .put else { return nil }
      let (bucket, name) = try Objects.place(rest.dropFirst(2))
      let grant = try signing.grant(head.target.query["token"], at: time.now())
      guard case .upload("\(bucket.text)/\(name.text)", let owner, let session, let replaces) = grant else {
        throw .signature
      }
      return Target(bucket: bucket, name: name, owner: owner, session: session, replaces: replaces)
    case "list" where rest.count == 2: return nil
    case "public", "authenticated", "info", "sign": return nil
    default:
      let access = try ObjectAccess(credential)
      let (bucket, name) = try Objects.place(rest)
      guard access.allows(name) else { throw .notAllowed }
      let replaces = head.method == .put || head.headers["x-upsert"] == "true"
      return Target(bucket: bucket, name: name, owner: access.owner, session: nil, replaces: replaces)
    }
  }

  /// Checks what only the database knows, and takes the body if everything holds.
  private func receive(_ head: RequestHead, _ target: Target, _ limit: Int) async -> Admission {
    do throws(Refused) {
      let reader = try UploadReader(head)
      let (bucket, isThere, holds) = try await look { [holds] session throws(Failure) in
        (
          try ObjectTables.bucket(target.bucket.text, session),
          try ObjectTables.object(target.bucket.text, target.name, session) != nil,
          try target.session.map { id throws(Failure) in try holds(id, session) } ?? true
        )
      }
      guard holds else { throw .token(.sessionEnded) }
      guard let bucket else { throw .noBucket }
      guard target.replaces || !isThere else { throw .objectTaken }
      if let type = reader.type, !bucket.allows(type) { throw .type(type) }
      let largest = min(settings.largest, bucket.sizeLimit ?? settings.largest)
      if let announced = head.announcedLength {
        // Past every limit: the server refuses that itself.
        guard announced <= limit else { return .body(upTo: limit) }
        guard announced <= largest + (reader.isForm ? Objects.formRoom : 0) else { throw .tooLarge }
      }
      let upload = await writer.incoming(reader, to: bucket, largest: largest, try uploads.take(target.owner))
      return .stream(
        upTo: limit,
        into: BodyIntake(
          receive: { bytes in await refusal { () throws(Refused) in try await upload.receive(bytes) } },
          finish: { await keep(upload, target) }))
    } catch {
      return .refuse(response(error))
    }
  }

  private func refusal(_ work: () async throws(Refused) -> Void) async -> Response? {
    do throws(Refused) {
      try await work()
      return nil
    } catch {
      return response(error)
    }
  }

  private func keep(_ upload: IncomingUpload, _ target: Target) async -> Response {
    do throws(Refused) {
      let kept = try await upload.keep()
      let object = StoredObject(
        id: UUID().uuidString.lowercased(), bucket: target.bucket.text, name: target.name, owner: target.owner,
        file: kept.name, size: kept.size, upload: kept.upload, at: now)
      let id = try await commit(object, target.name, replaces: target.replaces, session: target.session)
      return .object([("Id", id), ("Key", "\(target.bucket.text)/\(target.name.text)")])
    } catch {
      return response(error)
    }
  }

  /// Commits the row of a stored file. On failure the new file is deleted, on success the replaced one. Returns the
  /// object's identifier. It fails when `session` has ended.
  func commit(
    _ object: StoredObject, _ name: ObjectName, replaces: Bool, session: String? = nil
  ) async throws(Refused) -> String {
    do throws(Refused) {
      let (id, old) = try await place(object, name, replaces: replaces, session: session)
      if let old { await writer.remove([old]) }
      return id
    } catch {
      // Two concurrent replacements may both find no object; the second then finds the first one's.
      if error == .objectTaken, replaces,
        let (id, old) = try? await place(object, name, replaces: true, session: session)
      {
        if let old { await writer.remove([old]) }
        return id
      }
      await writer.remove([object.file])
      throw error
    }
  }

  private func place(
    _ object: StoredObject, _ name: ObjectName, replaces: Bool, session signedIn: String?
  ) async throws(Refused) -> (id: String, old: String?) {
    enum Outcome { case placed(id: String, old: String?), taken, noBucket, ended }
    let outcome = try await transact { [holds] session throws(Failure) -> Outcome in
      if let signedIn, try !holds(signedIn, session) { return .ended }
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
    case .ended: throw .token(.sessionEnded)
    }
  }
}
