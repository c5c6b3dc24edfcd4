import Catalog
import FoundationEssentials
import Kernel
import Testing

@testable import Backend

@Suite("Server configuration")
struct SettingUpTests {
  private func read(_ text: String) throws -> Int {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/providers.json"))
    return try ProviderFile.read("\(folder)/providers.json").count
  }

  @Test("providers are read from a file")
  func providers() throws {
    let count = try read(
      #"{"google":{"clients":["a"],"secret":"s"},"apple":{"clients":["b"]},"#
        + #""keycloak":{"issuer":"https://id.example.org/realms/one","clients":["c"],"secret":"s"}}"#)
    #expect(count == 3)
  }

  @Test(
    "an incomplete or malformed provider file is refused",
    arguments: [
      "", "[]", "{\"google\":{}}", "{\"google\":{\"clients\":[]}}", "{\"mine\":{\"clients\":[\"a\"]}}",
      "{\"mine\":{\"issuer\":\"ftp://x\",\"clients\":[\"a\"]}}",
    ])
  func badProviders(text: String) {
    #expect(throws: Problem.self) { try read(text) }
  }

  @Test("the SQL for a Supabase project equals the file in Scripts")
  func supabase() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Scripts/supabase/collections.sql")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == Backend.supabaseSchema(.products),
      "the file is outdated; `troupe backend schema` prints the current SQL")
  }
}
