import Audit
import Conversation
import Covers
import FeatureTesting
import Interface
import Kernel
import Permissions
import Runners
import Testing

@testable import Coaching

/// A microphone with a script: its standing, what is heard, and the person's answer to the system.
private final class ScriptedMicrophone: Sendable {
  let standing: Locked<PermissionStanding>
  let heard: Locked<[String]>
  let asked = Locked(0)

  init(_ standing: PermissionStanding, hears: String...) {
    self.standing = Locked(standing)
    heard = Locked(hears)
  }

  var port: SpeechPort {
    SpeechPort(
      standing: { [standing] _ in standing.withLock { $0 } },
      ask: { [asked, standing] _ throws(Problem) in
        asked.withLock { $0 += 1 }
        return standing.withLock { standing in
          if standing == .undecided { standing = .granted }
          return standing
        }
      },
      listen: { [heard] _, partial throws(Problem) in
        let text = heard.withLock { $0.isEmpty ? "" : $0.removeFirst() }
        await partial(String(text.prefix(text.count / 2)))
        return text
      }, stop: { _ in }, cancel: { _ in })
  }
}

@Suite("Answers by voice", .timeLimit(.minutes(10))) struct CoachSpeechTests {
  private func bench(_ microphone: ScriptedMicrophone) async throws -> CoachBench {
    try await CoachBench { $0.speech = microphone.port }
  }

  private func rested(_ bench: CoachBench) async {
    await bench.until { $0.windows[bench.window].dictation.isBusy == false }
  }

  @Test("the microphone is explained before the system asks, and what was heard is reviewed before it is sent")
  func dictated() async throws {
    let microphone = ScriptedMicrophone(.undecided, hears: "three times", "a casual runner")
    let bench = try await bench(microphone)
    await bench.go(["That's me", "I'll do this later", "Speak"])
    await bench.until { _ in bench.screen().dialog != nil }
    #expect(microphone.asked.withLock { $0 } == 0)
    let dialog = try #require(bench.screen().dialog)
    await bench.perform("Use the microphone", in: dialog.all, from: bench.window)
    await rested(bench)
    #expect(microphone.asked.withLock { $0 } == 1)
    #expect(
      bench.nodes.contains { $0.id == "composer.text" && $0.value == "three times" } && bench.asked == .experience)
    await bench.tap("Record again")
    await bench.until { $0.windows[bench.window].text == "a casual runner" }
    await rested(bench)
    #expect(bench.asked == .experience && Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Send")
    #expect(bench.runner?[.experience] == "casual")
  }

  @Test(
    "a denied microphone explains itself, writing goes on, and a permission that is given later is taken up",
    .covers("cd-FR59", "cd-5.4-AC1"))
  func denied() async throws {
    let microphone = ScriptedMicrophone(.denied, hears: "Nothing else")
    let bench = try await bench(microphone)
    await bench.tap("Speak")
    await rested(bench)
    #expect(
      bench.nodes.contains {
        $0.label.contains("The microphone is not allowed. You can write instead, and everything works the same.")
          && $0.label.contains("site settings")
      })
    await bench.go(Array(CoachBench.beginner.dropLast()))
    #expect(bench.asked == .finalCheck)
    microphone.standing.withLock { $0 = .granted }
    await bench.tap("Try again")
    await bench.until { $0.windows[bench.window].text == "Nothing else" }
    await bench.go([CoachBench.beginner.last ?? ""])
    #expect(bench.runner?.completeness == 100)
  }

  @Test(
    "an open question that allows voice shows the microphone, and a spoken answer fills its field",
    .covers("cd-2.4-AC4"))
  func open() async throws {
    let microphone = ScriptedMicrophone(.granted, hears: "Finishing without walking")
    let bench = try await bench(microphone)
    await bench.go(Array(CoachBench.beginner.prefix(4)))
    #expect(bench.asked == .accomplishment)
    let call = try #require(bench.state.transcript.asked.last)
    #expect(call.tool == .openInput && call.flag("allowVoice"))
    await bench.tap("Speak")
    await bench.until { $0.windows[bench.window].text == "Finishing without walking" }
    await rested(bench)
    await bench.go(["Send"])
    #expect(bench.runner?[.accomplishment] == "Finishing without walking")
  }

  @Test(
    "the settings say how to allow the microphone, and that it can be used once it is allowed", .covers("cd-5.4-AC3"))
  func settings() async throws {
    let microphone = ScriptedMicrophone(.denied, hears: "a casual runner")
    let bench = try await bench(microphone)
    func labels() -> [String] { bench.screen(CoachingPlaces.microphone).all.map(\.label) }
    await bench.send(.appeared(CoachingPlaces.microphone), from: bench.window)
    #expect(labels().contains { $0.contains("choose Cadence, and turn Microphone on") })
    #expect(labels().contains { $0.contains("set Microphone to Allow") })
    for standing in PermissionStanding.allCases {
      microphone.standing.withLock { $0 = standing }
      await bench.send(.lookAtMicrophone, from: bench.window)
      #expect(Audit.findings(of: bench.screen(CoachingPlaces.microphone), theme: .plain) == [])
    }
    microphone.standing.withLock { $0 = .denied }
    await bench.send(.appeared(CoachingPlaces.microphone), from: bench.window)
    #expect(labels().contains("It is still not allowed."))
    microphone.standing.withLock { $0 = .granted }
    await bench.perform("Check again", in: bench.screen(CoachingPlaces.microphone).all, from: bench.window)
    #expect(labels().contains("The microphone is allowed."))
    await bench.go(["That's me", "I'll do this later", "Speak"])
    await bench.until { $0.windows[bench.window].text == "a casual runner" }
  }

  @Test("a question that takes no voice shows no microphone")
  func unspoken() async throws {
    let microphone = ScriptedMicrophone(.granted)
    let bench = try await CoachBench(name: nil) { $0.speech = microphone.port }
    #expect(bench.asked == .name && !bench.nodes.contains { $0.label == "Speak" })
  }

  @Test("markup, rubbish and an hour of speech are text like any other")
  func rubbish() async throws {
    let hour = Array(repeating: "<script>well</script>", count: 5000).joined(separator: " ")
    let microphone = ScriptedMicrophone(.granted, hears: hour, "\u{0}\u{202E}")
    let bench = try await bench(microphone)
    await bench.tap("Speak")
    await bench.until { $0.windows[bench.window].text?.count == ToolDraft.longestText }
    await rested(bench)
    #expect(bench.nodes.contains { $0.label.contains("only its beginning is kept") })
    await bench.tap("Record again")
    await bench.until { _ in bench.nodes.contains { $0.label.contains("Nothing was heard") } }
    await bench.send(.type(""), from: bench.window)
    await bench.go(["That's me"])
    #expect(bench.runner?[.name] == "Sam")
  }

  @Test("a recording that fails leaves the words heard until then in the field, behind what was typed")
  func rescued() async throws {
    let bench = try await CoachBench { needs in
      needs.speech = SpeechPort(
        standing: { _ in .granted }, ask: { _ throws(Problem) in .granted },
        listen: { _, partial throws(Problem) in
          await partial("a casual")
          throw Problem("speech-unreachable", "Speech was not reached.", remedy: "Write.")
        }, stop: { _ in }, cancel: { _ in })
    }
    await bench.send(.type("Well,"), from: bench.window)
    await bench.tap("Speak")
    await rested(bench)
    #expect(bench.state.windows[bench.window].text == "Well, a casual")
    #expect(bench.nodes.contains { $0.label.contains("What was heard until then is in the text field.") })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("leaving the conversation ends a recording, and what comes late is dropped")
  func left() async throws {
    let cancelled = Locked(0)
    let bench = try await CoachBench { needs in
      needs.speech = SpeechPort(
        standing: { _ in .granted }, ask: { _ throws(Problem) in .granted },
        listen: { _, _ throws(Problem) in
          while cancelled.withLock({ $0 == 0 }) { await Task.yield() }
          return "late"
        }, stop: { _ in }, cancel: { _ in cancelled.withLock { $0 += 1 } })
    }
    await bench.tap("Speak")
    await bench.until { $0.windows[bench.window].dictation.hearing != nil }
    await bench.send(.left(CoachingPlaces.home), from: bench.window)
    await bench.until { _ in cancelled.withLock { $0 > 0 } }
    #expect(bench.state.windows[bench.window].text == nil)
  }
}
