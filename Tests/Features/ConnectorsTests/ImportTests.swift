import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Connectors

@Suite("Importing a file") struct ImportTests {
  @Test("its figures are delivered, and the result is shown and stored")
  func whole() async throws {
    let file = try TemporaryFile.days(3)
    let bench = try await Bench()
    await bench.importFile("  \(file.path) ")
    #expect(bench.toasts == ["3 days from 2 devices; 1 of 7 records could not be read."])
    #expect(bench.events.first == .connected(.file) && bench.state.work == nil)
    let kept = bench.keeper.days(.file)
    #expect(kept.count == 6 && kept.allSatisfy { $0.amount == 100 })
    #expect(bench.node("Last import")?.value == "Today, Sunday 22 November 2026, 08:15, band.txt")
    #expect(bench.node("Imported data")?.value == bench.toasts[0])
    #expect(bench.node("Not read")?.value == "1 record without an amount: line 2")
    let again = try await Bench(over: bench)
    #expect(again.node("Not read")?.value == "1 record without an amount: line 2")
    #expect(again.state.connections == bench.state.connections && again.node("Remove imported data") != nil)
  }

  @Test("it is delivered in bounded batches of whole days")
  func batches() {
    let day = CalendarDay(number: 20_000)
    let days = (0..<3000).flatMap { number in
      ["Watch", "Band", "Phone"].map { Figure(day: day.following(number), amount: 1, device: $0) }
    }
    var rest = days[...]
    var pieces: [ArraySlice<Figure>] = []
    while let piece = ImportedData.batch(of: &rest, on: \.day) { pieces.append(piece) }
    let data = Keeper().data(days, of: .file)
    #expect(data.days == 3000 && data.batches.all.map(\.days) == pieces.map { Set($0.map(\.day)).count })
    #expect(pieces.flatMap { $0 } == days && pieces.allSatisfy { $0.count <= ImportedData.batch + 2 })
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.last?.day != $1.first?.day })
  }

  @Test("a file that is not an export changes nothing and says why beside the field")
  func refused() async throws {
    let file = try TemporaryFile("<svg/>")
    let bench = try await Bench()
    for (path, words) in [
      (file.path, "This is no file of a band."), (file.path + "x", "There is no file of that name."),
    ] {
      await bench.importFile(path)
      #expect(bench.nodes.first { $0.id.hasSuffix("problem") }?.label.contains(words) == true)
      #expect(bench.state.connections.isEmpty && bench.keeper.batches.isEmpty && bench.state.work == nil)
      // The typed path is still there to be corrected.
      #expect(bench.node("Path on this machine")?.value == path)
    }
    await bench.tap("Dismiss")
    #expect(!bench.nodes.contains { $0.id.hasSuffix("problem") })
  }

  @Test("a file without usable data is not an import")
  func nothing() async throws {
    let file = try TemporaryFile("BAND\n")
    let bench = try await Bench()
    await bench.importFile(file.path)
    #expect(bench.nodes.contains { $0.label.contains("The file has no days.") })
    #expect(bench.state.connections.isEmpty)
  }

  @Test("an empty path is asked for, and an overlong one is ignored")
  func empty() async throws {
    let bench = try await Bench()
    await bench.importFile("   ")
    #expect(bench.node("Path on this machine")?.state.invalid?.hasPrefix("Choose a file above, or enter") == true)
    await bench.do(.type(.file, String(repeating: "a", count: 5000)))
    #expect(bench.node("Path on this machine")?.value == "   ")
  }

  @Test("progress is shown, and cancelling takes over nothing")
  func cancelling() async throws {
    let isEnded = Locked(false)
    let bench = try await Bench(
      size: { _ in 1_024_000_000 },
      read: { _, progress throws(Problem) in
        progress(ImportProgress(done: 312_400_000, whole: 1_024_000_000, days: 45))
        // Until it is cancelled.
        let (forever, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in forever {}
        withExtendedLifetime(end) {}
        isEnded.withLock { $0 = true }
        throw Problem("import-cancelled", "Stopped.", remedy: "Again.")
      })
    await bench.connectors.send(.type(.file, "/export.xml"), from: bench.window)
    await bench.connectors.send(.importFile(.file), from: bench.window)
    await bench.until { if case .reading(.some) = $0.work?.phase { true } else { false } }
    // Settling does not wait for a large file.
    await bench.context.settling.settled()
    #expect(bench.node("312 of 1,024 MB, 45 days so far") != nil)
    #expect(bench.nodes.first { $0.role == .progressbar }?.value == "31 %")
    #expect(bench.node("Import") == nil && bench.node("Add the sample watch")?.state.isDisabled == true)
    await bench.do(.importFile(.file))
    await bench.do(.request(.watch))
    await bench.tap("Cancel")
    #expect(bench.state.work == nil && bench.state.connections.isEmpty && bench.keeper.batches.isEmpty)
    #expect(bench.toasts == ["The import was stopped. Nothing was imported from the file."])
    #expect(bench.node("Import") != nil)
  }

  @Test("a failure during delivery says how much is kept; importing again completes it")
  func halfway() async throws {
    let file = try TemporaryFile.days(1500)
    let bench = try await Bench()
    bench.keeper.fail(with: .full, from: 1)
    await bench.importFile(file.path)
    #expect(bench.keeper.batches == [2000] && bench.toasts.isEmpty)
    #expect(
      bench.nodes.contains {
        $0.label
          == "The disk is full. 1,000 days of 1,500 are saved. Make room, then try again. Then import it again."
      })
    #expect(bench.node("Imported data")?.value?.hasPrefix("The import is incomplete.") == true)
    // Also after a restart.
    let again = try await Bench(over: bench)
    #expect(again.state.connections[.file]?.isWhole == false)
    again.keeper.fail(with: nil)
    await again.importFile(file.path)
    #expect(again.state.connections[.file]?.isWhole == true)
    #expect(Set(again.keeper.days(.file)).count == 3000)
  }

  @Test("late messages of a cancelled import change nothing")
  func late() {
    var state = ConnectorsState(Bench.sources(Keeper()).map(\.connector), offline: "")
    let window = WindowID(UUID())
    _ = state.receive(.loaded([]), at: Bench.now)
    _ = state.receive(.type(.file, "/a"), from: window, at: Bench.now)
    let steps = state.receive(.importFile(.file), from: window, at: Bench.now)
    #expect(steps == [.run(.read(.file, path: "/a"), .latest("file"))])
    let stops = state.receive(.cancel, from: window, at: Bench.now)
    #expect(stops.first == .stop(.latest("file")))
    let before = state
    for action: ConnectorsAction in [
      .progressed(ImportProgress(done: 1, whole: 2, days: 0)), .notRead(.full), .handed(4),
    ] {
      let steps = state.receive(action, at: Bench.now)
      #expect(steps.isEmpty && state == before)
    }
    let again = state.receive(.cancel, from: window, at: Bench.now)
    #expect(again.isEmpty && state == before)
  }
}
