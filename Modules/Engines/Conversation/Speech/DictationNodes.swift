public import Interface
internal import Kernel
internal import Permissions

// The nodes of a dictation: the button that records, what is being heard, and what stands in its way.
extension Dictation {
  /// The nodes below the field that takes the text.
  ///
  /// - Parameters:
  ///   - label: The label of the button that records.
  ///   - send: The words for what follows on the review, such as "then send it".
  ///   - showsText: Whether the text so far is shown here; a screen may show it elsewhere by `hearing`.
  public func nodes<Action: Sendable>(
    _ label: String = "Speak", send: String = "then send it", showsText: Bool = true,
    _ act: @escaping @Sendable (Dictation.Action) -> Action
  ) -> [Node<Action>] {
    func record(_ label: String, _ icon: Icon = .microphone) -> Node<Action> {
      .button(label, id: "speak", icon: icon, does: act(.begin))
    }
    switch phase {
    case .idle: return [record(label)]
    case .permission:
      return [
        .progress("Asking for the microphone", id: "asking"),
        .button("Stop waiting", id: "stop", icon: .close, does: act(.dismiss)),
      ]
    case .recording(let text):
      return [.progress("Recording", id: "recording")] + (showsText ? [shown(text)] : []) + [
        .button("Stop recording", id: "stop", icon: .microphone, isProminent: true, does: act(.stop))
      ]
    case .finishing(let text):
      return [.progress("Turning speech into text", id: "recording")] + (showsText ? [shown(text)] : [])
    case .review(let isCut):
      let cut = isCut ? " It was too long: only its beginning is kept." : ""
      return [
        .note("Check what was heard, \(send). The recording was not kept.\(cut)", icon: .info, id: "review").with {
          $0.live = .polite
        },
        record("Record again", .refresh),
      ]
    case .denied:
      return [
        .notice(
          "The microphone is not allowed. You can write instead, and everything works the same. \(Dictation.guidance)",
          id: "unheard", tone: .warning, icon: .microphone, dismiss: act(.dismiss),
          (opensSettings
            ? [.button("Open microphone settings", id: "settings", icon: .settings, does: act(.openSettings))] : [])
            + [record("Try again", .refresh)])
      ]
    case .unavailable:
      return [
        .notice(
          "Speech cannot be turned into text here: this browser or device has no microphone that it may use, or no speech recognition. Write instead; everything works the same.",
          id: "unheard", tone: .info, icon: .microphone, dismiss: act(.dismiss))
      ]
    case .failed(let problem):
      return [
        .notice(
          problem.sentence, id: "unheard", tone: .warning, icon: .microphone, dismiss: act(.dismiss),
          [record("Try again", .refresh)])
      ]
    }
  }

  private func shown<Action: Sendable>(_ text: String) -> Node<Action> {
    .note(text.isEmpty ? "Listening" : text, icon: .chat, id: "hearing")
  }

  /// The steps that allow the microphone later.
  static let guidance =
    "To speak later: in a browser, open the site settings beside the address and allow the microphone; in an app, open the device's settings, choose this app, and allow the microphone. Then try again."

  /// The explanation before the system's question; nil when there is nothing to decide.
  public func dialog<Action: Sendable>(
    _ act: @escaping @Sendable (Dictation.Action) -> Action
  ) -> Node<Action>? {
    guard phase == .permission, priming.phase == .open else { return nil }
    return priming.dialog { act(.permission($0)) }
  }
}
