import Connectivity
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("A photo request", .timeLimit(.minutes(10)))
struct PhotoAskTests {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100)
  static let nobody = "Photos are looked at for whoever has an account. What you typed is still here."

  let clock = ManualTime(noon)
  let person: Person
  let window: Window

  init() async throws {
    person = try await Person.test(clock: clock)
    window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["log", "meal"])))
  }

  private func ask() async throws -> Frame {
    try await window.perform(.tap(.label("Take or choose a photo")))
    // The command does not wait for the person; the request opens a moment later.
    while await window.photoAsk?.isOpen != true { await Task.yield() }
    return try await window.perform(.screen)
  }

  private func field(_ frame: Frame) -> Element? { frame.everything.first { $0.actions.contains(.attach) } }

  private func says(_ words: String) async throws -> Bool {
    try await window.perform(.wait(.id("form.photo.told"), seconds: 5)).everything.contains {
      $0.label.hasPrefix(words)
    }
  }

  @Test("Shows a field, notifies the face once, and passes the photo on to the form")
  func taken() async throws {
    let recorder = OutletRecorder(window)
    #expect(field(try await ask())?.label == "Photo of your meal")
    let frame = try await window.perform(.photo(.bytes(Self.jpeg), to: 1))
    #expect(field(frame) == nil)
    #expect(try await says(Self.nobody))
    #expect(recorder.all.filter { $0 == .photoAsked(id: 1) }.count == 1)
  }

  @Test("Accepts a local file; an unreadable one leaves the request open")
  func file() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = "\(folder.path)/lunch.jpg"
    _ = FileManager.default.createFile(atPath: path, contents: Data(Self.jpeg))
    _ = try await ask()
    for wrong in ["\(folder.path)/none.jpg", folder.path, "/dev/zero", ""] {
      #expect(await window.refusal(.photo(.file(wrong)))?.code == "no-file", "\(wrong)")
    }
    #expect(field(window.frames.value) != nil)
    try await window.perform(.photo(.file(path)))
    #expect(try await says(Self.nobody))
  }

  @Test("Can be cancelled without changing the form; a photo without a matching request is refused")
  func calledOff() async throws {
    #expect(await window.refusal(.photo(.bytes(Self.jpeg)))?.code == "no-photo-asked")
    _ = try await ask()
    #expect(await window.refusal(.photo(.bytes(Self.jpeg), to: 7))?.code == "no-photo-asked")
    let frame = try await window.perform(.photo(.none))
    #expect(frame.everything.contains { $0.label == "Take or choose a photo" })
    #expect(await window.refusal(.photo(.bytes(Self.jpeg)))?.code == "no-photo-asked")
    _ = try await ask()
    try await window.perform(.tap(.label("Cancel photo")))
    while await window.photoAsk?.isOpen == true { await Task.yield() }
    #expect(await window.refusal(.photo(.bytes(Self.jpeg)))?.code == "no-photo-asked")
  }

  @Test("Expires after ten minutes, and the person is told so")
  func late() async throws {
    _ = try await ask()
    try await window.perform(.advance(seconds: 601))
    #expect(try await says("No photo came for ten minutes"))
    #expect(await window.refusal(.photo(.bytes(Self.jpeg)))?.code == "no-photo-asked")
  }

  @Test("Reads at most one byte beyond the size limit of a file")
  func bounded() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = "\(folder.path)/large"
    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 1, count: 5000))
    #expect(try PhotoFile.bytes(of: path, most: 1000).count == 1001)
    #expect(try PhotoFile.bytes(of: path, most: 5000).count == 5000)
  }

  @Test("Belongs to one window, and ends when that window closes")
  func apart() async throws {
    let other = await person.window()
    _ = try await ask()
    #expect(await other.refusal(.photo(.bytes(Self.jpeg)))?.code == "no-photo-asked")
    await other.close()
    #expect(await window.photoAsk?.isOpen == true)
    await window.close()
    #expect(await window.photoAsk?.isOpen == false)
  }
}
