internal import Audit
internal import FoundationEssentials
internal import Interface
public import Kernel
public import Shell

/// Opens every screen of a product as a new person, taps every control, and audits each frame.
public struct Walk {
  private let product: Product
  private let places: [Place]
  private let isChosen: @Sendable (Int) -> Bool
  private var report: WalkReport
  /// Audited frames, to audit each once.
  private var seen: Set<Frame> = []
  private var tapped: Set<Tap> = []
  private var along: [Frame] = []
  private var deep: Posture?

  /// A control of a screen in one account state.
  private struct Tap: Hashable {
    let posture: String
    let route: Route
    let node: String
  }

  /// Bounds on taps in a row on one screen and on taps altogether.
  private static let deepest = 2
  private static let most = 3000

  /// A fixed time, so that toasts do not expire during the audit.
  private static let moment = Moment(Date(timeIntervalSince1970: 1_772_438_400))

  /// Walks through a product. Every screen is opened in every account state; those whose number is chosen are seen in all
  /// appearances rather than in half of them, and their controls are tapped.
  public static func through(
    _ product: Product, choosing isChosen: @escaping @Sendable (_ screen: Int) -> Bool = { _ in true }
  ) async throws(Problem) -> WalkReport {
    var walk = Walk(product, isChosen)
    try await walk.go(as: .stranger)
    try await walk.go(as: .member)
    if let deep = walk.deep { try await walk.go(as: deep) }
    return walk.report
  }

  private init(_ product: Product, _ isChosen: @escaping @Sendable (Int) -> Bool) {
    self.product = product
    self.isChosen = isChosen
    places = product.places
    report = WalkReport(product: product.id, name: product.name)
  }

  private mutating func go(as posture: Posture) async throws(Problem) {
    along = []
    for (number, route) in places.flatMap(\.pattern.examples).enumerated() {
      report.opened(route)
      let isChosen = isChosen(number)
      let frame = try await visit(route, [], as: posture, in: isChosen ? AppearanceCase.all : AppearanceCase.opposite)
      along.append(frame)
      if posture.name.isEmpty { deep = deep ?? .deep(choosingOn: frame) }
      if posture.taps, isChosen { try await explore(frame, route, [], as: posture) }
    }
    for frame in along.prefix(1) {
      report.add(Audit.findings(along: along), on: frame.route, posture.name)
    }
  }

  // MARK: Exploration

  /// Taps every control of the frame not yet tapped on this screen; controls in bars once per product.
  private mutating func explore(
    _ frame: Frame, _ route: Route, _ path: [WalkStep], as posture: Posture
  ) async throws(Problem) {
    guard path.count < Walk.deepest, path.isEmpty || frame.route == route || frame.dialog != nil else { return }
    let bars = Set(frame.chrome.flatMap(\.all).map(\.id))
    let steps = frame.inReach.compactMap { WalkStep($0) }.filter { step in
      let place = bars.contains(step.element.id) ? Route([]) : route
      return tapped.insert(Tap(posture: posture.name, route: place, node: step.element.id)).inserted
    }
    for step in steps {
      guard report.strides < Walk.most else {
        report.isWhole = false
        return
      }
      report.strode()
      let came = try await visit(route, path + [step], as: posture, in: AppearanceCase.opposite)
      try await explore(came, route, path + [step], as: posture)
    }
  }

  // MARK: Audits

  /// Opens the screen as a new person, performs the steps, and audits the result in these looks.
  private mutating func visit(
    _ route: Route, _ path: [WalkStep], as posture: Posture, in looks: [AppearanceCase]
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
        // A message that appeared by itself need not appear again.
        guard window.frames.value.inReach.contains(where: { $0.id == step.element.id }) else { continue }
        report.add([Finding(.dead, at: step.element, "It cannot be used: \(error.what)")], on: route, after)
      }
      if index == path.count - 1 { try await confirm(step, before, frame, window, after) }
    }
    await look(at: frame, in: window, looks, after)
    await window.close()
    await person.close()
    return frame
  }

  /// Taps a destructive control and audits its confirmation, which is dismissed and requested again.
  private mutating func confirm(
    _ step: WalkStep, _ before: Frame, _ frame: Frame, _ window: Window, _ after: String
  ) async throws(Problem) {
    guard step.element.state.isDestructive, before.dialog == nil else { return }
    report.destroyed()
    let dismissed = frame.dialog == nil ? nil : try await window.perform(.back)
    report.add(
      Audit.findings(tapping: step.element, in: before, came: frame, dismissed: dismissed), on: before.route, after)
    if dismissed?.dialog == nil, frame.dialog != nil { try await window.perform(step.command) }
  }

  private func picture(of window: Window, _ looks: AppearanceCase) async -> Frame {
    await window.surroundings { surroundings in
      surroundings.scheme = looks.scheme
      surroundings.textSize = looks.textSize
      surroundings.motion = looks.motion
      surroundings.contrast = looks.contrast
    }
    return await window.settled()
  }

  private mutating func look(at frame: Frame, in window: Window, _ all: [AppearanceCase], _ after: String) async {
    var usual: Frame?
    // A node missing in several looks is reported once.
    var gone: Set<String> = []
    for looks in all {
      let picture = await self.picture(of: window, looks)
      if let usual {
        var lost = Audit.findings(comparing: usual, with: picture).filter { gone.insert($0.node).inserted }
        if !lost.isEmpty {
          // A node also gone from the default look vanished by itself, like a finished progress.
          let again = await self.picture(of: window, all[0])
          let ended = Set(Audit.findings(comparing: usual, with: again).map(\.node))
          lost.removeAll { ended.contains($0.node) }
        }
        report.add(lost, on: frame.route, after)
      } else {
        usual = picture
      }
      guard seen.insert(picture).inserted else { continue }
      let findings = Audit.findings(of: picture, theme: product.theme)
      report.saw(picture.appearance, findings.count)
      report.add(findings, on: frame.route, after)
    }
  }
}
