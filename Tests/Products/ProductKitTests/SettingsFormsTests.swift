import Foundation
import JSON
import Kernel
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell

/// A setting in the first storage format, in the same collection.
private struct FirstForm: Kept {
  static let collection = "settings"
  let key: String
  let value: String
  let at: Date
  var id: ID<FirstForm> { ID(named: key) }
  var when: Date { at }
}

@Suite("Older storage formats of settings") struct SettingsFormsTests {
  @Test("a setting stored by an older version is read, and sent to the server as an insert")
  func firstForm() async throws {
    let folder = NSTemporaryDirectory() + "troupe-settings-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let at = Date(timeIntervalSince1970: 1_770_000_000)
    let old = try await Store.open(in: FolderLock(folder), keys: .file("\(folder)/key"))
    try await old.collection(FirstForm.self, .local).save(FirstForm(key: "theme", value: "\"dark\"", at: at))
    await old.close()

    let store = try await Store.open(in: FolderLock(folder), keys: .file("\(folder)/key"))
    let settings = try await store.collection(KeptSetting.self, .owned(.done))
    let kept = try #require(try await settings.records().first)
    #expect((kept.name, kept.value, kept.when) == ("theme", .string("dark"), at))
    _ = try await store.heading()
    let change = try #require(try await store.outbox.claim().first)
    #expect((change.kind, change.id) == (.insert, kept.id.uuid))
    #expect(change.fields["value"] == .text("dark"))
    #expect(change.fields["clock"] == .text(kept.clock))
    #expect(change.fields["key"] == nil)
    await store.close()
  }
}
