import FoundationEssentials
import Kernel
import Storage
import Testing
import Zip

@testable import Portability

/// A record with a value of every kind.
struct Everything: Kept {
  static let collection = "everything"
  static let form = 2

  enum Sort: String, Codable { case one, other }

  struct Part: Codable, Equatable {
    var title: String
    var numbers: [Double]
    var note: String?
  }

  let id: ID<Everything>
  var at: Date
  var text = ""
  var flag = false
  var count = 0
  var large: UInt64 = 0
  var share = 0.0
  var optional: String?
  var sort = Sort.one
  var bytes = Data()
  var other: UUID
  var parts: [Part] = []
  var words: [String: Int] = [:]
  var picture: Blob?

  var when: Date { at }
}

/// A record that stays on the device.
struct LocalNote: Kept {
  static let collection = "local_notes"
  let id: ID<LocalNote>
  var at: Date
  var words: String
  var when: Date { at }
}

/// Rows that can be made again.
struct Summary: Kept {
  static let collection = "summaries"
  let id: ID<Summary>
  var at: Date
  var when: Date { at }
}

/// A store with its collections.
struct Ground {
  let store: Store
  let everything: Storage.Collection<Everything>
  let notes: Storage.Collection<LocalNote>
  let summaries: Storage.Collection<Summary>

  init(_ context: FeatureContext = FeatureContext()) async throws {
    store = try await Store.memory(context)
    everything = try await store.collection(Everything.self, .owned(.entered))
    notes = try await store.collection(LocalNote.self, .local)
    summaries = try await store.collection(Summary.self, .cached(Budget("cache", bytes: 1 << 20)))
  }

  func export(limits: PortableLimits = PortableLimits(), product: String = "yhealth") async throws -> ArchiveFile {
    let export = DataExport(store, product: product, name: "yHealth", program: "1.0", within: limits)
    let (spool, _) = try await export.write(at: Date(timeIntervalSince1970: 1_795_000_000), in: nil)
    return try ArchiveFile(try spool.read(from: 0, spool.size))
  }

  func source(limits: PortableLimits = PortableLimits()) -> DataImport {
    DataImport(store, product: "yhealth", name: "yHealth", within: limits)
  }

  /// Everything that an archive brings back, for a comparison.
  func records() async throws -> [Everything] {
    try await everything.records().sorted { $0.id.uuid.uuidString < $1.id.uuid.uuidString }
  }

  func words() async throws -> [String] { try await notes.records().map(\.words).sorted() }
}

/// An archive on the disk, removed with its last reference.
final class ArchiveFile: Sendable {
  let path: String
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.path + "/troupe-portable-\(UUID().uuidString).zip"
    self.bytes = bytes
    try Data(bytes).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension ArchiveFile {
  /// Writes an archive entry by entry, to be wrong in any way.
  convenience init(_ entries: [(String, String)]) async throws {
    let all = Locked<[UInt8]>([])
    let writer = ZipWriter(at: Date(timeIntervalSince1970: 1_795_000_000)) { bytes throws(Problem) in
      all.withLock { $0 += bytes }
    }
    for (name, text) in entries { try await writer.add(name, Array(text.utf8)) }
    try writer.finish()
    try self.init(all.withLock { $0 })
  }

  static func manifest(
    _ collections: [(String, Int)] = [], product: String = "yhealth", version: Int = 1,
    format: String = "troupe-export",
    files: Int = 0
  ) -> (String, String) {
    let list = collections.map { #"{"name":"\#($0.0)","records":\#($0.1),"first":null,"last":null}"# }
    return (
      "manifest.json",
      #"{"format":"\#(format)","version":\#(version),"product":"\#(product)","program":"1.0","#
        + #""made_at":"2026-11-23T10:00:00.000Z","collections":[\#(list.joined(separator: ","))],"files":\#(files),"#
        + #""replaced_versions":0}"#
    )
  }

  /// The line of a version that lost a conflict.
  static func loser(_ text: String, of collection: String, at date: Date) -> String {
    #"{"id":"\#(UUID().uuidString)","when":"\#(Moment(date).text)","form":0,"fields":"#
      + #"{"collection":"\#(collection)","fields":{"text":"\#(text)"}}}"#
  }

  /// The line of a record of `local_notes`.
  static func note(_ words: String, id: UUID = UUID(), form: Int = 1) -> String {
    let at = #"{"$date":"2026-11-20T10:00:00Z"}"#
    return
      #"{"id":"\#(id.uuidString)","when":"2026-11-20T10:00:00Z","form":\#(form),"fields":{"id":"\#(id.uuidString)","at":\#(at),"words":"\#(words)"}}"#
  }
}
