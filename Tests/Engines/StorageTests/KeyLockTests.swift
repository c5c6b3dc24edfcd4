import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("A key's lock")
struct KeyLockTests {
  let folder: TestFolder
  let keys: KeyStore
  let lock: KeyLock
  static let passcode = Redacted("correct horse")

  init() throws {
    folder = try TestFolder()
    keys = .file("\(folder.path)/store.key")
    lock = KeyLock(in: folder.path, keys: keys, cost: .least)
  }

  /// The profile with one record, locked.
  private func locked() async throws -> (mood: Mood, key: [UInt8]) {
    let mood = Mood(1)
    let key = try await keys.key().revealed
    let store = try await Store.open(in: FolderLock(folder.path), keys: keys)
    try await store.collection(Mood.self, .owned(.entered)).save(mood)
    await store.close()
    try await lock.turnOn(KeyLockTests.passcode)
    return (mood, key)
  }

  private func file(_ name: String) -> URL { URL(fileURLWithPath: "\(folder.path)/\(name)") }

  @Test("takes the key out of the key store; only the passcode opens the store again")
  func turnsOn() async throws {
    let (mood, key) = try await locked()
    #expect(try await lock.isOn())
    #expect(try await keys.load()?.revealed != key)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(try Data(contentsOf: file(name)).range(of: Data(key)) == nil, "\(name)")
    }
    #expect(await problem { _ = try await Store.open(in: FolderLock(folder.path), keys: keys) } == "wrong-key")
    #expect(await problem { _ = try await lock.open(Redacted("correct house")) } == "wrong-passcode")
    let opened = try await lock.open(KeyLockTests.passcode)
    let store = try await Store.open(in: FolderLock(folder.path), key: opened)
    #expect(try await store.collection(Mood.self, .owned(.entered)).record(mood.id) == mood)
    await store.close()
  }

  @Test("a copy of the folder without the device's key opens nothing, even with the passcode")
  func bound() async throws {
    _ = try await locked()
    let other = KeyLock(in: folder.path, keys: .file("\(folder.path)/elsewhere.key"), cost: .least)
    #expect(await problem { _ = try await other.isOn() } == "no-key")
    try await KeyStore.file("\(folder.path)/elsewhere.key").keep(.random())
    #expect(await problem { _ = try await other.isOn() } == "no-key")
    #expect(await problem { _ = try await other.open(KeyLockTests.passcode) } == "wrong-passcode")
    #expect(FileManager.default.fileExists(atPath: file("store.lock").path), "nothing was removed")
  }

  @Test("a new passcode replaces the old one, and turning off needs it")
  func changes() async throws {
    let (mood, key) = try await locked()
    let new = Redacted("another one")
    #expect(await problem { try await lock.change(Redacted("wrong one"), to: new) } == "wrong-passcode")
    #expect(await problem { try await lock.change(KeyLockTests.passcode, to: Redacted("short")) } == "bad-passcode")
    try await lock.change(KeyLockTests.passcode, to: new)
    #expect(await problem { _ = try await lock.open(KeyLockTests.passcode) } == "wrong-passcode")
    #expect(await problem { try await lock.turnOff(KeyLockTests.passcode) } == "wrong-passcode")
    try await lock.turnOff(new)
    #expect(try await !lock.isOn())
    #expect(try await keys.load()?.revealed == key)
    let store = try await Store.open(in: FolderLock(folder.path), keys: keys)
    #expect(try await store.collection(Mood.self, .owned(.entered)).record(mood.id) == mood)
    await store.close()
  }

  @Test("a crash while it is turned on or off leaves a store that opens", arguments: [true, false])
  func crash(turningOn: Bool) async throws {
    let (_, key) = try await locked()
    // In both cases the file of the lock is there and the key store holds the store's own key.
    try await keys.keep(MasterKey(key))
    #expect(try await !lock.isOn() && !FileManager.default.fileExists(atPath: file("store.lock").path))
    await (try Store.open(in: FolderLock(folder.path), keys: keys)).close()
    if turningOn { try await lock.turnOn(KeyLockTests.passcode) }
    #expect(try await lock.isOn() == turningOn)
  }

  @Test("a released secret opens the store, until it is forgotten or replaced")
  func released() async throws {
    let (_, key) = try await locked()
    #expect(try !lock.hasSecret())
    #expect(await problem { _ = try await lock.enroll(Redacted("wrong one")) } == "wrong-passcode")
    let first = try await lock.enroll(KeyLockTests.passcode)
    #expect(try lock.hasSecret() && lock.open(released: first).revealed == key)
    // A new passcode leaves it valid.
    try await lock.change(KeyLockTests.passcode, to: Redacted("another one"))
    #expect(try lock.open(released: first).revealed == key)
    let second = try await lock.enroll(Redacted("another one"))
    #expect(await problem { _ = try lock.open(released: first) } == "wrong-secret")
    #expect(try lock.open(released: second).revealed == key)
    try lock.forgetSecret()
    #expect(await problem { _ = try lock.open(released: second) } == "wrong-secret")
    #expect(await problem { _ = try lock.open(released: Redacted([1, 2, 3])) } == "key-length")
  }

  @Test("a damaged, cut or foreign file never opens, and never asks for excessive memory")
  func damaged() async throws {
    _ = try await locked()
    let whole = try [UInt8](Data(contentsOf: file("store.lock")))
    for at in 0..<whole.count {
      var bytes = whole
      bytes[at] ^= 0x80
      try Data(bytes).write(to: file("store.lock"))
      chmod(file("store.lock").path, 0o600)
      #expect(await problem { _ = try await lock.open(KeyLockTests.passcode) } != nil, "byte \(at)")
    }
    for bytes in [[], Array(whole.dropLast()), whole + [0], Array("{}".utf8), [UInt8](repeating: 0, count: 4097)] {
      try Data(bytes).write(to: file("store.lock"))
      #expect(await problem { _ = try await lock.open(KeyLockTests.passcode) } != nil)
      #expect(await problem { _ = try await lock.isOn() } != nil)
    }
  }

  @Test("a store that is closed has no key: it is wiped, and neither rows nor pictures can be read")
  func closed() async throws {
    _ = try await locked()
    let store = try await Store.open(in: FolderLock(folder.path), key: try await lock.open(KeyLockTests.passcode))
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let picture = try await store.blobs.add([1, 2, 3])
    #expect(store.key?.isWiped == false)
    await store.close()
    #expect(store.key?.isWiped == true && store.key?.revealed == [UInt8](repeating: 0, count: 32))
    #expect(await problem { _ = try await moods.records() } == "store-closed")
    #expect(await problem { _ = try await store.blobs.bytes(picture) } == "store-closed")
    #expect(await problem { _ = try await store.blobs.add([4]) } == "store-closed")
  }

  @Test("after closing, the key is nowhere in this process's memory")
  func gone() async throws {
    // Inverted, so that this test itself does not hold it.
    let inverted = try await locked().key.map { ~$0 }
    let store = try await Store.open(in: FolderLock(folder.path), key: try await lock.open(KeyLockTests.passcode))
    #expect(try await store.collection(Mood.self, .owned(.entered)).count() == 1)
    #expect(try OwnMemory.holds(inverted), "the search finds a key that is in use")
    await store.close()
    #expect(try !OwnMemory.holds(inverted))
  }

  @Test("erasing removes rows, pictures and the lock, and an empty store begins")
  func erases() async throws {
    let (mood, _) = try await locked()
    let place = try FolderLock(folder.path)
    let store = try await Store.open(in: place, key: try await lock.open(KeyLockTests.passcode))
    let picture = try await store.blobs.add([UInt8](repeating: 7, count: 100_000))
    await store.close()
    try Store.erase(in: place)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(Set(left) == ["owner", "store.key", "blobs"])
    let fresh = try await Store.open(in: place, keys: keys)
    #expect(try await fresh.collection(Mood.self, .owned(.entered)).record(mood.id) == nil)
    #expect(await problem { _ = try await fresh.blobs.bytes(picture) } != nil)
    await fresh.close()
  }
}

/// The memory of this process, as the kernel shows it.
enum OwnMemory {
  /// Returns whether the bytes whose inverse is given are in any readable page.
  static func holds(_ inverted: [UInt8]) throws -> Bool {
    let maps = try maps()
    let memory = open("/proc/self/mem", O_RDONLY)
    try #require(memory >= 0)
    defer { close(memory) }
    let first = ~inverted[0]
    let size = 1 << 20
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: size + inverted.count)
    defer {
      explicit_bzero(room, size + inverted.count)
      room.deallocate()
    }
    let own = UInt(bitPattern: room)
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, words[1].hasPrefix("rw") else { continue }
      var at = bounds[0]
      while at < bounds[1] {
        let count = pread(memory, room, min(size + inverted.count, Int(bounds[1] - at)), off_t(at))
        guard count > 0 else { break }
        for index in 0..<max(0, count - inverted.count + 1) where room[index] == first {
          let place = at + UInt(index)
          // The room of the search holds what it has just read.
          if place >= own, place < own + UInt(size + inverted.count) { continue }
          if (1..<inverted.count).allSatisfy({ room[index + $0] == ~inverted[$0] }) { return true }
        }
        at += UInt(size)
      }
    }
    return false
  }

  /// Read piece by piece, since the kernel says that the file is empty.
  private static func maps() throws -> String {
    let file = open("/proc/self/maps", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
