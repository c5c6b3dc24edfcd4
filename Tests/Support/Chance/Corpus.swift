internal import Foundation

/// The kept inputs of one fuzzer: files in `Tests/Corpus/<name>`, each with the bytes of one input and nothing else.
public struct Corpus: Sendable {
  /// One kept input.
  public struct Entry: Sendable, Hashable {
    public let name: String
    public let bytes: [UInt8]
  }

  /// The folder of the files.
  public let folder: String

  public init(folder: String) { self.folder = folder }

  /// The corpus of the fuzzer of that name.
  public init(of name: String, file: String = #filePath) {
    var tests = URL(fileURLWithPath: file)
    while tests.lastPathComponent != "Tests", tests.path != "/" { tests.deleteLastPathComponent() }
    folder = tests.appendingPathComponent("Corpus").appendingPathComponent(name).path
  }

  /// Every kept input in the order of its file name. Throws if there is none: a fuzzer whose name or folder was changed
  /// would otherwise lose its corpus unnoticed.
  public func entries() throws -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let shown = names.filter { !$0.hasPrefix(".") }.sorted()
    try hold(!shown.isEmpty, "\(folder) contains no inputs. Add at least one.")
    return try shown.map { Entry(name: $0, bytes: [UInt8](try Data(contentsOf: file($0)))) }
  }

  /// Writes an input under the hash of its bytes and returns the path of the file. The same bytes are kept once.
  @discardableResult
  public func keep(_ bytes: [UInt8]) throws -> String {
    let hash = String(fingerprint(bytes), radix: 16)
    let file = file(String(repeating: "0", count: 16 - hash.count) + hash)
    try write(bytes, to: file)
    return file.path
  }

  /// Writes an input before it is checked, or removes it after the last one. A crash leaves the file `under-way`
  /// behind, so the next run replays the input that caused it.
  func markUnderWay(_ bytes: [UInt8]?) throws {
    let file = file("under-way")
    if let bytes { try write(bytes, to: file) } else { try? FileManager.default.removeItem(at: file) }
  }

  private func file(_ name: String) -> URL { URL(fileURLWithPath: folder).appendingPathComponent(name) }

  private func write(_ bytes: [UInt8], to file: URL) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
