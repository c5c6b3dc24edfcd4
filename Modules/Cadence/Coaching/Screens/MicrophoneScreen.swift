internal import Conversation
internal import Interface
internal import Kernel
internal import Permissions

// The page that says whether the microphone may be used.
extension CoachingState {
  func microphoneScreen(_ route: Route, _ local: CoachingWindowState) -> Screen<CoachingWindowAction> {
    let title = "Microphone"
    var nodes: [CoachNode] = [
      .heading(title, level: 1),
      .text("With the microphone you can speak your answers to the coach instead of typing them.", id: "about"),
    ]
    switch local.microphone {
    case nil: nodes.append(.skeleton("Looking at the microphone", lines: 1))
    case .granted:
      nodes += [
        .note("The microphone is allowed.", tone: .success, icon: .success, id: "standing"),
        .link("Speak with your coach", to: CoachingPlaces.home, id: "coach", icon: .microphone),
      ]
    case .undecided, .quiet:
      nodes += [
        .note("You are asked when you first press Speak.", icon: .info, id: "standing"),
        .link("Speak with your coach", to: CoachingPlaces.home, id: "coach", icon: .microphone),
      ]
    case .denied:
      nodes += [.note("The microphone is not allowed.", tone: .warning, icon: .warning, id: "standing")] + steps
      nodes.append(.button("Check again", id: "again", icon: .refresh, does: .lookAtMicrophone))
      if local.hasLookedAgain {
        nodes.append(.note("It is still not allowed.", icon: .info, id: "still").with { $0.live = .polite })
      }
      if local.opensMicrophoneSettings {
        nodes.append(
          .button("Open microphone settings", id: "settings", icon: .settings, does: .openMicrophoneSettings))
      }
    case .unavailable:
      nodes.append(
        .note(
          "This browser or device does not turn speech into text. Typing works the same.", icon: .info,
          id: "standing"))
    }
    return Screen(route, title: title, nodes: nodes)
  }

  private var steps: [CoachNode] {
    [
      .section(
        "To allow it", id: "steps",
        [
          .text(
            "In a browser: open the site settings beside the address, set Microphone to Allow, and load the page again.",
            id: "browser"),
          .text("In an app: open the device's settings, choose Cadence, and turn Microphone on.", id: "device"),
          .text("Then come back here and press Check again.", id: "back"),
        ])
    ]
  }
}
