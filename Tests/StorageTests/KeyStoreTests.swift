import Foundation
import Kernel
import Testing

@testable import Storage

struct KeyStoreTests {
  @Test("a key file is made once, for its owner only")
  func file() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/master.key"
    let key = try await KeyStore.file(path).key()
    #expect(try await KeyStore.file(path).key().revealed == key.revealed)
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    chmod(path, 0o644)
    #expect(await problem { _ = try await KeyStore.file(path).key() } == "open-key")
    chmod(path, 0o600)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    #expect(await problem { _ = try await KeyStore.file(path).key() } == "key-length")
    #expect("\(key)" == "redacted")
  }

  @Test("a passphrase opens its key, another does not, and every changed byte is noticed")
  func passphrase() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/wrapped.key"
    func store(_ words: String) -> KeyStore { .passphrase(Redacted(words), file: path, cost: .least) }
    let key = try await store("richtig").key()
    #expect(try await store("richtig").key().revealed == key.revealed)
    #expect(await problem { _ = try await store("falsch").key() } == "wrong-passphrase")
    #expect(await problem { _ = try await store("").key() } == "bad-passphrase")
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    for at in stride(from: 0, to: whole.count, by: 5) {
      var bytes = whole
      bytes[at] ^= 0x80
      #expect(throws: Problem.self) { _ = try WrappedKey.open(bytes, Redacted("richtig")) }
    }
    #expect(throws: Problem.self) { _ = try WrappedKey.open(Array(whole.dropLast()), Redacted("richtig")) }
    #expect(WrappedKey.Cost.moderate == .init(operations: 3, memory: 256 << 20))
  }

  @Test("a port for keychains is two closures")
  func port() async throws {
    let held = Locked<MasterKey?>(nil)
    let store = KeyStore(
      load: { () throws(Problem) in held.withLock { $0 } }, keep: { key throws(Problem) in held.withLock { $0 = key } })
    #expect(try await store.key().revealed == store.key().revealed)
  }
}
