import Kernel
import Testing

@testable import Nats

@Suite("Parsing the NATS protocol")
struct NatsReaderTests {
  private let text =
    "INFO {\"max_payload\":5}\r\nPING\r\n+OK\r\nMSG a 1 5\r\nhe\r\no\r\nmsg a 1 b.c 0\r\n\r\nPONG\r\n-ERR 'x'\r\n"
  private let said: [NatsReader.Said] = [
    .info(Array(" {\"max_payload\":5}".utf8)), .ping, .fine, .message(Array("he\r\no".utf8)), .message([]), .pong,
    .error(" 'x'"),
  ]

  private func read(_ pieces: [ArraySlice<UInt8>], largest: Int = 100) -> [NatsReader.Said]? {
    var reader = NatsReader(largest: largest)
    var all: [NatsReader.Said] = []
    do throws(NatsReader.Flaw) {
      for piece in pieces {
        reader.take(piece)
        while let next = try reader.next() { all.append(next) }
      }
      return all
    } catch { return nil }
  }

  @Test("The result does not depend on how the input is split")
  func cut() {
    let bytes = Array(text.utf8)
    #expect(read([bytes[...]]) == said)
    #expect(read(bytes.indices.map { bytes[$0...$0] }) == said)
    for place in bytes.indices { #expect(read([bytes[..<place], bytes[place...]]) == said) }
  }

  @Test(
    "Malformed input is refused",
    arguments: [
      "HTTP/1.1 400 Bad\r\n", "\r\n", "MSG a 1\r\n", "MSG a 1 -1\r\n", "MSG a 1 101\r\n", "MSG a 1 x\r\n",
      "MSG a 1 2\r\nabcd", "MSG a 1 99999999999999999999\r\n", String(repeating: "a", count: 70_000),
    ])
  func rubbish(_ text: String) { #expect(read([Array(text.utf8)[...]]) == nil) }

  @Test("Mutated input gives the same result however it is split", arguments: 0..<50 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var random = Seeded(seed)
    var bytes = Array(text.utf8)
    for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
    let cut = Int.random(in: bytes.indices, using: &random)
    #expect(read([bytes[...]]) == read([bytes[..<cut], bytes[cut...]]))
  }

  @Test("INFO sets the largest payload and TLS; an implausible size is replaced by 1 MiB")
  func info() {
    #expect(NatsWords.info(Array(#"{"max_payload":1024,"tls_required":true}"#.utf8)).largest == 1024)
    #expect(NatsWords.info(Array(#"{"max_payload":1024,"tls_required":true}"#.utf8)).needsTLS)
    for text in ["", "{", #"{"max_payload":-1}"#, #"{"max_payload":1e300}"#, #"{"max_payload":"a"}"#] {
      #expect(NatsWords.info(Array(text.utf8)).largest == 1_048_576)
    }
  }
}
