public import Interface

// A record that was saved or deleted elsewhere while its form was open.
extension Form {
  /// The notice with its answers, above the fields. `newer` shows the current version, one row for each value; it is nil where
  /// the record was deleted. Without `keepsBoth` a second record beside it is not possible.
  public func conflict<Action>(
    with newer: [Node<Action>]?, of kind: String, keepsBoth: Bool = true,
    does: @escaping @Sendable (FormAction<Name>) -> Action
  ) -> [Node<Action>] {
    let drop: Node<Action> = .destructive("Discard my changes", id: "drop", asks: does(.ask(.discard(name))))
    guard let newer else {
      return [
        .notice(
          "This was deleted elsewhere since you opened it. What you typed is still here.", id: "behind",
          tone: .warning, icon: .warning,
          [.button("Save mine as a new \(kind)", id: "beside", does: does(.saveBeside(name))), drop])
      ]
    }
    let both: [Node<Action>] = keepsBoth ? [.button("Keep both", id: "beside", does: does(.saveBeside(name)))] : []
    let replace: Node<Action> = .destructive(
      "Replace it with mine", id: "replace", icon: .save, asks: does(.ask(.replace(name))))
    return [
      .notice(
        "This was changed elsewhere since you opened it. Both are kept until you choose.", id: "behind",
        tone: .warning, icon: .warning, both + [replace, drop]),
      .section("Current version", id: "newer", [.list("Current version", id: "answers", newer)]),
      .heading("Your version", level: 2),
    ]
  }

  /// The notice of a form that does not show the current version.
  public func conflictNotice<Action>() -> [Node<Action>] {
    guard isBehind else { return [] }
    return [
      .notice(
        "This was changed elsewhere since you opened it. Saving again replaces that with yours; discarding keeps the newer version.",
        id: "behind", tone: .warning, icon: .warning)
    ]
  }
}
