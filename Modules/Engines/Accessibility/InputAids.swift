public import Interface

/// Switch and voice control of one window: turns presses of switches and spoken words into operations on its frame.
///
/// The shell asks it at each frame, so a person can use them in every face. Nobody is stuck: each item is reached from
/// each position, and scanning that paused starts again at the next press.
public struct InputAids: Sendable, Hashable {
  /// The number of times the scan goes over the whole screen by itself before it pauses until the next press.
  static let rounds = 4

  public private(set) var steering = Steering()
  /// The position of the switches; nil while they are off.
  public private(set) var scan: SwitchScan?
  /// The board of letters, while a field is filled in by switches.
  public private(set) var board: SwitchBoard?
  /// The words with which voice control answered last; nil after something that it did.
  public private(set) var answer: String?
  /// The numbers to choose from.
  public private(set) var choices: [VoiceControl.Numbered] = []
  private var voice = VoiceControl()
  private var frame: Frame?
  /// The stops that time has passed since the last press.
  private var passed = 0

  public init() {}

  /// Takes over the frame to be shown, without anything of these aids, and the person's preferences.
  public mutating func follow(_ new: Frame, _ steering: Steering) {
    let isMoved = frame.map { $0.route != new.route || $0.dialog?.id != new.dialog?.id } ?? true
    if steering.voice != self.steering.voice { voice = VoiceControl() }
    if isMoved || !steering.voice {
      (answer, choices) = (nil, [])
      voice.forgetNumbers()
    }
    self.steering = steering
    frame = steering.isOn ? new : nil
    let reach = Set(new.callable.map(\.id))
    choices.removeAll { !reach.contains($0.id) }
    guard let mode = SwitchScan.Mode(steering.switches) else { return (scan, board, passed) = (nil, nil, 0) }
    let plan = ScanPlan(new)
    if let open = board, !reach.contains(open.field) { close(on: plan) }
    if scan?.mode != mode {
      scan = SwitchScan(board == nil ? plan : SwitchBoard.plan, mode)
      passed = 0
    } else if board == nil {
      scan?.follow(plan)
    }
  }

  /// Whether something happens by itself when the time of the stop is over.
  public var isTimed: Bool { scan.map { $0.isTimed && !isPaused } ?? false }

  /// Whether the scan waits for a press, since it went over the screen several times without one.
  public var isPaused: Bool {
    guard let scan, scan.mode == .one else { return false }
    let stops = scan.plan.groups.count
    return passed > InputAids.rounds * max(stops, ScanPlan.most + 1)
  }

  // MARK: Switches

  /// Takes a switch, or the end of the time of a stop. Returns the operation that it leads to.
  public mutating func receive(_ input: SwitchScan.Input) -> VoiceControl.Deed? {
    guard scan != nil else { return nil }
    guard input != .tick else { return tick() }
    let wasPaused = isPaused
    passed = 0
    let item = scan?.receive(input)
    guard wasPaused, input == .firstDown || input == .secondDown else { return item.flatMap { deed(of: $0) } }
    // The press that ends the pause does no more than that.
    scan?.begin()
    return nil
  }

  private mutating func tick() -> VoiceControl.Deed? {
    guard isTimed else { return nil }
    passed += 1
    if isPaused {
      scan?.begin()
      return nil
    }
    return scan?.receive(.tick).flatMap { deed(of: $0) }
  }

  private mutating func deed(of item: ScanPlan.Item) -> VoiceControl.Deed? {
    switch item.way {
    case .back: return .back
    case .key(let key): return press(key)
    case .act(let id, let verb):
      guard [.edit, .draft, .choose].contains(verb), let element = frame?.callable.first(where: { $0.id == id }) else {
        return .act(id, verb, .none)
      }
      // One of several options is pressed itself.
      if verb == .choose, let option = element.all.dropFirst().first(where: { $0.actions.contains(.activate) }) {
        scan?.go(to: .act(option.id, .activate))
        return nil
      }
      board = SwitchBoard(element, verb)
      scan?.begin(SwitchBoard.plan)
      return nil
    }
  }

  private mutating func press(_ key: SwitchBoard.Key) -> VoiceControl.Deed? {
    guard let outcome = board?.press(key), let open = board else { return nil }
    switch outcome {
    case .goesOn:
      scan?.begin()
      return nil
    case .cancelled:
      close(on: frame.map { ScanPlan($0) })
      return nil
    case .done(let entry):
      close(on: frame.map { ScanPlan($0) })
      return .act(open.field, open.verb, entry)
    }
  }

  /// Closes the board, and goes back to its field.
  private mutating func close(on plan: ScanPlan?) {
    let open = board
    board = nil
    guard let plan else { return }
    scan?.begin(plan)
    if let open { scan?.go(to: .act(open.field, open.verb)) }
  }

  // MARK: Voice

  /// Takes recognised or typed words. Returns the operation that they ask for.
  public mutating func hear(_ text: String) -> VoiceControl.Deed? {
    guard steering.voice, let frame else { return nil }
    let heard = voice.hear(text, on: frame)
    // The numbers stay in sight while one of them can still be said.
    choices = voice.choices
    switch heard {
    case .does(let deed):
      answer = nil
      return deed
    case .which(let all): answer = "Several are meant. Say a number from 1 to \(all.count)."
    case .unchanged(let words), .notUnderstood(let words): answer = words
    }
    return nil
  }

  // MARK: Showing

  /// The words for the position of the switches; nil while they are off.
  public var words: String? {
    guard let scan else { return nil }
    if isPaused { return "Scanning has paused. Press the switch to go on." }
    guard case .group = scan.position else { return scan.words }
    let names = scan.shown.prefix(ScanPlan.most).map(\.name).joined(separator: ", ")
    return "\(scan.words). \(names)"
  }

  /// Returns the frame with the position of the switches and the numbers of voice control on its elements.
  public func marked(_ frame: Frame) -> Frame {
    let ways = isPaused || board != nil ? [] : scan?.shown ?? []
    let scanned = Set(ways.compactMap { if case .act(let id, _) = $0.way { id } else { nil } })
    let numbers = Dictionary(choices.map { ($0.id, $0.number) }, uniquingKeysWith: { first, _ in first })
    guard !scanned.isEmpty || !numbers.isEmpty else { return frame }
    func mark(_ element: Element) -> Element {
      var copy = element
      copy.state.isScanned = scanned.contains(element.id)
      copy.state.called = numbers[element.id]
      copy.children = element.children.map(mark)
      return copy
    }
    var copy = frame
    copy.chrome = frame.chrome.map(mark)
    copy.nodes = frame.nodes.map(mark)
    copy.toasts = frame.toasts.map(mark)
    copy.dialog = frame.dialog.map(mark)
    return copy
  }
}

extension SwitchScan.Mode {
  /// Nil where no switch is used.
  public init?(_ choice: SwitchChoice) {
    switch choice {
    case .off: return nil
    case .one: self = .one
    case .two: self = .two
    case .dwell: self = .dwell
    }
  }
}

extension Frame {
  /// The elements that a person can reach: those of an open dialog and the message in front of it, or all.
  fileprivate var callable: [Element] { dialog.map { $0.all + toasts.flatMap(\.all) } ?? everything }
}
