internal import Kernel
internal import Owner
internal import Shell

/// A window that the arguments name, wherever it is, and how it is let go of.
struct Opened: Sendable {
  let pane: any AnyWindow
  /// The number of the process in which it is; nil when it is here.
  let owner: Int32?
  let close: @Sendable () async -> Void

  init(_ entrance: Entrance) async throws(Problem) {
    switch entrance {
    case .here(let person, let owner):
      let window = await person.window()
      pane = window
      self.owner = nil
      close = {
        await window.close()
        await owner?.stop()
        await person.close()
      }
    case .through(let visit):
      let window = try await RemoteWindow.open(visit)
      pane = window
      owner = visit.owner
      close = { await window.close() }
    }
  }
}
