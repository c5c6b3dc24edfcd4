import Backend
import Catalog
import Fetch
import FoundationEssentials
import Glibc
import JSON
import Kernel
import Tokens

/// A server for one test, in a temporary folder that is removed when it stops.
final class Running: Sendable {
  let backend: Backend
  let folder: String
  let fetch: Fetch

  init(
    time: Time = .live, secret: String? = nil, folder given: String? = nil,
    change: (inout BackendOptions) -> Void = { _ in }
  ) async throws {
    folder = try given ?? Running.newFolder()
    fetch = try Fetch()
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    change(&options)
    backend = try await Backend.start(options, secret: secret, time: time)
  }

  static func newFolder() throws -> String {
    var name = Array("/tmp/troupe-backend-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Problem("no-folder", "There is no folder for the test.", remedy: "Make room in /tmp.")
    }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  struct Told {
    let status: Int
    let text: String
    let field: (String) -> String?
    var json: JSON { (try? JSON(text: text)) ?? .null }
  }

  func ask(
    _ method: String, _ path: String, key: String? = nil, bearer: String? = nil, fields: [String: String] = [:],
    body: String? = nil
  ) async throws -> Told {
    var headers = fields.map { Outgoing.Field($0.key, $0.value) }
    if let key { headers.append(.init("apikey", key)) }
    if let bearer { headers.append(.init("authorization", "Bearer \(bearer)")) }
    if body != nil { headers.append(.init("content-type", "application/json")) }
    let answer = try await fetch.send(
      Outgoing(method, backend.address + path, headers: headers, body: body.map { Array($0.utf8) }))
    return Told(status: answer.status, text: String(decoding: answer.body, as: UTF8.self)) { answer[$0] }
  }

  func signUp(_ email: String = "one@example.com") async throws -> String {
    let told = try await ask(
      "POST", "/auth/v1/signup", key: backend.keys.anon, body: #"{"email":"\#(email)","password":"a-long-secret"}"#)
    guard let token = told.json["access_token"]?.string else {
      throw Problem("no-token", "Nobody was signed up: \(told.text)", remedy: "Look at Auth.")
    }
    return token
  }

  /// Stops the server, whose folder stays.
  func close() async {
    // First, since a server that stops waits a while for clients that are still connected.
    await fetch.close()
    await backend.stop()
  }

  func stop() async {
    await close()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// Runs a server while the closure runs.
func running<Result>(
  time: Time = .live, change: (inout BackendOptions) -> Void = { _ in }, _ body: (Running) async throws -> Result
) async throws -> Result {
  let running = try await Running(time: time, change: change)
  do {
    let result = try await body(running)
    await running.stop()
    return result
  } catch {
    await running.stop()
    throw error
  }
}

extension Running {
  /// Signs in the person of `signUp` at another server with the same accounts, and returns the access token.
  static func signedIn(_ backend: Backend, _ email: String = "one@example.com") async throws -> String {
    let body = #"{"email":"\#(email)","password":"a-long-secret"}"#
    let told = try await asked(backend, "/auth/v1/token?grant_type=password", backend.keys.anon, body)
    guard let token = told["access_token"]?.string else {
      throw Problem("no-token", "Nobody was signed in: \(told)", remedy: "Look at Auth.")
    }
    return token
  }

  /// Sends one request to a server as a signed-in user.
  static func asked(_ backend: Backend, _ path: String, _ token: String, _ body: String) async throws -> JSON {
    let fetch = try Fetch()
    let answer = try await fetch.send(
      Outgoing(
        "POST", backend.address + path,
        headers: [
          .init("apikey", backend.keys.anon), .init("authorization", "Bearer \(token)"),
          .init("content-type", "application/json"),
        ], body: Array(body.utf8)))
    await fetch.close()
    return try JSON(bytes: answer.body)
  }
}
