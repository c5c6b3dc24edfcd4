public import Kernel
public import Platform

/// A record from an archive, read but not stored.
public struct ImportedRow: Sendable {
  public let id: UUID
  public let when: Date
  let row: Row

  /// The fields as the archive has them; nil when they cannot be read.
  public var fields: Fields? { try? row.fields() }

  /// Reads one line of JSON as a `PortablePage` writes it. The text is untrusted. `blobs` names files of the archive by
  /// the names that they had there.
  public init?(json: [UInt8], blobs: [String: Blob] = [:]) {
    var parser = RowParser(json, blobs: blobs)
    guard let read = try? parser.record() else { return nil }
    id = read.id
    when = Date(timeIntervalSinceReferenceDate: read.when)
    row = read.row
  }
}

/// Effect of importing records, done or foretold.
public struct ImportCounts: Sendable, Hashable {
  /// Not here yet.
  public var added = 0
  /// Here already, and the same.
  public var same = 0
  /// Here already, with other contents, which stay.
  public var different = 0
  /// Not records of this version.
  public var unreadable = 0
  /// Left out, since the product does not take them from an archive.
  public var leftOut = 0

  public init() {}

  public static func += (left: inout ImportCounts, right: ImportCounts) {
    left.added += right.added
    left.same += right.same
    left.different += right.different
    left.unreadable += right.unreadable
    left.leftOut += right.leftOut
  }
}

extension Store {
  /// Compares records of an archive with those of the collection. Nothing is changed.
  public func compare(_ rows: [ImportedRow], with collection: String) async throws(Problem) -> ImportCounts {
    let known = known(collection)
    return try await keeper.read { ledger throws(Problem) in
      var counts = ImportCounts()
      for row in rows { try ledger.count(row, known, &counts) }
      return counts
    }
  }

  /// Adds the records that are not here, in one transaction, as new ones of their person. Those that are here stay as they
  /// are. A collection that this version does not know is kept on the device.
  @discardableResult
  public func add(_ rows: [ImportedRow], to collection: String) async throws(Problem) -> ImportCounts {
    guard (1...Bounds.collectionName).contains(collection.utf8.count) else {
      throw StoreProblem.tooLarge("The name of a collection")
    }
    let known = known(collection)
    return try await keeper.write { ledger throws(Problem) in
      // An archive brings the versions of its records.
      let versions = ledger.versions
      ledger.versions = nil
      defer { ledger.versions = versions }
      var counts = ImportCounts()
      let target: Registered
      if let known {
        target = known
      } else {
        target = Registered(
          number: try ledger.tables.number(of: collection), name: collection, holding: .local, form: .max,
          row: { _, _ in throw Unreadable("this version does not know the collection") },
          decoded: { _ in throw Unreadable("this version does not know the collection") }, group: nil,
          upgraded: { $0 })
        try ledger.remember(target)
      }
      for row in rows {
        let before = counts.added
        try ledger.count(row, known, &counts)
        guard counts.added > before else { continue }
        _ = try ledger.save(
          Draft(
            collection: target, id: row.id, when: row.when.timeIntervalSinceReferenceDate, row: row.row, over: .nothing,
            upgraded: target.upgraded, asked: { _ in [] }))
      }
      return counts
    }
  }
}

extension Ledger {
  fileprivate func count(
    _ imported: ImportedRow, _ collection: Registered?, _ counts: inout ImportCounts
  ) throws(Problem) {
    var body = imported.row
    if let collection {
      // Decoded as the record that it claims to be, so that nothing else gets in.
      let isWhole = (try? collection.check(imported)).map { body = $0 } != nil
      guard isWhole else {
        counts.unreadable += 1
        return
      }
    }
    let number = collection?.number
    guard let number, let there = try tables.record(number, imported.id) else {
      counts.added += 1
      return
    }
    guard let mine = open(there), let fields = try? (collection?.upgraded(mine) ?? mine).fields(),
      let theirs = try? body.fields(), fields.count == theirs.count,
      fields.allSatisfy({ theirs[$0.key].map($0.value.means) ?? false })
    else {
      counts.different += 1
      return
    }
    counts.same += 1
  }
}

extension Registered {
  /// Returns the row in this version's form; throws when it is no record of the collection.
  fileprivate func check(_ imported: ImportedRow) throws -> Row {
    guard try imported.row.form() <= form else { throw Unreadable("a newer form") }
    let body = try upgraded(imported.row)
    guard try decoded(body) == imported.id else { throw Unreadable("it is not the record it is said to be") }
    return body
  }
}
