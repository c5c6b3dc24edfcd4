import Foundation
import Kernel
import Storage
import Testing

@testable import SecretService

/// Against Debian's gnome-keyring.
@Suite("the desktop's keyring", .enabled(if: Desktop.isInstalled, Desktop.missing))
struct KeyringTests {
  private func store(_ desktop: Desktop, _ profile: String = "yhealth/mine") -> KeyStore {
    .secretService(profile: profile, environment: desktop.environment)
  }

  /// Every byte, a zero at both ends: a secret is no text.
  private func key(_ first: UInt8 = 0) throws -> MasterKey { try MasterKey([first] + [UInt8](225...254) + [0]) }

  @Test("has no key at first; what is kept is found by another connection and outlives the keyring's process")
  func roundTrip() async throws {
    let desktop = try Desktop(hasKeyring: true)
    #expect(try await store(desktop).load() == nil)
    try await store(desktop).keep(key())
    #expect(try await store(desktop).load()?.revealed == key().revealed)
    desktop.stopKeyring()
    try desktop.startKeyring()
    #expect(try await store(desktop).load()?.revealed == key().revealed)
    #expect(try await store(desktop).key().revealed == key().revealed)
  }

  @Test("keeps two profiles apart, whatever their names")
  func profiles() async throws {
    let desktop = try Desktop(hasKeyring: true)
    let names = ["mine", "Mine", "mein Tagebuch, 日記 'a' \"b\"", String(repeating: "x", count: 200)]
    for (number, name) in names.enumerated() { try await store(desktop, name).keep(key(UInt8(number))) }
    for (number, name) in names.enumerated() {
      #expect(try await store(desktop, name).load()?.revealed.first == UInt8(number))
    }
    #expect(try await store(desktop, "nobody's").load() == nil)
  }

  @Test("replaces a key and keeps no second one")
  func replace() async throws {
    let desktop = try Desktop(hasKeyring: true)
    try await store(desktop).keep(key(1))
    try await store(desktop).keep(key(2))
    #expect(try await store(desktop).load()?.revealed == key(2).revealed)
  }

  @Test("that has the same key twice gives it; that has two different ones gives neither")
  func several() async throws {
    let desktop = try Desktop(hasKeyring: true)
    let keyring = try Keyring(desktop.connect())
    func add(_ key: MasterKey, _ name: String) throws {
      let attributes = [("application", "troupe"), ("profile", "yhealth/mine"), ("copy", name)]
      try keyring.keep(key.revealed, attributes, label: "a copy")
    }
    try add(key(1), "a")
    try add(key(1), "b")
    #expect(try await store(desktop).load()?.revealed == key(1).revealed)
    try add(key(2), "b")
    #expect(await problem { _ = try await store(desktop).load() } == "several-keys")
  }

  @Test(
    "says that it is locked when nobody answers its question, changes nothing, and gives the key once it is unlocked")
  func locked() async throws {
    let desktop = try Desktop(hasKeyring: true)
    try await store(desktop).keep(key(1))
    try desktop.lock()
    #expect(await problem { _ = try await store(desktop).load() } == "keyring-locked")
    #expect(await problem { _ = try await store(desktop).key() } == "keyring-locked")
    #expect(await problem { try await store(desktop).keep(key(2)) } == "keyring-locked")
    // A locked keyring never says that there is no key: a new one would be made, and would replace what it hides.
    #expect(await problem { _ = try await store(desktop, "another").load() } == "keyring-locked")
    try desktop.unlock()
    #expect(try await store(desktop).load()?.revealed == key(1).revealed)
  }

  @Test("that has something else under the profile's name is not believed")
  func wrongLength() async throws {
    let desktop = try Desktop(hasKeyring: true)
    for count in [0, 1, 31, 33, 4096, 4097] {
      let attributes = [("application", "troupe"), ("profile", "count \(count)")]
      // The last one is longer than may be read back, so keeping it tells of it already.
      _ = await problem {
        try Keyring(desktop.connect()).keep([UInt8](repeating: 7, count: count), attributes, label: "rubbish")
      }
      #expect(await problem { _ = try await store(desktop, "count \(count)").load() } == "keyring-answer", "\(count)")
    }
  }

  @Test("that has ended is said to be missing, with what else could be done")
  func gone() async throws {
    let desktop = try Desktop(hasKeyring: true)
    let store = store(desktop)
    try await store.keep(key())
    desktop.stopKeyring()
    let problem = await #expect(throws: Problem.self) { _ = try await store.load() }
    #expect(problem?.code == "no-keyring" && problem?.remedy.contains("passphrase") == true)
    try desktop.startKeyring()
    #expect(try await store.load()?.revealed == key().revealed)
  }

  @Test("holds the key of a whole store, which opens with it again and with no other")
  func wholeStore() async throws {
    let desktop = try Desktop(hasKeyring: true)
    let folder = desktop.folder + "/home"
    let note = Note(id: ID(UUID()), when: Date(timeIntervalSince1970: 1_700_000_000), words: "ein Satz")
    let first = try await Store.open(in: FolderLock(folder), key: store(desktop).key())
    try await first.collection(Note.self, .owned(.entered)).save(note)
    await first.close()

    let second = try await Store.open(in: FolderLock(folder), key: store(desktop).key())
    let notes = try await second.collection(Note.self, .owned(.entered))
    #expect(try await notes.records(in: .distantPast ..< .distantFuture, newest: 9).map(\.words) == ["ein Satz"])
    await second.close()

    let other = try await store(desktop, "another").key()
    #expect(await problem { _ = try await Store.open(in: FolderLock(folder), key: other) } == "wrong-key")
  }
}

private struct Note: Kept {
  static let collection = "notes"
  var id: ID<Note>
  var when: Date
  var words: String
}
