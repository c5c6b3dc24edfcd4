public import Kernel
internal import Relational

/// Buckets and files for the server's own use, without a request.
extension Objects {
  /// A handle to an existing file.
  public struct File: Sendable, Hashable {
    public let type: String
    public let size: Int
    let file: String
  }

  /// Creates a private bucket unless one of that name exists; an existing one is left unchanged.
  public func make(bucket: String, for types: [String], largest: Int) async throws(Problem) {
    do throws(Refused) {
      var made = Bucket(id: try BucketName(bucket).text, created: now)
      (made.types, made.sizeLimit) = (types, min(largest, settings.largest))
      let bucket = made
      try await transact { session throws(Failure) in
        guard try ObjectTables.bucket(bucket.id, session) == nil else { return }
        try ObjectTables.add(bucket, session)
      }
    } catch {
      // Another server on the same database created it concurrently.
      if error == .objectTaken { return }
      throw .unanswered
    }
  }

  /// Looks up a file; nil when it does not exist or the name is invalid.
  public func file(_ name: String, in bucket: String) async throws(Problem) -> File? {
    do throws(Refused) {
      let object = try await object(try BucketName(bucket), try ObjectName(name))
      return File(type: object.type, size: object.size, file: object.file)
    } catch {
      if error.status < 500 { return nil }
      throw .unanswered
    }
  }

  /// Reads a file; nil when it has been deleted meanwhile.
  public func bytes(of file: File) async throws(Problem) -> [UInt8]? {
    do throws(Refused) { return try await reader.read(file.file, 0..<file.size) } catch { throw .unanswered }
  }
}

extension Problem {
  fileprivate static let unanswered = Problem(
    "objects", "The database or the disk did not answer for a file.", safe: "Nothing was changed.",
    remedy: "Try again in a while.")
}
