internal import JSON
public import Kernel
public import Platform
public import Storage
internal import Zip

/// The progress of an export or an import, in records and files.
public struct PortingProgress: Sendable, Hashable {
  public let done: Int
  public let whole: Int

  public init(done: Int, whole: Int) {
    self.done = done
    self.whole = whole
  }
}

/// Collections of which only some records belong in an archive. The others let their reader in, or belong to the device
/// rather than to the person: they are neither exported nor imported.
public struct PortableLimits: Sendable, Hashable {
  /// The records that may pass, by collection. An archive with others was changed.
  let records: [String: Set<UUID>]
  /// Collections that stay on the device, with what the person reads about it. An older archive may have them; they are passed
  /// over then.
  let kept: [String: String]

  public init(_ records: [String: Set<UUID>] = [:], keeping kept: [String: String] = [:]) {
    self.records = records
    self.kept = kept
  }

  /// The records of a collection that may be exported; nil for all.
  func exported(_ collection: String) -> Set<UUID>? { kept[collection] == nil ? records[collection] : [] }

  /// Says what an archive of these collections does not include, besides what no archive has.
  public func notIncluded(of collections: [String]) -> [String] {
    collections.compactMap { kept[$0] }.filter { !$0.isEmpty }.sorted()
  }
}

/// Writes everything that a store keeps into a ZIP archive. Its memory does not grow with the store.
public struct DataExport: Sendable {
  private let store: Store
  private let product: String
  private let name: String
  private let program: String
  private let limits: PortableLimits
  private let only: Set<String>?

  /// `product` is the identifier, `name` what its people call it, and `program` its version. With `only`, the archive has these
  /// collections and nothing else: no file, and no replaced version.
  public init(
    _ store: Store, product: String, name: String, program: String, within limits: PortableLimits,
    only: Set<String>? = nil
  ) {
    self.store = store
    self.product = product
    self.name = name
    self.program = program
    self.limits = limits
    self.only = only
  }

  /// The collections that an archive contains: all but those that can be made again.
  public static func collections(of store: Store) async throws(Problem) -> [CollectionSummary] {
    try await store.openAnnounced()
    return try await store.summaries().filter { !$0.isCached && ArchiveBounds.isName($0.name) }
  }

  /// Writes the archive and returns it, with its list of contents. Cancelling the task ends it with a problem.
  @concurrent
  public func write(
    at date: Date, in folder: String?, progress: @Sendable (PortingProgress) -> Void = { _ in }
  ) async throws(Problem) -> (archive: SealedSpool, manifest: ExportManifest) {
    let spool = try SealedSpool(in: folder)
    let writer = ZipWriter(at: date) { bytes throws(Problem) in try spool.append(bytes) }
    let summaries = try await DataExport.collections(of: store).filter { only?.contains($0.name) ?? true }
    let blobs = only == nil ? try await store.blobs.all() : []
    var manifest = ExportManifest(product: product, program: program, made: date)
    let whole = summaries.reduce(blobs.count) { $0 + $1.count }
    var done = 0
    for summary in summaries {
      let reported = done
      let count = try await write(summary, into: writer, in: folder) {
        progress(PortingProgress(done: reported + $0, whole: whole))
      }
      done += summary.count
      manifest.collections.append(.init(summary.name, count: count, span: summary.span))
    }
    for blob in blobs {
      try await write(blob, into: writer)
      done += 1
      manifest.files += 1
      progress(PortingProgress(done: done, whole: whole))
    }
    let losers = only == nil ? try await store.portableLosers() : nil
    manifest.losers = losers?.count ?? 0
    try await writer.add("replaced/versions.json") { deflater throws(Problem) in
      try deflater.write(Array("[\n".utf8))
      if let losers { try deflater.write(losers.json) }
      try deflater.write(Array("\n]\n".utf8))
    }
    try await writer.add(
      ReadMe.file, ReadMe.text(name, manifest, without: limits.notIncluded(of: summaries.map(\.name))))
    guard let list = try? JSON.data(manifest.json, isPretty: true) else { throw ExportRefusal.damaged.problem }
    try await writer.add(ExportManifest.file, Array(list))
    try writer.finish()
    return (spool, manifest)
  }

  /// The table is packed aside while the JSON goes into the archive, so that each record is read once and both are
  /// compressed at the same time.
  private func write(
    _ summary: CollectionSummary, into writer: ZipWriter, in folder: String?, _ progress: (Int) -> Void
  ) async throws(Problem) -> Int {
    let aside = try SealedSpool(in: folder)
    let table = try PackedTable(into: aside)
    let only = limits.exported(summary.name)
    var count = 0
    try await writer.add("data/\(summary.name).json") { json throws(Problem) in
      try json.write(Array("[\n".utf8))
      var columns: [String]?
      /// Compresses what was written before.
      func pack(_ text: PortablePage.Text?) async throws(Problem) {
        guard let text, text.count > 0 else { return }
        async let packed = table.write(text.table)
        if count > 0 { try json.write(Array(",\n".utf8)) }
        try json.write(text.json)
        if let problem = await packed { throw problem }
        count += text.count
        progress(count)
      }
      var written: PortablePage.Text?
      var next = try await store.page(of: summary.name, after: 0)
      while let page = next {
        if Task.isCancelled { throw DataExport.cancelled }
        // Three stages at once: the store finds records, the ones before are written, and those before are compressed.
        async let following = found(after: page, of: summary.name)
        let names = columns ?? page.names()
        if columns == nil, let problem = await table.write(DataExport.head(names)) { throw problem }
        columns = names
        async let text = DataExport.text(of: page, names, only)
        try await pack(written)
        written = await text
        next = try await following.get()
      }
      try await pack(written)
      try json.write(Array("\n]\n".utf8))
    }
    try writer.add("tables/\(summary.name).csv", of: try await table.end()) { put throws(Problem) in
      var at = 0
      while true {
        let bytes = try aside.read(from: at, 1 << 18)
        if bytes.isEmpty { break }
        at += bytes.count
        var problem: Problem?
        bytes.withUnsafeBytes { buffer in
          do throws(Problem) { try put(buffer) } catch { problem = error }
        }
        if let problem { throw problem }
      }
    }
    return count
  }

  @concurrent private static func text(
    of page: PortablePage, _ columns: [String], _ only: Set<UUID>?
  ) async -> PortablePage.Text { page.text(columns: columns, only: only) }

  private func found(
    after page: PortablePage, of collection: String
  ) async -> Result<PortablePage?, Problem> {
    do throws(Problem) {
      return .success(try await store.page(of: collection, after: page.last))
    } catch {
      return .failure(error)
    }
  }

  private func write(_ blob: Blob, into writer: ZipWriter) async throws(Problem) {
    if Task.isCancelled { throw DataExport.cancelled }
    // Pictures are packed already; level 1 costs little and finds what is not.
    try await writer.add("files/\(blob.portableName)") { deflater throws(Problem) in
      try await store.blobs.read(blob) { piece throws(Problem) in try deflater.write(piece) }
    }
  }

  private static func head(_ columns: [String]) -> [UInt8] {
    var head: [UInt8] = []
    for column in columns + ["(other fields)"] {
      if !head.isEmpty { head.append(UInt8(ascii: ",")) }
      let isPlain = !column.contains { ",\"\r\n".contains($0) }
      head +=
        (isPlain
        ? column : "\"\(column.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"")
        .utf8
    }
    return head + Array("\r\n".utf8)
  }

  static let cancelled = Problem(
    "export-cancelled", "The export was stopped.", safe: "Nothing was changed.",
    remedy: "Begin it again whenever you like.")
}
