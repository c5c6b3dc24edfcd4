import Foundation
import Kernel
import Relational
import RelationalContract
import SQLiteStore

import struct Storage.MasterKey

/// A temporary folder that is removed when it is released.
final class Folder: Sendable {
  let path: String

  init() { path = NSTemporaryDirectory() + "troupe-sqlite-" + UUID().uuidString }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The files in which this text is readable.
  func files(with text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
      try Data(contentsOf: URL(filePath: "\(path)/\(name)")).range(of: Data(text.utf8)) != nil
    }
  }

  /// A copy of the files as they are now, as a killed process would leave them.
  func copied() throws -> Folder {
    let copy = Folder()
    try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix("troupe.sqlite") {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    return copy
  }
}

extension SQLiteStore {
  /// Opens a store with the contract's tables in that folder.
  static func contract(in folder: Folder, time: Time = .live, key: MasterKey? = nil) throws(Problem) -> SQLiteStore {
    try open(
      folder.path, schema: RelationalContract.schema, migrations: RelationalContract.migrations, time: time, key: key)
  }
}
