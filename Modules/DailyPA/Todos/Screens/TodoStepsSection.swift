internal import Forms
internal import Interface
internal import Kernel

// The steps on the page of a todo.
extension TodosState {
  func stepsSection(of todo: Todo, _ local: TodosWindowState) -> [TodosNode] {
    let book = steps
    // A step has no steps of its own.
    if let parent = todo.parent, let title = book.owner(of: todo) {
      return [.link("Step of \(title.brief())", to: TodosPlaces.todo(parent.uuid), id: "owner", icon: .list)]
    }
    let steps = book.of(todo.id)
    var nodes: [TodosNode] = []
    if !steps.isEmpty {
      nodes.append(.note("\(book.words(of: todo.id) ?? "") completed", icon: .success, id: "count"))
      var met: [String: Int] = [:]
      nodes.append(.list("Steps", id: "steps", steps.map { row($0, &met) }))
    }
    let typed = local.step?.parent == todo.id ? local.step : nil
    let id = todo.id
    nodes += [
      .field(
        "New step", id: "step", holds: typed?.text ?? "", draft: { .typeStep(id, $0) }, commit: { .typeStep(id, $0) }
      ) {
        $0.longest = Todo.longestTitle
        $0.example = "Book the train"
        $0.invalid = typed?.complaint
      }, .button("Add step", id: "add-step", icon: .add, does: .addStep(id)),
    ]
    return [.section("Steps", level: 3, id: "steps", nodes)]
  }

  private func row(_ stored: StoredTodo, _ met: inout [String: Int]) -> TodosNode {
    let (step, plain) = (stored.todo, stored.todo.title.brief())
    met[plain, default: 0] += 1
    let count = met[plain, default: 1]
    let title = count == 1 ? plain : "\(plain), number \(count)"
    return .row(
      title, id: step.id.description, value: step.isDone ? "completed" : "to do", to: TodosPlaces.todo(step.id.uuid),
      menu: [.menuItem("Delete step", id: "delete", icon: .remove, does: .delete(step.id))],
      [.tick(step, title)]
    ).with { $0.icon = step.isDone ? .success : .list }
  }
}
