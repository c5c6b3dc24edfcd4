import Audit
import Covers
import FeatureTesting
import Foundation
import Interface
import JSON
import Plot
import Testing

@testable import Conversation

@Suite("Nodes of a conversation") struct ConversationNodesTests {
  enum Act: Sendable, Equatable {
    case answer(String, ToolAnswer)
    case edit(String, ToolDraft.Change)
    case submit(String)
    case fold(String)
  }

  static let options: JSON = [["id": "a", "label": "A", "description": "The first"], ["id": "b", "label": "B"]]
  static let values: JSON = [
    ["label": "Base", "value": 40], ["label": "Speed", "value": 30], ["label": "Rest", "value": 90],
  ]
  static let arguments: [ScreenTool: JSON] = [
    .multipleChoice: [
      "question": "Which?", "options": options, "allowFreeText": true, "allowSkip": true, "skipLabel": "Later",
    ],
    .openInput: ["prompt": "More?", "suggestedResponses": ["No"]],
    .confirmation: ["statement": "You run.", "confirmLabel": "Right", "denyLabel": "Wrong"],
    .connectionCard: ["prompt": "Connect?", "options": options, "skipLabel": "Later"],
    .numericInput: ["question": "How far?", "unit": "km", "suggestedResponses": ["20"]],
    .paceInput: ["question": "How fast?", "unit": "/km", "skipLabel": "No idea"],
    .dateInput: ["question": "When?"],
    .daySelector: ["question": "Which days?", "noneLabel": "None"],
    .thinkingStream: ["title": "How I think", "lines": ["One", "Two"]],
    .radarChart: ["title": "You", "values": values],
    .progressChart: ["title": "Weeks", "unit": "km", "values": values],
    .calendarWidget: ["title": "Week", "days": [["label": "Monday", "entry": "Easy"], ["label": "Tuesday"]]],
    .subscriptionCard: ["title": "Full", "benefits": ["All"], "note": "Seven days"],
  ]

  static func screen(_ events: [TranscriptEvent], _ drafts: [String: ToolDraft] = [:], unfolded: Set<String> = [])
    -> Screen<Act>
  {
    let transcript = TranscriptTests.transcript(events)
    let nodes = ConversationNodes<Act>(
      assistant: "Coach", asked: transcript.asked, drafts: drafts, unfolded: unfolded,
      ConversationActions(
        answer: { .answer($0, $1) }, edit: { .edit($0, $1) }, submit: { .submit($0) }, fold: { .fold($0) }))
    return Screen(
      Route(["talk"]), title: "Talk",
      nodes: [
        .heading("Talk", level: 1),
        .conversation("Talk", nodes.nodes(of: transcript.messages) { _ in "08:15" }),
      ])
  }

  @Test(
    "every tool is drawn while it loads, when it is ready and when it is answered, and passes the audit",
    .covers("cd-2.2-AC1", "cd-2.2-AC2"), arguments: ScreenTool.allCases)
  func drawn(_ tool: ScreenTool) throws {
    let call = ToolCall(id: "c", name: tool.rawValue, arguments: try #require(Self.arguments[tool]))
    #expect(ScreenCall(call) != nil)
    let loading: [TranscriptEvent] = [.began(message: "m"), .text("So.", message: "m"), .called(call, message: "m")]
    let ready = loading + [.ended(message: "m")]
    let answered = ready + [.answered(ToolAnswer(.chosen, ["a"], words: "A"), call: "c")]
    #expect(Self.screen(loading).all.contains { $0.role == .skeleton })
    for events in [loading, ready, answered] {
      let screen = Self.screen(events, unfolded: ["c"])
      #expect(Audit.findings(of: screen, theme: .plain) == [])
    }
    let acts = Self.screen(ready).all.flatMap(\.offers)
    #expect(tool.asks == !acts.isEmpty || tool == .thinkingStream || tool == .openInput)
    if tool.asks {
      #expect(!Self.screen(answered).all.contains { $0.id.hasSuffix("skip") || $0.id.hasSuffix("send") })
    }
  }

  @Test("an option is one tap, several are ticked and sent together, and one's own answer has a field")
  func answers() throws {
    let events: [TranscriptEvent] = [
      .began(message: "m"),
      .called(
        ToolCall(id: "c", name: "renderMultipleChoice", arguments: try #require(Self.arguments[.multipleChoice])),
        message: "m"),
      .ended(message: "m"),
    ]
    let screen = Self.screen(events)
    #expect(screen.all.action(of: "A") == .answer("c", ToolAnswer(.chosen, ["a"], words: "A")))
    #expect(screen.all.action(of: "Later") == .answer("c", ToolAnswer(.skipped, words: "Later")))
    #expect(screen.all.action(of: "Other") == .edit("c", .beginTyping))
    var draft = ToolDraft()
    draft.apply(.beginTyping)
    draft.apply(.type("C"))
    let typing = Self.screen(events, ["c": draft])
    #expect(typing.all.action(of: "Answer") == .submit("c"))
    #expect(draft.answer(to: try #require(TranscriptTests.transcript(events).open.first))?.values == ["C"])
  }

  @Test(
    "weeks with intensities are one chart with marks, days with dates a calendar, and a missing value is no zero",
    .covers("cd-3.3-AC1", "cd-3.4-AC1", "cd-3.5-AC1"))
  func figures() throws {
    func chart(_ tool: ScreenTool, _ arguments: JSON) throws -> ChartSpec {
      let call = ToolCall(id: "c", name: tool.rawValue, arguments: arguments)
      let screen = Self.screen([.began(message: "m"), .called(call, message: "m"), .ended(message: "m")])
      #expect(Audit.findings(of: screen, theme: .plain) == [])
      return try #require(screen.all.compactMap(\.chart).first)
    }
    let weeks = try chart(
      .progressChart,
      [
        "title": "Weeks", "unit": "km",
        "values": [
          ["label": "Week 1", "value": 20, "intensity": 10],
          ["label": "Week 2", "value": 12, "intensity": 5, "mark": "recovery"],
        ],
      ])
    guard case .volume(let volume) = weeks.kind else {
      Issue.record("It is no chart of weeks.")
      return
    }
    #expect(volume.weeks.map(\.mark) == [nil, .recovery] && volume.weeks.map(\.intensity) == [10, 5])
    let days = try chart(
      .calendarWidget,
      [
        "title": "Week",
        "days": [
          ["label": "Monday", "date": "2026-11-23"],
          [
            "label": "Tuesday", "date": "2026-11-24", "entry": "Long run", "detail": "12 km", "minutes": 70,
            "isKey": true,
          ],
        ],
      ])
    guard case .week(let week) = days.kind else {
      Issue.record("It is no calendar.")
      return
    }
    #expect(week.days.flatMap(\.entries).map(\.title) == ["Rest", "Long run"])
    #expect(week.days.flatMap(\.entries).map(\.minutes) == [nil, 70])
    let radar = try chart(
      .radarChart,
      ["title": "You", "values": [["label": "A", "value": 40], ["label": "B"], ["label": "C", "value": 10]]])
    guard case .radar(let spokes) = radar.kind else {
      Issue.record("It is no radar.")
      return
    }
    #expect(spokes.outlines.first?.values == [40, nil, 10])
  }

  @Test("a thought is folded until it is unfolded")
  func thinking() {
    let events: [TranscriptEvent] = [
      .began(message: "m"), .thinking("One thing", message: "m"), .text("So.", message: "m"), .ended(message: "m"),
    ]
    #expect(!Self.screen(events).all.contains { $0.label == "One thing" })
    #expect(Self.screen(Array(events.dropLast())).all.contains { $0.label == "One thing" })
    #expect(Self.screen(events).all.action(of: "Thinking") == .fold("m"))
    #expect(Self.screen(events, unfolded: ["m"]).all.contains { $0.label == "One thing" })
  }
}
