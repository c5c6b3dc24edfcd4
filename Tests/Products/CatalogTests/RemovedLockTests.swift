import Catalog
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("The values of a lock that is on") struct RemovedLockTests {
  @Test("removing them gives no new tries", arguments: ["yhealth", "volvox"])
  func removed(_ name: String) async throws {
    let product = try #require(Product.named(name))
    let folder = TestFolder()
    let person = try await Person.open(product, home: .folder(folder.path), clock: ManualTime(noon), seed: 1)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "lock"])))
    try await window.perform(.type(.label("New passcode"), "correct horse"))
    try await window.perform(.type(.label("New passcode again"), "correct horse"))
    try await window.perform(.tap(.label("Turn on lock")))
    await window.close()
    let values = "\(try #require(person.folder))/lock.json"
    await person.close()
    try FileManager.default.removeItem(atPath: values)
    let again = try await Person.open(product, home: .folder(folder.path), clock: ManualTime(noon), seed: 2)
    let locked = await again.window()
    let frame = try await locked.perform(.screen)
    #expect(frame.labels.contains { $0.hasPrefix("5 wrong passcodes. You can try again in ") }, "\(frame.labels)")
    #expect(frame.everything.first { $0.label == "Unlock" }?.state.isDisabled == true)
    await locked.close()
    await again.close()
  }
}
