internal import Connectivity
public import HTTP
public import Kernel
public import Permissions
internal import Platform
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

  public let product: Product
  public let profile: String
  public let context: FeatureContext
  /// Not nil when time advances by commands only.
  public let manual: ManualTime?
  /// The encrypted store of this person's records. While the profile is locked, one that refuses every call.
  public var store: Store { interior.store }
  /// Finds the server; nil for a product without one.
  public let server: ServerPort?
  /// The connection to the server. Every request of this person passes through it.
  public let network: Network
  var drawer: Drawer { interior.drawer }
  /// The features that all windows of the person share.
  var features: PersonFeatures { interior.features }
  /// The lock of the product; nil for a product without one.
  let lock: PersonLock?
  let key: LinkKey
  let windows: OpenWindows
  /// The key with which a browser subscribes to notifications; nil while it should not.
  package var pushKey: Current<String?> { windows.pushKey }
  /// The key with which the server signs what it sends to this profile: a browser's worker checks it there.
  package var pushSignature: Redacted<String>? { parts.pushKey.map { Redacted($0.text) } }
  /// The number of unread notifications, which a front end may show on the app's icon.
  package var badge: Current<Int> { windows.badge }
  /// The files that the windows offer.
  let outgoing = OutgoingFiles()
  /// The folder with its lock and keys; nil for a profile in memory.
  let place: LockedFolder?
  let parts: InteriorParts
  /// The record of this run; nil for a profile in memory.
  let journal: CrashJournal?
  /// The zone that the features were told last; nil before the first window.
  let told = Locked<ToldZone?>(nil)
  private let inside: Locked<Interior>
  private let going = Locked<Task<Void, Never>?>(nil)

  /// Opens a profile. Throws with the owner's name while another process has the profile's folder open, and with the
  /// reason when its store cannot be opened; nothing is changed then. `http` sends the requests to other servers than the
  /// product's own, such as those of connected apps; without it they are refused.
  public static func open(
    _ product: Product, profile: String = "me", home: Home, keys: ProfileKeys = .file, clock: ManualTime? = nil,
    seed: UInt64? = nil, log: Log = .silent, server: ServerPort? = nil, http: HTTPClient? = nil,
    machine: Current<Bool?>? = nil, biometrics: BiometricPort? = nil, permissions: PermissionPort? = nil,
    push: PushPort? = nil
  ) async throws(Problem) -> Person {
    try OwnFolder.check(profile)
    let time = clock?.time ?? .live
    // The folder's journal is known once its lock is held; the context is older.
    let journals = Locked<CrashJournal?>(nil)
    let following = Log { line in
      log.pass(line)
      if line.level >= .warning { journals.withLock { $0 }?.note(line) }
    }
    let context = FeatureContext(time: time, identifiers: seed.map { .seeded($0, time) }, log: following)
    let person = { @Sendable (store: Store?, key: LinkKey, place: LockedFolder?) in
      let found = Locked(WeakPerson())
      // Asked at each request, since the store is another after it was locked.
      let open = { @Sendable () in found.withLock { $0.person }?.store }
      let server = product.demonstration.map { server?.withheld(from: $0, in: open) } ?? server
      let network = Network(
        server, outside: http, machine: machine, time: time, settling: context.settling)
      let person = Person(
        product, profile, context, clock, store, key, server, network, place,
        .of(product, place?.lock.folder, ProfileRenewer(found)),
        lock: product.lock?(port(of: product, context, place, biometrics, found)), permissions, push,
        journals.withLock { $0 }
      )
      found.withLock { $0.person = person }
      return person
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
        let keys = keys.store(product.id, profile, folder)
        let place = LockedFolder(
          lock: lock, keys: keys, keyLock: KeyLock(in: folder.path, keys: keys), folder: folder)
        journals.withLock { $0 = CrashJournal(in: folder, version: Troupe.version, at: time.now().date) }
        if product.lock != nil, try await place.keyLock.isOn() { return person(nil, key, place) }
        let store = try await Store.open(in: lock, keys: keys, context: context)
        await Drawer.removeRetired(from: store, log: context.log)
        if clock == nil { await Person.resumeZone(from: store, context) }
        return person(store, key, place)
      } catch {
        journals.withLock { $0 }?.end()
        // Released at once instead of at deinitialization, so that a retry after the cause is mended succeeds.
        lock.release()
        throw error
      }
    }
  }

  private init(
    _ product: Product, _ profile: String, _ context: FeatureContext, _ manual: ManualTime?, _ store: Store?,
    _ key: LinkKey,
    _ server: ServerPort?, _ network: Network, _ place: LockedFolder?,
    _ renewal: ProfileRenewal, lock: PersonLock?, _ permissions: PermissionPort?, _ push: PushPort?,
    _ journal: CrashJournal?
  ) {
    self.product = product
    self.profile = profile
    self.context = context
    self.manual = manual
    self.key = key
    self.server = server
    self.network = network
    self.lock = lock
    self.place = place
    self.journal = journal
    windows = OpenWindows()
    let shelf = DeviceShelf(profile: place?.lock.folder)
    let sealing = (try? key.shelfKey(of: product.id, profile)) ?? .random()
    let parts = InteriorParts(
      context: context, network: network, server: server, windows: windows,
      renewal: renewal, lock: lock, shelf: shelf, sealedShelf: shelf.sealed(with: sealing), permissions: permissions,
      push: push,
      pushKey: try? key.pushKey(of: product.id, profile), crashes: journal?.records ?? [],
      isAfterCrash: journal?.isAfterCrash ?? false)
    self.parts = parts
    // Locked from the start when the lock is on; the store is then not opened.
    inside = Locked(
      store.map { Person.interior(1, of: product, on: $0, parts) }
        ?? lock.map { Person.locked(1, by: $0, parts) }
        ?? Person.interior(1, of: product, on: .closed(context), parts))
    start()
  }

  private func start() {
    let task = features.going.map { going in Task { await going() } }
    going.withLock { running in
      running?.cancel()
      running = task
    }
  }

  deinit { going.withLock { $0?.cancel() } }

  /// The folder of the profile; nil for a profile in memory.
  public var folder: String? { place?.lock.folder }

  var interior: Interior { inside.withLock { $0 } }
  var nextNumber: Int { interior.number + 1 }
  /// Whether the store is closed until the person unlocks it.
  public var isLocked: Bool { interior.isLocked }

  /// Puts another interior in the place of the present one, and returns that.
  func replace(with new: Interior) -> Interior {
    let old = inside.withLock { inside in
      let old = inside
      inside = new
      return old
    }
    start()
    return old
  }

  /// Returns the folder of a profile in a home, whether it exists or not; nil for a home in memory.
  public static func folder(of product: Product, _ profile: String, in home: Home) -> String? {
    if case .folder(let path) = home { "\(path)/\(product.id)/\(profile)" } else { nil }
  }

  /// Gives back what can be read or drawn again, when the system is short of memory: pages of the program and of the store, and
  /// the pictures of the windows behind the frontmost one. A locked profile holds neither store nor pictures.
  func releaseMemory() async {
    OwnProcess.releaseProgram()
    guard !isLocked else { return }
    do throws(Problem) { try await store.releaseCaches() } catch {
      context.log.warning("The caches of the store were not released (\(code: error)).")
    }
    await windows.releasePictures()
  }

  /// Closes the store and releases the profile's folder, as the end of the process would. Close the windows first:
  /// nothing is stored from now on.
  public func close() async {
    going.withLock { $0?.cancel() }
    await features.ending?()
    // The file is closed before the lock is released, so that two processes never have it open.
    await store.close()
    journal?.end()
    place?.lock.release()
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
