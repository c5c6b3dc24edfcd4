import Fetch
import Gate
import JSON
import Testing
import Tokens
import Transport

@testable import Backend

@Suite("Server endpoints")
struct PlacesTests {
  @Test("the health endpoints answer, and the root names the server")
  func health() async throws {
    try await running { server in
      let health = try await server.ask("GET", "/health")
      #expect(health.text == #"{"status":"ok"}"#)
      let auth = try await server.ask("GET", "/auth/v1/health")
      #expect(auth.status == 200)
      let root = try await server.ask("GET", "/")
      #expect(root.json["name"]?.string == "troupe backend")
    }
  }

  @Test(
    "an unknown path is answered with 404 and a hint, and accepts no body",
    arguments: ["/nothing", "/rest/v2/todos", "/rest", "/auth"])
  func nowhere(path: String) async throws {
    try await running { server in
      let told = try await server.ask("GET", path)
      #expect(told.status == 404)
      #expect(told.json["message"]?.string?.contains("/rest/v1") == true)
      #expect(try await server.ask("POST", path, body: "").status == 404)
      #expect(try await server.ask("POST", path, body: "{}").status == 413)
    }
  }

  @Test("CORS allows requests of other origins, and a preflight names methods and headers")
  func otherOrigins() async throws {
    try await running { server in
      let asked = [
        "origin": "https://app.example.org", "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization, prefer",
      ]
      let before = try await server.ask("OPTIONS", "/rest/v1/todos", fields: asked)
      #expect(before.status == 204)
      #expect(before.field("access-control-allow-origin") == "*")
      #expect(before.field("access-control-allow-methods")?.contains("PATCH") == true)
      #expect(before.field("access-control-allow-headers") == "authorization, prefer")
      let after = try await server.ask(
        "GET", "/rest/v1/todos", key: server.backend.keys.anon, fields: ["origin": "https://app.example.org"])
      #expect(after.field("access-control-allow-origin") == "*")
      #expect(after.field("access-control-expose-headers")?.contains("content-range") == true)
      let plain = try await server.ask("GET", "/rest/v1/todos", key: server.backend.keys.anon)
      #expect(plain.field("access-control-allow-origin") == nil)
    }
  }

  @Test("metrics are served to the service key only")
  func metrics() async throws {
    try await running { server in
      for _ in 0..<3 { _ = try await server.ask("GET", "/rest/v1/todos", key: server.backend.keys.service) }
      _ = try await server.ask("GET", "/rest/v1/nothing", key: server.backend.keys.service)
      #expect(try await server.ask("GET", "/metrics").status == 401)
      #expect(try await server.ask("GET", "/metrics", key: server.backend.keys.anon).status == 401)
      let told = try await server.ask("GET", "/metrics", bearer: server.backend.keys.service)
      #expect(told.status == 200)
      #expect(told.text.contains("troupe_requests_total{service=\"rest\",status=\"2xx\"} 3\n"))
      #expect(told.text.contains("troupe_requests_total{service=\"rest\",status=\"4xx\"} 1\n"))
      #expect(told.text.contains("troupe_request_seconds_count{service=\"rest\"} 4\n"))
      #expect(told.text.contains("troupe_request_seconds_bucket{service=\"rest\",le=\"+Inf\"} 4\n"))
      #expect(told.text.contains("troupe_connections 1.0\n"))
      #expect(told.text.contains("process_resident_memory_bytes "))
      #expect(told.text.contains("troupe_outbox_total{result=\"done\"} 0\n"))
      _ = try await server.ask(
        "POST", "/auth/v1/signup", key: server.backend.keys.anon,
        body: #"{"email":"a@example.com","password":"a-long-secret"}"#)
      _ = try await server.ask(
        "POST", "/auth/v1/recover", key: server.backend.keys.anon, body: #"{"email":"a@example.com"}"#)
      await server.backend.errandsDone()
      let later = try await server.ask("GET", "/metrics", bearer: server.backend.keys.service)
      #expect(later.text.contains("troupe_outbox_total{result=\"done\"} 1\n"), "\(later.text)")
      #expect(later.text.contains("troupe_outbox_total{result=\"given_up\"} 0\n"))
      #expect(later.text.contains("troupe_outbox_running 0.0\n"))
    }
  }
}
