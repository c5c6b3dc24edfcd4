import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Connectors

@Suite("A file handed over") struct HandedTests {
  /// Hands the file over as the screen's field does.
  private func hand(_ path: String, called name: String, to bench: Bench) async throws {
    let field = try #require(bench.node("Choose a file"))
    let action = try #require(field.offer(.hand)?.action(.file(path: path, name: name)))
    #expect(field.offer(.hand)?.action(.text(path)) == nil && field.state.purpose == .export)
    await bench.do(action)
  }

  private func givenBack(_ bench: Bench) -> [String] {
    bench.events.compactMap { if case .readThrough(let path) = $0 { path } else { nil } }
  }

  @Test("is read under its own name, and released after reading")
  func read() async throws {
    let file = try TemporaryFile.days(3)
    let bench = try await Bench()
    try await hand(file.path, called: "Anna's export.zip", to: bench)
    #expect(bench.toasts == ["3 days from 2 devices; 1 of 7 records could not be read."])
    #expect(bench.node("Last import")?.value?.hasSuffix(", Anna's export.zip") == true)
    #expect(givenBack(bench) == [file.path])
    // A typed path is not released.
    await bench.importFile(file.path)
    #expect(givenBack(bench) == [file.path] && bench.toasts.count == 2)
  }

  @Test("needs no path: after it, Import says what became of the file and complains about nothing")
  func noPath() async throws {
    let (file, wrong) = (try TemporaryFile.days(3), try TemporaryFile("<svg/>"))
    let bench = try await Bench()
    try await hand(file.path, called: "export.zip", to: bench)
    await bench.do(.importFile(.file))
    #expect(bench.toasts.last?.hasPrefix("export.zip was imported when you chose it.") == true)
    try await hand(wrong.path, called: "picture.svg", to: bench)
    await bench.do(.importFile(.file))
    #expect(bench.toasts.last == "picture.svg was not imported. Choose it again, or enter a path.")
    #expect(bench.nodes.allSatisfy { $0.state.invalid == nil })
  }

  @Test("is released with the reason if it cannot be read or contains nothing supported")
  func refused() async throws {
    let files = [try TemporaryFile("<svg/>"), try TemporaryFile("BAND\n")]
    let bench = try await Bench()
    for (file, words) in zip(files, ["This is no file of a band.", "The file has no days."]) {
      try await hand(file.path, called: "band.txt", to: bench)
      #expect(bench.nodes.first { $0.id.hasSuffix("problem") }?.label.contains(words) == true)
    }
    #expect(givenBack(bench) == files.map(\.path) && bench.state.connections.isEmpty)
  }

  @Test("is released when the user cancels, and at once while another import is running")
  func cancelled() async throws {
    let bench = try await Bench(
      size: { _ in 1 << 30 },
      read: { _, _ throws(Problem) in
        let (forever, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in forever {}
        withExtendedLifetime(end) {}
        throw Problem("import-cancelled", "Stopped.", remedy: "Again.")
      })
    let field = try #require(bench.node("Choose a file"))
    let other = try #require(field.offer(.hand)?.action(.file(path: "/other", name: "other.zip")))
    try await hand("/first", called: "export.zip", to: bench)
    #expect(bench.node("Reading export.zip") != nil && givenBack(bench).isEmpty)
    #expect(bench.steps(after: other).contains(.tell(.readThrough(path: "/other"), bench.window)))
    await bench.do(other)
    #expect(givenBack(bench) == ["/other"] && bench.state.work?.file == "export.zip")
    #expect(bench.toasts == ["Another import is in progress. Choose the file again afterwards."])
    #expect(bench.steps(after: .cancel).contains(.tell(.readThrough(path: "/first"), bench.window)))
    await bench.tap("Cancel")
    #expect(givenBack(bench) == ["/other", "/first"] && bench.state.work == nil)
  }
}
