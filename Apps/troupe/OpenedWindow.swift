internal import Kernel
internal import Owner
internal import Shell

/// The window that the arguments name, in this process or another, and the function that closes it.
struct OpenedWindow: Sendable {
  let pane: any AnyWindow
  /// Process identifier of the owner of the window; nil for this process.
  let owner: Int32?
  let close: @Sendable () async -> Void

  init(_ entrance: Entrance, in region: RegionalSettings = RegionalSettings()) async throws(Problem) {
    switch entrance {
    case .here(let person, let owner):
      let window = await person.window(in: region)
      pane = window
      self.owner = nil
      close = {
        await window.close()
        await owner?.stop()
        await person.close()
      }
    case .through(let visit):
      let window = try await RemoteWindow.open(visit)
      if !region.isEmpty { try await window.perform(.region(region)) }
      pane = window
      owner = visit.owner
      close = { await window.close() }
    }
  }
}
