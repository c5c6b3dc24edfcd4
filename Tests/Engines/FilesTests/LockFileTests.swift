import Foundation
import Testing

@testable import Files

struct LockFileTests {
  private func refusal(_ path: String) -> LockRefusal? {
    do throws(LockRefusal) {
      _ = try LockFile(path, note: "the second")
      return nil
    } catch {
      return error
    }
  }

  @Test("a held lock is refused with the note of its owner, and is free after its release")
  func held() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/owner"
    let lock = try LockFile(path, note: "the first, which has a longer note")
    #expect(try folder.mode("owner") == 0o600)
    #expect(refusal(path) == .held(by: "the first, which has a longer note"))
    lock.release()
    lock.release()
    let next = try LockFile(path, note: "the next")
    #expect(refusal(path) == .held(by: "the next"))
    withExtendedLifetime(next) {}
  }

  @Test("a lock is free when its last reference is released")
  func released() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/owner"
    var lock: LockFile? = try LockFile(path, note: "the first")
    #expect(lock != nil && refusal(path) != nil)
    lock = nil
    #expect(refusal(path) == nil)
  }

  @Test(
    "a long note is cut, and a note that is not there reads “another process”",
    arguments: ["", String(repeating: "x", count: 500)])
  func notes(note: String) throws {
    let folder = try TestFolder()
    let lock = try LockFile("\(folder.path)/owner", note: note)
    #expect(refusal("\(folder.path)/owner") == .held(by: note.isEmpty ? "another process" : String(note.prefix(200))))
    withExtendedLifetime(lock) {}
  }

  @Test("a missing folder and a symbolic link are refused with the system's reason")
  func unopenable() throws {
    let folder = try TestFolder()
    #expect(refusal("\(folder.path)/missing/owner") == .unopenable(reason: "No such file or directory"))
    try folder.link("owner", to: "target")
    #expect(refusal("\(folder.path)/owner") == .unopenable(reason: "Too many levels of symbolic links"))
    #expect(try folder.names == ["owner"])
  }
}
