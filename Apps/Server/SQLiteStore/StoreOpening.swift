public import Kernel
public import Relational

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
  public static func open(
    _ folder: String, schema: Schema, migrations: [Migration] = [], time: Time = .live,
    identifiers: Identifiers? = nil, limits: StoreLimits = StoreLimits()
  ) throws(Problem) -> SQLiteStore {
    let folder = try StoreFolder(folder)
    folder.makeFile()
    let writing = try connection(folder, .writing, time: time)
    let making = Making(connection: writing, path: folder.database)
    let identifiers = identifiers ?? .pooled(time)
    writing.circumstances.begin(within: .seconds(86_400))
    try making.make(schema, migrations, epoch: identifiers.text())
    var layouts: [Layout] = []
    for table in schema.ordered {
      let usual = try making.usual(of: table)
      do throws(Failure) {
        layouts.append(try Layout(table, usual: usual))
      } catch {
        throw making.refused(table, error.message)
      }
    }
    let opened = OpenedFile(
      schema: schema, folder: folder, layouts: Layouts(layouts), epoch: try making.meta("epoch") ?? "",
      writing: writing,
      reading: [
        try connection(folder, .reading, time: time), try connection(folder, .reading, time: time),
      ])
    return try SQLiteStore(opened, time: time, identifiers: identifiers, limits: limits)
  }

  static func connection(
    _ folder: StoreFolder, _ right: SQLiteConnection.Right, time: Time
  ) throws(Problem) -> SQLiteConnection {
    do throws(SQLiteFault) {
      return try SQLiteConnection(folder.database, right, time: time)
    } catch {
      throw error.problem(folder.database)
    }
  }
}
