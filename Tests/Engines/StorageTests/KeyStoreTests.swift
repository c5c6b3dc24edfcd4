import Foundation
import Kernel
import Testing

@testable import Storage

struct KeyStoreTests {
  @Test("a key file is created once, for its owner only; wrong permissions or a wrong length are refused")
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

  @Test("the right passphrase unwraps the key, a wrong one does not, and changed bytes are detected")
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

  @Test("a key store for a keychain consists of two closures")
  func port() async throws {
    let held = Locked<MasterKey?>(nil)
    let store = KeyStore(
      load: { () throws(Problem) in held.withLock { $0 } }, keep: { key throws(Problem) in held.withLock { $0 = key } })
    #expect(try await store.key().revealed == store.key().revealed)
  }
}

@Suite("A folder's key")
struct FolderKeyTests {
  @Test("is created with the store and opens it again; every file is accessible to its owner only")
  func made() async throws {
    let folder = try TestFolder()
    let keys = KeyStore.file("\(folder.path)/store.key")
    let mood = Mood(1)
    do {
      let store = try await Store.open(in: FolderLock(folder.path), keys: keys)
      try await store.collection(Mood.self, .owned(.entered)).save(mood)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.contains("store.sqlite-wal") && names.contains("store.key"))
      for name in names {
        let rights = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions]
        #expect((rights as? Int ?? 0o777) & 0o077 == 0, "\(name)")
      }
      await store.close()
    }
    let store = try await Store.open(in: FolderLock(folder.path), keys: keys)
    #expect(try await store.collection(Mood.self, .owned(.entered)).record(mood.id) == mood)
  }

  @Test("is not replaced when it is missing while a store sealed with it exists")
  func gone() async throws {
    let folder = try TestFolder()
    let keys = KeyStore.file("\(folder.path)/store.key")
    let store = try await Store.open(in: FolderLock(folder.path), keys: keys)
    await store.close()
    try FileManager.default.moveItem(atPath: "\(folder.path)/store.key", toPath: "\(folder.path)/elsewhere")
    let before = FileManager.default.contents(atPath: folder.file)
    #expect(await problem { _ = try await Store.open(in: FolderLock(folder.path), keys: keys) } == "no-key")
    #expect(FileManager.default.contents(atPath: folder.file) == before)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/store.key"))
    try FileManager.default.moveItem(atPath: "\(folder.path)/elsewhere", toPath: "\(folder.path)/store.key")
    _ = try await Store.open(in: FolderLock(folder.path), keys: keys)
  }
}
