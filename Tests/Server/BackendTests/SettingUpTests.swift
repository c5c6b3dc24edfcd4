import Catalog
import FoundationEssentials
import Kernel
import Testing
import Tokens

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

  @Test("what the transport refuses can be read by a page of another origin, too")
  func refusals() async throws {
    try await running { server in
      let key = server.backend.keys.service
      let head = "POST /rest/v1/todos HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example.org\r\napikey: \(key)\r\n"
      for (request, status) in [
        ("\(head)Content-Length: 999999999\r\n\r\n", 413),
        ("\(head)Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        ("\(head)X: \(String(repeating: "a", count: 200_000))\r\n\r\n", 431),
      ] {
        let client = try RawClient(server.backend.port)
        client.send(request)
        let answer = client.response().lowercased()
        #expect(answer.hasPrefix("http/1.1 \(status) "), "\(answer.prefix(100))")
        #expect(answer.contains("access-control-allow-origin: *\r\n"), "\(answer)")
      }
    }
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
