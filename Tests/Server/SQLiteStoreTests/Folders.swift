import Foundation
import Kernel
import Relational
import RelationalContract
import SQLiteStore

/// A temporary folder that is removed when it is released.
final class Folder: Sendable {
  let path: String

  init() { path = NSTemporaryDirectory() + "troupe-sqlite-" + UUID().uuidString }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension SQLiteStore {
  /// Opens a store with the contract's tables in that folder.
  static func contract(in folder: Folder, time: Time = .live) throws(Problem) -> SQLiteStore {
    try open(
      folder.path, schema: RelationalContract.schema, migrations: RelationalContract.migrations, time: time)
  }
}
