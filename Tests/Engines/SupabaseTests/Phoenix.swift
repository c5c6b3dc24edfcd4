import Foundation
import JSON
import Kernel
import Loopback
import Signing
import WebSocketSamples

/// The server side of a WebSocket on a blocking socket. Written without the codec on purpose: a second opinion on it
/// that can send invalid data too.
struct Phoenix {
  let talk: Talk

  /// Nil when the client disconnects before its handshake.
  init?(_ talk: Talk, accept: String? = nil) {
    self.talk = talk
    guard let head = talk.request()?.head else { return nil }
    let key = head.first { $0.lowercased().hasPrefix("sec-websocket-key: ") }?.dropFirst(19) ?? ""
    let proof = Data(SHA1.hash(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    talk.send(
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: \(accept ?? proof)\r\n\r\n"
    )
  }

  /// The client's next text; nil when it disconnects. Every frame must be masked.
  func heard() -> JSON? {
    while let head = talk.bytes(2) {
      guard head[1] & 0x80 != 0 else { return nil }
      var count = Int(head[1] & 0x7F)
      if count == 126 {
        guard let more = talk.bytes(2) else { return nil }
        count = Int(more[0]) << 8 | Int(more[1])
      }
      guard let mask = talk.bytes(4), let payload = talk.bytes(count) else { return nil }
      let plain = payload.enumerated().map { $1 ^ mask[$0 & 3] }
      switch head[0] {
      case 0x81: return try? JSON(bytes: plain)
      case 0x8A: if plain == Array("ping".utf8) { return "pong" }
      default: return nil
      }
    }
    return nil
  }

  func say(_ bytes: [UInt8]) { talk.send(RawFrame.bytes(0x81, bytes)) }

  /// Accepts the join and confirms the subscription to changes.
  func welcome() -> JSON? {
    let join = heard()
    let status: JSON = ["status": "ok", "response": ["postgres_changes": []]]
    say(HintTalkTests.frame("phx_reply", status, ref: join?["ref"] ?? nil))
    say(HintTalkTests.ready)
    return join
  }

  func change(_ table: String) {
    say(HintTalkTests.frame("postgres_changes", ["ids": [1], "data": ["table": .string(table)]]))
  }
}
