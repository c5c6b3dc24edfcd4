import Foundation
import Glibc
import Platform
import Testing

@Suite("Open files by their number") struct FileDescriptorTests {
  @Test("a file without a name and a file of an open folder are reached by a number")
  func paths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("inside".utf8).write(to: URL(filePath: "\(folder)/file"))
    let file = open("\(folder)/file", O_RDONLY | O_CLOEXEC)
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(file >= 0 && place >= 0)
    defer {
      close(file)
      close(place)
    }
    #expect(FileManager.default.contents(atPath: "\(FileDescriptor.path(of: place))/file") == Data("inside".utf8))
    unlink("\(folder)/file")
    #expect(FileManager.default.contents(atPath: FileDescriptor.path(of: file)) == Data("inside".utf8))
  }
}
