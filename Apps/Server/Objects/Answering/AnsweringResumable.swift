internal import FoundationEssentials
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport

/// Uploads in several requests, beneath `/upload/resumable`: tus 1.0.0 with the names that Supabase's clients send.
extension Objects {
  /// Decides on a request with a body: a creation, or the next part of a file.
  func admitResumable(
    _ head: RequestHead, _ path: ArraySlice<Substring>, _ credential: Credential
  ) -> Admission {
    do throws(Refused) {
      guard path.first == "resumable" else { throw .noRoute }
      try TusHead.checkVersion(head)
      let access = try ObjectAccess(credential)
      guard access != .nothing else { throw .notAllowed }
      let path = path.last?.isEmpty == true ? path.dropLast() : path
      switch (head.method, path.count) {
      case (.post, 1):
        let announced = try TusHead.announced(head)
        guard access.allows(announced.name) else { throw .notAllowed }
        return .deferred { await create(head, announced, access) }
      case (.patch, 2):
        let offset = try TusHead.offset(head)
        let id = try Objects.upload(path)
        return .deferred { await resume(id, at: offset, head, access) }
      default: throw .noMethod
      }
    } catch {
      return .refuse(tus(error))
    }
  }

  /// Handles the requests without a body.
  func answerResumable(_ asked: ObjectRequest) async -> Response {
    do throws(Refused) {
      guard asked.rest.first == "resumable", asked.rest.count <= 2 else { throw .noRoute }
      if asked.method == .options { return tus(.noContent, offered) }
      try TusHead.checkVersion(asked.request.head)
      let access = try asked.access()
      guard asked.rest.count == 2 else { throw .noMethod }
      let id = try Objects.upload(asked.rest)
      switch asked.method {
      case .head:
        let (upload, offset) = try await known(id, access)
        return tus(
          .ok,
          [
            "upload-offset": "\(offset)", "upload-length": "\(upload.size)", "upload-expires": expiry(of: upload),
            "cache-control": "no-store",
          ])
      case .patch:
        let offset = try TusHead.offset(asked.request.head)
        let (upload, there) = try await known(id, access)
        guard offset == there else { throw .otherOffset }
        return tus(.noContent, ["upload-offset": "\(there)", "upload-expires": expiry(of: upload)])
      case .delete:
        _ = try await known(id, access)
        try await forget(upload: id)
        return tus(.noContent, [:])
      default: throw .noMethod
      }
    } catch {
      return tus(error)
    }
  }

  // MARK: Creation and continuation

  private func create(_ head: RequestHead, _ announced: TusHead.Announced, _ access: ObjectAccess) async -> Admission {
    do throws(Refused) {
      let upload = ResumableUpload(
        id: FileShelf.name(), owner: access.owner, bucket: announced.bucket.text, name: announced.name,
        replaces: head.headers["x-upsert"] == "true", size: announced.size, upload: announced.upload, created: now)
      let (bucket, isThere, isFull) = try await look { [settings] session throws(Failure) in
        (
          try ObjectTables.bucket(upload.bucket, session),
          try ObjectTables.object(upload.bucket, upload.name, session) != nil,
          try Objects.isFull(upload.owner, settings, session)
        )
      }
      guard let bucket else { throw .noBucket }
      guard upload.replaces || !isThere else { throw .objectTaken }
      guard bucket.allows(upload.upload.type) else { throw .type(upload.upload.type) }
      guard upload.size <= min(settings.largestResumable, bucket.sizeLimit ?? .max) else { throw .tooLarge }
      guard !isFull else { throw .tooManyUploads }
      let slot = try uploads.take(upload.owner)
      try await writer.createResumable(upload.id)
      do throws(Refused) {
        // Judged again: requests at the same time have not seen each other's rows.
        let isTaken = try await transact { [settings] session throws(Failure) in
          guard try !Objects.isFull(upload.owner, settings, session) else { return false }
          try ResumableTables.add(upload, session)
          return true
        }
        guard isTaken else { throw .tooManyUploads }
      } catch {
        await writer.removeResumable([upload.id])
        throw error
      }
      let file = try await writer.resume(upload.id, at: 0, of: upload.size, slot)
      let place = head.target.path.hasSuffix("/") ? String(head.target.path.dropLast()) : head.target.path
      return intake(file, upload, takes: TusHead.hasContent(head)) { headers in
        ResumableAnswer(status: .created, headers: ["location": "\(publicPath)\(place)/\(upload.id)"] + headers)
      }
    } catch {
      return .refuse(tus(error))
    }
  }

  private func resume(_ id: String, at offset: Int, _ head: RequestHead, _ access: ObjectAccess) async -> Admission {
    do throws(Refused) {
      let (upload, there) = try await known(id, access)
      guard offset == there, !upload.isDone else { throw .otherOffset }
      if let announced = head.announcedLength, announced > upload.size - offset { throw .beyondLength }
      let file = try await writer.resume(id, at: offset, of: upload.size, try uploads.take(upload.owner))
      return intake(file, upload, takes: true) { ResumableAnswer(status: .noContent, headers: $0) }
    } catch {
      return .refuse(tus(error))
    }
  }

  private struct ResumableAnswer {
    let status: Status
    let headers: Headers
  }

  /// Takes the body of a request into the file. `takes` is false when the request announces no part of it.
  private func intake(
    _ file: ResumedFile, _ upload: ResumableUpload, takes: Bool,
    _ answer: @escaping @Sendable (Headers) -> ResumableAnswer
  ) -> Admission {
    .stream(
      upTo: upload.size,
      into: BodyIntake(
        receive: { bytes in
          do throws(Refused) {
            guard takes else { throw .type("") }
            try await file.receive(bytes)
            return nil
          } catch {
            return tus(error)
          }
        },
        finish: {
          do throws(Refused) {
            let offset = try await file.settle()
            if offset == upload.size { try await complete(upload) }
            let given = answer(["upload-offset": "\(offset)", "upload-expires": expiry(of: upload)])
            return tus(given.status, given.headers)
          } catch {
            return tus(error)
          }
        }))
  }

  /// Makes an object of a complete upload. An upload that cannot become one ends, so that its client begins again.
  private func complete(_ upload: ResumableUpload) async throws(Refused) {
    do throws(Refused) {
      try await writer.keepResumable(upload.id)
      let object = StoredObject(
        id: UUID().uuidString.lowercased(), bucket: upload.bucket, name: upload.name, owner: upload.owner,
        file: upload.id, size: upload.size, upload: upload.upload, at: now)
      _ = try await commit(object, upload.name, replaces: upload.replaces)
    } catch {
      try? await forget(upload: upload.id)
      throw error
    }
    try await transact { session throws(Failure) in try ResumableTables.finish(upload.id, session) }
  }

  // MARK: Rows

  /// Returns an upload and its offset. One of another account and one whose time is over do not exist.
  private func known(_ id: String, _ access: ObjectAccess) async throws(Refused) -> (ResumableUpload, Int) {
    let found = try await look { session throws(Failure) in try ResumableTables.upload(id, session) }
    guard let found, access == .everything || (found.owner != nil && access.owner == found.owner) else {
      throw .noUpload
    }
    let size = found.isDone ? found.size : await reader.sizeOfResumable(id)
    guard let size, time.now().date < end(of: found) else {
      try await forget(upload: id)
      throw .noUpload
    }
    return (found, size)
  }

  private func forget(upload id: String) async throws(Refused) {
    try await transact { session throws(Failure) in try ResumableTables.remove(id, session) }
    await writer.removeResumable([id])
  }

  private static func isFull(
    _ owner: String?, _ settings: ObjectsSettings, _ session: any Session
  ) throws(Failure) -> Bool {
    if let owner, try ResumableTables.count(of: owner, session) >= settings.resumableOfAccount { return true }
    return try ResumableTables.count(of: nil, session) >= settings.resumable
  }

  private static func upload(_ path: ArraySlice<Substring>) throws(Refused) -> String {
    guard path.count == 2, let id = path.last.map(String.init), FileShelf.isName(id) else { throw .noUpload }
    return id
  }

  // MARK: Responses

  private func end(of upload: ResumableUpload) -> Date {
    (Moment.date(upload.created) ?? .distantPast).addingTimeInterval(settings.resumableTime.seconds)
  }

  private func expiry(of upload: ResumableUpload) -> String {
    HTTPDate.text(Int(end(of: upload).timeIntervalSince1970))
  }

  private var offered: Headers {
    [
      "tus-version": TusHead.version, "tus-extension": TusHead.extensions,
      "tus-max-size": "\(settings.largestResumable)",
    ]
  }

  private func tus(_ status: Status, _ headers: Headers) -> Response {
    Response(status, headers: ["tus-resumable": TusHead.version] + headers)
  }

  /// An error with its real status, by which clients of the protocol decide what to do.
  private func tus(_ error: Refused) -> Response {
    var response = response(error)
    response.status = Status.of(error.status)
    response.headers.add("tus-resumable", TusHead.version)
    if error.status == 412 { response.headers.add("tus-version", TusHead.version) }
    return response
  }
}
