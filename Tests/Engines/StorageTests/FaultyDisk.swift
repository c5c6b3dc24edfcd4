import CFaultVFS
import CSQLite
import Foundation
import Kernel

@testable import Storage

/// A disk that fails on demand, with a store on it.
final class FaultyDisk: @unchecked Sendable {
  let world: OpaquePointer
  let folder: TestFolder
  let key = MasterKey.random()

  init() throws {
    world = fault_world_new()
    folder = try TestFolder()
  }

  deinit { fault_world_free(world) }

  var count: Int64 { fault_world_count(world) }

  func open() async throws -> Store {
    try await Store.open(
      in: FolderLock(folder.path), key: key, context: FeatureContext(), vfs: String(cString: fault_world_name(world)))
  }

  func fail(from: Int64, times: Int64 = .max / 2, code: Int32 = DiskError.write, torn: Bool = false) {
    fault_world_fail(world, from, times, code, torn ? 1 : 0)
  }

  func heal() { fault_world_fail(world, 0, 0, 0, 0) }
  func crash(_ loss: fault_loss, seed: UInt64 = 0) { fault_world_crash(world, loss, seed) }
}

/// SQLite's extended result codes, which its header defines as expressions that Swift does not import.
enum DiskError {
  static let write = SQLITE_IOERR | 3 << 8
  static let sync = SQLITE_IOERR | 4 << 8
}
