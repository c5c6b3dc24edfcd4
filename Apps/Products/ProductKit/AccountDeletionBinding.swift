package import AccountDeletion
internal import Interface
package import Kernel
package import Shell

/// Connects the deletion of a person's account to one window: its page, the link on the account's page, its messages, and
/// the notice above every screen.
package struct AccountDeletionBinding: Sendable {
  package let deletion: AccountDeletion
  package let window: WindowID

  package init(_ deletion: AccountDeletion, in window: WindowID) {
    self.deletion = deletion
    self.window = window
  }

  package var page: Page {
    .of(
      deletion, at: AccountDeletionState.place, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  package var section: AccountSection {
    .of(deletion, in: window) { state, surroundings, _ in state.link(in: surroundings) }
  }

  package var eventRoute: EventRoute {
    .from(deletion, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      }
    }
  }

  package var banner: Banner {
    let (deletion, window) = (deletion, window)
    let states = deletion.states
    return Banner(
      nodes: { surroundings in
        states.value.banner(in: surroundings).map { node in node.map { deletion.bound($0, in: window) } }
      },
      changes: [states.watched(at: window)])
  }
}
