public import JSON
internal import Kernel
public import Platform
public import Storage

/// The device's form of the rows that a server keeps, by which the server's archive of an account is imported.
public struct ServedForm: Sendable {
  /// The collections that this product has from the server.
  let collections: Set<String>
  /// Reads the rows of that person; nil for what is no row.
  let reading: @Sendable (_ owner: UUID) -> @Sendable (_ row: [String: JSON], _ collection: String) -> ServedRow?

  public init(
    _ collections: Set<String>,
    reading:
      @escaping @Sendable (_ owner: UUID) ->
      @Sendable (_ row: [String: JSON], _ collection: String) -> ServedRow?
  ) {
    (self.collections, self.reading) = (collections, reading)
  }
}

/// The list of contents of the archive that a server makes of an account. It has the rows of all products that the person
/// uses, of which an import takes those of one.
struct AccountManifest {
  static let format = "troupe-account"
  static let version = 1

  let owner: UUID
  let made: Date
  /// All tables with rows, and those of them that devices have.
  let tables: [String: Int]
  let synced: [String]
  let files: Int

  /// Reads untrusted text; nil when it is another format.
  init?(_ bytes: [UInt8]) throws(ExportRefusal) {
    guard let json = try? JSON(bytes: bytes), json["format"]?.string == Self.format else { return nil }
    guard let version = json["version"]?.number, version >= 1 else { throw .damaged }
    guard version <= Double(Self.version) else { throw .newer }
    guard let owner = json["owner"]?.string.flatMap({ UUID(uuidString: $0) }),
      let made = json["made_at"]?.string.flatMap(Moment.date), let list = json["tables"]?.array,
      list.count <= ArchiveBounds.collections, let files = ArchiveBounds.count(json["files"])
    else { throw .damaged }
    (self.owner, self.made, self.files) = (owner, made, files)
    var (tables, synced): ([String: Int], [String]) = ([:], [])
    for one in list {
      guard let name = one["name"]?.string, ArchiveBounds.isName(name), let rows = ArchiveBounds.count(one["rows"]),
        let isSynced = one["synced"]?.bool, tables.updateValue(rows, forKey: name) == nil
      else { throw .damaged }
      if isSynced { synced.append(name) }
    }
    (self.tables, self.synced) = (tables, synced)
  }

  /// The contents for one product, in the order of the archive.
  func manifest(_ collections: Set<String>, of product: String, named name: String) throws(ExportRefusal)
    -> ExportManifest
  {
    let mine = synced.filter(collections.contains)
    // An account of which nothing is this product's.
    guard !mine.isEmpty || synced.isEmpty else { throw .otherProduct("", name) }
    return ExportManifest(
      product: product, program: "", made: made,
      collections: mine.map { ExportManifest.Collection($0, count: tables[$0] ?? 0, span: nil) })
  }
}
