public import Gate
public import Kernel
public import Relational
public import Tokens
public import Transport

/// Supabase Storage: buckets, and objects in them. A user's uploads are in a folder named by their identifier,
/// accessible only to them and to the service key; a public bucket is readable by all.
public struct Objects: Service {
  /// The migrations that the database needs.
  public static let migrations = [ObjectTables.migration, ResumableTables.migration]

  let database: any Database
  let writer: FileShelf
  let reader: FileShelf
  let signing: PathSigning
  let uploads: TransferSlots
  let downloads: TransferSlots
  let settings: ObjectsSettings
  /// The path of the public address, which a proxy removes; without a slash at its end.
  let publicPath: String
  let holds: HoldsSession
  let time: Time
  let log: Log

  /// Tells whether a session has not ended.
  public typealias HoldsSession = @Sendable (_ session: String, any Session) throws(Failure) -> Bool

  /// Files are stored in `folder`, which only this server uses; the signing key is derived from the project's `key`.
  public init(
    _ database: any Database, in folder: String, key: TokenKey, settings: ObjectsSettings = ObjectsSettings(),
    publicPath: String = "", holds: @escaping HoldsSession, time: Time = .live, log: Log = .silent
  ) throws(Problem) {
    self.database = database
    writer = FileShelf(folder, "troupe.objects.writing")
    reader = FileShelf(folder, "troupe.objects.reading")
    signing = try PathSigning(key)
    uploads = TransferSlots(settings.uploads, ofAccount: settings.uploadsOfAccount)
    downloads = TransferSlots(settings.downloads, ofAccount: settings.downloadsOfAccount)
    self.settings = settings
    self.publicPath = publicPath
    self.holds = holds
    self.time = time
    self.log = log.from("objects")
  }

  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int {
    if path.first == "upload" { return settings.largestResumable }
    let isUpload = head.method == .post || head.method == .put
    let words: Set<Substring> = ["authenticated", "info", "list", "public", "sign"]
    guard isUpload, path.first == "object", path.count > 2, let second = path.dropFirst().first, !words.contains(second)
    else { return BodyLimits.usual }
    return settings.largest + Objects.formRoom
  }

  /// The bytes that a form may have around a file.
  static let formRoom = 65_536

  public func answer(
    _ request: Request, at path: ArraySlice<Substring>, from credential: Credential
  ) async -> Response {
    let asked = ObjectRequest(request: request, credential: credential, rest: path.dropFirst())
    do throws(Refused) {
      switch path.first {
      case "bucket": return try await answerBucket(asked)
      case "object": return try await answerObject(asked)
      case "upload": return await answerResumable(asked)
      default: throw .noRoute
      }
    } catch {
      return response(error)
    }
  }

  func response(_ error: Refused) -> Response {
    if error.isFault { log.error("a request failed: \(open: error.code)") }
    return error.response
  }

  // MARK: Time and database access

  var now: String { time.now().text }

  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Refused) -> Result {
    do throws(Failure) { return try await database.look(body) } catch { throw .database(error) }
  }

  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Refused) -> Result {
    do throws(Failure) {
      return try await database.transact(body)
    } catch {
      throw error.code == "23505" ? .objectTaken : .database(error)
    }
  }
}

/// The settings of the storage service.
public struct ObjectsSettings: Sendable, Hashable {
  /// The largest file in bytes.
  public var largest = 10 << 20
  /// The largest file that arrives in several requests.
  public var largestResumable = 50 << 20
  /// Unfinished uploads in several requests, in total and of one account, and the time that they have.
  public var resumable = 1_024
  public var resumableOfAccount = 16
  public var resumableTime = Duration.seconds(86_400)
  /// Uploads at the same time, in total and of one account.
  public var uploads = 256
  public var uploadsOfAccount = 32
  /// Downloads of more than one piece at the same time, in total and of one account.
  public var downloads = 1_024
  public var downloadsOfAccount = 64
  /// Validity of a signed upload address.
  public var uploadTime = Duration.seconds(7_200)

  public init() {}
}

/// A request, and the part of its path that has not been routed yet.
struct ObjectRequest: Sendable {
  let request: Request
  let credential: Credential
  let rest: ArraySlice<Substring>

  var method: Method { request.method }
  /// HEAD is handled as GET; the server omits the content.
  var isReading: Bool { method == .get || method == .head }

  func after(_ count: Int) -> ObjectRequest {
    ObjectRequest(request: request, credential: credential, rest: rest.dropFirst(count))
  }

  func access() throws(Refused) -> ObjectAccess { try ObjectAccess(credential) }

  /// Parses the bucket and the object's name from the remaining path.
  func place() throws(Refused) -> (bucket: BucketName, name: ObjectName) { try Objects.place(rest) }
}

extension Objects {
  /// Parses the bucket and the object's name from a path.
  static func place(_ rest: ArraySlice<Substring>) throws(Refused) -> (bucket: BucketName, name: ObjectName) {
    guard let bucket = rest.first, rest.count > 1 else { throw .noRoute }
    return (try BucketName(bucket), try ObjectName(rest.dropFirst()))
  }
}
