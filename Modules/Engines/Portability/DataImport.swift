public import Kernel
public import Platform
public import Storage
internal import Zip

/// Contents of an archive, and the part of them that is here already.
public struct ImportPreview: Sendable, Hashable {
  public let manifest: ExportManifest
  public let counts: ImportCounts
  /// By collection.
  public let collections: [String: ImportCounts]
}

/// The choices of a product about what it takes from an archive, besides its limits.
public struct ImportScreen: Sendable {
  /// The collections that are looked at.
  let collections: Set<String>
  /// Whether a record with these fields is taken.
  let admits: @Sendable (_ collection: String, Fields) -> Bool
  /// Called with the identifiers of records before any of them is added.
  let adding: @Sendable (_ collection: String, [UUID]) async throws(Problem) -> Void

  public init(
    _ collections: Set<String>, admits: @escaping @Sendable (_ collection: String, Fields) -> Bool,
    adding: @escaping @Sendable (_ collection: String, [UUID]) async throws(Problem) -> Void
  ) {
    (self.collections, self.admits, self.adding) = (collections, admits, adding)
  }

  /// Takes everything.
  public static let open = ImportScreen([], admits: { _, _ in true }, adding: { _, _ throws(Problem) in })
}

/// Reads an archive of `DataExport`, or of an account on a server, and brings its records back. The archive is untrusted:
/// it is read whole and checked before the first record is added, and nothing of it is written to the disk but what the
/// store keeps.
public struct DataImport: Sendable {
  private static let batch = 500

  private let store: Store
  private let product: String
  private let name: String
  private let limits: PortableLimits
  private let served: ServedForm?
  private let screen: ImportScreen

  /// With `served`, archives that a server made of an account are imported too.
  public init(
    _ store: Store, product: String, name: String, within limits: PortableLimits, served: ServedForm? = nil,
    screen: ImportScreen = .open
  ) {
    self.served = served
    self.screen = screen
    self.store = store
    self.product = product
    self.name = name
    self.limits = limits
  }

  /// Reads the whole archive and compares it with what is here. Nothing is changed.
  @concurrent
  public func preview(
    _ path: String, progress: @Sendable (PortingProgress) -> Void = { _ in }
  ) async throws(Problem) -> ImportPreview {
    do throws(ExportRefusal) {
      let archive = try OpenArchive(path, of: product, named: name, served: served)
      return try await look(through: archive, progress)
    } catch {
      throw error.problem
    }
  }

  /// Adds everything of the archive that is not here, after reading it whole. What is here stays as it is. After an
  /// interruption it can be repeated: what was added then is not added again.
  @concurrent
  @discardableResult
  public func take(
    _ path: String, progress: @Sendable (PortingProgress) -> Void = { _ in }
  ) async throws(Problem) -> ImportPreview {
    do throws(ExportRefusal) {
      let archive = try OpenArchive(path, of: product, named: name, served: served)
      // Throws before anything is changed.
      _ = try await look(through: archive) { _ in }
      return try await add(archive, progress)
    } catch {
      throw error.problem
    }
  }

  private func look(
    through archive: OpenArchive, _ progress: (PortingProgress) -> Void
  ) async throws(ExportRefusal) -> ImportPreview {
    // Names of files are replaced in the records before they are compared; here those of this profile are not known yet.
    try await through(
      archive, blobs: [:], progress,
      Passing(
        records: { rows, name throws(Problem) in try await store.compare(rows, with: name) },
        served: { rows, name throws(Problem) in try await store.compare(served: rows, with: name) },
        losers: { rows throws(Problem) in try await store.addLosers(rows, isTrial: true) }))
  }

  private func add(
    _ archive: OpenArchive, _ progress: (PortingProgress) -> Void
  ) async throws(ExportRefusal) -> ImportPreview {
    var blobs: [String: Blob] = [:]
    for (name, entry) in archive.files {
      if Task.isCancelled { throw .failed(DataImport.cancelled) }
      blobs[name] = try await file(entry, of: archive)
    }
    return try await through(
      archive, blobs: blobs, progress,
      Passing(
        records: { rows, name throws(Problem) in
          if screen.collections.contains(name) { try await screen.adding(name, rows.map(\.id)) }
          return try await store.add(rows, to: name)
        },
        served: { rows, name throws(Problem) in
          if screen.collections.contains(name) { try await screen.adding(name, rows.map(\.record.id)) }
          return try await store.add(served: rows, to: name)
        },
        losers: { rows throws(Problem) in try await store.addLosers(rows, isTrial: false) }))
  }

  /// The steps that take the batches of each sort.
  private struct Passing {
    let records: ([ImportedRow], String) async throws(Problem) -> ImportCounts
    let served: ([ServedRow], String) async throws(Problem) -> ImportCounts
    let losers: ([ImportedRow]) async throws(Problem) -> ImportCounts
  }

  /// Passes every record of the archive on, in batches, and adds up the answers.
  private func through(
    _ archive: OpenArchive, blobs: [String: Blob], _ progress: (PortingProgress) -> Void, _ passing: Passing
  ) async throws(ExportRefusal) -> ImportPreview {
    await opened()
    var counts: [String: ImportCounts] = [:]
    var done = 0
    let reading = archive.owner.flatMap { owner in served.map { $0.reading(owner) } }
    for collection in archive.manifest.collections {
      guard let entry = archive.data[collection.name] else { throw .damaged }
      let (name, before) = (collection.name, done)
      let (only, isScreened) = (limits.records[name], screen.collections.contains(name))
      let tell = { count in progress(PortingProgress(done: before + count, whole: archive.manifest.records)) }
      if let reading {
        guard only == nil else { throw .damaged }
        counts[name] = try await pass(try archive.rows(entry, of: name, reading), collection, tell) {
          rows throws(Problem) in
          let taken = isScreened ? rows.filter { screen.admits(name, $0.record.fields ?? [:]) } : rows
          return try await passing.served(taken, name).leaving(rows.count - taken.count)
        }
      } else {
        counts[name] = try await pass(try archive.records(entry, blobs: blobs), collection, tell) {
          rows throws(Problem) in
          // Such as a session that somebody else wants this person to use.
          if let only, !rows.allSatisfy({ only.contains($0.id) }) { throw ExportRefusal.damaged.problem }
          // Of an earlier version, which had them.
          if limits.kept[name] != nil { return ImportCounts() }
          let taken = isScreened ? rows.filter { screen.admits(name, $0.fields ?? [:]) } : rows
          return try await passing.records(taken, name).leaving(rows.count - taken.count)
        }
      }
      done += collection.count
    }
    if let entry = archive.losers {
      let reader = try archive.records(entry, blobs: blobs)
      while let rows = try reader.next(DataImport.batch) {
        do throws(Problem) {
          guard try await passing.losers(rows).unreadable == 0 else { throw ExportRefusal.damaged.problem }
        } catch {
          throw .failed(error)
        }
      }
    }
    let whole = counts.values.reduce(into: ImportCounts()) { $0 += $1 }
    return ImportPreview(manifest: archive.manifest, counts: whole, collections: counts)
  }

  /// Passes the batches of one collection on, and adds up the answers.
  private func pass<Row>(
    _ reader: RecordLines<Row>, _ collection: ExportManifest.Collection, _ tell: (Int) -> Void,
    _ pass: ([Row]) async throws(Problem) -> ImportCounts
  ) async throws(ExportRefusal) -> ImportCounts {
    var sum = ImportCounts()
    while let rows = try reader.next(DataImport.batch) {
      if Task.isCancelled { throw .failed(DataImport.cancelled) }
      do throws(Problem) { sum += try await pass(rows) } catch { throw .failed(error) }
      guard sum.unreadable == 0 else { throw .damaged }
      tell(reader.count)
    }
    guard reader.count == collection.count else { throw .damaged }
    return sum
  }

  /// A collection that does not open is not known, and its records are kept as they are.
  private func opened() async { try? await store.openAnnounced() }

  private func file(_ entry: ZipEntry, of archive: OpenArchive) async throws(ExportRefusal) -> Blob {
    let reader = try archive.open(entry, atMost: Blob.largest)
    do throws(Problem) {
      return try await store.blobs.add { () throws(Problem) in
        do throws(ZipFailure) {
          guard let piece = try reader.next() else { return nil }
          return Array(piece)
        } catch {
          throw OpenArchive.refusal(of: error).problem
        }
      }
    } catch {
      throw .failed(error)
    }
  }

  static let cancelled = Problem(
    "import-cancelled", "The import was stopped.", safe: "What was imported before stays.",
    remedy: "Import it again to bring the rest.")
}

extension ImportCounts {
  /// The counts with so many more that were left out.
  fileprivate func leaving(_ count: Int) -> ImportCounts {
    var copy = self
    copy.leftOut += count
    return copy
  }
}
