public import Kernel
internal import Platform
internal import Storage

/// Small values of this device that belong to no profile and outlive them, such as what a sandbox store knows of its
/// customers. They are files beside the profiles, which only their owner can read.
public struct DeviceShelf: Sendable {
  public enum Scope: Sendable, Hashable {
    /// One value for all profiles.
    case device
    /// A value for each product and profile.
    case profile
  }

  public let load: @Sendable (_ name: String, Scope) async throws(Problem) -> [UInt8]?
  public let keep: @Sendable (_ name: String, Scope, [UInt8]) async throws(Problem) -> Void
  /// Keeps a value that was never kept. Returns false, and changes nothing, otherwise.
  public let create: @Sendable (_ name: String, Scope, [UInt8]) async throws(Problem) -> Bool

  public init(
    load: @escaping @Sendable (_ name: String, Scope) async throws(Problem) -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, Scope, [UInt8]) async throws(Problem) -> Void,
    create: @escaping @Sendable (_ name: String, Scope, [UInt8]) async throws(Problem) -> Bool
  ) {
    self.load = load
    self.keep = keep
    self.create = create
  }

  /// The shelf of a profile's device; in memory for a profile in memory.
  init(profile folder: String?) {
    guard let folder else {
      let held = Locked<[Name: [UInt8]]>([:])
      load = { name, scope throws(Problem) in held.withLock { $0[Name(name: name, scope: scope)] } }
      keep = { name, scope, bytes throws(Problem) in held.withLock { $0[Name(name: name, scope: scope)] = bytes } }
      create = { name, scope, bytes throws(Problem) in
        held.withLock { held in
          guard held[Name(name: name, scope: scope)] == nil else { return false }
          held[Name(name: name, scope: scope)] = bytes
          return true
        }
      }
      return
    }
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    let shelf = (parts.dropLast(2) + [Substring(DeviceShelf.folder)]).joined(separator: "/")
    let own = ([Substring(shelf)] + parts.suffix(2)).joined(separator: "/")
    let path = { @Sendable (scope: Scope) in scope == .device ? shelf : own }
    load = { name, scope throws(Problem) in
      // Reading makes no folder.
      guard FileManager.default.fileExists(atPath: path(scope)) else { return nil }
      return try OwnFolder(path(scope)).bytes(of: name)
    }
    keep = { name, scope, bytes throws(Problem) in try OwnFolder(path(scope)).replace(name, with: bytes) }
    create = { name, scope, bytes throws(Problem) in try OwnFolder(path(scope)).create(name, with: bytes) }
  }

  /// The same shelf, whose values are sealed with this key. A value that the key does not open counts as none.
  func sealed(with key: MasterKey) -> DeviceShelf {
    let (load, keep, create) = (load, keep, create)
    return DeviceShelf(
      load: { name, scope throws(Problem) in
        try await load(name, scope).flatMap { SealedValue.open($0, named: name, with: key) }
      },
      keep: { name, scope, bytes throws(Problem) in
        try await keep(name, scope, SealedValue.seal(bytes, named: name, with: key))
      },
      create: { name, scope, bytes throws(Problem) in
        try await create(name, scope, SealedValue.seal(bytes, named: name, with: key))
      })
  }

  /// The folder beside the products' folders, whose name no product has.
  static let folder = "device-shelf"

  private struct Name: Hashable {
    let name: String
    let scope: Scope
  }
}
