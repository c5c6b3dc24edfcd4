package import Kernel
package import ServerExport
package import Shell

/// Connects the export that the server makes to one window: its section on "Your data", and its messages.
package struct ServerExportBinding: Sendable {
  package let export: ServerExport
  package let window: WindowID

  package init(_ export: ServerExport, in window: WindowID) {
    self.export = export
    self.window = window
  }

  package var section: AccountSection {
    .of(export, in: window, appeared: .appeared, left: .left) { state, surroundings, window in
      state.section(in: surroundings, at: window)
    }
  }

  package var eventRoute: EventRoute {
    .from(export, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      }
    }
  }
}
