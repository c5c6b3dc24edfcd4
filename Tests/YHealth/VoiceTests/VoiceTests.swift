import Audit
import Conversation
import Covers
import FeatureTesting
import Foundation
import Interface
import Kernel
import Permissions
import Storage
import Testing

@testable import Voice

@Suite("A voice session", .timeLimit(.minutes(10))) struct VoiceTests {
  @Test("begins with a greeting and figures of the day, answers from them, and ends with a farewell")
  func session() async throws {
    let bench = try await VoiceBench()
    #expect(bench.lines.count == 1)
    #expect(
      bench.lines[0].hasSuffix(
        "Maria. So far today: sleep 7 h 20 min, water 750 ml, sleep quality 6 of 10. What would you like to know?"))
    #expect(await bench.ask("How long did I sleep?") == "Coach: Sleep today: 7 h 20 min. Yesterday it was 6 h 5 min.")
    #expect(bench.lines[1] == "You: How long did I sleep?")
    #expect(await bench.ask("and yesterday's steps, yesterday?") == "Coach: Steps yesterday: 9,105 steps.")
    #expect(await bench.ask("my scores") == "Coach: Fitness is 81 of 100, excellent.")
    #expect(await bench.ask("what is missing") == "Coach: Not logged today: mood.")
    #expect(bench.nodes.contains { $0.label == "Log mood" && $0.destination == Route(["log", "mood"]) })
    await bench.tap("What can I improve?")
    #expect(bench.lines.last == "Coach: You sleep longer on days with a walk. Water is below your goal.")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    #expect(await bench.ask("thank you, bye") == "Coach: Take care, Maria.")
    #expect(bench.nodes.contains { $0.label == "The session has ended. Nothing of it is kept." })
    await bench.tap("Begin another session")
    #expect(bench.lines.count == 1 && Audit.findings(of: bench.screen(), theme: .plain) == [])
  }

  @Test("the tone changes the coach's words, and no figure", arguments: CoachTone.allCases)
  func tones(_ tone: CoachTone) async throws {
    var day = VoiceDay.sample
    day.tone = tone
    let bench = try await VoiceBench(day)
    let usual = try await VoiceBench()
    #expect(bench.lines[0].contains("sleep 7 h 20 min, water 750 ml") && !bench.lines[0].isEmpty)
    #expect((bench.lines[0] == usual.lines[0]) == (tone == .supportive))
    #expect(await bench.ask("How long did I sleep?") == "Coach: Sleep today: 7 h 20 min. Yesterday it was 6 h 5 min.")
    #expect((await bench.ask("I feel tired") == usual.ask("I feel tired")) == (tone == .supportive))
    #expect((await bench.ask("bye") == usual.ask("bye")) == (tone == .supportive))
  }

  @Test("the coach's words are shown while it speaks, phrase by phrase, before they are read aloud")
  func live() async throws {
    let shown = Locked<[String]>([])
    let bench = try await VoiceBench(reads: true)
    await bench.send(.readAloud(true), from: bench.window)
    let states = bench.feature.states.listen()
    let window = bench.window
    let following = Task {
      for await state in states {
        guard let last = state.windows[window].transcript.messages.last, last.author == .assistant else { continue }
        shown.withLock { $0.append(last.text) }
        if last.hasEnded, last.text.hasPrefix("Sleep") { return }
      }
    }
    _ = await bench.ask("sleep")
    await following.value
    let whole = "Sleep today: 7 h 20 min. Yesterday it was 6 h 5 min."
    #expect(shown.withLock { $0 }.last == whole)
    #expect(bench.spoken.withLock { $0 }.last == whole)
    // Silence follows at once when the person speaks or leaves.
    await bench.send(.left(VoicePlaces.home), from: bench.window)
    #expect(bench.spoken.withLock { $0 }.last == "")
  }

  @Test("nothing is read aloud unless the person wants it, and the wish is offered only where there is a voice")
  func aloud() async throws {
    let silent = try await VoiceBench(reads: false)
    #expect(!silent.nodes.contains { $0.label == "Read replies aloud" })
    let bench = try await VoiceBench(reads: true)
    _ = await bench.ask("sleep")
    #expect(bench.spoken.withLock { $0 }.isEmpty && bench.nodes.contains { $0.label == "Read replies aloud" })
    await bench.tap("Read replies aloud")
    let again = try await VoiceBench(over: bench, reads: true)
    #expect(again.state.wishes.readsAloud)
  }

  @Test("a figure that is not there is not made up, and a day without entries is said to be empty")
  func honest() async throws {
    let empty = try await VoiceBench(VoiceDay())
    #expect(empty.lines[0].contains("Nothing is logged today yet."))
    #expect(await empty.ask("my score").contains("There are no scores yet."))
    #expect(await empty.ask("improve").contains("Nothing stands out"))
    let bench = try await VoiceBench()
    #expect(await bench.ask("What is my mood?") == "Coach: Mood is not there for today. Yesterday it was 8 of 10.")
    var unread = VoiceDay()
    unread.isRead = false
    #expect(try await VoiceBench(unread).lines[0].contains("still being read"))
    // Every number that the coach says is in the facts.
    let facts = "7 h 20 min 6 h 5 min 8 of 10 750 ml 9,105 6 of 10 81 of 100"
    for question in ["day", "sleep", "steps", "water", "missing", "scores", "improve", "help", "xyz", "mood yesterday"]
    {
      let said = await bench.ask(question)
      for number in said.split(whereSeparator: { !$0.isNumber && $0 != "," }).filter({ $0.contains(where: \.isNumber) })
      {
        #expect(facts.contains(number.trimmingCharacters(in: .punctuationCharacters)), "\(said)")
      }
    }
  }

  @Test(
    "signs of danger get one answer: help now",
    arguments: ["I have chest pain", "I can’t breathe", "i want to kill myself"])
  func alarming(text: String) async throws {
    let bench = try await VoiceBench()
    #expect(await bench.ask(text).contains("call your local emergency number now"))
  }

  @Test("what is spoken appears while it is said, and is answered when it is whole")
  func spoken() async throws {
    let (parts, source) = AsyncStream.makeStream(of: Void.self)
    let bench = try await VoiceBench { needs in
      needs.speech.standing = { _ in .granted }
      needs.speech.listen = { _, partial throws(Problem) in
        await partial("how did I")
        for await _ in parts { break }
        return "how did I sleep"
      }
    }
    await bench.tap("Speak")
    await bench.until { $0.windows[bench.window].dictation.hearing == "how did I" }
    #expect(bench.lines.last == "You: how did I")
    #expect(
      bench.nodes.contains { $0.label == "Recording" } && bench.nodes.contains { $0.label == "Type your response" })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    source.yield()
    await bench.until { $0.windows[bench.window].transcript.messages.count == 3 && !$0.windows[bench.window].isBusy }
    #expect(
      bench.lines.suffix(2) == ["You: how did I sleep", "Coach: Sleep today: 7 h 20 min. Yesterday it was 6 h 5 min."])
  }

  @Test("a transcription that fails says so, and the session goes on in writing")
  func failing() async throws {
    let bench = try await VoiceBench { needs in
      needs.speech.standing = { _ in .granted }
      needs.speech.listen = { _, _ throws(Problem) in
        throw Problem(
          "speech-unreachable", "Speech could not be turned into text.", safe: "All is kept.", remedy: "Write for now.")
      }
    }
    await bench.tap("Speak")
    await bench.until { !$0.windows[bench.window].dictation.isBusy }
    #expect(
      bench.nodes.contains {
        $0.label.contains("Speech could not be turned into text.") && $0.label.contains("Write for now.")
      })
    #expect(bench.nodes.contains { $0.label == "Type your response" })
    #expect(await bench.ask("sleep").contains("7 h 20 min"))
  }

  @Test("a transcription that fails leaves the words heard until then in the field, to go on typing and send")
  func rescued() async throws {
    let bench = try await VoiceBench { needs in
      needs.speech.standing = { _ in .granted }
      needs.speech.listen = { _, partial throws(Problem) in
        await partial("how did I")
        throw Problem("speech-unreachable", "Speech could not be turned into text.", remedy: "Write for now.")
      }
    }
    await bench.send(.type("Well,"), from: bench.window)
    await bench.tap("Speak")
    await bench.until { !$0.windows[bench.window].dictation.isBusy }
    #expect(bench.nodes.first { $0.label == "Type your response" }?.value == "Well, how did I")
    #expect(bench.nodes.contains { $0.label.contains("What was heard until then is in the text field.") })
    #expect(bench.lines.count == 1, "nothing was sent")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    #expect(await bench.ask("how did I sleep").contains("7 h 20 min"))
  }

  @Test("an hour of speech is cut, and the session says so until something else is said")
  func hour() async throws {
    let bench = try await VoiceBench { needs in
      needs.speech.standing = { _ in .granted }
      needs.speech.listen = { _, _ throws(Problem) in
        Array(repeating: "sleep", count: 9000).joined(separator: " ")
      }
    }
    func isTold() -> Bool {
      bench.nodes.contains { $0.label.contains("only the beginning was taken") && $0.state.live == .polite }
    }
    await bench.tap("Speak")
    await bench.until { $0.windows[bench.window].transcript.messages.count == 3 && !$0.windows[bench.window].isBusy }
    #expect(isTold() && bench.lines[1].count == "You: ".count + ToolDraft.longestText)
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    _ = await bench.ask("sleep")
    #expect(!isTold())
  }

  @Test(
    "without a microphone, or with a denied one, every response can be typed",
    arguments: [PermissionStanding.denied, .unavailable])
  func silent(standing: PermissionStanding) async throws {
    let bench = try await VoiceBench { $0.speech.standing = { _ in standing } }
    await bench.tap("Speak")
    await bench.until { !$0.windows[bench.window].dictation.isBusy }
    #expect(bench.nodes.contains { $0.id == "unheard" } && Audit.findings(of: bench.screen(), theme: .plain) == [])
    #expect(await bench.ask("sleep").contains("7 h 20 min"))
  }

  @Test("rubbish, markup and an hour of words are understood or not, and change nothing")
  func rubbish() async throws {
    let bench = try await VoiceBench()
    for text in ["<b>sleep</b>", "\u{202E}??", String(repeating: "well ", count: 9000), "💤", "'; drop table"] {
      let reply = await bench.ask(text)
      #expect(reply.hasPrefix("Coach: "), "\(text.prefix(20))")
    }
    #expect(bench.lines.contains("You: <b>sleep</b>"))
    await bench.write(" \n")
    #expect(bench.nodes.contains { $0.state.invalid == "Write something first." })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
  }
}

@Suite("Kept voice transcripts", .timeLimit(.minutes(10))) struct KeptTranscriptsTests {
  @Test("nothing of a session is stored unless the person wants it; what is kept can be read and deleted")
  func kept() async throws {
    let bench = try await VoiceBench()
    _ = await bench.ask("my first secret words")
    await bench.send(.left(VoicePlaces.home), from: bench.window)
    let unkept = try await VoiceBench(over: bench)
    #expect(
      unkept.state.kept.messages.isEmpty
        && unkept.screen(VoicePlaces.kept).all.contains { $0.label == "No transcripts are kept." })
    await unkept.tap("Keep transcripts")
    _ = await unkept.ask("how did I sleep")
    let again = try await VoiceBench(over: unkept)
    #expect(again.state.wishes.keeps)
    #expect(
      again.state.kept.messages.prefix(2).map(\.text) == [
        "how did I sleep", "Sleep today: 7 h 20 min. Yesterday it was 6 h 5 min.",
      ])
    let screen = again.screen(VoicePlaces.kept)
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    await again.perform("Delete transcripts", in: screen.all, from: again.window)
    await again.perform("Delete", in: again.screen(VoicePlaces.kept).dialog?.all ?? [], from: again.window)
    #expect(again.recorder.events == [.told(Toast("Transcripts deleted.", tone: .success))])
    #expect(again.state.kept.messages.isEmpty)
    // Another session keeps its own words alone.
    let last = try await VoiceBench(over: again)
    #expect(last.state.kept.messages.count == 1 && last.state.kept.messages[0].author == .assistant)
  }

  @Test("a transcript stays within its budget: the oldest goes first")
  func bounded() async throws {
    let environment = try await TestEnvironment()
    let budget = Budget("conversations", bytes: 200_000)
    let needs = VoiceNeeds(environment.store, within: budget) { _ in VoiceDay() }
    let text = String(repeating: "word ", count: 400)
    for number in 0..<300 {
      let at = environment.clock.now.date.addingTimeInterval(Double(number))
      try await needs.keep([TimedEvent(.said("\(number) \(text)", message: "m\(number)"), at: at)], number)
    }
    try await environment.store.tidy()
    let usage = try await environment.store.usage().first { $0.budget == budget }
    #expect(usage.map { $0.bytes <= budget.bytes } == true)
    let book = try await needs.load()
    #expect(book.next == 300 && book.events.count < 300 && !book.events.isEmpty)
    guard case .said(let last, _) = book.events.last?.event else { return #expect(Bool(false)) }
    #expect(last.hasPrefix("299 "))
  }
}
