import Fetch
import JSON
import Kernel
import Receipts
import ServerFunctions
import Testing
import Tokens

@testable import DailyPA

@Suite("The server's function for receipts") struct ReceiptFunctionTests {
  private let context = FunctionContext(
    file: { _, _ throws(Problem) in nil },
    send: { _ throws(Problem) in throw Problem("no-network", "There is no network.", remedy: "Try again.") },
    log: .silent)

  private func ask(_ body: [UInt8], as caller: Caller, method: String = "POST") async -> FunctionAnswer {
    await ReceiptFunction.function().handle(FunctionCall(method: method, body: body, caller: caller), context)
  }

  private let maria = Caller(.authenticated, user: "00000000-0000-0000-0000-000000000001")

  @Test("who is not signed in, and another method, are refused before anything is read")
  func refused() async {
    #expect(await ask([1], as: Caller(.anonymous)).status == .forbidden)
    #expect(await ask([1], as: Caller(.service)).status == .forbidden)
    #expect(await ask([1], as: maria, method: "GET").status == .methodNotAllowed)
  }

  @Test("what is no picture is refused with the sentence of the reader")
  func noPicture() async {
    for body in [[], Array("a letter".utf8), [0xFF, 0xD8, 0xFF]] as [[UInt8]] {
      let answer = await ask(body, as: maria)
      #expect(answer.status == .badRequest && answer.body["code"] == "PICTURE")
      #expect(answer.body["message"]?.string?.isEmpty == false)
    }
  }

  @Test("a picture of the caller's own folder is read by its name, and no other")
  func named() async {
    #expect(await ask(Array(#"{"object": "receipts/somebody/1.jpg"}"#.utf8), as: maria).body["code"] == "OBJECT")
    let own = "receipts/00000000-0000-0000-0000-000000000001/"
    #expect(await ask(Array(#"{"object": "\#(own)"}"#.utf8), as: maria).body["code"] == "OBJECT")
    let missing = await ask(Array(#"{"object": "\#(own)1.jpg"}"#.utf8), as: maria)
    #expect(missing.status == .notFound)
    let holding = FunctionContext(
      file: { name, bucket throws(Problem) in
        guard "\(bucket)/\(name)" == "\(own)1.jpg" else { return nil }
        return StoredFile(type: "image/jpeg", size: 8) { () throws(Problem) in Array("a letter".utf8) }
      },
      send: { _ throws(Problem) in throw Problem("no-network", "There is no network.", remedy: "Try again.") },
      log: .silent)
    let call = FunctionCall(method: "POST", body: Array(#"{"object": "\#(own)1.jpg"}"#.utf8), caller: maria)
    #expect(await ReceiptFunction.function().handle(call, holding).body["code"] == "PICTURE")
  }

  @Test("a body has at most the size of a picture")
  func bounded() { #expect(ReceiptFunction.function().bodyLimit == ReceiptReader.largest) }
}
