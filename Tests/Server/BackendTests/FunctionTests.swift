import Backend
import Catalog
import Fetch
import JSON
import Kernel
import Loopback
import ServerFunctions
import Testing
import Tokens

@Suite("Functions of the products")
struct FunctionTests {
  /// Answers who called, with how many bytes.
  private let who = ServerFunction("who") { call, _ in
    FunctionAnswer(["role": .string(call.caller.role.rawValue), "bytes": .number(Double(call.body.count))])
  }

  /// Reads the caller's file `a.png` of a bucket and answers its content.
  private func reader(of bucket: String, made: String = "pictures") -> ServerFunction {
    ServerFunction("read", buckets: [ServerBucket(made, types: ["image/*"], largest: 1000)]) { call, context in
      guard let file = try? await context.file("\(call.caller.user ?? "")/a.png", bucket),
        let bytes = try? await file.bytes()
      else { return .refusal("NOT_FOUND", "None.", .notFound) }
      return FunctionAnswer(["type": .string(file.type), "text": .string(String(decoding: bytes, as: UTF8.self))])
    }
  }

  /// Asks another server and answers what it said.
  private func asker(_ address: String, sendsRequests: Bool) -> ServerFunction {
    ServerFunction("ask", sendsRequests: sendsRequests) { _, context in
      do throws(Problem) {
        return FunctionAnswer(
          .string(String(decoding: try await context.send(Outgoing("GET", address)).body, as: UTF8.self)))
      } catch {
        return .refusal(.string(error.code), "It could not be asked.", .badGateway)
      }
    }
  }

  private func person(_ server: Running) async throws -> (token: String, id: String) {
    let token = try await server.signUp()
    let told = try await server.ask("GET", "/auth/v1/user", key: server.backend.keys.anon, bearer: token)
    return (token, try #require(told.json["id"]?.string))
  }

  private func upload(_ server: Running, as token: String, _ path: String, _ type: String = "image/png") async throws
    -> Running.Told
  {
    try await server.ask(
      "POST", "/storage/v1/object/\(path)", key: server.backend.keys.anon, bearer: token,
      fields: ["content-type": type], body: "PNG")
  }

  @Test("are called by name with a valid key, and receive the caller")
  func called() async throws {
    try await running(change: { $0.functions = [who] }) { server in
      let anon = server.backend.keys.anon
      #expect(try await server.ask("POST", "/functions/v1/who", body: "{}").status == 401)
      #expect(try await server.ask("POST", "/functions/v1/who", bearer: "rubbish", body: "{}").status == 401)
      let told = try await server.ask("POST", "/functions/v1/who", key: anon, body: "{}")
      #expect(told.json == ["role": "anon", "bytes": 2] && told.field("cache-control") == "no-store")
      let token = try await server.signUp()
      let person = try await server.ask("POST", "/functions/v1/who", key: anon, bearer: token)
      #expect(person.json["role"] == "authenticated")
      #expect(try await server.ask("POST", "/functions/v1/nobody", key: anon, body: "{}").status == 404)
      #expect(try await server.ask("POST", "/functions/v1/who/else", key: anon, body: "{}").status == 404)
    }
  }

  /// Seals the body's text under a name, or opens it.
  private func keeper(_ name: String) -> ServerFunction {
    ServerFunction(name) { call, context in
      guard let vault = context.vault, let json = try? JSON(bytes: call.body), let place = json["name"]?.string else {
        return .refusal("NONE", "No vault.", .unavailable)
      }
      if let sealed = json["sealed"]?.string { return FunctionAnswer(["open": vault.open(sealed, place) ?? .null]) }
      return FunctionAnswer(["sealed": vault.seal(json["text"] ?? .null, place).map { .string($0) } ?? .null])
    }
  }

  @Test("what a function seals is opened by it alone, under its name, and not when it was changed")
  func sealing() async throws {
    try await running(change: { $0.functions = [keeper("keep"), keeper("other")] }) { server in
      let anon = server.backend.keys.anon
      func ask(_ function: String, _ body: JSON) async throws -> JSON {
        let text = String(decoding: try JSON.data(body), as: UTF8.self)
        return try await server.ask("POST", "/functions/v1/\(function)", key: anon, body: text).json
      }
      let sealed = try #require(try await ask("keep", ["name": "anna", "text": "a token"])["sealed"]?.string)
      #expect(!sealed.contains("token"))
      let again = try await ask("keep", ["name": "anna", "text": "a token"])["sealed"]?.string
      #expect(again != sealed)
      #expect(try await ask("keep", ["name": "anna", "sealed": .string(sealed)])["open"] == "a token")
      #expect(try await ask("keep", ["name": "ben", "sealed": .string(sealed)])["open"] == .null)
      #expect(try await ask("other", ["name": "anna", "sealed": .string(sealed)])["open"] == .null)
      let changed = sealed.dropLast(2) + (sealed.hasSuffix("AA") ? "BB" : "AA")
      #expect(try await ask("keep", ["name": "anna", "sealed": .string(String(changed))])["open"] == .null)
    }
  }

  @Test("a server that is handed no functions has none")
  func none() async throws {
    try await running { server in
      let anon = server.backend.keys.anon
      #expect(try await server.ask("POST", "/functions/v1/meal-photo", key: anon, body: "{}").status == 404)
      let bucket = try await server.ask("GET", "/storage/v1/bucket/meal-photos", key: server.backend.keys.service)
      #expect(bucket.status >= 400)
    }
  }

  @Test("a webhook is called without a key, anonymously, with its query and declared header fields alone")
  func webhook() async throws {
    let hook = ServerFunction(webhook: "hook", headers: ["X-Sign"], bodyLimit: 4) { call, _ in
      FunctionAnswer([
        "role": .string(call.caller.role.rawValue), "query": .string(call.query["a"] ?? ""),
        "fields": .string(call.headers.map { "\($0)=\($1)" }.joined()),
      ])
    }
    try await running(change: { $0.functions = [hook, who] }) { server in
      let path = "/functions/v1/hook?a=b%20c"
      let fields = ["x-sign": "s", "x-other": "o", "cookie": "k=1"]
      let told = try await server.ask("POST", path, fields: fields, body: "1234")
      #expect(told.json == ["role": "anon", "query": "b c", "fields": "x-sign=s"])
      // A token changes nothing, and every other function still needs one.
      let token = try await server.signUp()
      #expect(try await server.ask("GET", path, key: server.backend.keys.anon, bearer: token).json["role"] == "anon")
      #expect(try await server.ask("POST", path, body: "12345").status == 413)
      #expect(try await server.ask("POST", "/functions/v1/who", fields: fields, body: "{}").status == 401)
    }
  }

  @Test("a body beyond a function's limit is refused")
  func limit() async throws {
    let small = ServerFunction("small", bodyLimit: 4) { call, _ in FunctionAnswer(.number(Double(call.body.count))) }
    try await running(change: { $0.functions = [small] }) { server in
      let anon = server.backend.keys.anon
      let taken = try await server.ask("POST", "/functions/v1/small", key: anon, body: "1234")
      let refused = try await server.ask("POST", "/functions/v1/small", key: anon, body: "12345")
      #expect(taken.json == 4 && refused.status == 413)
    }
  }

  @Test("read the uploaded files of their buckets, which exist from the start and do not prevent a second one")
  func files() async throws {
    try await running(change: { $0.functions = [reader(of: "pictures")] }) { server in
      let (token, id) = try await person(server)
      let ask = { try await server.ask("POST", "/functions/v1/read", key: server.backend.keys.anon, bearer: token) }
      #expect(try await ask().status == 404)
      #expect(
        try await upload(server, as: token, "pictures/\(id)/notes.txt", "text/plain").text.contains("InvalidMimeType"))
      #expect(try await upload(server, as: token, "pictures/\(id)/a.png").status == 200)
      #expect(try await ask().json == ["type": "image/png", "text": "PNG"])
      let bucket = try await server.ask("GET", "/storage/v1/bucket/pictures", key: server.backend.keys.service)
      #expect(bucket.json["public"] == false && bucket.json["file_size_limit"] == 1000)
      #expect(bucket.json["allowed_mime_types"] == ["image/*"])
      await server.backend.stop()
      var options = BackendOptions(folder: server.folder, schema: .products)
      options.port = 0
      options.functions = [reader(of: "pictures")]
      try await Backend.start(options).stop()
    }
  }

  @Test("do not read the buckets of others")
  func foreign() async throws {
    let other = ServerFunction("other", buckets: [ServerBucket("others", types: ["image/*"], largest: 1000)]) { _, _ in
      FunctionAnswer(.null)
    }
    try await running(change: { $0.functions = [other, reader(of: "others")] }) { server in
      let (token, id) = try await person(server)
      #expect(try await upload(server, as: token, "others/\(id)/a.png").status == 200)
      let told = try await server.ask("POST", "/functions/v1/read", key: server.backend.keys.anon, bearer: token)
      #expect(told.status == 404)
    }
  }

  @Test("send requests to other servers only if they were declared so", arguments: [true, false])
  func sending(isDeclared: Bool) async throws {
    let listener = try Listener { talk in
      _ = talk.request()
      talk.answer(Array("hello".utf8))
    }
    let function = asker("http://127.0.0.1:\(listener.port)/", sendsRequests: isDeclared)
    try await running(change: { $0.functions = [function] }) { server in
      let told = try await server.ask("POST", "/functions/v1/ask", key: server.backend.keys.anon, body: "{}")
      #expect(told.status == (isDeclared ? 200 : 502))
      #expect(isDeclared ? told.json == "hello" : told.json["code"] == "function-sends-nothing")
    }
    withExtendedLifetime(listener) {}
  }
}
