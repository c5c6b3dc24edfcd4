internal import Foundation
public import Testing

/// A trait that names the criteria of the specifications that a test shows, and records them as the test runs.
///
/// The event stream of Swift Testing leaves custom traits out, so the trait appends one line a run to the file that
/// `TROUPE_COVERS` names. `Scripts/coverage` joins those lines with the results; an id counts only when its test ran
/// and passed. A whole suite cannot be marked: it would show its criteria as soon as its easiest test passes.
public struct Covers: TestTrait, TestScoping {
  let ids: [String]

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    Covers.note(ids, test: String(describing: test.id))
    try await function()
  }

  static func note(_ ids: [String], test: String) {
    guard let path = ProcessInfo.processInfo.environment["TROUPE_COVERS"] else { return }
    guard var line = try? JSONEncoder().encode(["ids": ids, "test": [test]]) else { return }
    line.append(UInt8(ascii: "\n"))
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    // One write for each line: lines of tests that run in parallel do not mix.
    let written = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if written != line.count { print("The coverage file \(path) could not be written.") }
  }
}

extension Trait where Self == Covers {
  /// `@Test("...", .covers("yh-S04.2.1-AC1"))`
  public static func covers(_ ids: String...) -> Self { Covers(ids: ids) }
}
