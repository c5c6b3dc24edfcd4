internal import Connectivity
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
  public let context: FeatureContext
  /// Set when the time is moved by hand.
  public let manual: ManualTime?
  /// All that this person keeps, sealed.
  public let store: Store
  /// How the server is found; nil for a product that has none.
  public let server: ServerPort?
  /// The way there, through which every request of this person goes.
  public let network: Network
  let drawer: Drawer
  /// The features that all windows share.
  let features: PersonFeatures
  let key: LinkKey
  let foremost = Foremost()
  private let lock: FolderLock?
  private let going = Locked<Task<Void, Never>?>(nil)

  /// The profile in which somebody is shown who does not exist. It has no server.
  public static let demonstration = "demo"

  /// Refused with the owner's name while another process has the profile's folder open, and with the reason when its
  /// store does not open; then nothing in it was changed.
  public static func open(
    _ product: Product, profile: String = "me", home: Home, keys: Keys = .file, clock: ManualTime? = nil,
    seed: UInt64? = nil, log: Log = .silent, server: ServerPort? = nil, machine: Current<Bool?>? = nil
  ) async throws(Problem) -> Person {
    try OwnFolder.check(profile)
    let server = profile == Person.demonstration ? nil : server
    let time = clock?.time ?? .live
    let context = FeatureContext(time: time, identifiers: seed.map { .seeded($0, time) }, log: log)
    let network = Network(server, machine: machine, time: time, settling: context.settling)
    switch home {
    case .memory:
      let store = try await Store.memory(context)
      return Person(product, profile, context, clock, store, try LinkKey(), server, network, lock: nil)
    case .folder(let path):
      let house = try OwnFolder(path)
      let folder = try house.inside(product.id).inside(profile)
      let lock = try FolderLock(folder.path)
      do throws(Problem) {
        let key = try LinkKey(in: house)
        let store = try await Store.open(in: lock, keys: keys.store(product.id, profile, folder), context: context)
        return Person(product, profile, context, clock, store, key, server, network, lock: lock)
      } catch {
        // Not when the last who holds it is gone: whoever mends what was wrong tries again at once.
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
    features = product.features(
      PersonEnvironment(context: context, store: store, drawer: drawer, network: network, server: server))
    if let going = features.going { self.going.withLock { $0 = Task { await going() } } }
  }

  deinit { going.withLock { $0?.cancel() } }

  /// Where all of it lies; nil for somebody of whom nothing is kept.
  public var folder: String? { lock?.folder }

  /// The folder of a profile in a home, whether there is one or not.
  public static func folder(of product: Product, _ profile: String, in home: Home) -> String? {
    if case .folder(let path) = home { "\(path)/\(product.id)/\(profile)" } else { nil }
  }

  /// Lets another open the profile's folder, as the end of the process would. Close the windows first: nothing is kept
  /// from now on.
  public func close() async {
    going.withLock { $0?.cancel() }
    await features.ending?()
    // The file is closed before the lock goes, so that two never have it open.
    await store.close()
    lock?.release()
  }

  /// What is known of the way to the server.
  var connectivity: Connectivity {
    let state = network.states.value
    return features.connectivity?(state) ?? state.connectivity
  }

  /// Another window of this person, as it was left. It comes when nothing is on its way any more, or after a while.
  public func window() async -> Window {
    let window = await windowAtOnce()
    _ = await window.settled()
    return window
  }

  /// The same as soon as there is something to show, which is followed while the rest is read.
  public func windowAtOnce() async -> Window { await Window.open(self) }
}
