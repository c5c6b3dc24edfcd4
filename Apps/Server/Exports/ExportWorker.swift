internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Relational

/// Packs the exports that were asked for, one after another. What a server that was killed left is packed again.
actor ExportWorker {
  private let database: any Database
  private let folder: String
  private let address: String
  private let sealing: SecretSealing
  private let packing: ExportPacking
  private let settings: ExportsSettings
  private let time: Time
  private let beat: Time
  private let log: Log
  private var working: Task<Void, Never>?
  private var isAskedAgain = false
  private var hasBegun = false
  private var isClosed = false
  private var standing: Task<Void, Never>?

  init(
    _ database: any Database, in folder: String, at address: String, sealing: SecretSealing, sources: ExportSources,
    settings: ExportsSettings, time: Time, beat: Time, log: Log
  ) {
    self.database = database
    self.folder = folder
    self.address = address
    self.sealing = sealing
    packing = ExportPacking(database: database, sources: sources, time: time)
    self.settings = settings
    self.time = time
    self.beat = beat
    self.log = log
  }

  /// Starts to work, and looks every minute for what other servers left.
  func begin() {
    hasBegun = true
    mkdir(folder, 0o700)
    let ticks = beat.ticks(every: .seconds(60))
    standing = Task { [weak self] in
      for await _ in ticks {
        guard let self else { return }
        await wake()
        await sweep()
      }
    }
    wake()
  }

  func close() async {
    isClosed = true
    standing?.cancel()
    working?.cancel()
    await working?.value
  }

  /// Looks for work now.
  func wake() {
    guard hasBegun, !isClosed else { return }
    guard working == nil else {
      isAskedAgain = true
      return
    }
    working = Task { [weak self] in await self?.work() }
  }

  /// Returns when nothing is packed.
  func idle() async {
    while let working { await working.value }
  }

  private var now: Int { Int((time.now().date.timeIntervalSince1970 * 1000).rounded(.down)) }

  private func work() async {
    repeat {
      isAskedAgain = false
      while !isClosed, await packNext() {}
    } while isAskedAgain && !isClosed
    working = nil
  }

  /// Returns whether there was something to pack.
  private func packNext() async -> Bool {
    let (ticket, now) = (ExportSecret().revealed, now)
    let lease = now + settings.lease * 1000
    let row: ExportRow?
    do throws(Failure) {
      row = try await database.transact { session throws(Failure) in
        try ExportTable.take(ticket, until: lease, at: now, session)
      }
    } catch {
      log.warning("exports could not be looked for: \(open: error.code)")
      return false
    }
    guard let row else { return false }
    do throws(Problem) {
      try await pack(row)
    } catch {
      log.warning("an export was not packed: \(code: error)")
      let isFinal = ["export-too-large", "export-unreadable"].contains(error.code) || row.attempts >= settings.attempts
      let due = isFinal ? nil : self.now + 60_000 * row.attempts
      await attempt { session throws(Failure) in try ExportTable.fail(row, due: due, session) }
    }
    return true
  }

  private func pack(_ row: ExportRow) async throws(Problem) {
    guard let secret = sealing.open(row.sealedSecret, of: row.id) else {
      throw Problem(
        "export-unreadable", "The link of the export was sealed with another key.", safe: "Your data are unchanged.",
        remedy: "Ask for a new export.")
    }
    let writer = try ArchiveWriter(
      "\(folder)/.new-\(row.id)", key: secret.key(of: row.id), largest: settings.largest)
    var prolonged = now
    try await packing.pack(row.person, into: writer) { () async throws(Problem) in
      guard !Task.isCancelled else { throw ExportWorker.withdrawn }
      guard self.now - prolonged > 5_000 else { return }
      prolonged = self.now
      try await self.prolong(row)
    }
    let size = writer.size
    try writer.keep(at: "\(folder)/\(row.id)")
    let expires = now + settings.life * 1000
    let link = ExportWorker.link(ExportToken(id: row.id, secret: secret), at: address)
    let announce = packing.sources.announce
    var isKept = false
    do throws(Failure) {
      isKept = try await database.transact { session throws(Failure) in
        guard try ExportTable.finish(row, size: size, expires: expires, session) else { return false }
        try announce(row.person, link, session)
        return true
      }
    } catch {
      unlink("\(folder)/\(row.id)")
      throw Problem(
        "export-database", "The database did not take the finished export (\(error.code)).",
        safe: "Your data are unchanged.", remedy: "Try again in a while.")
    }
    guard isKept else {
      unlink("\(folder)/\(row.id)")
      return
    }
    log.info("an export is ready")
    await packing.sources.announced()
  }

  static func link(_ token: ExportToken, at address: String) -> String { "\(address)/file?token=\(token.text)" }

  private static let withdrawn = Problem(
    "export-withdrawn", "The export is no longer wanted, or the server stops.", remedy: "Ask for a new one.")

  private func prolong(_ row: ExportRow) async throws(Problem) {
    let lease = now + settings.lease * 1000
    let isMine: Bool
    do throws(Failure) {
      isMine = try await database.transact { session throws(Failure) in
        try ExportTable.prolong(row, until: lease, session)
      }
    } catch {
      // The next time decides.
      return
    }
    guard isMine else { throw ExportWorker.withdrawn }
  }

  // MARK: Removal

  /// Removes exports whose links have ended, and files that belong to no export.
  func sweep() async {
    let now = now
    await attempt { session throws(Failure) in _ = try ExportTable.removeExpired(at: now, session) }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names {
      let id = name.hasPrefix(".new-") ? String(name.dropFirst(5)) : name
      let isThere = try? await database.look { session throws(Failure) in try ExportTable.exists(id, session) }
      if isThere == false { unlink("\(folder)/\(name)") }
    }
  }

  func removeFiles(of id: String) {
    unlink("\(folder)/\(id)")
  }

  private func attempt(_ body: @escaping @Sendable (any Session) throws(Failure) -> Void) async {
    do throws(Failure) {
      try await database.transact(body)
    } catch {
      log.warning("an export could not be changed: \(open: error.code)")
    }
  }
}
