import Chance
import Foundation
import Kernel
import Storage
import Testing

@testable import Todos

@Suite("Fuzzing files of other apps") struct TodoFileFuzzTests {
  private static let now = Moment(Date(timeIntervalSince1970: 1_772_438_400))
  private static let table =
    "TYPE,CONTENT,DESCRIPTION,INDENT,DATE\r\ntask,\"Buy, milk\",,2,every week\r\nnote,Ask,,,\r\n"
  private static let data = """
    {"task": {"entities": {"a": {"title": "First", "created": 1772000000000, "dueDay": "2026-03-09", "isDone": true}}}}
    """

  private func check(_ todos: [ForeignTodo]?) throws {
    for todo in todos ?? [] {
      try hold((1...Todo.longestTitle).contains(todo.title.count), "a title has \(todo.title.count) characters")
      try hold(todo.list.map { $0.count <= Todo.longestList } ?? true, "a list has too long a name")
      let kept = todo.todo(ID(named: "one"), at: Self.now.date)
      try hold(kept.notes.map { $0.count <= Todo.longestNotes } ?? true, "the notes are too long")
    }
  }

  @Test("a table of Todoist is read within its bounds, whatever it contains")
  func todoist() throws {
    let words = ["task,", "section,", "\"", "\r\n", ",", "9999999999", "\0", "é", "tomorrow at 9"].map {
      Array($0.utf8)
    }
    try Fuzzer("TodoistTable", inputs: 2_000).run { random in
      mutated([Array(Self.table.utf8)], inserting: words, using: &random)
    } check: { bytes, _ in
      try check(TodoistTable.todos(bytes, project: "Errands", at: Self.now))
    }
  }

  @Test("the data of Super Productivity is read within its bounds, whatever it contains")
  func productivity() throws {
    let words = ["{", "}", "\"", "1e999", "-1", "null", "\"dueWithTime\": 1e15,", "é"].map { Array($0.utf8) }
    try Fuzzer("ProductivityData", inputs: 3_000).run { random in
      mutated([Array(Self.data.utf8)], inserting: words, using: &random)
    } check: { bytes, _ in
      try check(ProductivityData.todos(bytes, at: Self.now))
    }
  }
}
