internal import Audit
internal import FoundationEssentials
internal import Interface
public import Kernel
public import Shell

/// Goes through every screen of a product as somebody new, taps what can be tapped there, and has each picture audited.
public struct Walk {
  private let product: Product
  private let places: [Place]
  private var report: Report
  /// Frames that were audited, so that none is twice.
  private var seen: Set<Frame> = []
  private var tapped: Set<Tap> = []
  private var along: [Frame] = []
  private var deep: Posture?

  /// One control of one screen, as somebody met it.
  private struct Tap: Hashable {
    let posture: String
    let route: Route
    let node: String
  }

  /// How far a walk goes into one screen, and how much it taps altogether.
  private static let deepest = 2
  private static let most = 3000

  /// At a time that stands still, so that no message goes while it is looked at.
  private static let moment = Moment(Date(timeIntervalSince1970: 1_772_438_400))

  public static func through(_ product: Product) async throws(Problem) -> Report {
    var walk = Walk(product)
    try await walk.go(as: .stranger)
    try await walk.go(as: .member)
    if let deep = walk.deep { try await walk.go(as: deep) }
    return walk.report
  }

  private init(_ product: Product) {
    self.product = product
    places = product.places
    report = Report(product: product.id, name: product.name)
  }

  private mutating func go(as posture: Posture) async throws(Problem) {
    along = []
    for route in places.flatMap(\.pattern.examples) {
      report.opened(route)
      let frame = try await visit(route, [], as: posture)
      along.append(frame)
      if posture.name.isEmpty { deep = deep ?? .deep(choosingOn: frame) }
      if posture.taps { try await explore(frame, route, [], as: posture) }
    }
    for frame in along.prefix(1) {
      report.add(Audit.findings(along: along), on: frame.route, posture.name)
    }
  }

  // MARK: Tapping

  /// Everything that can be tapped in the frame and was not met on this screen before; the bars once a product.
  private mutating func explore(
    _ frame: Frame, _ route: Route, _ path: [Stride], as posture: Posture
  ) async throws(Problem) {
    guard path.count < Walk.deepest, path.isEmpty || frame.route == route || frame.dialog != nil else { return }
    let bars = Set(frame.chrome.flatMap(\.all).map(\.id))
    let steps = frame.inReach.compactMap { Stride($0) }.filter { step in
      let place = bars.contains(step.element.id) ? Route([]) : route
      return tapped.insert(Tap(posture: posture.name, route: place, node: step.element.id)).inserted
    }
    for step in steps {
      guard report.strides < Walk.most else {
        report.isWhole = false
        return
      }
      report.strode()
      let came = try await visit(route, path + [step], as: posture)
      try await explore(came, route, path + [step], as: posture)
    }
  }

  // MARK: Looking

  /// Somebody new opens the screen, does all that, and what comes is audited in every way it can look.
  private mutating func visit(
    _ route: Route, _ path: [Stride], as posture: Posture
  ) async throws(Problem) -> Frame {
    let person = try await Person.open(product, home: .memory, clock: ManualTime(Walk.moment), seed: 1)
    let window = try await posture.window(of: person, at: places)
    var frame = try await window.perform(.open(route))
    let after = ([posture.name] + path.map(\.words)).filter { !$0.isEmpty }.joined(separator: ", ")
    for (index, step) in path.enumerated() {
      let before = frame
      do throws(Problem) {
        frame = try await window.perform(step.command)
      } catch {
        // A message that came by itself the last time need not be there this time.
        guard window.frames.value.inReach.contains(where: { $0.id == step.element.id }) else { continue }
        report.add([Finding(.dead, at: step.element, "It cannot be used: \(error.what)")], on: route, after)
      }
      if index == path.count - 1 { try await confirm(step, before, frame, window, after) }
    }
    await look(at: frame, in: window, path.isEmpty ? Looks.all : Looks.opposite, after)
    await window.close()
    await person.close()
    return frame
  }

  /// What destroys is really tapped; its question is dismissed, and asked again.
  private mutating func confirm(
    _ step: Stride, _ before: Frame, _ frame: Frame, _ window: Window, _ after: String
  ) async throws(Problem) {
    guard step.element.state.isDestructive, before.dialog == nil else { return }
    report.destroyed()
    let dismissed = frame.dialog == nil ? nil : try await window.perform(.back)
    report.add(
      Audit.findings(tapping: step.element, in: before, came: frame, dismissed: dismissed), on: before.route, after)
    if dismissed?.dialog == nil, frame.dialog != nil { try await window.perform(step.command) }
  }

  private func picture(of window: Window, _ looks: Looks) async -> Frame {
    await window.surroundings { surroundings in
      surroundings.scheme = looks.scheme
      surroundings.textSize = looks.textSize
      surroundings.motion = looks.motion
    }
    return await window.settled()
  }

  private mutating func look(at frame: Frame, in window: Window, _ all: [Looks], _ after: String) async {
    var usual: Frame?
    // What is gone in one look is gone in the next one as well, and told once.
    var gone: Set<String> = []
    for looks in all {
      let picture = await self.picture(of: window, looks)
      if let usual {
        var lost = Audit.findings(comparing: usual, with: picture).filter { gone.insert($0.node).inserted }
        if !lost.isEmpty {
          // What has gone from the usual look as well went by itself: a progress that has ended.
          let again = await self.picture(of: window, all[0])
          let ended = Set(Audit.findings(comparing: usual, with: again).map(\.node))
          lost.removeAll { ended.contains($0.node) }
        }
        report.add(lost, on: frame.route, after)
      } else {
        usual = picture
      }
      guard seen.insert(picture).inserted else { continue }
      report.saw()
      report.add(Audit.findings(of: picture, theme: product.theme), on: frame.route, after)
    }
  }
}
