internal import JSON
internal import Kernel
public import Platform

/// The list of contents of an archive.
public struct ExportManifest: Sendable, Hashable {
  /// The newest form of archives that is read and the one that is written.
  public static let version = 1
  static let format = "troupe-export"
  static let file = "manifest.json"

  public struct Collection: Sendable, Hashable {
    public let name: String
    public var count: Int
    /// The first and the last instant of its records.
    public let span: ClosedRange<Date>?

    public init(_ name: String, count: Int, span: ClosedRange<Date>?) {
      self.name = name
      self.count = count
      self.span = span
    }
  }

  public let product: String
  /// The version of the program that wrote it.
  public let program: String
  public let made: Date
  public var collections: [Collection]
  public var files: Int
  /// Number of kept versions that lost a conflict.
  public var losers: Int

  /// The year 1980: no device has counted anything before.
  public static let earliest = Date(timeIntervalSince1970: 315_532_800)

  public var records: Int { collections.reduce(0) { $0 + $1.count } }

  /// The instants of all entries. A record without an instant of its own has one of long before.
  public var span: ClosedRange<Date>? {
    let spans = collections.compactMap(\.span).filter { $0.lowerBound > ExportManifest.earliest }
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return nil }
    return first...last
  }

  var json: JSON {
    [
      "format": .string(ExportManifest.format), "version": .number(Double(ExportManifest.version)),
      "product": .string(product), "program": .string(program), "made_at": .string(Moment(made).text),
      "collections": .array(
        collections.map { one in
          [
            "name": .string(one.name), "records": .number(Double(one.count)),
            "first": one.span.map { .string(Moment($0.lowerBound).text) } ?? .null,
            "last": one.span.map { .string(Moment($0.upperBound).text) } ?? .null,
          ]
        }),
      "files": .number(Double(files)), "replaced_versions": .number(Double(losers)),
    ]
  }

  init(product: String, program: String, made: Date, collections: [Collection] = [], files: Int = 0, losers: Int = 0) {
    self.product = product
    self.program = program
    self.made = made
    self.collections = collections
    self.files = files
    self.losers = losers
  }

  /// Reads untrusted text. Throws why it is no manifest of this product and version.
  init(_ bytes: [UInt8], of product: String, named name: String) throws(ExportRefusal) {
    guard let json = try? JSON(bytes: bytes), json["format"]?.string == ExportManifest.format else { throw .notOne }
    guard let version = json["version"]?.number, version >= 1 else { throw .damaged }
    guard version <= Double(ExportManifest.version) else { throw .newer }
    guard let its = json["product"]?.string else { throw .damaged }
    guard its == product else { throw .otherProduct(ExportManifest.plain(its), name) }
    guard let made = json["made_at"]?.string.flatMap(Moment.date), let list = json["collections"]?.array,
      list.count <= ArchiveBounds.collections
    else { throw .damaged }
    var collections: [Collection] = []
    for one in list {
      guard let name = one["name"]?.string, ArchiveBounds.isName(name), let whole = ArchiveBounds.count(one["records"])
      else { throw .damaged }
      let (first, last) = (one["first"]?.string.flatMap(Moment.date), one["last"]?.string.flatMap(Moment.date))
      let span = first.flatMap { first in last.flatMap { first <= $0 ? first...$0 : nil } }
      collections.append(Collection(name, count: whole, span: span))
    }
    guard Set(collections.map(\.name)).count == collections.count else { throw .damaged }
    guard let files = ArchiveBounds.count(json["files"]), let losers = ArchiveBounds.count(json["replaced_versions"])
    else { throw .damaged }
    self.init(
      product: its, program: ExportManifest.plain(json["program"]?.string ?? ""), made: made, collections: collections,
      files: files, losers: losers)
  }

  /// At most forty letters, digits, points and hyphens, for a sentence.
  private static func plain(_ text: String) -> String {
    String(
      text.unicodeScalars.filter {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789.- ".unicodeScalars.contains($0))
      }
      .prefix(40).map(Character.init))
  }
}

/// Limits of an archive.
enum ArchiveBounds {
  static let collections = 500
  static let records = 50_000_000
  static let entries = 200_000
  /// All entries together, unpacked: what a full profile has, and a few times more.
  static let unpacked = 4 << 30
  static let manifest = 1 << 20
  /// One record as text.
  static let line = 8 << 20
  /// A number of records or files.
  static func count(_ json: JSON?) -> Int? {
    json?.number.flatMap { Int(exactly: $0) }.flatMap { (0...records).contains($0) ? $0 : nil }
  }

  /// The name of a collection is a part of a file name.
  static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45
      }
  }
}
