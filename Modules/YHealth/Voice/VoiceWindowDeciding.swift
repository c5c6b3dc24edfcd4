internal import Conversation
internal import Interface
public import Kernel

// What a person does in a window.
extension VoiceState {
  public mutating func receive(_ action: VoiceWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      guard route.path == VoicePlaces.home.path else { return [] }
      windows[window].isShown = true
      return start(in: window, at: now)
    case .left(let route):
      windows[window].isAskedToDelete = false
      guard route.path == VoicePlaces.home.path else { return [] }
      windows[window].isShown = false
      // Nothing is recorded or read for a screen that is not shown. The session stays, for who comes back.
      return dictate(.dismiss, in: window, at: now) + hush(in: window)
    case .dictate(let action): return dictate(action, in: window, at: now)
    case .type(let text):
      windows[window].text = String(text.prefix(ToolDraft.longestText))
      windows[window].complaint = nil
    case .send:
      let text = windows[window].text
      guard text.contains(where: { !$0.isWhitespace }) else {
        windows[window].complaint = "Write something first."
        return []
      }
      windows[window].text = ""
      return dictate(.dismiss, in: window, at: now) + say(text, in: window, at: now)
    case .say(let text): return say(text, in: window, at: now)
    case .end:
      windows[window].stage = .ended
      windows[window].isBusy = false
      (windows[window].suggestions, windows[window].ways) = ([], [])
      return dictate(.dismiss, in: window, at: now) + hush(in: window) + [.stop(.latest("speech", of: window))]
    case .beginAgain:
      guard windows[window].stage == .ended else { return [] }
      let isShown = windows[window].isShown
      windows[window] = VoiceWindowState()
      windows[window].isShown = isShown
      return start(in: window, at: now)
    case .readAloud(let isOn):
      let hushed = isOn ? [] : hush(in: window)
      wishes.readsAloud = isOn
      return hushed + [.run(.keepWishes(wishes), .newest("wishes"))]
    case .keep(let isOn):
      wishes.keeps = isOn
      return [.run(.keepWishes(wishes), .newest("wishes"))]
    case .askToDelete: windows[window].isAskedToDelete = true
    case .delete:
      windows[window].isAskedToDelete = false
      (kept, next) = (Transcript(), 0)
      return [.run(.delete, .inOrder("log")), .tell(.told(Toast("Transcripts deleted.", tone: .success)), window)]
    case .cancel: windows[window].isAskedToDelete = false
    case .dismissProblem: problem = nil
    }
    return []
  }
}
