import Audit
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import ServerExport

private let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
private let wrong = Problem("no-server", "The server does not answer.", safe: "Nothing was changed.", remedy: "Retry.")

extension ServerExportStatus {
  fileprivate static let making = ServerExportStatus(id: "one", state: .making)
  fileprivate static let ready = ServerExportStatus(
    id: "one", state: .ready(until: now.date.addingTimeInterval(7_200), bytes: 1_234_567, downloads: 5))
}

extension ServerExportLink {
  fileprivate static let one = ServerExportLink(id: "one", address: "https://a.example/exports/v1/file?token=secret")
}

/// Drives the state from one window.
private struct Sitting {
  let window: WindowID = Identifiers.seeded(1, Time(now: { now }, ring: { _, _ in AsyncStream { nil } })).next()
  var state = ServerExportState()
  var steps: ServerExportState.Steps = []
  var isSignedIn = true

  init(_ status: ServerExportStatus? = nil, _ link: ServerExportLink? = nil) {
    self.do(.appeared)
    send(.looked(status, link))
  }

  mutating func send(_ action: ServerExportAction) { steps = state.receive(action, at: now) }
  mutating func `do`(_ action: ServerExportWindowAction) { steps = state.receive(action, from: window, at: now) }

  var effects: [ServerExportEffect] { steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } } }
  var stops: Int { steps.count { if case .stop = $0 { true } else { false } } }
  var told: [ServerExportEvent] { steps.compactMap { if case .tell(let event, window) = $0 { event } else { nil } } }
  var nodes: [Node<ServerExportWindowAction>] {
    state.section(in: Surroundings(now: now, isSignedIn: isSignedIn), at: window).flatMap(\.all)
  }
  func node(_ label: String) -> Node<ServerExportWindowAction>? { nodes.first { $0.label == label } }
}

@Suite("The export from the server") struct ServerExportTests {
  @Test(
    "tapping the button queues the request once, and says that a link comes by e-mail",
    .covers("yh-S04.6.2-AC1", "yh-S04.6.2-L6"))
  func asked() {
    var sitting = Sitting()
    let button = sitting.node("Export my data from the server")
    #expect(button?.offer(.activate)?.action(.none) == .begin)
    sitting.do(.begin)
    #expect(sitting.effects == [.begin(in: sitting.window)])
    #expect(sitting.node("Export my data from the server")?.state.isDisabled == true)
    sitting.do(.begin)
    #expect(sitting.effects.isEmpty)
    sitting.send(.begun(.making, .one, in: sitting.window))
    #expect(
      sitting.told == [.told(Toast("Export processing. We'll email a download link.", tone: .success))])
    #expect(sitting.effects == [.wait])
    #expect(sitting.node("The server is making your export") != nil)
    sitting.do(.begin)
    #expect(sitting.effects.isEmpty)
  }

  @Test("the server is asked again only while it makes an export that somebody looks at")
  func waiting() {
    var sitting = Sitting(.making)
    #expect(sitting.effects == [.wait])
    sitting.send(.due)
    #expect(sitting.effects == [.look])
    sitting.send(.looked(.making, nil))
    #expect(sitting.effects.isEmpty && sitting.stops == 0)
    sitting.do(.left)
    #expect(sitting.stops == 1)
    sitting.do(.appeared)
    #expect(sitting.effects == [.look, .wait])
    sitting.send(.looked(.ready, .one))
    #expect(sitting.stops == 1)
    sitting.do(.remove)
    sitting.send(.removed(in: sitting.window))
    #expect(sitting.node("Export my data from the server") != nil)
  }

  @Test("a finished export shows its link, its size and how long it works")
  func ready() {
    let sitting = Sitting(.ready, .one)
    #expect(sitting.node("Download link")?.value == ServerExportLink.one.address)
    #expect(sitting.node("Size")?.value == "1 MB" && sitting.node("Link works for")?.value == "2 hours, 5 downloads")
    // On another device, the link is in the mail.
    let other = Sitting(.ready)
    #expect(other.node("Download link") == nil)
    #expect(other.node("The download link was sent to your e-mail address.") != nil)
    // The link of an earlier export is not shown for a later one.
    let later = Sitting(.ready, ServerExportLink(id: "zero", address: "https://a.example/x"))
    #expect(later.node("Download link") == nil)
    for (until, downloads) in [(-1.0, 5), (7_200, 0)] {
      let ended = Sitting(
        ServerExportStatus(
          id: "one", state: .ready(until: now.date.addingTimeInterval(until), bytes: 1, downloads: downloads)), .one)
      #expect(ended.node("Download link") == nil && ended.node("Export my data from the server") != nil)
    }
    #expect([999, 1_499, 2_600_000].map(ServerExportState.size) == ["999 bytes", "1 kB", "3 MB"])
  }

  @Test("a failure says what happened, and the request can be made again")
  func failed() {
    var sitting = Sitting()
    sitting.do(.begin)
    sitting.send(.failed(wrong, in: sitting.window))
    #expect(
      sitting.node(wrong.sentence) != nil && sitting.node("Export my data from the server")?.state.isDisabled == false)
    sitting.do(.dismiss)
    #expect(sitting.node(wrong.sentence) == nil)
    var unread = Sitting()
    unread.state = ServerExportState()
    unread.send(.failed(wrong, in: nil))
    #expect(unread.node(wrong.sentence) != nil)
    #expect(Sitting(ServerExportStatus(id: "one", state: .failed)).node("Export my data from the server") != nil)
  }

  @Test("an answer from before a request does not undo what the request made")
  func late() {
    var sitting = Sitting()
    sitting.do(.begin)
    sitting.send(.looked(nil, nil))
    sitting.send(.begun(.making, .one, in: sitting.window))
    #expect(sitting.state.isMaking && sitting.state.link == .one)
  }

  @Test("a person without an account sees nothing of it")
  func signedOut() {
    var sitting = Sitting(.ready, .one)
    sitting.isSignedIn = false
    #expect(sitting.nodes.isEmpty)
  }

  @Test("any sequence of actions passes the audit", arguments: 0..<4)
  func anything(seed: UInt64) {
    var random = Seeded(seed)
    let statuses: [ServerExportStatus?] = [nil, .making, .ready, ServerExportStatus(id: "one", state: .failed)]
    for _ in 0..<10 {
      var sitting = Sitting(statuses.randomElement(using: &random) ?? nil, random.next() % 2 == 0 ? .one : nil)
      for _ in 0..<30 {
        let section = sitting.state.section(in: Surroundings(now: now, isSignedIn: true), at: sitting.window)
        let screen = Screen(Route(["data"]), title: "Your data", nodes: [.heading("Your data", level: 1)] + section)
        #expect(Audit.findings(of: screen, theme: .plain) == [])
        let nodes = section.flatMap(\.all).filter { !$0.state.isDisabled }
        sitting.steps = []
        if let action = nodes.flatMap(\.offers).randomElement(using: &random)?.action(.none) { sitting.do(action) }
        for effect in sitting.effects {
          let fails = random.next() % 3 == 0
          switch effect {
          case .look: sitting.send(fails ? .failed(wrong, in: nil) : .looked(.ready, .one))
          case .begin(let window): sitting.send(fails ? .failed(wrong, in: window) : .begun(.making, .one, in: window))
          case .remove(let window): sitting.send(fails ? .failed(wrong, in: window) : .removed(in: window))
          case .wait: break
          }
        }
        if random.next() % 4 == 0 { sitting.send(.due) }
        if random.next() % 7 == 0 { sitting.do(.left) }
        if random.next() % 7 == 0 { sitting.do(.appeared) }
      }
    }
  }

  @Test("the link is kept when it comes, and removed when its export is gone")
  func feature() async {
    let (context, kept) = (FeatureContext(), Locked<ServerExportLink?>(nil))
    let there = Locked<ServerExportStatus?>(nil)
    let export = ServerExport(
      on: context,
      needs: ServerExportNeeds(
        look: { () throws(Problem) in there.withLock { $0 } },
        begin: { () throws(Problem) in
          there.withLock { $0 = .ready }
          return (.making, .one)
        },
        remove: { () throws(Problem) in there.withLock { $0 = nil } },
        link: { () throws(Problem) in kept.withLock { $0 } },
        keep: { link throws(Problem) in kept.withLock { $0 = link } }))
    let window: WindowID = context.identifiers.next()
    await export.send(.begin, from: window)
    await context.settling.settled()
    #expect(kept.withLock { $0 } == .one && export.states.value.isMaking)
    await export.send(.appeared, from: window)
    await context.settling.settled()
    #expect(export.states.value.link == .one && !export.states.value.isMaking)
    there.withLock { $0 = nil }
    await export.send(.appeared, from: window)
    await context.settling.settled()
    #expect(kept.withLock { $0 } == nil && export.states.value.link == nil)
  }
}
