import FoundationEssentials
import Kernel
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
