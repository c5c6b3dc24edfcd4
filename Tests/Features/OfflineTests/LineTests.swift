import Connectivity
import Kernel
import Testing

@testable import Offline

@Suite("Line state") struct LineTests {
  private func line(_ port: Bool?, session: Bool = true, _ meetings: [Line.Meeting] = []) -> Line {
    var line = Line()
    if let port { line.hear(port: port) }
    line.hear(session: session)
    for meeting in meetings { line.meet(meeting) }
    return line
  }

  private let answered = Line.Meeting.answered(0.2)

  @Test("until something is known, the line is offline and marked as unknown")
  func unknown() {
    #expect(Line().connectivity == .offline && !Line().isKnown)
    #expect(line(nil).connectivity == .offline && !line(nil).isKnown)
    #expect(line(true).isKnown && line(false).isKnown && line(nil, [answered]).isKnown)
  }

  @Test("the system's network state applies at once, in both directions")
  func port() {
    var line = line(true, [answered, answered])
    #expect(line.connectivity == .online)
    line.hear(port: false)
    #expect(line.connectivity == .offline)
    line.hear(port: true)
    #expect(line.connectivity == .online)
  }

  @Test("failed requests mean an unreachable server, or no network where the system does not report one")
  func failing() {
    #expect(line(true, [answered, answered, .unreachable]).connectivity == .unreachable)
    #expect(line(true, [.unreachable]).connectivity == .unreachable)
    #expect(line(nil, [.unreachable]).connectivity == .offline)
    #expect(line(true, [.unreachable, answered]).connectivity == .online)
    #expect(line(nil, [.unreachable, answered]).connectivity == .online)
  }

  @Test("failures on the old network do not count on the new one")
  func anew() {
    var line = line(true, [.unreachable, .unreachable, .unreachable])
    line.hear(port: false)
    line.hear(port: true)
    #expect(line.connectivity == .online)
  }

  @Test("two failures among the last six requests, with answers in between, make the line flaky")
  func flaky() {
    #expect(line(true, [.unreachable, answered, .unreachable, answered]).connectivity == .flaky)
    #expect(line(true, [answered, .unreachable, answered, .unreachable]).connectivity == .flaky)
    #expect(line(true, [answered, answered, .unreachable, .unreachable]).connectivity == .unreachable)
    let healed: [Line.Meeting] = [.unreachable, .unreachable] + Array(repeating: answered, count: 5)
    #expect(line(true, healed).connectivity == .online)
  }

  @Test("one busy answer is ignored, two make the line flaky, three in a row unreachable")
  func busy() {
    #expect(line(true, [answered, .busy]).connectivity == .online)
    #expect(line(true, [answered, .busy, .busy]).connectivity == .flaky)
    #expect(line(true, [answered, .busy, .busy, .busy]).connectivity == .unreachable)
    #expect(line(true, [.busy, .busy, .busy, answered]).connectivity == .flaky)
  }

  @Test("the median of the last five round trips decides whether the line is slow")
  func slow() {
    func trips(_ seconds: Double...) -> Connectivity { line(true, seconds.map { .answered($0) }).connectivity }
    #expect(trips(9) == .online && trips(9, 9) == .online)
    #expect(trips(0.1, 9, 0.1, 0.1, 9) == .online)
    #expect(trips(0.1, 9, 9, 0.1, 9) == .slow)
    #expect(trips(9, 9, 9, 0.1, 0.1, 0.1, 0.1) == .online)
    #expect(trips(2, 2, 2, 2, 2) == .online)
  }

  @Test("a lost session is reported until the user signs in")
  func session() {
    var line = line(true, [answered, .unauthorized])
    #expect(line.connectivity == .signedOut)
    line.hear(session: false)
    #expect(line.connectivity == .signedOut)
    line.hear(port: false)
    #expect(line.connectivity == .offline)
    line.hear(port: true)
    line.hear(session: true)
    #expect(line.connectivity == .online)
  }

  @Test("without an account, only the system's network state counts")
  func nobody() {
    #expect(line(true, session: false).connectivity == .online)
    #expect(line(nil, session: false).connectivity == .offline)
    #expect(line(false, session: false).connectivity == .offline)
  }

  @Test("after any random history, at most six meetings are remembered, and a port that is down means offline")
  func random() {
    var random = Seeded(5)
    for _ in 0..<2000 {
      var line = Line()
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        switch Int.random(in: 0...7, using: &random) {
        case 0: line.hear(port: .random(using: &random))
        case 1: line.hear(session: .random(using: &random))
        case 2: line.meet(.unauthorized)
        case 3: line.meet(.unreachable)
        case 4: line.meet(.busy)
        default: line.meet(.answered(.random(in: 0...5, using: &random)))
        }
        #expect(line.recent.count <= 6)
        if line.port == false { #expect(line.connectivity == .offline) }
      }
    }
  }
}
