internal import Connectivity
internal import Forms
internal import Interface
internal import Mode

// A meal's photo in its form.
extension HealthState {
  func photo(_ form: EntryForm, _ surroundings: Surroundings) -> Node<HealthWindowAction> {
    let name = form.name
    let has: [Node<HealthWindowAction>] =
      form.values[.photo].isEmpty
      ? []
      : [
        .note("This meal has a photo.", icon: .camera, id: "has"),
        .button("Remove photo", id: "without", icon: .remove, does: .form(.fill(name, .photo, ""))),
      ]
    return .group("Photo", id: "photo", standing(form.photo, name, surroundings) + has)
  }

  private func standing(
    _ photo: PhotoStanding, _ name: FormName, _ surroundings: Surroundings
  ) -> [Node<HealthWindowAction>] {
    let ask: Node<HealthWindowAction> = .button(
      "Take or choose a photo", id: "take", icon: .camera,
      does: .photo(name, isOnline: surroundings.connectivity.reachesServer))
    func underWay(_ words: String) -> [Node<HealthWindowAction>] {
      [.progress(words, id: "under-way"), .button("Cancel photo", id: "stop", does: .stopPhoto(name))]
    }
    switch photo {
    case .none: return [ask]
    case .taking:
      return [
        .note("Waiting for your photo", id: "under-way").with { $0.live = .polite },
        .file("Photo of your meal", id: "file", hint: "A picture of up to 10 MB."),
        .button("Cancel photo", id: "stop", does: .stopPhoto(name)),
      ]
    case .sending: return underWay("Sending your photo")
    case .looking: return underWay("Looking at your photo")
    case .told(let sentence): return [.notice(sentence, id: "told", tone: .warning, icon: .warning), ask]
    case .proposal(let text, let items):
      let propose: @Sendable (String) -> HealthWindowAction = { .propose(name, $0) }
      let seen: [Node<HealthWindowAction>] = surroundings.mode == .deep ? [certainty(items)] : []
      return [
        .note("Looks like: \(items.map(\.words).joined(separator: ", ")).", icon: .info, id: "looks")
          .with { $0.live = .polite },
        .field("Suggested description", id: "proposal", holds: text, draft: propose, commit: propose) { about in
          about.hint = "You can edit it. Nothing is saved until you choose Save."
          about.purpose = .notes
          about.isMultiline = true
          about.longest = Meal.longestDescription
        },
      ] + seen + [
        .button("Use this description", id: "use", icon: .success, does: .acceptProposal(name)),
        .button("Discard suggestion", id: "stop", does: .stopPhoto(name)),
      ]
    }
  }

  /// The confidence of each recognized item.
  private func certainty(_ items: [FoodItem]) -> Node<HealthWindowAction> {
    .list(
      "Recognized food", id: "seen",
      items.enumerated().map { index, item in
        .row(item.words, id: "item-\(index + 1)", value: item.certainty ?? "confidence unknown")
      })
  }
}
