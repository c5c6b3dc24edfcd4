import Foundation
import Interface
import JSON
import Kernel
import ShellTesting
import Testing

@testable import Shell

@Suite("Handing a file out", .timeLimit(.minutes(10)))
struct DeliveryTests {
  let person: Person
  let window: Window
  private let answers = Answers()

  init() async throws {
    person = try await Person.test(clock: ManualTime(noon))
    window = await person.window()
  }

  /// The outcomes that a feature is told, by a name that the test chose.
  private final class Answers: Sendable {
    private let heard = Locked<[String: [Delivery.Outcome]]>([:])

    func answer(_ name: String) -> @Sendable (Delivery.Outcome) async -> Void {
      { [heard] outcome in heard.withLock { $0[name, default: []].append(outcome) } }
    }

    subscript(name: String) -> [Delivery.Outcome] { heard.withLock { $0[name] ?? [] } }
  }

  private func file(_ name: String = "steps.csv", _ bytes: [UInt8] = Array("Date,Steps\r\n".utf8)) -> OutgoingFile {
    OutgoingFile(FileName(name), type: "text/csv", bytes)
  }

  private func handOut(
    _ name: String, _ file: OutgoingFile, _ way: Delivery.Way = .save, at window: Window? = nil
  ) async throws -> FileOffer {
    let window = window ?? self.window
    try await person.windows.handOut(file, way, at: window.id, answered: answers.answer(name))
    return try #require(window.openOffers.last)
  }

  private func code(_ body: () async throws(Problem) -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return error.code }
  }

  @Test("A file is offered to its window alone, and counts as saved once the front end says so, once")
  func confirmed() async throws {
    let other = await person.window()
    let (mine, theirs) = (OutletRecorder(window), OutletRecorder(other))
    let offer = try await handOut("a", file())
    _ = await window.settled()
    #expect(offer.name == "steps.csv" && offer.type == "text/csv" && offer.size == 12 && offer.way == .save)
    #expect(mine.all == [.fileOffered(offer)] && theirs.all.isEmpty)
    #expect(other.offered(offer.id) == nil)
    #expect(await code { () throws(Problem) in _ = try await other.piece(of: offer.id, from: 0) } == "no-such-file")
    #expect(answers["a"].isEmpty)
    let piece = try await window.piece(of: offer.id, from: 5)
    #expect(piece == FilePiece(of: offer, from: 5, Array("Steps\r\n".utf8)))
    #expect(answers["a"].isEmpty, "fetching alone confirms nothing")
    try await window.perform(.delivered(.saved(), of: offer.id))
    #expect(answers["a"] == [.saved(as: "steps.csv")])
    let again = await window.refusal(.delivered(.saved(), of: offer.id))
    #expect(again?.code == "no-such-file" && answers["a"].count == 1)
    // The file can be fetched again.
    #expect(try await window.piece(of: offer.id, from: 0).bytes.count == 12)
  }

  @Test("Each report reaches the feature; without a number it concerns the newest open offer")
  func reports() async throws {
    let first = try await handOut("first", file(), .share)
    _ = try await handOut("second", file(), .share)
    try await window.perform(.delivered(.shared))
    #expect(answers["second"] == [.shared(as: "steps-2.csv")] && answers["first"].isEmpty)
    try await window.perform(.delivered(.declined, of: first.id))
    #expect(answers["first"] == [.declined])
    #expect(window.offered(first.id) == nil, "a file that was not taken cannot be fetched any more")
    _ = try await handOut("third", file())
    try await window.perform(.delivered(.failed(Delivery.interrupted)))
    #expect(answers["third"] == [.failed(Delivery.interrupted)])
    #expect(await window.refusal(.delivered(.saved()))?.code == "no-such-file")
  }

  @Test("Files of one name get distinct names, over all windows; the name of a failed one is free again")
  func names() async throws {
    let other = await person.window()
    #expect(try await handOut("a", file()).name == "steps.csv")
    #expect(try await handOut("b", file(), at: other).name == "steps-2.csv")
    #expect(try await handOut("c", file("STEPS.csv")).name == "STEPS-3.csv")
    #expect(try await handOut("d", file("steps.png")).name == "steps.png")
    try await window.perform(.delivered(.failed(Delivery.interrupted), of: 2))
    #expect(try await handOut("e", file()).name == "steps-3.csv")
    #expect(try await handOut("f", file("../../a\u{0}b\n.csv")).name == "a-b.csv")
  }

  @Test("A window offers eight files and a person 64 MB; a further file supersedes the oldest, and says so")
  func bounds() async throws {
    for number in 1...8 { _ = try await handOut("\(number)", file()) }
    #expect(window.offered(1) != nil)
    _ = try await handOut("9", file())
    #expect(window.offered(1) == nil && window.offered(2) != nil)
    #expect(answers["1"] == [.failed(Delivery.superseded)] && answers["2"].isEmpty)

    let large = file("large.bin", [UInt8](repeating: 7, count: OutgoingFile.largest))
    let other = await person.window()
    _ = try await handOut("large", large, at: other)
    #expect(window.offered(9) != nil)
    _ = try await handOut("larger", large, at: other)
    #expect(window.openOffers.isEmpty && other.openOffers.count == 2)
    _ = try await handOut("largest", large, at: other)
    #expect(other.openOffers.count == 2 && answers["large"] == [.failed(Delivery.superseded)])
    let piece = try await other.piece(of: 3, from: 0)
    #expect(piece.bytes.count == FilePiece.largest)
    let refused = await code { () throws(Problem) in
      try await window.handOut(
        file("x", [UInt8](repeating: 7, count: OutgoingFile.largest + 1)), .save, answered: answers.answer("x"))
    }
    #expect(refused == "file-too-large")
    for start in [-1, .min, .max] {
      #expect(await code { () throws(Problem) in _ = try await other.piece(of: 3, from: start) } == "bad-piece")
    }
  }

  @Test("A file ends with its window: it cannot be fetched, and the feature is told")
  func closed() async throws {
    let offer = try await handOut("a", file())
    await window.close()
    #expect(answers["a"] == [.failed(Delivery.windowClosed)] && window.offered(offer.id) == nil)
    let late = await code { () throws(Problem) in
      try await person.windows.handOut(file(), .save, at: window.id, answered: answers.answer("b"))
    }
    #expect(late == "window-closed" && person.outgoing.open(at: window.id).isEmpty)
  }

  @Test("Saving in a folder overwrites nothing: a number is added, and the path is reported")
  func folder() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    folder.write("steps.csv", "mine")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/steps-2.csv", withDestinationPath: "/nowhere")
    let bytes = (0..<(FilePiece.largest * 2 + 100)).map { UInt8(truncatingIfNeeded: $0) }
    let offer = try await handOut("a", file("steps.csv", bytes))
    let saved = try await window.save(offer.id, in: "\(folder.path)/")
    #expect(saved.path == "\(folder.path)/steps-3.csv" && answers["a"] == [.saved(as: saved.path)])
    #expect(folder.bytes("steps-3.csv") == bytes && folder.mode("steps-3.csv") == 0o600)
    #expect(folder.bytes("steps.csv") == Array("mine".utf8) && folder.names.count == 3)
  }

  @Test(
    "A folder that cannot take the file is reported to the feature with what to do",
    arguments: [
      ("/nowhere/at/all", "no-folder"), ("/proc", "no-folder"), ("/dev/null", "no-folder"), ("/dev/full", "no-folder"),
    ])
  func unsaved(folder: String, expected: String) async throws {
    let offer = try await handOut("a", file())
    let refused = await code { () throws(Problem) in try await window.save(offer.id, in: folder) }
    #expect(refused == expected || refused == "storage-permission")
    guard case .failed(let problem)? = answers["a"].first else {
      Issue.record("The feature was not told.")
      return
    }
    #expect(problem.code == refused && !problem.remedy.isEmpty && answers["a"].count == 1)
  }

  @Test("A failure without a problem is an interrupted transfer; an unknown outcome is refused")
  func coding() throws {
    #expect(
      try Command(method: "delivered", params: ["outcome": "failed"]) == .delivered(.failed(Delivery.interrupted)))
    let refused = #expect(throws: Problem.self) { try Command(method: "delivered", params: ["outcome": "lost"]) }
    #expect(refused?.code == "bad-params")
  }
}
