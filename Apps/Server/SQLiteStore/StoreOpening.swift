public import Kernel
public import Relational

public import struct Storage.KeyStore
public import struct Storage.MasterKey

/// The state prepared before the threads start.
struct OpenedFile {
  let schema: Schema
  let folder: StoreFolder
  let layouts: Layouts
  let epoch: String
  let writing: SQLiteConnection
  let reading: [SQLiteConnection]
}

extension SQLiteStore {
  /// Opens the store in a folder, creating it if needed, and migrates it to the declared schema. Throws while another
  /// process, or this one, has it open.
  ///
  /// With `key` it is sealed: columns that the database does not compare are encrypted (`Schema.sealedColumns`). A store
  /// that was readable is converted first. A sealed store opens with its own key only.
  public static func open(
    _ folder: String, schema: Schema, migrations: [Migration] = [], time: Time = .live,
    identifiers: Identifiers? = nil, limits: StoreLimits = StoreLimits(), key: MasterKey? = nil
  ) throws(Problem) -> SQLiteStore {
    try open(
      StoreFolder(folder), schema: schema, migrations: migrations, time: time, identifiers: identifiers,
      limits: limits, key: key)
  }

  /// As above, sealed with the key from a key store; for a database that is not sealed yet the key is created.
  public static func open(
    _ folder: String, schema: Schema, migrations: [Migration] = [], time: Time = .live,
    identifiers: Identifiers? = nil, limits: StoreLimits = StoreLimits(), keys: KeyStore
  ) async throws(Problem) -> SQLiteStore {
    // Under the folder's lock, so that two processes do not create two keys.
    let folder = try StoreFolder(folder)
    // A new key in place of a lost one would open nothing, and would hinder restoring the lost one.
    if try await keys.load() == nil, try SealedState.fingerprint(of: folder.database) != nil {
      throw Problem(
        "no-key", "The key that the database \(folder.database) was sealed with is gone.", safe: "Nothing was changed.",
        remedy: "Restore the key from a copy, or restore a backup that was not sealed into another folder.")
    }
    return try open(
      folder, schema: schema, migrations: migrations, time: time, identifiers: identifiers, limits: limits,
      key: try await keys.key())
  }

  private static func open(
    _ folder: StoreFolder, schema: Schema, migrations: [Migration], time: Time, identifiers: Identifiers?,
    limits: StoreLimits, key: MasterKey?
  ) throws(Problem) -> SQLiteStore {
    try SealedState.check(folder.database, against: key)
    folder.makeFile()
    let writing = try connection(folder, .writing, time: time, key: key)
    let making = Making(connection: writing, path: folder.database, key: key)
    let identifiers = identifiers ?? .pooled(time)
    writing.circumstances.begin(within: .seconds(86_400))
    try making.make(schema, migrations, epoch: identifiers.text())
    var layouts: [Layout] = []
    for table in schema.ordered {
      let usual = try making.usual(of: table)
      do throws(Failure) {
        layouts.append(
          try Layout(
            table, usual: usual, key == nil ? nil : TableSealing(table, in: schema),
            isDeciding: SharingTriggers(table, in: schema).all.contains { $0.when.hasSuffix("insert") }))
      } catch {
        throw making.refused(table, error.message)
      }
    }
    let opened = OpenedFile(
      schema: schema, folder: folder, layouts: Layouts(layouts), epoch: try making.meta("epoch") ?? "",
      writing: writing,
      reading: [
        try connection(folder, .reading, time: time, key: key), try connection(folder, .reading, time: time, key: key),
      ])
    return try SQLiteStore(opened, time: time, identifiers: identifiers, limits: limits)
  }

  static func connection(
    _ folder: StoreFolder, _ right: SQLiteConnection.Right, time: Time, key: MasterKey? = nil
  ) throws(Problem) -> SQLiteConnection {
    do throws(SQLiteFault) {
      return try SQLiteConnection(folder.database, right, time: time, key: key)
    } catch {
      throw error.problem(folder.database)
    }
  }
}
