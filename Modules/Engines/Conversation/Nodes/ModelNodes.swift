public import Interface
public import Kernel

extension ModelForm {
  /// An act of the person in the form.
  public enum Act: Sendable, Equatable {
    case choose(ModelChoice.Way)
    case fill(ModelField, String)
    case fillKey(Redacted<String>)
    case save
  }

  /// The choice with its fields, its button, and the note that it was saved.
  /// - Parameters:
  ///   - question: The label of the choice.
  ///   - builtIn: The words for doing without a model.
  public func nodes<Action: Sendable>(
    _ question: String, builtIn: String, does: @escaping @Sendable (Act) -> Action
  ) -> [Node<Action>] {
    var nodes: [Node<Action>] = [
      .choice(
        question, id: "way",
        [
          (ModelChoice.Way.builtIn.rawValue, builtIn),
          (ModelChoice.Way.server.rawValue, "The model of my server"),
          (ModelChoice.Way.own.rawValue, "A model at an address of my own"),
        ], selected: choice.way.rawValue
      ) { does(.choose(ModelChoice.Way(rawValue: $0) ?? .builtIn)) }
    ]
    if choice.way == .own { nodes += own(does) }
    nodes.append(.button("Save", id: "save", icon: .save, isProminent: true, does: does(.save)))
    if isSaved { nodes.append(.note("Saved on this device.", tone: .success, icon: .success, id: "saved")) }
    return nodes
  }

  private func own<Action: Sendable>(_ does: @escaping @Sendable (Act) -> Action) -> [Node<Action>] {
    [
      .field(
        "Address", id: "address", holds: choice.address, draft: { does(.fill(.address, $0)) },
        commit: { does(.fill(.address, $0)) }
      ) {
        $0.longest = ModelChoice.longestAddress
        $0.example = "https://host/v1/chat/completions"
        $0.invalid = complaints[.address]
      },
      .field(
        "Model", id: "model", holds: choice.model, draft: { does(.fill(.model, $0)) },
        commit: { does(.fill(.model, $0)) }
      ) {
        $0.longest = ModelChoice.longestName
        $0.invalid = complaints[.model]
      },
      // Write-only, like a password: no frame holds it.
      .field("Key", id: "key", holds: "", commit: { does(.fillKey(Redacted($0))) }) {
        $0.purpose = .password
        $0.longest = ModelChoice.longestKey
      },
      .note(
        choice.key == nil ? "Without a key none is sent." : "A key is saved. It is kept encrypted on this device.",
        icon: .lock, id: "key-note"),
    ]
  }
}
