import Audit
import Foundation
import Interface
import Kernel
import Permissions
import Testing

@testable import Conversation

@Suite("Dictating a text") struct DictationTests {
  private func granted(longest: Int = 2000, over text: String = "") -> Dictation {
    var dictation = Dictation(longest: longest)
    #expect(dictation.receive(.begin, over: text) == .request(.check))
    #expect(dictation.receive(.heardStanding(.granted)) == .request(.listen))
    return dictation
  }

  private func nodes(_ dictation: Dictation) -> [Node<Dictation.Action>] { dictation.nodes { $0 } }

  private func findings(_ dictation: Dictation) -> [Finding] {
    let screen = Screen(
      Route(["talk"]), title: "Talk", nodes: [.heading("Talk", level: 1)] + nodes(dictation),
      dialog: dictation.dialog { $0 })
    return Audit.findings(of: screen, theme: .plain)
  }

  @Test("the system is asked only after the explanation, and only if the person allows it")
  func primed() {
    var dictation = Dictation()
    #expect(dictation.dialog { $0 } == nil)
    #expect(dictation.receive(.begin) == .request(.check))
    #expect(dictation.receive(.heardStanding(.undecided)) == nil)
    let dialog = dictation.dialog { $0 }
    #expect(dialog?.all.contains { $0.label.contains("The recording is not kept.") } == true)
    #expect(findings(dictation) == [])
    var refused = dictation
    #expect(refused.receive(.permission(.later)) == nil && refused.phase == .idle)
    #expect(dictation.receive(.permission(.allow)) == .request(.ask))
    #expect(dictation.dialog { $0 } == nil && findings(dictation) == [])
    #expect(dictation.receive(.heardStanding(.granted)) == .request(.listen))
    #expect(dictation.phase == .recording(""))
  }

  @Test("what is heard is shown while it is recorded, and stands in the field behind what was typed")
  func heard() {
    var dictation = granted(over: "I run")
    #expect(nodes(dictation).contains { $0.id == "recording" && $0.role == .progressbar })
    #expect(dictation.receive(.partial("three times")) == nil)
    #expect(nodes(dictation).contains { $0.label == "three times" } && findings(dictation) == [])
    #expect(dictation.receive(.stop) == .request(.stop))
    #expect(dictation.receive(.heard("three times a week")) == .took("I run three times a week"))
    #expect(dictation.phase == .review(isCut: false) && findings(dictation) == [])
    // Another recording takes the place of what was heard, not of what was typed.
    #expect(dictation.receive(.begin, over: "I run three times a week") == .request(.check))
    #expect(dictation.receive(.heardStanding(.granted)) == .request(.listen))
    #expect(dictation.receive(.heard("four times a week")) == .took("I run four times a week"))
  }

  @Test("a denied microphone leads to instructions, and to a recording once it is allowed")
  func denied() {
    var dictation = Dictation()
    _ = dictation.receive(.begin)
    #expect(dictation.receive(.heardStanding(.denied)) == nil && dictation.phase == .denied)
    #expect(nodes(dictation).contains { $0.label.contains("open the site settings") })
    #expect(!nodes(dictation).flatMap(\.all).contains { $0.label == "Open microphone settings" })
    #expect(findings(dictation) == [])
    _ = dictation.receive(.begin)
    _ = dictation.receive(.heardStanding(.denied, opensSettings: true))
    #expect(nodes(dictation).flatMap(\.all).contains { $0.label == "Open microphone settings" })
    #expect(dictation.receive(.openSettings) == .request(.openSettings))
    _ = dictation.receive(.begin)
    #expect(dictation.receive(.heardStanding(.granted)) == .request(.listen))
    let problem = Problem("microphone-denied", "a", remedy: "b")
    #expect(dictation.receive(.failed(problem)) == nil && dictation.phase == .denied)
  }

  @Test("a device without speech says so, and a failed recording leaves the text as it was")
  func failures() {
    var dictation = Dictation()
    _ = dictation.receive(.begin)
    _ = dictation.receive(.heardStanding(.unavailable))
    #expect(dictation.phase == .unavailable && findings(dictation) == [])
    #expect(dictation.receive(.dismiss) == nil && dictation.phase == .idle)
    var failing = granted(over: "typed")
    let problem = Problem("speech-unreachable", "It was not reached.", safe: "Text stays.", remedy: "Write.")
    #expect(failing.receive(.failed(problem)) == nil && failing.phase == .failed(problem))
    #expect(nodes(failing).contains { $0.label.contains("It was not reached.") } && findings(failing) == [])
    var silent = granted()
    #expect(silent.receive(.heard(" \u{200B}\n ")) == nil && silent.phase == .failed(.nothingHeard))
    // News of a recording that was given up changes nothing.
    var left = granted()
    #expect(left.receive(.dismiss) == .request(.cancel))
    #expect(left.receive(.heard("late")) == nil && left.receive(.partial("late")) == nil && left.phase == .idle)
  }

  @Test(
    "a recording that fails keeps the words heard until then in the field, behind what was typed",
    arguments: [false, true])
  func rescued(isStopped: Bool) {
    let problem = Problem("speech-unreachable", "It was not reached.", safe: "Text stays.", remedy: "Write.")
    var failing = granted(longest: 30, over: "typed")
    #expect(failing.receive(.partial("three times\u{0} a")) == nil)
    if isStopped { #expect(failing.receive(.stop) == .request(.stop)) }
    #expect(failing.receive(.failed(problem)) == .kept("typed three times a"))
    #expect(!failing.isBusy && failing.hearing == nil && findings(failing) == [])
    let notice = nodes(failing).first { $0.id == "unheard" }?.label
    #expect(notice == "It was not reached. What was heard until then is in the text field. Write.")
    // The next recording goes on behind them.
    #expect(failing.receive(.begin, over: "typed three times a") == .request(.check))
    #expect(failing.receive(.heardStanding(.granted)) == .request(.listen))
    #expect(failing.receive(.heard("week for an hour")) == .took("typed three times a week for a"))
    #expect(failing.phase == .review(isCut: true))
    var denied = granted()
    _ = denied.receive(.partial("I run"))
    #expect(denied.receive(.failed(Problem("microphone-denied", "a", remedy: "b"))) == .kept("I run"))
    #expect(denied.phase == .denied)
  }

  @Test("a transcript of an hour is cut with a word about it, and rubbish becomes plain text")
  func rubbish() {
    var dictation = granted(longest: 100)
    let hour = Array(repeating: "well", count: 9000).joined(separator: " ")
    guard case .took(let text) = dictation.receive(.heard(hour)) else {
      Issue.record("nothing was taken")
      return
    }
    #expect(text.count == 100 && dictation.phase == .review(isCut: true))
    #expect(nodes(dictation).contains { $0.label.contains("only its beginning is kept") })
    #expect(Dictation.plain("<b>run</b>\u{0}\u{7}\u{202E} a\n\n b\t", most: 99) == "<b>run</b> a b")
    #expect(Dictation.plain("ru\u{301}n 👩‍🚀", most: 99) == "ru\u{301}n 👩‍🚀")
    #expect(Dictation.plain(String(repeating: "\u{FFFE}", count: 50), most: 99).isEmpty)
  }

  @Test("no order of actions records without permission, and dismissing always leads back to writing")
  func orders() {
    var dice = FixedDice()
    let actions: [Dictation.Action] =
      [
        .begin, .stop, .dismiss, .openSettings, .permission(.allow), .permission(.later), .permission(.returned),
        .partial("a"), .heard("b"), .heard(""), .failed(.nothingHeard),
      ] + PermissionStanding.allCases.map { .heardStanding($0) }
    for _ in 0..<300 {
      var (dictation, isGranted) = (Dictation(), false)
      for _ in 0..<40 {
        guard let action = actions.randomElement(using: &dice) else { continue }
        if action == .begin, !dictation.isBusy { isGranted = false }
        if action == .heardStanding(.granted) { isGranted = true }
        if dictation.receive(action, over: "x") == .request(.listen) { #expect(isGranted) }
      }
      _ = dictation.receive(.dismiss)
      #expect(dictation.phase == .idle && !dictation.isBusy)
    }
  }
}

/// A generator whose numbers are the same in every run.
private struct FixedDice: RandomNumberGenerator {
  private var state: UInt64 = 7

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite("A speech port") struct SpeechPortTests {
  @Test("carries out the requests of a dictation, from the text so far to the whole")
  func carried() async {
    let window = WindowID(UUID())
    let log = Locked<[String]>([])
    var port = SpeechPort(
      standing: { _ in .undecided }, ask: { _ throws(Problem) in .granted },
      listen: { _, partial throws(Problem) in
        await partial("I r")
        await partial("I run")
        return "I run daily"
      }, stop: { _ in log.withLock { $0.append("stop") } }, cancel: { _ in log.withLock { $0.append("cancel") } })
    port.openSettings = { _ in log.withLock { $0.append("settings") } }
    let heard = Locked<[Dictation.Action]>([])
    func act(_ request: Dictation.Request) async -> Dictation.Action? {
      await port.carryOut(request, in: window) { action in heard.withLock { $0.append(action) } }
    }
    #expect(await act(.check) == .heardStanding(.undecided))
    #expect(await act(.ask) == .heardStanding(.granted))
    #expect(await act(.listen) == .heard("I run daily"))
    #expect(heard.withLock { $0 } == [.partial("I r"), .partial("I run")])
    for request in [Dictation.Request.stop, .cancel, .openSettings] { #expect(await act(request) == nil) }
    #expect(log.withLock { $0 } == ["stop", "cancel", "settings"])
    let none = await SpeechPort.none.carryOut(.check, in: window) { _ in }
    #expect(none == Dictation.Action.heardStanding(.unavailable))
  }
}
