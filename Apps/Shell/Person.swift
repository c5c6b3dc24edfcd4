public import Kernel
internal import SecretService
public import Storage

/// One person's profile in one product: its folder, its store, its keys, its time. All of that person's windows share it.
public final class Person: Sendable {
  /// Where a person's things are kept.
  public enum Home: Sendable {
    /// A folder for all products and profiles, such as `--data` names.
    case folder(String)
    /// Gone with the process.
    case memory
  }

  /// Where the key lies that seals what is kept.
  public enum Keys: Sendable {
    /// In a file of the profile's folder that only its owner can read.
    case file
    /// In the desktop's keyring, which the environment names.
    case keyring(environment: [String: String])
    /// In that file, under a passphrase.
    case passphrase(Redacted<String>)

    fileprivate func store(_ product: String, _ profile: String, _ folder: OwnFolder) -> KeyStore {
      let file = "\(folder.path)/store.key"
      return switch self {
      case .file: .file(file)
      case .keyring(let environment): .secretService(profile: "\(product)/\(profile)", environment: environment)
      case .passphrase(let words): .passphrase(words, file: file)
      }
    }
  }

  public let product: Product
  public let profile: String
  public let stage: Stage
  /// Set when the time is moved by hand.
  public let manual: ManualTime?
  /// All that this person keeps, sealed.
  public let store: Store
  let drawer: Drawer
  /// The features that all windows share.
  let cast: Cast
  let key: LinkKey
  private let lock: FolderLock?

  /// Refused with the owner's name while another process has the profile's folder open, and with the reason when its
  /// store does not open; then nothing in it was changed.
  public static func open(
    _ product: Product, profile: String = "me", home: Home, keys: Keys = .file, clock: ManualTime? = nil,
    seed: UInt64? = nil, log: Log = .silent
  ) async throws(Problem) -> Person {
    try OwnFolder.check(profile)
    let time = clock?.time ?? .live
    let stage = Stage(time: time, identifiers: seed.map { .seeded($0, time) }, log: log)
    switch home {
    case .memory:
      let store = try await Store.memory(stage)
      return Person(product, profile, stage, clock, store, try LinkKey(), lock: nil)
    case .folder(let path):
      let house = try OwnFolder(path)
      let folder = try house.inside(product.id).inside(profile)
      let lock = try FolderLock(folder.path)
      do throws(Problem) {
        let key = try LinkKey(in: house)
        let store = try await Store.open(in: lock, keys: keys.store(product.id, profile, folder), stage: stage)
        return Person(product, profile, stage, clock, store, key, lock: lock)
      } catch {
        // Not when the last who holds it is gone: whoever mends what was wrong tries again at once.
        lock.release()
        throw error
      }
    }
  }

  private init(
    _ product: Product, _ profile: String, _ stage: Stage, _ manual: ManualTime?, _ store: Store, _ key: LinkKey,
    lock: FolderLock?
  ) {
    self.product = product
    self.profile = profile
    self.stage = stage
    self.manual = manual
    self.store = store
    self.key = key
    self.lock = lock
    drawer = Drawer(store, stage.time)
    cast = product.cast(stage, store)
  }

  /// Where all of it lies; nil for somebody of whom nothing is kept.
  public var folder: String? { lock?.folder }

  /// The folder of a profile in a home, whether there is one or not.
  public static func folder(of product: Product, _ profile: String, in home: Home) -> String? {
    if case .folder(let path) = home { "\(path)/\(product.id)/\(profile)" } else { nil }
  }

  /// Lets another open the profile's folder, as the end of the process would. Close the windows first: nothing is kept
  /// from now on.
  public func close() async {
    // The file is closed before the lock goes, so that two never have it open.
    await store.close()
    lock?.release()
  }

  /// Another window of this person, as it was left.
  public func window() async -> Window { await Window.open(self) }
}
