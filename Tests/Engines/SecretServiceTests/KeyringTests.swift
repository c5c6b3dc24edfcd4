import Foundation
import Kernel
import Storage
import Testing

@testable import SecretService

/// Runs against Debian's gnome-keyring.
@Suite("the desktop's keyring", .enabled(if: Desktop.isInstalled, Desktop.missing))
struct KeyringTests {
  private func store(_ desktop: Desktop, _ profile: String = "yhealth/mine") -> KeyStore {
    .secretService(profile: profile, environment: desktop.environment)
  }

  /// High bytes with a zero at both ends, since a secret is not text.
  private func key(_ first: UInt8 = 0) throws -> MasterKey { try MasterKey([first] + [UInt8](225...254) + [0]) }

  @Test("has no key at first; a stored key is found by another connection and survives the keyring's process")
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

  @Test("keeps the keys of several profiles apart, whatever their names")
  func profiles() async throws {
    let desktop = try Desktop(hasKeyring: true)
    let names = ["mine", "Mine", "mein Tagebuch, 日記 'a' \"b\"", String(repeating: "x", count: 200)]
    for (number, name) in names.enumerated() { try await store(desktop, name).keep(key(UInt8(number))) }
    for (number, name) in names.enumerated() {
      #expect(try await store(desktop, name).load()?.revealed.first == UInt8(number))
    }
    #expect(try await store(desktop, "nobody's").load() == nil)
  }

  @Test("replaces a key without keeping the old one")
  func replace() async throws {
    let desktop = try Desktop(hasKeyring: true)
    try await store(desktop).keep(key(1))
    try await store(desktop).keep(key(2))
    #expect(try await store(desktop).load()?.revealed == key(2).revealed)
  }

  @Test("returns a key that is stored twice, and neither of two different keys")
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
    "reports that it is locked when its prompt is not answered, changes nothing, and returns the key once unlocked")
  func locked() async throws {
    let desktop = try Desktop(hasKeyring: true)
    try await store(desktop).keep(key(1))
    try desktop.lock()
    #expect(await problem { _ = try await store(desktop).load() } == "keyring-locked")
    #expect(await problem { _ = try await store(desktop).key() } == "keyring-locked")
    #expect(await problem { try await store(desktop).keep(key(2)) } == "keyring-locked")
    // A locked keyring must never count as empty: a new key would be created and replace the hidden one.
    #expect(await problem { _ = try await store(desktop, "another").load() } == "keyring-locked")
    try desktop.unlock()
    #expect(try await store(desktop).load()?.revealed == key(1).revealed)
  }

  @Test("with a secret of another length under the profile's name is refused")
  func wrongLength() async throws {
    let desktop = try Desktop(hasKeyring: true)
    for count in [0, 1, 31, 33, 4096, 4097] {
      let attributes = [("application", "troupe"), ("profile", "count \(count)")]
      // The last one exceeds the readable length, so storing it already fails.
      _ = await problem {
        try Keyring(desktop.connect()).keep([UInt8](repeating: 7, count: count), attributes, label: "rubbish")
      }
      #expect(await problem { _ = try await store(desktop, "count \(count)").load() } == "keyring-answer", "\(count)")
    }
  }

  @Test("that has exited is reported as missing, with a passphrase as the remedy")
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

  @Test("holds the key of a store, which opens again with that key and with no other")
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
