internal import FoundationEssentials
public import Gate
internal import JSON
public import Kernel
public import Relational
public import Tokens
public import Transport

/// Exports of everything that a server has of a person, made in the background: `/exports/v1`.
public final class Exports: Service {
  public static let migrations = [ExportTable.migration]

  private let database: any Database
  private let folder: String
  private let address: String
  private let sealing: SecretSealing
  private let settings: ExportsSettings
  private let allows: @Sendable (_ person: String, any Session) throws(Failure) -> Bool
  private let worker: ExportWorker
  private let time: Time
  private let identifiers: Identifiers
  private let log: Log
  private let tries = Locked(TryLimit())

  /// Archives are in `folder`, which servers on one database share. `address` is that of this service, for links. `key`
  /// has 32 bytes. `beat` is the clock by which it looks for what other servers left; nil when it is `time`.
  public init(
    _ database: any Database, in folder: String, at address: String, key: [UInt8], sources: ExportSources,
    settings: ExportsSettings = ExportsSettings(), time: Time = .live, beat: Time? = nil, log: Log = .silent
  ) {
    self.database = database
    self.folder = folder
    self.address = address
    self.settings = settings
    allows = sources.allows
    self.time = time
    self.log = log.from("exports")
    identifiers = .live(time)
    sealing = SecretSealing(key)
    worker = ExportWorker(
      database, in: folder, at: address, sealing: sealing, sources: sources, settings: settings, time: time,
      beat: beat ?? time, log: self.log)
  }

  /// Starts to pack what was asked for, also before a restart.
  public func begin() async { await worker.begin() }

  /// Stops; what was not finished is packed by the next server.
  public func close() async { await worker.close() }

  /// Returns when nothing is packed.
  public func idle() async { await worker.idle() }

  /// Looks for exports to pack now.
  func wakeUp() async { await worker.wake() }

  /// Removes exports whose links have ended.
  public func sweep() async { await worker.sweep() }

  /// Removes the export of a person whose account goes.
  public func forget(_ person: String) async throws(Failure) {
    let row = try await database.transact { session throws(Failure) -> ExportRow? in
      guard let row = try ExportTable.row(of: person, session) else { return nil }
      try ExportTable.remove(row.id, session)
      return row
    }
    if let row { await worker.removeFiles(of: row.id) }
  }

  // MARK: Service conformance

  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int { 1024 }

  public func answer(
    _ request: Request, at path: ArraySlice<Substring>, from credential: Credential
  ) async -> Response {
    var response = await self.response(to: request, at: path, from: credential)
    response.headers["cache-control"] = "no-store"
    // The address holds the secret.
    response.headers["referrer-policy"] = "no-referrer"
    response.headers["x-content-type-options"] = "nosniff"
    return response
  }

  private func response(
    to request: Request, at path: ArraySlice<Substring>, from credential: Credential
  ) async -> Response {
    if path.elementsEqual(["file"]) {
      guard request.method == .get || request.method == .head else { return Exports.wrongMethod }
      return await download(request)
    }
    guard path.isEmpty else { return Exports.refusal(.notFound, "not_found", "There is nothing at this address.") }
    guard case .caller(let caller, _) = credential, let person = caller.user else {
      return Exports.refusal(.unauthorized, "no_authorization", "Sign in to ask for your data.")
    }
    do throws(Failure) {
      switch request.method {
      case .get, .head:
        let row = try await database.look { session throws(Failure) in try ExportTable.row(of: person, session) }
        return .json(["export": row.flatMap { isOver($0) ? nil : json($0) } ?? .null])
      case .post: return try await begin(for: person)
      case .delete:
        try await forget(person)
        return Response(.noContent)
      default: return Exports.wrongMethod
      }
    } catch {
      log.warning("an export was not answered for: \(open: error.code)")
      return Exports.refusal(
        .unavailable, "unavailable", "The database does not answer now. Please try again.", after: 1)
    }
  }

  private var now: Int { Int((time.now().date.timeIntervalSince1970 * 1000).rounded(.down)) }

  private func isOver(_ row: ExportRow) -> Bool { row.expires.map { $0 <= now } ?? false }

  // MARK: Asking

  private enum Beginning: Sendable {
    case begun(ExportRow, replaced: String?), running(ExportRow), tooSoon(Int)
    /// The person has withdrawn the consent.
    case withdrawn
  }

  /// Begins an export. One that is being made goes on; a finished one is replaced. The link is in this response alone.
  private func begin(for person: String) async throws(Failure) -> Response {
    let secret = ExportSecret()
    let id = identifiers.uuid().uuidString.lowercased()
    let new = ExportRow(
      id: id, person: person, secretHash: secret.hash, sealedSecret: sealing.seal(secret, of: id), created: now)
    let pause = settings.pause * 1000
    let allows = allows
    let beginning = try await database.transact { session throws(Failure) -> Beginning in
      guard try allows(person, session) else { return .withdrawn }
      let row = try ExportTable.row(of: person, session)
      if let row {
        if row.state == .waiting || row.state == .packing { return .running(row) }
        let left = row.created + pause - new.created
        // One that failed may be asked for again at once.
        guard row.state == .failed || left <= 0 else { return .tooSoon((left + 999) / 1000) }
        try ExportTable.remove(row.id, session)
      }
      try ExportTable.insert(new, session)
      return .begun(new, replaced: row?.id)
    }
    switch beginning {
    case .withdrawn:
      return Exports.refusal(.forbidden, "consent_withdrawn", "The consent to health data is withdrawn.")
    case .running(let row): return .json(["export": json(row)])
    case .tooSoon(let seconds):
      return Exports.refusal(
        .tooManyRequests, "too_soon", "An export was made a short time ago.", after: seconds)
    case .begun(let row, let replaced):
      if let replaced { await worker.removeFiles(of: replaced) }
      await worker.wake()
      let link = ExportWorker.link(ExportToken(id: id, secret: secret), at: address)
      return .json(["export": json(row), "link": .string(link)], status: .accepted)
    }
  }

  private func json(_ row: ExportRow) -> JSON {
    var members: [String: JSON] = [
      "id": .string(row.id), "state": .string(row.state.rawValue), "created_at": Exports.text(row.created),
    ]
    if row.state == .ready {
      members["expires_at"] = row.expires.map(Exports.text)
      members["size"] = .number(Double(row.size))
      members["downloads_left"] = .number(Double(max(0, settings.downloads - row.downloads)))
    }
    return .object(members)
  }

  private static func text(_ instant: Int) -> JSON {
    .string(Moment(Date(timeIntervalSince1970: Double(instant) / 1000)).text)
  }

  // MARK: Download

  /// Sends the archive to whoever has its link. A link that was guessed, one that has ended and one that never was get
  /// the same answer, unless the secret is right.
  private func download(_ request: Request) async -> Response {
    let second = now / 1000
    guard tries.withLock({ $0.take(request.peer.address, most: settings.tries, at: second) }) else {
      return Exports.page(.tooManyRequests, "Too many tries. Wait a minute, then open the link again.", after: 60)
    }
    guard let token = ExportToken(request.target.query["token"]) else { return Exports.noLink }
    do throws(Failure) {
      let allows = allows
      let (row, isAllowed) = try await database.look { session throws(Failure) in
        let row = try ExportTable.row(token.id, session)
        return (row, try row.map { row throws(Failure) in try allows(row.person, session) } ?? false)
      }
      // A row that is not there is compared too, so that both cases take as long.
      let matches = token.secret.matches(row?.secretHash ?? Exports.noHash)
      guard matches, let row else { return Exports.noLink }
      guard row.state == .ready else {
        return Exports.page(.notFound, "This export is not ready yet. Open the link again in a while.")
      }
      guard isAllowed else {
        return Exports.page(
          .forbidden, "The consent to health data was withdrawn, so this export cannot be downloaded.")
      }
      guard !isOver(row), row.downloads < settings.downloads else { return Exports.ended }
      guard let reader = ArchiveReader("\(folder)/\(row.id)", key: token.secret.key(of: row.id)) else {
        return Exports.ended
      }
      if request.method == .get {
        let most = settings.downloads
        let counted = try await database.transact { session throws(Failure) in
          try ExportTable.countDownload(row.id, most: most, session)
        }
        guard counted else { return Exports.ended }
      }
      let day = Moment(Date(timeIntervalSince1970: Double(row.created) / 1000)).text.prefix(10)
      return Response(
        .ok,
        headers: [
          "content-type": "application/zip", "content-disposition": "attachment; filename=\"export-\(day).zip\"",
        ], content: .pieces(length: row.size) { await reader.next() })
    } catch {
      return Exports.page(.unavailable, "The server cannot answer now. Open the link again in a while.", after: 1)
    }
  }

  private static let noHash = String(repeating: "-", count: 43)
  private static var noLink: Response { page(.notFound, "There is no export at this address.") }
  private static var ended: Response {
    page(Status(410, "Gone"), "This link has ended. Ask for a new export where you asked for this one.")
  }
  private static var wrongMethod: Response {
    refusal(.methodNotAllowed, "method_not_allowed", "This address is asked in another way.")
  }

  /// A line of text: links are opened in browsers.
  private static func page(_ status: Status, _ text: String, after seconds: Int? = nil) -> Response {
    .text("\(text)\n", status: status, headers: seconds.map { ["retry-after": "\($0)"] } ?? [:])
  }

  private static func refusal(
    _ status: Status, _ code: String, _ message: String, after seconds: Int? = nil
  ) -> Response {
    .json(
      ["code": .string(code), "message": .string(message)], status: status,
      headers: seconds.map { ["retry-after": "\($0)"] } ?? [:])
  }
}
