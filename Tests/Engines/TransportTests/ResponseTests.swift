import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Responses", .timeLimit(.minutes(10)))
struct ResponseTests {
  private static let etag = "\"v1\""

  private static let answer: Handler.Answer = { request in
    switch request.target.path {
    case "/bytes": return .bytes(Array("12345"), type: "text/plain", headers: ["etag": etag])
    case "/html": return .html("<p>", headers: ["cache-control": "no-cache"])
    case "/chunks": return Sample.chunks(["1", "22"])
    case "/events": return .events(AsyncStream { ServerEvent("x") })
    case "/empty": return Response(.noContent)
    case "/other": return .seeOther("/bytes")
    case "/cached":
      let headers: Headers = ["etag": etag, "cache-control": "max-age=60"]
      return request.has(etag: etag) ? .notModified(headers: headers) : .text("new", headers: headers)
    case "/odd": return Response(.notModified, headers: ["content-length": "9"], content: .bytes(Array("none")))
    default: return .text("not here", status: .notFound)
    }
  }

  @Test(
    "to HEAD have the status and fields of GET but no content, and the connection stays in step",
    arguments: ["HTTP/1.1", "HTTP/1.0"])
  func head(version: String) async throws {
    try await serving(answer: ResponseTests.answer) { server in
      try await server.asked { port in
        for path in ["bytes", "html", "chunks", "empty", "other", "cached", "odd", "nowhere"] {
          let (get, head) = (try Client(port), try Client(port))
          get.send("GET /\(path) \(version)\r\nHost: a\r\n\r\n")
          head.send("HEAD /\(path) \(version)\r\nHost: a\r\n\r\n")
          var (got, said) = (try get.answer(), try head.answer(isHead: true))
          (got.fields["date"], said.fields["date"]) = (nil, nil)
          #expect(got.status == said.status && got.fields == said.fields, "\(path)")
          if version == "HTTP/1.0" {
            #expect(try head.readToEnd().isEmpty, "\(path)")
          } else {
            // The next response begins directly after the head.
            #expect(try head.get("/bytes").body == "12345", "\(path)")
          }
        }
      }
    }
  }

  @Test("to HEAD for an endless stream end at once")
  func headOfEvents() async throws {
    try await serving(answer: ResponseTests.answer) { server in
      try await server.asked { port in
        let client = try Client(port)
        client.send("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n")
        let said = try client.answer(isHead: true)
        #expect(said.status == 200 && said.fields["content-type"] == "text/event-stream")
        #expect(try client.get("/bytes").body == "12345")
      }
    }
  }

  @Test("with status 304 have no content and no length, and carry the fields for caching")
  func notModified() async throws {
    try await serving(answer: ResponseTests.answer) { server in
      try await server.asked { port in
        let client = try Client(port)
        #expect(try client.get("/cached").body == "new")
        for tags in ["\"v1\"", "\"v0\", W/\"v1\"", "*"] {
          let answer = try client.get("/cached", fields: "If-None-Match: \(tags)\r\n")
          #expect(answer.status == 304 && answer.fields["etag"] == "\"v1\"")
          #expect(answer.fields["cache-control"] == "max-age=60" && answer.fields["content-length"] == nil)
        }
        #expect(try client.get("/cached", fields: "If-None-Match: \"v0\", v1\r\n").status == 200)
        // Not even when a handler supplies content.
        let odd = try client.get("/odd")
        #expect(odd.status == 304 && odd.fields["content-length"] == nil)
        #expect(try client.get("/bytes").body == "12345")
      }
    }
  }

  @Test("use the handler's headers, which override the defaults")
  func headers() {
    let html = Response.html("", headers: ["cache-control": "no-store", "Content-Type": "text/html"])
    #expect(html.headers.fields.map(\.name) == ["cache-control", "content-type"])
    #expect(html.headers["content-type"] == "text/html")
    #expect(Response.text("", headers: ["a": "b"]).headers.all("a") == ["b"])
    #expect(Response.json([], headers: ["etag": "\"1\""]).headers["etag"] == "\"1\"")
    #expect(Response.seeOther("/x", headers: ["a": "b"]).headers.fields.map(\.name) == ["location", "a"])
    let events = Response.events(AsyncStream { nil }, headers: ["cache-control": "no-cache"])
    #expect(events.headers.all("cache-control") == ["no-cache"])
  }
}
