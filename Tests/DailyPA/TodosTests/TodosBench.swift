import Connectivity
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Todos

/// One device of a person, seen from one window.
final class TodosBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Todos
  let recorder: EventRecorder<TodosEvent>
  let window: WindowID
  /// Whether the disk refuses to write.
  let isFull = Locked(false)

  init(over other: TodosBench? = nil, from start: Bool = true) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    var needs = TodosNeeds(environment.store)
    let (write, isFull) = (needs.write, isFull)
    needs.write = { batch throws(Problem) in
      if isFull.withLock({ $0 }) { throw .full }
      try await write(batch)
    }
    feature = Todos(on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    if start { await send(.begin) }
  }

  var surroundings: Surroundings { Surroundings(now: clock.time.now(), connectivity: .online) }

  func screen(_ route: Route = TodosPlaces.home) -> Screen<TodosWindowAction> {
    state.screen(route, in: surroundings, at: window)
  }

  func nodes(_ route: Route = TodosPlaces.home) -> [Node<TodosWindowAction>] { screen(route).all }

  func `do`(_ action: TodosWindowAction) async { await send(action, from: window) }

  func tap(_ label: String, at route: Route = TodosPlaces.home, sourceLocation: SourceLocation = #_sourceLocation) async
  {
    await perform(label, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  func fill(_ field: TodoField, _ text: String, in name: TodoFormName = .adding) async {
    await self.do(.form(.fill(name, field, text)))
  }

  /// Adds a todo by the form.
  func add(_ title: String, _ fields: [TodoField: String] = [:]) async {
    await self.do(.appeared(TodosPlaces.add))
    await fill(.title, title)
    for (field, text) in fields { await fill(field, text) }
    await tap("Save todo", at: TodosPlaces.add)
    await self.do(.left(TodosPlaces.add))
  }

  /// The complaint at a field of a form.
  func complaint(_ label: String, at route: Route = TodosPlaces.add) -> String? {
    nodes(route).node(labelled: label)?.state.invalid
  }

  /// The rows of a section of the home screen, each with its second line and its colour.
  func rows(_ section: String) -> [String] {
    let region = screen().nodes.first { $0.id == section }
    return region?.all.filter { $0.role == .listitem }.map { row in
      let colour = row.children.first { $0.role == .badge }?.label
      return "\(row.label) (\([row.value, colour].compactMap(\.self).joined(separator: ", ")))"
    } ?? []
  }

  func sees(_ part: String, at route: Route = TodosPlaces.home) -> Bool {
    nodes(route).contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  func stored() async throws -> [Todo] {
    try await store.collection(Todo.self, .owned(.entered)).records()
  }

  func todo(_ title: String, isDone: Bool? = nil) throws -> Todo {
    try #require(state.todos.first { $0.todo.title == title && (isDone == nil || $0.todo.isDone == isDone) }?.todo)
  }

  /// Rows that come from the server.
  func take(_ todos: [Todo], rev: String = "1") async throws {
    let all = try await store.collection(Todo.self, .owned(.entered))
    try await all.take(todos.map { Pulled(id: $0.id.uuid, rev: rev, fields: try $0.fields()) }, cursor: nil)
    await send(.changed)
  }

  var toasts: [String] {
    events.compactMap {
      switch $0 {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }

  /// Presses the Undo of the last message.
  func undo(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let offers = events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }
    await self.do(try #require(offers.last, sourceLocation: sourceLocation))
  }
}
