import Interface
import Kernel
import Permissions
import ShellTesting
import Testing

@testable import Shell

@Suite("Speech at a window", .timeLimit(.minutes(10)))
struct SpeechTests {
  let window: Window

  init() async throws { window = await (try await Person.test()).window() }

  private func able(_ microphone: PermissionStanding = .granted) async throws {
    try await window.perform(.speech(.can(SpeechAbility(listens: true, reads: true, microphone: microphone))))
  }

  private func until(_ isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

  /// Begins to listen, and returns the recording once the front end has been asked.
  private func listening(
    _ partial: @escaping @Sendable (String) async -> Void = { _ in }
  ) async -> Task<Result<String, Problem>, Never> {
    let window = window
    let task = Task { () async -> Result<String, Problem> in
      let result: Result<String, Problem>
      do throws(Problem) { result = .success(try await window.listen(in: "en", partial: partial)) } catch {
        result = .failure(error)
      }
      // The end of a recording shows on the screen, as with every feature that listens; the report waits for that.
      await window.toast(Toast("The recording has ended."))
      return result
    }
    while window.speech.open == nil { await Task.yield() }
    return task
  }

  @Test("a front end that tells of no speech has no microphone, and one that only reads has none either")
  func abilities() async throws {
    #expect(window.microphone == .unavailable && !window.readsAloud)
    try await window.perform(.speech(.can(SpeechAbility(listens: false, reads: true, microphone: .granted))))
    #expect(window.microphone == .unavailable && window.readsAloud)
    try await able(.undecided)
    #expect(window.microphone == .undecided)
  }

  @Test("the text so far and the whole text reach the feature that listens; the language is that of the window")
  func heard() async throws {
    try await able()
    try await window.perform(.region(RegionalSettings(locale: "en-US", zone: nil)))
    let recorder = OutletRecorder(window)
    let parts = Locked<[String]>([])
    let task = await listening { part in parts.withLock { $0.append(part) } }
    try await window.perform(.speech(.partial("I r"), to: 1))
    try await window.perform(.speech(.partial("I run")))
    try await window.perform(.speech(.heard("I run daily"), to: 1))
    #expect(try await task.value.get() == "I run daily")
    #expect(parts.withLock { $0 } == ["I r", "I run"])
    await until { recorder.all.contains(.speechAsked(SpeechRequest(.listen, id: 1, language: "en-US"))) }
    #expect(window.speech.open == nil)
  }

  @Test("in another language than the product's, English is listened for")
  func language() async throws {
    try await able()
    try await window.perform(.region(RegionalSettings(locale: "de-DE", zone: nil)))
    let recorder = OutletRecorder(window)
    let task = await listening()
    try await window.perform(.speech(.failed(.silence)))
    let result = await task.value
    #expect(throws: Problem.self) { try result.get() }
    await until { recorder.all.contains(.speechAsked(SpeechRequest(.listen, id: 1, language: "en"))) }
  }

  @Test(
    "each failure is a problem with its sentence; a denied microphone stays denied",
    arguments: SpeechReport.Failure.allCases)
  func failed(failure: SpeechReport.Failure) async throws {
    try await able()
    let task = await listening()
    try await window.perform(.speech(.failed(failure), to: 1))
    guard case .failure(let problem) = await task.value else {
      Issue.record("something was heard")
      return
    }
    #expect(!problem.remedy.isEmpty && problem.safe != nil)
    #expect((window.microphone == .denied) == (failure == .denied))
  }

  @Test("the system's question is answered by the front end")
  func asked() async throws {
    try await able(.undecided)
    let window = window
    let asking = Task { try await window.askForMicrophone() }
    while window.speech.open == nil { await Task.yield() }
    try await window.perform(.speech(.microphone(.denied), to: 1))
    #expect(try await asking.value == .denied && window.microphone == .denied)
  }

  @Test("a report that nobody waits for is refused, a late part of a text is ignored")
  func strange() async throws {
    try await able()
    let task = await listening()
    try await window.perform(.speech(.heard("a"), to: 1))
    _ = await task.value
    #expect(await window.refusal(.speech(.heard("again"), to: 1))?.code == "no-speech-asked")
    #expect(await window.refusal(.speech(.partial("late"), to: 1)) == nil)
  }

  @Test("giving a recording up, and closing the window, end it at the front end")
  func ended() async throws {
    try await able()
    let recorder = OutletRecorder(window)
    let task = await listening()
    await window.cancelListening()
    guard case .failure(let problem) = await task.value else {
      Issue.record("something was heard")
      return
    }
    #expect(problem.code == "speech-interrupted")
    await until { recorder.all.contains(.speechAsked(SpeechRequest(.cancel, id: 1))) }
    #expect(!window.isOpen(SpeechRequest(.listen, id: 1)))
    let other = await listening()
    await window.close()
    let result = await other.value
    #expect(throws: Problem.self) { try result.get() }
  }

  @Test("a text is read aloud only where the front end reads, and a newer one or silence replaces it")
  func read() async throws {
    let recorder = OutletRecorder(window)
    await window.read(aloud: "Nobody hears this.")
    try await able()
    await window.read(aloud: "Good morning.")
    await window.read(aloud: nil)
    func asked() -> [SpeechRequest] {
      recorder.all.compactMap { if case .speechAsked(let request) = $0 { request } else { nil } }
    }
    await until { asked().count >= 2 }
    #expect(asked() == [SpeechRequest(.read, language: "en", text: "Good morning."), SpeechRequest(.hush)])
  }
}
