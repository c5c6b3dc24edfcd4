import Foundation

/// A temporary folder for one test.
final class TestFolder: Sendable {
  let path = NSTemporaryDirectory() + "troupe-files-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: "\(path)/\(target)")
  }
}
