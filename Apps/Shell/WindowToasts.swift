internal import Interface
internal import Kernel
internal import Navigation

// The message in front of the screen.
extension Window {
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
