internal import Connectivity
internal import Interface
internal import Kernel
internal import Permissions
internal import Storage

/// The key's lock of a profile in a folder, with the folder that this process holds.
struct LockedFolder: Sendable {
  let lock: FolderLock
  let keys: KeyStore
  let keyLock: KeyLock
  let folder: OwnFolder
}

// Locking and unlocking. The lock's feature calls these one after another.
extension Person {
  /// The time that unsaved changes have to reach the disk before the store is closed.
  private static let patience = Duration.seconds(10)

  /// Locks the profile. Returns when the store is closed; throws when the product has no lock, or it is off.
  func lockNow() async throws(Problem) {
    guard let lock else {
      throw Problem("no-lock", "\(product.name) has no lock.", remedy: "Sign out, or end the program.")
    }
    try await lock.lock()
  }

  /// Replaces what the windows show with the lock screen, waits until every change is on disk, closes the store and wipes
  /// its key.
  func seal() async {
    guard let lock, !isLocked else { return }
    let old = replace(with: Person.locked(nextNumber, by: lock, parts))
    await windows.recompose()
    // Drafts and entries that a feature is saving are waited for. This runs inside an effect of the lock itself.
    let settling = context.settling
    _ = await Receipt.aside { await settling.settled(within: Person.patience) }
    await old.features.ending?()
    await old.store.close()
  }

  /// Opens the store and brings every window back to where it was.
  func unseal(_ opening: LockOpening) async throws(Problem) {
    guard let place, isLocked else { return }
    let key: MasterKey
    switch opening {
    case .passcode(let passcode): key = try await place.keyLock.open(passcode)
    case .released(let secret): key = try place.keyLock.open(released: secret)
    }
    let store = try await Store.open(in: place.lock, key: key, context: context)
    await furnish(store)
  }

  /// Deletes the locked store and everything beside it, and begins an empty one.
  func startOver(at window: WindowID, _ route: Route?) async throws(Problem) {
    guard let place, isLocked else { return }
    try Store.erase(in: place.lock)
    let store = try await Store.open(in: place.lock, keys: place.keys, context: context)
    await windows[window]?.wait(for: route)
    await furnish(store)
  }

  private func furnish(_ store: Store) async {
    await Drawer.removeRetired(from: store, log: context.log)
    if manual == nil { await Person.resumeZone(from: store, context) }
    let new = Person.interior(nextNumber, of: product, on: store, parts)
    _ = replace(with: new)
    await windows.recompose()
  }

  /// The port of the lock, which holds the person weakly: the person holds the lock.
  static func port(
    of product: Product, _ context: FeatureContext, _ place: LockedFolder?, _ biometrics: BiometricPort?,
    _ person: Locked<WeakPerson>
  ) -> LockPort {
    let found = { @Sendable () throws(Problem) -> (Person, LockedFolder) in
      guard let person = person.withLock({ $0.person }), let place else { throw LockPort.inMemory }
      return (person, place)
    }
    return LockPort(
      context: context, product: product.name, isAvailable: place != nil, biometrics: biometrics,
      load: { () throws(Problem) in try place?.folder.bytes(of: LockPort.file) },
      keep: { bytes throws(Problem) in try found().1.folder.replace(LockPort.file, with: bytes) },
      standing: { () throws(Problem) in
        guard let place else { return (false, false) }
        guard try await place.keyLock.isOn() else { return (false, false) }
        return (true, try place.keyLock.hasSecret())
      },
      turnOn: { passcode throws(Problem) in try await found().1.keyLock.turnOn(passcode) },
      turnOff: { passcode throws(Problem) in try await found().1.keyLock.turnOff(passcode) },
      change: { passcode, new throws(Problem) in try await found().1.keyLock.change(passcode, to: new) },
      enroll: { passcode throws(Problem) in try await found().1.keyLock.enroll(passcode) },
      forgetSecret: { () throws(Problem) in try found().1.keyLock.forgetSecret() },
      close: { await person.withLock { $0.person }?.seal() },
      open: { opening throws(Problem) in try await found().0.unseal(opening) },
      startOver: { window, route throws(Problem) in try await found().0.startOver(at: window, route) })
  }
}

struct WeakPerson {
  weak var person: Person?
}

extension LockPort {
  /// Readable while the store is closed: the time until locking and the number of wrong passcodes.
  fileprivate static let file = "lock.json"

  fileprivate static let inMemory = Problem(
    "no-lock-here", "This profile is kept in memory and ends with the program.", safe: "Nothing was changed.",
    remedy: "Start with --data DIR to keep a profile that can be locked.")

  /// For the places of a product without a person.
  static func nobody(_ product: String, _ context: FeatureContext) -> LockPort {
    LockPort(
      context: context, product: product, isAvailable: false, biometrics: nil, load: { () throws(Problem) in nil },
      keep: { _ throws(Problem) in }, standing: { () throws(Problem) in (false, false) },
      turnOn: { _ throws(Problem) in throw inMemory }, turnOff: { _ throws(Problem) in throw inMemory },
      change: { _, _ throws(Problem) in throw inMemory }, enroll: { _ throws(Problem) in throw inMemory },
      forgetSecret: { () throws(Problem) in }, close: {}, open: { _ throws(Problem) in throw inMemory },
      startOver: { _, _ throws(Problem) in throw inMemory })
  }
}
