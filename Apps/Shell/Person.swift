internal import Connectivity
public import Kernel
internal import SecretService
public import Storage

/// One person's profile in one product: its folder, store, keys and time. All windows of the person share it.
public final class Person: Sendable {
  /// The location of a person's data.
  public enum Home: Sendable {
    /// A folder for all products and profiles, as named by `--data`.
    case folder(String)
    /// In memory only; lost when the process ends.
    case memory
  }

  /// The location of the key that encrypts the store.
  public enum Keys: Sendable {
    /// In a file of the profile's folder that only its owner can read.
    case file
    /// In the desktop's keyring, found through the environment.
    case keyring(environment: [String: String])
    /// In the same file, encrypted with a passphrase.
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
  public let context: FeatureContext
  /// Not nil when time advances by commands only.
  public let manual: ManualTime?
  /// The encrypted store of this person's records.
  public let store: Store
  /// Finds the server; nil for a product without one.
  public let server: ServerPort?
  /// The connection to the server. Every request of this person passes through it.
  public let network: Network
  let drawer: Drawer
  let tabUsage: TabUsage
  /// The features that all windows of the person share.
  let features: PersonFeatures
  let key: LinkKey
  let windows: OpenWindows
  /// The files that the windows offer.
  let outgoing = OutgoingFiles()
  private let lock: FolderLock?
  private let going = Locked<Task<Void, Never>?>(nil)

  /// Opens a profile. Throws with the owner's name while another process has the profile's folder open, and with the
  /// reason when its store cannot be opened; nothing is changed then.
  public static func open(
    _ product: Product, profile: String = "me", home: Home, keys: Keys = .file, clock: ManualTime? = nil,
    seed: UInt64? = nil, log: Log = .silent, server: ServerPort? = nil, machine: Current<Bool?>? = nil
  ) async throws(Problem) -> Person {
    try OwnFolder.check(profile)
    let time = clock?.time ?? .live
    let context = FeatureContext(time: time, identifiers: seed.map { .seeded($0, time) }, log: log)
    let person = { @Sendable (store: Store, key: LinkKey, lock: FolderLock?) in
      let server = product.demonstration.map { server?.withheld(from: $0, in: store) } ?? server
      let network = Network(server, machine: machine, time: time, settling: context.settling)
      return Person(product, profile, context, clock, store, key, server, network, lock: lock)
    }
    switch home {
    case .memory:
      let store = try await Store.memory(context)
      return person(store, try LinkKey(), nil)
    case .folder(let path):
      let house = try OwnFolder(path)
      let folder = try house.inside(product.id).inside(profile)
      let lock = try FolderLock(folder.path)
      do throws(Problem) {
        let key = try LinkKey(in: house)
        let store = try await Store.open(in: lock, keys: keys.store(product.id, profile, folder), context: context)
        return person(store, key, lock)
      } catch {
        // Released at once instead of at deinitialization, so that a retry after the cause is mended succeeds.
        lock.release()
        throw error
      }
    }
  }

  private init(
    _ product: Product, _ profile: String, _ context: FeatureContext, _ manual: ManualTime?, _ store: Store,
    _ key: LinkKey,
    _ server: ServerPort?, _ network: Network, lock: FolderLock?
  ) {
    self.product = product
    self.profile = profile
    self.context = context
    self.manual = manual
    self.store = store
    self.key = key
    self.server = server
    self.network = network
    self.lock = lock
    drawer = Drawer(store, context.time)
    tabUsage = TabUsage(of: product, in: drawer, log: context.log)
    windows = OpenWindows()
    features = product.features(
      PersonEnvironment(
        context: context, store: store, drawer: drawer, network: network, server: server, windows: windows))
    if let going = features.going { self.going.withLock { $0 = Task { await going() } } }
  }

  deinit { going.withLock { $0?.cancel() } }

  /// The folder of the profile; nil for a profile in memory.
  public var folder: String? { lock?.folder }

  /// Returns the folder of a profile in a home, whether it exists or not; nil for a home in memory.
  public static func folder(of product: Product, _ profile: String, in home: Home) -> String? {
    if case .folder(let path) = home { "\(path)/\(product.id)/\(profile)" } else { nil }
  }

  /// Closes the store and releases the profile's folder, as the end of the process would. Close the windows first:
  /// nothing is stored from now on.
  public func close() async {
    going.withLock { $0?.cancel() }
    await features.ending?()
    // The file is closed before the lock is released, so that two processes never have it open.
    await store.close()
    lock?.release()
  }

  /// The connectivity as the features or the network know it.
  var connectivity: Connectivity {
    let state = network.states.value
    return features.connectivity?(state) ?? state.connectivity
  }

  /// Opens another window of this person in its last state, for a person in that place. Returns when all effects have
  /// settled, or after a timeout.
  public func window(in region: RegionalSettings = RegionalSettings()) async -> Window {
    let window = await windowAtOnce(in: region)
    _ = await window.settled()
    return window
  }

  /// Opens a window and returns as soon as it has a frame to show, while the rest is loaded.
  public func windowAtOnce(in region: RegionalSettings = RegionalSettings()) async -> Window {
    await Window.open(self, in: region)
  }
}
