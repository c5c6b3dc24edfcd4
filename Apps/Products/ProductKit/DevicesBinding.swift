package import Devices
internal import Interface
package import Kernel
package import Shell

/// Connects the devices of a person's account to one window: the page, its messages, and the notice above every screen
/// of a device that was signed out on another one.
package struct DevicesBinding: Sendable {
  package let devices: Devices
  package let window: WindowID

  package init(_ devices: Devices, in window: WindowID) {
    self.devices = devices
    self.window = window
  }

  package var page: Page {
    .of(
      devices, at: DevicesState.place, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  package var eventRoute: EventRoute {
    .from(devices, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      }
    }
  }

  package var banner: Banner {
    let (devices, window) = (devices, window)
    let states = devices.states
    return Banner(
      nodes: { _ in
        states.value.banner(at: window).map { node in node.map { devices.bound($0, in: window) } }
      },
      changes: [states.watched(at: window)])
  }
}
