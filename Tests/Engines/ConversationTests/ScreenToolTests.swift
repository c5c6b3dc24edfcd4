import JSON
import Testing

@testable import Conversation

@Suite("Tools") struct ScreenToolTests {
  @Test("thirteen tools are declared with their schemas")
  func declared() {
    #expect(ScreenTool.allCases.count == 13)
    for tool in ScreenTool.allCases {
      let function = tool.declaration["function"]
      #expect(function?["name"]?.string == tool.rawValue)
      #expect(function?["parameters"]?["type"] == "object")
      #expect(function?["parameters"]?["additionalProperties"] == false)
    }
  }

  @Test("unknown tools and arguments that do not fit are no calls")
  func refused() {
    let options: JSON = [["id": "a", "label": "A"]]
    let wrong: [(String, JSON)] = [
      ("deleteEverything", [:]), ("renderMultipleChoice", [:]), ("renderMultipleChoice", ["options": []]),
      ("renderMultipleChoice", ["options": options, "script": "x"]),
      ("renderMultipleChoice", ["options": options, "allowSkip": "yes"]),
      ("renderMultipleChoice", ["options": [["id": 1, "label": "A"]]]),
      ("renderNumericInput", ["question": "How many?", "min": -1]),
      ("renderConfirmation", ["statement": .string(String(repeating: "x", count: 601))]),
      ("renderConfirmation", "text"),
    ]
    for (name, arguments) in wrong {
      #expect(ScreenCall(ToolCall(id: "c", name: name, arguments: arguments)) == nil, "\(name) \(arguments)")
    }
    #expect(
      ScreenCall(ToolCall(id: "c", name: "renderMultipleChoice", arguments: ["options": options]))?.options.count == 1)
  }

  static func call(_ tool: ScreenTool, _ arguments: JSON) -> ScreenCall? {
    ScreenCall(ToolCall(id: "c", name: tool.rawValue, arguments: arguments))
  }

  @Test("what is typed becomes an answer, or a sentence says why it is none")
  func drafts() throws {
    let number = try #require(Self.call(.numericInput, ["question": "How far?", "unit": "km", "min": 0, "max": 300]))
    let pace = try #require(Self.call(.paceInput, ["question": "How fast?"]))
    let day = try #require(Self.call(.dateInput, ["question": "When?"]))
    let cases: [(ScreenCall, String, [String]?)] = [
      (number, "25,5 km", ["25.5"]), (number, "25", ["25"]), (number, "301", nil), (number, "many", nil),
      (number, "", nil), (pace, "6:30 /km", ["6:30"]), (pace, "6:3", nil), (pace, "99:00", nil), (pace, "fast", nil),
      (day, "2027-04-11", ["2027-04-11"]), (day, "2027-02-30", nil), (day, "soon", nil),
    ]
    for (call, text, values) in cases {
      var draft = ToolDraft()
      draft.apply(.type(text))
      let answer = draft.answer(to: call)
      #expect(answer?.values == values, "\(text)")
      #expect((draft.complaint == nil) == (values != nil), "\(text)")
    }
  }
}
