import Foundation
import Testing
import WebSocketCodec

@testable import Supabase

@Suite("The handshake of a WebSocket")
struct SocketGreetingTests {
  @Test("only a handshake answer that follows RFC 6455 is accepted")
  func greeting() throws {
    // The key and the answer of the RFC's own example.
    let greeting = SocketGreeting("/a?b", at: "example.org:81", nonce: Array("the sample nonce".utf8))
    let said = String(decoding: greeting.bytes, as: UTF8.self)
    #expect(said.hasPrefix("GET /a?b HTTP/1.1\r\nHost: example.org:81\r\n") && said.hasSuffix("\r\n\r\n"))
    #expect(said.contains("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"))
    let fields = [
      "Upgrade: WebSocket", "connection: keep-alive, Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]
    func answer(_ status: String, _ lines: [String]) -> [UInt8] {
      Array((([status] + lines).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
    let good = answer("HTTP/1.1 101 Switching Protocols", fields)
    #expect(try greeting.judge(good + [0x81]) == good.count)
    for end in good.indices { #expect(try greeting.judge(Array(good[..<end])) == nil) }
    var bad = [
      answer("HTTP/1.1 200 OK", fields), answer("HTTP/1.1 1015", fields), answer("HTTP/1.0 101 X", fields),
      answer("HTTP/1.1 401 Unauthorized", []), answer("rubbish", fields), answer("", []),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-extensions: permessage-deflate"]),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-protocol: a"]),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="]),
      answer("HTTP/1.1 101 X", Array(fields[..<2]) + ["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOO="]),
      answer("HTTP/1.1 101 \u{FF}", fields).map { $0 == 0xC3 ? 0xFF : $0 }, [UInt8](repeating: 0x61, count: 20_000),
      answer("HTTP/1.1 101 X", fields + ["a: " + String(repeating: "a", count: 20_000)]),
    ]
    for index in fields.indices {
      var fewer = fields
      fewer.remove(at: index)
      bad.append(answer("HTTP/1.1 101 X", fewer))
    }
    for bytes in bad {
      #expect(throws: SocketFailure.self, "\(String(decoding: bytes.prefix(200), as: UTF8.self))") {
        try greeting.judge(bytes)
      }
    }
  }
}
