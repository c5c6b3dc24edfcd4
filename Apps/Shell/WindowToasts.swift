internal import Connectivity
public import Interface
internal import Kernel
internal import Navigation

// The message in front of the screen.
extension Window {
  public func toast(_ toast: Toast) async { await post(toast, undo: nil) }

  /// Shows a message with a button that takes back what it reports. A newer one replaces it.
  package func toast(_ toast: Toast, undo: Bound) async {
    undos += 1
    await post(toast, undo: Posted.Undo(number: undos, action: undo))
  }

  private func post(_ toast: Toast, undo: Posted.Undo?) async {
    let shown = toast.shown(isOnline: surroundings.connectivity.reachesServer)
    await toasts.send(.add(Posted(toast: shown, undo: undo, limits: surroundings.timeLimits)))
  }

  /// Shows a message that concerns the person rather than a window, in the frontmost window only.
  package func toastInFront(_ toast: Toast) async { if person.windows.isFrontmost(id) { await self.toast(toast) } }

  var toastNodes: [Node<Bound>] {
    let state = toasts.states.value
    guard let (toast, undo) = state.current.map({ ($0.toast, $0.undo) }) else { return [] }
    let dismiss = toasts.bound(.dismiss(showing: state.shown))
    var ways: [Node<Bound>] =
      toast.way.map { way in
        let follow = navigation.bound(.follow(way.link))
        return [
          .button(
            way.label, id: "way",
            does: Bound {
              await dismiss.send()
              await follow.send()
            })
        ]
      } ?? []
    if let undo {
      ways.append(
        .button(
          "Undo", icon: .undo,
          does: Bound {
            await dismiss.send()
            await undo.action.send()
          }))
    }
    if let page = toast.page {
      let open = navigation.bound(.open(page.route))
      ways.append(
        .button(
          page.label, id: "page",
          does: Bound {
            await dismiss.send()
            await open.send()
          }))
    }
    let shown = state.current?.notification
    for (index, button) in (shown?.buttons ?? []).enumerated() {
      ways.append(
        .button(
          button.label, id: "act-\(index + 1)",
          does: Bound {
            await dismiss.send()
            await button.action.send()
          }))
    }
    // The time is about to end, or has ended once and begun again.
    if state.isWarned {
      ways.append(.button("Keep open", id: "keep", icon: .clock, does: toasts.bound(.moreTime(showing: state.shown))))
    }
    let icon: Icon =
      shown.map(\.icon) ?? (toast.tone == .warning || toast.tone == .critical ? .warning : .info)
    return Chrome([.notice(toast.text, id: "toast", tone: toast.tone, icon: icon, dismiss: dismiss, ways)]).nodes
  }

  func told(_ event: ToastsState.Event) {
    switch event {
    case .shown(let toast): say(.toast(toast))
    case .closing(let rest):
      let seconds = rest.components.seconds
      say(.announcement(Announcement("The message closes in \(seconds) seconds. “Keep open” starts its time again.")))
    }
  }
}
