internal import CFaultVFS
internal import Glibc
internal import Kernel
internal import Storage

/// A device's in-memory disk, which fails, fills up and tears writes on demand. Only the lock is in a real folder.
final class SimulatedDisk {
  enum Fault: UInt32, CaseIterable {
    case write, sync, full, torn

    /// SQLite's extended codes, which its header writes as expressions.
    var code: Int32 {
      switch self {
      case .write, .torn: 10 | 3 << 8
      case .sync: 10 | 4 << 8
      case .full: 13
      }
    }
  }

  private let world: OpaquePointer
  private let folder: String
  private let key: MasterKey

  init(seed: UInt64) throws(Problem) {
    var template = Array("/tmp/troupe-simulation-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem("no-folder", "No folder could be made in /tmp.", remedy: "Mend its rights.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var random = Seeded(seed)
    key = try MasterKey((0..<MasterKey.length).map { _ in UInt8.random(in: 0...255, using: &random) })
    world = fault_world_new()
  }

  deinit {
    fault_world_free(world)
    for name in ["owner", "store.sqlite"] { unlink("\(folder)/\(name)") }
    rmdir("\(folder)/blobs")
    rmdir(folder)
  }

  func open(_ context: FeatureContext) async throws(Problem) -> Store {
    try await Store.open(
      in: FolderLock(folder), key: key, context: context, vfs: String(cString: fault_world_name(world)))
  }

  /// Makes `times` operations fail, beginning with the `after`-th from now.
  func fail(after: Int, times: Int, _ fault: Fault) {
    fault_world_fail(
      world, fault_world_count(world) + Int64(after), Int64(times), fault.code, fault == .torn ? 1 : 0)
  }

  /// Simulates power loss after this many operations: all later ones fail.
  func die(after: Int, isTorn: Bool) { fail(after: after, times: .max / 4, isTorn ? .torn : .write) }

  func heal() { fault_world_fail(world, 0, 0, 0, 0) }

  /// Drops unsynced data: all, none or some. The store must be closed.
  func crash(_ loss: UInt32, seed: UInt64) { fault_world_crash(world, fault_loss(loss), seed) }
}
