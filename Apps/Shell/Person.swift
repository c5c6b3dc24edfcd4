public import Kernel
internal import Storage

/// One person's profile in one product: its folder, its keys, its time. All of that person's windows share it.
public final class Person: Sendable {
  /// Where a person's things are kept.
  public enum Home: Sendable {
    /// A folder for all products and profiles, such as `--data` names.
    case folder(String)
    /// Gone with the process.
    case memory
  }

  public let product: Product
  public let profile: String
  public let stage: Stage
  /// Set when the time is moved by hand.
  public let manual: ManualTime?
  let drawer: Drawer
  /// The features that all windows share.
  let cast: Cast
  let key: LinkKey
  private let lock: FolderLock?

  /// Refused with the owner's name while another process has the profile's folder open.
  public init(
    _ product: Product, profile: String = "me", home: Home, clock: ManualTime? = nil, seed: UInt64? = nil,
    log: Log = .silent
  ) throws(Problem) {
    self.product = product
    self.profile = profile
    manual = clock
    let time = clock?.time ?? .live
    stage = Stage(time: time, identifiers: seed.map { .seeded($0, time) }, log: log)
    switch home {
    case .memory:
      drawer = .memory()
      key = try LinkKey()
      lock = nil
    case .folder(let path):
      let house = try OwnFolder(path)
      let folder = try house.inside(product.id).inside(profile)
      lock = try FolderLock(folder.path)
      drawer = .folder(folder)
      key = try LinkKey(in: house)
    }
    cast = product.cast(stage, drawer)
  }

  /// Lets another open the profile's folder, as the end of the process would. Close the windows first.
  public func close() { lock?.release() }

  /// Another window of this person, as it was left.
  public func window() async -> Window { await Window.open(self) }
}
