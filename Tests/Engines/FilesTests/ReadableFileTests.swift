import Foundation
import Testing

@testable import Files

struct ReadableFileTests {
  private func refusal(_ path: String, most: Int = 100) -> ReadableFile.Refusal? {
    do throws(ReadableFile.Refusal) {
      _ = try ReadableFile.bytes(at: path, most: most)
      return nil
    } catch {
      return error
    }
  }

  @Test("a file is read whole up to the bound, and in part by its beginning", arguments: [0, 1, 70_000])
  func whole(count: Int) throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a"
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try ReadableFile.bytes(at: path, most: count) == bytes)
    #expect(try ReadableFile(path).beginning(10) == Array(bytes.prefix(10)))
    #expect(try ReadableFile(path).size == count)
    if count > 0 { #expect(refusal(path, most: count - 1) == .tooLarge) }
  }

  @Test("a pipe without a writer, a device, a folder and nothing are refused at once, each for its reason")
  func others() throws {
    let folder = try TestFolder()
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    #expect(refusal("\(folder.path)/pipe") == .irregular)
    #expect(refusal("/dev/zero") == .irregular)
    #expect(refusal(folder.path) == .folder)
    for path in ["", "\(folder.path)/none", "a\0b", String(repeating: "a", count: 5000)] {
      #expect(refusal(path) == .missing(errno: ENOENT), "\(path.prefix(20))")
    }
  }

  @Test("the descriptor is open while the file is in scope, and closed afterwards")
  func scope() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/a"
    try Data("abc".utf8).write(to: URL(filePath: path))
    let number = try ReadableFile(path).withDescriptor { number, size in
      #expect(fcntl(number, F_GETFD) >= 0 && size == 3)
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)") == path ? number : -1
    }
    #expect(number >= 0)
    // Another test may have opened another file by this number.
    let now = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    #expect(now != path)
  }
}
