import Audit
import Connectivity
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Connectors

@Suite("Connected sources") struct ConnectedTests {
  @Test("a request delivers its days, and again under its other title once it is connected")
  func request() async throws {
    let bench = try await Bench()
    await bench.tap("Add the sample watch")
    let first = bench.keeper.days(.watch)
    #expect(Set(first.map(\.day)).count == 30 && first.map(\.day).max() == Bench.now.day)
    #expect(bench.toasts == ["30 days from the sample watch."] && bench.node("Add the sample watch") == nil)
    await bench.tap("Import newest days")
    #expect(bench.keeper.days(.watch) == first + first)
  }

  @Test("a connection is stored with the bare name of its source")
  func stored() throws {
    let source = ConnectedSource("apple-health-export", at: Bench.now.date, days: 1, devices: 1, records: 1)
    #expect(try source.fields()["connector"] == .text("apple-health-export"))
  }

  @Test("actions for a source that is not offered, or arrives another way, change nothing")
  func foreign() async throws {
    let bench = try await Bench()
    for action: ConnectorsWindowAction in [
      .type("unknown", "/a"), .type(.watch, "/a"), .importFile(.watch), .importFile("unknown"), .request(.file),
      .request("unknown"), .askToRemove("unknown"),
    ] {
      #expect(bench.steps(after: action).isEmpty, "\(action)")
    }
    let handed = bench.steps(after: .importHanded(.watch, path: "/a", name: "a"))
    #expect(handed.first == .tell(.readThrough(path: "/a"), bench.window))
  }

  @Test("Sync wearables asks for a sync; without a server it says why it cannot")
  func syncing() async throws {
    let bench = try await Bench()
    let words = "Not now: it is offline."
    for connectivity in Connectivity.allCases {
      let isAway = connectivity == .offline || connectivity == .unreachable
      let (told, asked) = (bench.toasts.count, bench.events.count)
      let screen = bench.screen(in: connectivity)
      #expect(screen.nodes.flatMap(\.all).contains { $0.label == words } == isAway)
      #expect(Audit.findings(of: screen, theme: .plain).isEmpty)
      let button = screen.nodes.flatMap(\.all).first { $0.label == "Sync wearables" }
      let action = try #require(button?.offer(.activate)?.action(.none))
      let event: ConnectorsEvent = isAway ? .told(Toast(words, tone: .warning)) : .syncAsked
      #expect(bench.steps(after: action) == [.tell(event, bench.window)])
      await bench.do(action)
      #expect(bench.toasts.count == told + (isAway ? 1 : 0) && bench.events.count == asked + 1)
      #expect(bench.events.last == event)
    }
  }

  @Test("imported data is removed after confirmation, and nothing else with it")
  func removing() async throws {
    let file = try TemporaryFile.days(3)
    let bench = try await Bench()
    await bench.importFile(file.path)
    await bench.tap("Add the sample watch")
    await bench.tap("Remove imported data")
    #expect(bench.screen.dialog?.label == "Remove imported data?" && !bench.keeper.days(.file).isEmpty)
    await bench.tap("Cancel")
    #expect(bench.screen.dialog == nil && !bench.keeper.days(.file).isEmpty)
    await bench.tap("Remove imported data")
    await bench.tap("Remove")
    #expect(bench.keeper.days(.file).isEmpty && !bench.keeper.days(.watch).isEmpty)
    #expect(bench.state.connections.keys.map(\.self) == [.watch] && bench.events.contains(.removed(.file)))
    let again = try await Bench(over: bench)
    #expect(again.state.connections.keys.map(\.self) == [.watch])
  }

  @Test("a source that cannot be removed stays connected, and the problem is shown")
  func notRemoved() async throws {
    let bench = try await Bench()
    await bench.tap("Add the sample watch")
    bench.keeper.fail(with: .full)
    await bench.tap("Remove the sample watch")
    await bench.tap("Remove")
    #expect(bench.state.connections[.watch] != nil && bench.nodes.contains { $0.label == Problem.full.sentence })
    #expect(bench.state.work == nil && !bench.events.contains(.removed(.watch)))
  }

  @Test("a read failure is shown, and a retry reads again")
  func unread() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let load = needs.load
      needs.load = { () throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await load()
      }
    }
    #expect(bench.nodes.contains { $0.label.hasPrefix("Your connections could not be loaded.") })
    await bench.do(.importFile(.file))
    #expect(bench.state.work == nil)
    isFull.withLock { $0 = false }
    await bench.tap("Try again")
    #expect(bench.state.reading == .done && bench.node("Import") != nil)
  }

  @Test("closing a window removes its local state")
  func closing() async throws {
    let bench = try await Bench()
    await bench.do(.type(.file, "/export.xml"))
    await bench.close(bench.window)
    #expect(bench.state.windows.isEmpty)
  }

  @Test("every screen passes the audit in every state")
  func sound() {
    enum Input {
      case shared(ConnectorsAction)
      case local(ConnectorsWindowAction)
    }
    let window = WindowID(UUID())
    func state(after inputs: [Input]) -> ConnectorsState {
      var state = ConnectorsState(Bench.sources(Keeper()).map(\.connector), offline: "")
      for input in inputs {
        switch input {
        case .shared(let action): _ = state.receive(action, at: Bench.now)
        case .local(let action): _ = state.receive(action, from: window, at: Bench.now)
        }
      }
      return state
    }
    func state(_ actions: ConnectorsAction...) -> ConnectorsState { state(after: actions.map { .shared($0) }) }
    let half = ConnectedSource(
      .file, at: Bench.now.date, file: "export.xml", days: 412, devices: 3, records: 4_000_000)
    let whole = ConnectedSource(.watch, at: Bench.now.date, days: 30, devices: 1, records: 720).whole
    func after(_ inputs: Input...) -> ConnectorsState {
      state(
        after: [.shared(.loaded([half, whole])), .local(.type(.file, "/a.xml")), .local(.importFile(.file))] + inputs)
    }
    let export = Keeper().data([Figure(day: Bench.now.day, amount: 1, device: "a")], of: .file)
    let states = [
      state(), state(.begin), state(.notLoaded(.full)), state(.loaded([])), state(.loaded([half, whole])),
      state(after: [.shared(.loaded([])), .local(.importFile(.file))]), after(),
      after(.shared(.progressed(ImportProgress(done: 5_000, whole: 9_000, days: 1)))), after(.shared(.read(export))),
      after(.shared(.read(export)), .shared(.handed(1))), after(.shared(.notRead(.full))),
      after(.shared(.notRead(.full)), .local(.askToRemove(.watch))),
      after(.shared(.notRead(.full)), .local(.askToRemove(.watch)), .local(.remove)),
    ]
    for state in states {
      let screen = state.screen(ConnectorsPlaces.connect, in: Surroundings(now: Bench.now), at: window)
      #expect(Audit.findings(of: screen, theme: .plain) == [])
      let ids = (screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])).map(\.id)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("numbers are grouped and have units")
  func words() {
    #expect(
      NumberWords.grouped(0) == "0" && NumberWords.grouped(1024) == "1,024"
        && NumberWords.grouped(4_000_000) == "4,000,000")
    #expect(
      NumberWords.grouped(1_002_003) == "1,002,003" && NumberWords.days(1) == "1 day"
        && NumberWords.days(1500) == "1,500 days")
    #expect(
      NumberWords.progress(ImportProgress(done: 312_000_000, whole: 1_024_000_000, days: 45))
        == "312 of 1,024 MB, 45 days so far")
    #expect(NumberWords.progress(ImportProgress(done: 12_000, whole: 90_000, days: 1)) == "12 of 90 kB, 1 day so far")
  }
}
