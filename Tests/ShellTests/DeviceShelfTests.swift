import Foundation
import Kernel
import Storage
import Testing

@testable import Shell

@Suite("The shelf of a device") struct DeviceShelfTests {
  @Test("a value of the device is the same for all profiles, one of a profile is not, and both outlive the profile")
  func scopes() async throws {
    let home = try TemporaryFolder()
    func shelf(_ profile: String) -> DeviceShelf { DeviceShelf(profile: "\(home.path)/yhealth/\(profile)") }
    let (mine, hers) = (shelf("me"), shelf("maria"))
    #expect(try await mine.load("chain", .device) == nil)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(DeviceShelf.folder)"), "reading makes no folder")
    #expect(try await mine.create("chain", .device, [1]))
    #expect(try await !hers.create("chain", .device, [2]))
    #expect(try await hers.load("chain", .device) == [1])
    try await mine.keep("book", .profile, [3])
    #expect(try await hers.load("book", .profile) == nil)
    #expect(try await shelf("me").load("book", .profile) == [3])
    let access = try FileManager.default.attributesOfItem(
      atPath: "\(home.path)/\(DeviceShelf.folder)/chain")[.posixPermissions]
    #expect((access as? Int).map { $0 & 0o077 } == 0)
  }

  @Test("a sealed value is read with its key and under its name alone")
  func sealed() async throws {
    let plain = DeviceShelf(profile: nil)
    let (key, other) = (MasterKey.random(), MasterKey.random())
    let shelf = plain.sealed(with: key)
    let words = Array("marked words".utf8)
    try await shelf.keep("one", .profile, words)
    let stored = try #require(try await plain.load("one", .profile))
    #expect(try await shelf.load("one", .profile) == words && Data(stored).range(of: Data(words)) == nil)
    #expect(try await plain.sealed(with: other).load("one", .profile) == nil)
    try await plain.keep("two", .profile, stored)
    #expect(try await shelf.load("two", .profile) == nil)
    for cut in [Array(stored.dropLast()), [], [1, 2, 3]] {
      try await plain.keep("one", .profile, cut)
      #expect(try await shelf.load("one", .profile) == nil)
    }
  }

  @Test("in memory each profile has its own")
  func memory() async throws {
    let (one, other) = (DeviceShelf(profile: nil), DeviceShelf(profile: nil))
    #expect(try await one.create("chain", .device, [1]))
    #expect(try await !one.create("chain", .device, [2]))
    #expect(try await one.load("chain", .device) == [1])
    #expect(try await other.load("chain", .device) == nil)
    #expect(try await one.load("chain", .profile) == nil)
  }
}
