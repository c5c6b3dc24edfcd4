import Kernel
import ShellTesting
import Storage
import Testing
import YHealth

@testable import Shell

@Suite("Keys of profiles") struct ProfileKeysTests {
  /// A keychain in memory.
  private final class Keychain: Sendable {
    let keys = Locked<[String: [UInt8]]>([:])

    var stores: ProfileKeys {
      .custom { [self] name in
        KeyStore(
          load: { [self] () throws(Problem) in
            guard let bytes = keys.withLock({ $0[name] }) else { return nil }
            return try MasterKey(bytes)
          },
          keep: { [self] key throws(Problem) in keys.withLock { $0[name] = key.revealed } })
      }
    }
  }

  @Test("a store that the program hands in has a key for each profile, and without its key a profile does not open")
  func custom() async throws {
    let (folder, keychain) = (TestFolder(), Keychain())
    func open(_ profile: String, _ keys: ProfileKeys) async throws(Problem) -> Person {
      try await Person.open(.yhealth, profile: profile, home: .folder(folder.path), keys: keys)
    }
    for profile in ["anna", "ben", "anna"] { await (try open(profile, keychain.stores)).close() }
    let keys = keychain.keys.withLock { $0 }
    #expect(keys.keys.sorted() == ["yhealth/anna", "yhealth/ben"] && Set(keys.values).count == 2)
    #expect(folder.everything.keys.allSatisfy { !$0.hasSuffix("store.key") })
    await #expect(throws: Problem.self) { try await open("anna", Keychain().stores) }
    await (try open("anna", keychain.stores)).close()
  }
}
