internal import FoundationEssentials
public import Kernel

/// Where a window keeps a few small things by name, until Storage takes them over.
public struct Drawer: Sendable {
  public let load: @Sendable (_ name: String) async throws(Problem) -> [UInt8]?
  public let keep: @Sendable (_ name: String, _ bytes: [UInt8]) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable (_ name: String) async throws(Problem) -> [UInt8]?,
    keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// Gone with the process.
  public static func memory() -> Drawer {
    let held = Locked<[String: [UInt8]]>([:])
    return Drawer(
      load: { name throws(Problem) in held.withLock { $0[name] } },
      keep: { name, bytes throws(Problem) in held.withLock { $0[name] = bytes } })
  }

  /// Files in a folder that only its owner can read, each replaced as a whole.
  public static func folder(_ folder: OwnFolder) -> Drawer {
    Drawer(
      load: { name throws(Problem) in try await folder.read(name) },
      keep: { name, bytes throws(Problem) in try await folder.write(name, bytes) })
  }
}
