import Audit
import Days
import FeatureTesting
import Forms
import Foundation
import Hours
import Interface
import Kernel
import Testing

@testable import Todos

@Suite("Files of other apps") struct TodoFileTests {
  private let now = Moment(Date(timeIntervalSince1970: 1_772_438_400))  // 2 March 2026, 08:00 GMT

  private static let todoist = """
    \u{FEFF}TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\r
    task,Buy milk,,4,1,Noor (1),,2026-03-05,en,Europe/Berlin\r
    task,"Write ""the"" report, short","Two pages,
    no more",1,1,Noor (1),,2026-03-06 08:30,en,\r
    task,Find figures,,4,2,Noor (1),,tomorrow at 9,en,\r
    note,Ask Ben first,,,,Noor (1),,,,\r
    ,,,,,,,,,\r
    section,Home,,,,,,,,\r
    task,Water the plants,,4,1,Noor (1),,every week,en,\r
    """

  private static let productivity = """
    {"data": {"task": {"ids": ["a", "b"], "entities": {
      "b": {"id": "b", "title": "Second", "created": 1772000000001, "parentId": "a", "isDone": false, "dueDay": "2026-03-09"},
      "a": {"id": "a", "title": "First", "created": 1772000000000, "notes": "Words", "projectId": "p",
            "dueWithTime": 1772458200000, "subTaskIds": ["b"], "isDone": false}}},
     "archiveYoung": {"task": {"ids": ["c"], "entities": {
      "c": {"id": "c", "title": "Third", "created": 1771000000000, "isDone": true, "doneOn": 1771500000000}}}},
     "project": {"ids": ["p"], "entities": {"p": {"id": "p", "title": "House"}}}}}
    """

  private func sheet(_ text: String, called file: String = "Errands.csv") throws -> TodoSheet {
    try TodoSheet(Array(text.utf8), called: file, [], at: now)
  }

  @Test("a project of Todoist brings titles, days, times, sections, comments and parents; other dates stay in words")
  func todoist() throws {
    let sheet = try sheet(Self.todoist)
    #expect(sheet.app == .todoist && sheet.known == 0)
    #expect(sheet.new.map(\.title) == ["Buy milk", "Write \"the\" report, short", "Find figures", "Water the plants"])
    #expect(sheet.new.map(\.list) == ["Errands", "Errands", "Errands", "Home"])
    #expect(sheet.new.map { $0.day?.text } == ["2026-03-05", "2026-03-06", nil, "2026-03-02"])
    #expect(sheet.new[1].time?.text == "08:30" && sheet.new[1].notes == ["Two pages,\nno more"])
    #expect(
      sheet.new[2].notes == ["Part of: Write \"the\" report, short", "Due: tomorrow at 9", "Ask Ben first"])
    #expect(sheet.new[3].repeats == "FREQ=WEEKLY")
  }

  @Test("the data of Super Productivity brings tasks, the archive, projects, parents and times")
  func productivity() throws {
    let sheet = try sheet(Self.productivity)
    #expect(sheet.app == .productivity)
    #expect(sheet.new.map(\.title) == ["Third", "First", "Second"])
    #expect(sheet.new.map(\.isDone) == [true, false, false])
    #expect(sheet.new[0].completedAt == Date(timeIntervalSince1970: 1_771_500_000))
    #expect(sheet.new[1].list == "House" && sheet.new[1].notes == ["Words"])
    #expect(sheet.new[1].day?.text == "2026-03-02" && sheet.new[1].time?.text == "13:30")
    #expect(sheet.new[2].notes == ["Part of: First"] && sheet.new[2].day?.text == "2026-03-09")
  }

  @Test(
    "a file that is neither is refused with what to do",
    arguments: [
      "", "{}", "[]", "null", "{\"task\": 3}", "a,b\n1,2", "TYPE\ntask", "{\"task\": {\"entities\": []}}", "\u{0}\u{1}",
      String(repeating: "[", count: 100_000),
    ])
  func rubbish(_ text: String) {
    let problem = #expect(throws: Problem.self) { try sheet(text) }
    #expect(problem?.code == "todos-unknown")
    #expect(throws: Problem.self) { try TodoSheet([0xFF, 0xFE, 0x00], called: "x", [], at: now) }
  }

  @Test("odd rows are left out or bounded, and too many are refused")
  func bounded() throws {
    let head = "TYPE,CONTENT,INDENT,DATE\n"
    let long = String(repeating: "x", count: 5_000)
    let odd = try sheet(head + "task,,1,\ntask,\(long),99999999999999999999,9999-99-99\nnote,\nother,y\ntask,\"open")
    #expect(odd.new.map(\.title.count) == [Todo.longestTitle, 4])
    #expect(odd.new[0].notes == ["Due: 9999-99-99"])
    let many = head + String(repeating: "task,a,1,\n", count: TodoSheet.most + 1)
    #expect(throws: Problem.self) { try sheet(many) }
    #expect(try sheet(head + String(repeating: "task,a,1,\n", count: 100)).new.count == 1)
  }

  @Test("a file is shown, imported once, taken back, and known again; the sheet passes the audit in every state")
  func importing() async throws {
    let bench = try await TodosBench()
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv").path()
    try Self.todoist.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    func audited() { #expect(Audit.findings(of: bench.screen(TodosPlaces.importing), theme: .plain) == []) }
    await bench.do(.appeared(TodosPlaces.importing))
    audited()
    await bench.tap("Read file", at: TodosPlaces.importing)
    #expect(
      bench.complaint("Path on this machine", at: TodosPlaces.importing)?.hasPrefix("Choose a file above") == true)
    await bench.do(.file(.type(path + ".none")))
    await bench.tap("Read file", at: TodosPlaces.importing)
    #expect(bench.sees("There is no file at this path", at: TodosPlaces.importing))
    audited()
    await bench.do(.file(.type(path)))
    await bench.tap("Read file", at: TodosPlaces.importing)
    #expect(bench.sees("Todoist", at: TodosPlaces.importing) && bench.sees("due on", at: TodosPlaces.importing))
    audited()
    await bench.tap("Import 4 todos", at: TodosPlaces.importing)
    #expect(bench.events.contains(.finished(TodosPlaces.importing)))
    #expect(Set(try await bench.stored().map(\.title)).count == 4)
    await bench.do(.file(.hand(path: path, name: "again.csv")))
    #expect(bench.events.contains(.readThrough(path: path)))
    await bench.tap("Cancel import", at: TodosPlaces.importing)
    await bench.do(.file(.undo))
    #expect(try await bench.stored().isEmpty && bench.toasts.last == "The import was taken back.")
  }

  @Test("todos that are here already are left out")
  func known() async throws {
    let bench = try await TodosBench()
    await bench.add("Buy milk", [.day: "2026-03-05", .list: "Errands"])
    let sheet = try TodoSheet(Array(Self.todoist.utf8), called: "Errands.csv", bench.state.all, at: now)
    #expect(sheet.known == 1 && sheet.new.count == 3)
  }
}
