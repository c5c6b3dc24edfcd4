import HTTP
import JSON
import Kernel
import ServerFunctions
import Testing
import Tokens

@Suite("Functions as values")
struct ServerFunctionTests {
  @Test("a function is called with what it is handed, and no more")
  func handle() async throws {
    let function = ServerFunction("length") { call, context in
      guard call.caller.role == .authenticated else { return .refusal("FORBIDDEN", "Sign in first.", .forbidden) }
      let file = try? await context.file("a", "b")
      return FunctionAnswer(["bytes": .number(Double(call.body.count)), "file": .string(file?.type ?? "none")])
    }
    let context = FunctionContext(
      file: { name, bucket throws(Problem) in
        name == "a" && bucket == "b" ? StoredFile(type: "image/png", size: 1) { () throws(Problem) in [1] } : nil
      },
      send: { _ throws(Problem) in throw Problem("unasked", "Nothing is sent.", remedy: "Do not.") }, log: .silent)
    let known = await function.handle(FunctionCall(body: [1, 2], caller: .person("me")), context)
    #expect(known == FunctionAnswer(["bytes": 2, "file": "image/png"]))
    let unknown = await function.handle(FunctionCall(body: [], caller: .anonymous), context)
    #expect(unknown.status.rawValue == 403 && unknown.body == ["code": "FORBIDDEN", "message": "Sign in first."])
  }

  @Test("a body limit is never negative")
  func limit() {
    let limits = [-1, 0, 7].map { ServerFunction("a", bodyLimit: $0) { _, _ in FunctionAnswer(.null) }.bodyLimit }
    #expect(limits == [0, 0, 7] && ServerFunction("a") { _, _ in FunctionAnswer(.null) }.bodyLimit == 1 << 20)
  }
}
