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
    #expect(FileDescriptor.flush(file) && !FileDescriptor.flush(-1))
  }

  @Test("space that is reserved belongs to the file; more than there is, or of a file that is not open, is refused")
  func reserve() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    unlink(path)
    var about = stat()
    #expect(FileDescriptor.reserve(file, 1 << 20) && fstat(file, &about) == 0)
    #expect(about.st_size == 1 << 20 && about.st_blocks * 512 >= 1 << 20)
    #expect(!FileDescriptor.reserve(file, .max) && !FileDescriptor.reserve(-1, 1))
  }
}
