internal import CSodium
public import Kernel
internal import Platform

/// The lock of a store: its key, sealed with a passcode, in a file beside the store.
///
/// While it is on, the key store holds the device's key, and the file holds the store's key, sealed with a key that is
/// derived from both the passcode and the device's key. A copy of the folder alone, or of the key store alone, opens
/// nothing. A second, optional copy of the store's key is sealed with a secret that biometric hardware releases.
public struct KeyLock: Sendable {
  /// The name of the file in the locked folder.
  static let file = "store.lock"

  /// The fewest and the most characters of a passcode.
  public static let passcodeLength = 6...128

  private let file: KeyFile
  private let path: String
  private let keys: KeyStore
  private let cost: WrappedKey.Cost

  /// The lock of the store in that folder, whose key is in `keys`.
  public init(in folder: String, keys: KeyStore) { self.init(in: folder, keys: keys, cost: .interactive) }

  init(in folder: String, keys: KeyStore, cost: WrappedKey.Cost) {
    path = "\(folder)/\(KeyLock.file)"
    file = KeyFile(path: path)
    self.keys = keys
    self.cost = cost
  }

  /// Returns whether the lock is on. Undoes what a crash left half done while it was turned on or off: then the key store
  /// holds the store's own key.
  public func isOn() async throws(Problem) -> Bool {
    guard let sealed = try sealed() else { return false }
    let device = try await deviceKey().identity
    if device == sealed.device { return true }
    guard device == sealed.store else { throw KeyLock.otherDevice }
    try remove()
    return false
  }

  /// Turns the lock on. The store's key leaves the key store, and a new one takes its place.
  public func turnOn(_ passcode: Redacted<String>) async throws(Problem) {
    guard try await !isOn() else { throw KeyLock.alreadyOn }
    try KeyLock.check(passcode)
    let (key, device) = (try await keys.key(), MasterKey.random())
    // In this order: after a crash in between, the key store still holds the store's own key, and `isOn` says no.
    try write(SealedKey(key, passcode, with: device, cost))
    try await keys.keep(device)
  }

  /// Turns the lock off: the store's key returns to the key store.
  public func turnOff(_ passcode: Redacted<String>) async throws(Problem) {
    let key = try await open(passcode)
    try await keys.keep(key)
    try remove()
  }

  /// Replaces the passcode. A secret that was enrolled stays valid.
  public func change(_ passcode: Redacted<String>, to new: Redacted<String>) async throws(Problem) {
    try KeyLock.check(new)
    let key = try await open(passcode)
    let device = try await deviceKey()
    var sealed = try SealedKey(key, new, with: device, cost)
    sealed.released = try self.sealed()?.released
    try write(sealed)
  }

  /// Returns the store's key. Throws `wrong-passcode` if the passcode is another.
  public func open(_ passcode: Redacted<String>) async throws(Problem) -> MasterKey {
    let device = try await deviceKey()
    return try known().open(passcode, with: device)
  }

  // MARK: A secret that biometric hardware releases

  /// Whether a secret was enrolled.
  public func hasSecret() throws(Problem) -> Bool { try sealed()?.released != nil }

  /// Makes a secret that opens the store as the passcode does, and replaces an earlier one.
  public func enroll(_ passcode: Redacted<String>) async throws(Problem) -> Redacted<[UInt8]> {
    var sealed = try known()
    let key = try await open(passcode)
    let secret = MasterKey.random()
    sealed.released = SealedKey.seal(key, with: secret)
    try write(sealed)
    return Redacted(secret.revealed)
  }

  /// Forgets the enrolled secret, which opens nothing from now on.
  public func forgetSecret() throws(Problem) {
    guard var sealed = try sealed(), sealed.released != nil else { return }
    sealed.released = nil
    try write(sealed)
  }

  /// Returns the store's key. Throws `wrong-secret` if the secret is another.
  public func open(released secret: Redacted<[UInt8]>) throws(Problem) -> MasterKey {
    let secret = try MasterKey(secret.revealed)
    guard let released = try known().released, let key = SealedKey.open(released, with: secret) else {
      throw Problem(
        "wrong-secret", "This device's check does not belong to the lock any more.", safe: "Nothing was changed.",
        remedy: "Use your passcode, then turn fingerprint or face on again.")
    }
    return key
  }

  // MARK: The file

  private func sealed() throws(Problem) -> SealedKey? {
    guard let bytes = try file.read() else { return nil }
    guard let sealed = SealedKey(bytes) else { throw KeyLock.damaged }
    return sealed
  }

  private func known() throws(Problem) -> SealedKey {
    guard let sealed = try sealed() else {
      throw Problem("lock-off", "The lock is off.", safe: "Nothing was changed.", remedy: "Turn it on first.")
    }
    return sealed
  }

  private func deviceKey() async throws(Problem) -> MasterKey {
    guard let device = try await keys.load() else { throw KeyLock.otherDevice }
    return device
  }

  private func write(_ sealed: SealedKey) throws(Problem) { try file.replace(with: sealed.bytes) }

  private func remove() throws(Problem) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Problem(
        "lock-file", "The file \(path) could not be removed: \(String(cString: strerror(errno))).",
        safe: "What was saved before is unchanged.", remedy: "Check the folder's rights, then try again.")
    }
  }

  private static func check(_ passcode: Redacted<String>) throws(Problem) {
    guard passcodeLength.contains(passcode.revealed.count), passcode.revealed.utf8.count <= 1024 else {
      throw Problem(
        "bad-passcode", "A passcode has \(passcodeLength.lowerBound) to \(passcodeLength.upperBound) characters.",
        safe: "Nothing was changed.", remedy: "Choose another.")
    }
  }

  private static let alreadyOn = Problem(
    "lock-on", "The lock is on already.", safe: "Nothing was changed.", remedy: "Change its passcode instead.")
  private static let damaged = Problem(
    "damaged-lock", "The file of the lock is damaged.", safe: "Nothing was changed.",
    remedy: "Restore \(file) from a copy of the profile's folder.")
  private static let otherDevice = Problem(
    "no-key", "The key of this device that the lock needs is gone.", safe: "Nothing was changed.",
    remedy: "Restore the key from a copy, or choose another profile with --profile NAME.")
}
