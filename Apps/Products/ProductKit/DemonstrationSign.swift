internal import Interface
internal import Kernel
package import Shell
internal import Storage

/// The notice that a profile contains demo data: shown on every screen, with a button that removes the data after a
/// second answer.
package actor DemonstrationSign {
  private struct Sight: Sendable, Equatable {
    var isThere = false
    /// Whether the person is asked if the data are to be removed.
    var isAsked = false
    var problem: Problem?
  }

  private let demonstration: Demonstration
  private let store: Store
  private let context: FeatureContext
  private let sight = Current.Source(Sight())
  private let removed: @Sendable () async -> Void
  private let words: Words

  /// The sentences of the notice.
  package struct Words: Sendable {
    package var notice: String
    package var question: String

    package init(
      notice: String = "Demo data. Nothing is sent.",
      question: String = "Remove all demo data? What you entered yourself stays."
    ) {
      self.notice = notice
      self.question = question
    }
  }

  /// Calls `removed` after the data were removed.
  package init(
    _ demonstration: Demonstration, in environment: PersonEnvironment, words: Words = Words(),
    removed: @escaping @Sendable () async -> Void
  ) {
    self.demonstration = demonstration
    self.words = words
    store = environment.store
    context = environment.context
    self.removed = removed
  }

  /// Reads whether the data are there.
  package func look() async {
    let isThere = (try? await demonstration.isThere(store)) ?? false
    sight.publish(Sight(isThere: isThere))
  }

  private func ask(_ isAsked: Bool) { sight.publish(Sight(isThere: true, isAsked: isAsked)) }

  private func remove() async {
    do throws(Problem) {
      try await demonstration.remove(store)
      sight.publish(Sight())
      await removed()
    } catch {
      sight.publish(Sight(isThere: true, problem: error))
    }
  }

  package nonisolated var banner: Banner {
    let sights = sight.current
    let remove = Bound { [weak self] in await self?.remove() }
    let ask = Bound { [weak self] in await self?.ask(true) }
    let keep = Bound { [weak self] in await self?.ask(false) }
    let words = words
    return Banner(
      nodes: { _ in
        let sight = sights.value
        guard sight.isThere else { return [] }
        if sight.isAsked {
          return [
            .notice(
              words.question, id: "demonstration", tone: .warning,
              icon: .warning,
              [
                .button("Keep demo data", id: "keep", does: keep),
                .button("Remove all demo data", id: "confirm", icon: .remove, does: remove),
              ]
            ).with { $0.live = .assertive }
          ]
        }
        return [
          .notice(
            sight.problem.map { "\(words.notice) \($0.sentence)" } ?? words.notice, id: "demonstration",
            tone: sight.problem == nil ? .info : .warning, icon: .info,
            [.button("Remove demo data", id: "remove", icon: .remove, does: ask)])
        ]
      }, changes: [sights.watched()], moved: {})
  }
}
