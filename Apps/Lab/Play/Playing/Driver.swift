internal import Accessibility
internal import Interface
internal import Kernel
internal import Shell

extension Play {
  /// The kind of input by which the person of a scenario operates the screens.
  public enum Driver: String, Sendable, CaseIterable {
    /// Whatever a step says is done at once.
    case direct
    case keyboard, `switch`, voice
  }
}

/// Operates a window by one kind of input alone: each step is turned into what that input leads to on the screen.
struct DriverHands {
  let driver: Play.Driver
  /// Keys, presses of a switch, or utterances so far.
  private(set) var inputs = 0
  private var scan: SwitchScan?
  private var voice = VoiceControl()
  /// The element that has the focus.
  private var focus: String?

  init(_ driver: Play.Driver) { self.driver = driver }

  /// Returns the command that the input gives. Throws where the element is out of its reach. A step that the window refuses
  /// anyway is passed on as it is, so that its own reason is told.
  mutating func command(_ command: Command, on frame: Frame) throws(Problem) -> Command {
    guard driver != .direct else { return command }
    switch command {
    case .tap(let target): return try reach(target, .activate, .none, command, frame)
    case .type(let target, let text): return try reach(target, .edit, .text(text), command, frame)
    case .choose(let target, let entry): return try reach(target, .choose, entry, command, frame)
    case .act(.id("screen"), _, _): return command
    case .act(let target, let verb, let entry): return try reach(target, verb, entry, command, frame)
    case .back where driver == .voice:
      inputs += 1
      guard voice.hear("go back", on: frame) == .does(.back) else { throw .outOfReach("Back", by: driver) }
      return command
    case .back where driver == .switch: return try scanned(.back, "Back", command, frame)
    default: return command
    }
  }

  private mutating func reach(
    _ target: Command.Target, _ verb: Verb, _ entry: Entry, _ command: Command, _ frame: Frame
  ) throws(Problem) -> Command {
    guard let element = frame.only(target, offering: verb) else { return command }
    // One of several options is pressed itself.
    if verb == .choose, let option = element.option(for: entry) {
      return try reach(.id(option.id), .activate, .none, .tap(.id(option.id)), frame)
    }
    // A swipe needs two hands or a finger; a control within the element does the same.
    if verb == .swipe, !element.all.dropFirst().contains(where: { $0.actions.contains(.activate) }) {
      throw .outOfReach(element.label, by: driver)
    }
    switch driver {
    case .direct: return command
    case .keyboard: return try typed(element, command, frame)
    case .switch:
      return try scanned(.act(element.id, ScanPlan.stop(for: verb, of: element)), element.label, command, frame)
    case .voice: return try spoken(element, verb, entry, command, frame)
    }
  }

  /// The Tab key moves the focus to the element, in the shorter direction; another key acts.
  private mutating func typed(_ element: Element, _ command: Command, _ frame: Frame) throws(Problem) -> Command {
    let stops = frame.stops
    guard let goal = stops.firstIndex(where: { $0.id == element.id }) else {
      throw .outOfReach(element.label, by: driver)
    }
    let start = stops.firstIndex { $0.id == focus } ?? 0
    let way = abs(goal - start)
    inputs += min(way, stops.count - way) + 1
    focus = element.id
    return command
  }

  private mutating func scanned(
    _ way: ScanPlan.Item.Way, _ name: String, _ command: Command, _ frame: Frame
  ) throws(Problem) -> Command {
    var scan = self.scan ?? SwitchScan(ScanPlan(frame), .two)
    scan.follow(ScanPlan(frame))
    guard let presses = scan.reach(way) else { throw .outOfReach(name, by: driver) }
    inputs += presses
    self.scan = scan
    return command
  }

  private mutating func spoken(
    _ element: Element, _ verb: Verb, _ entry: Entry, _ command: Command, _ frame: Frame
  ) throws(Problem) -> Command {
    let name = element.named.label
    let utterance: String
    switch (verb, entry) {
    case (.activate, _): utterance = "tap \(name)"
    case (.edit, .text("")): utterance = "clear \(name)"
    case (.edit, .text(let text)): utterance = "type \(text) into \(name)"
    case (.choose, .text(let text)): utterance = "choose \(text) for \(name)"
    case (.choose, .number(let number)): utterance = "choose \(number.formattedPlainly) for \(name)"
    case (.choose, .flag): utterance = "tap \(name)"
    // Gestures have controls of their own, which are called by their names.
    default: return command
    }
    var answer = hear(utterance, frame)
    // What several elements are called is told apart by number, and so is what cannot be pronounced.
    if case .notUnderstood = answer, verb == .activate { answer = hear("show numbers", frame) }
    if case .which(let all) = answer, let meant = all.first(where: { $0.id == element.id }) {
      answer = hear("\(meant.number)", frame)
    }
    // An option that is called by its name is pressed itself.
    guard case .does(.act(let id, let said, let given)) = answer, element.all.contains(where: { $0.id == id }) else {
      throw .outOfReach(name, by: driver)
    }
    switch (said, given) {
    case (.edit, .text(let text)): return .type(.id(id), text)
    case (.choose, _): return .choose(.id(id), given)
    case (.activate, _) where verb == .activate || verb == .choose: return .tap(.id(id))
    default: return command
    }
  }

  private mutating func hear(_ text: String, _ frame: Frame) -> VoiceControl.Answer {
    inputs += 1
    return voice.hear(text, on: frame)
  }
}

extension Problem {
  fileprivate static func outOfReach(_ name: String, by driver: Play.Driver) -> Problem {
    Problem(
      "out-of-reach", "“\(name)” cannot be reached by \(driver.rawValue) alone.",
      remedy: "Give it a name and an action, and let it stand in front of what is open.")
  }
}

extension Frame {
  /// The elements at which the Tab key stops, in reading order.
  fileprivate var stops: [Element] {
    (dialog.map { $0.all + toasts.flatMap(\.all) } ?? everything)
      .filter { !$0.state.isDisabled && (!$0.actions.isEmpty || $0.destination != nil) }
  }

  /// The only element that the target names and that can do it.
  fileprivate func only(_ target: Command.Target, offering verb: Verb) -> Element? {
    let reach: [Element] =
      switch (target, dialog) {
      case (_, nil): everything
      case (.label, let dialog?): dialog.all
      case (.id, let dialog?): dialog.all + toasts.flatMap(\.all)
      }
    let able = reach.filter { element in
      guard !element.state.isDisabled, element.actions.contains(verb) || verb == .activate && element.destination != nil
      else { return false }
      return switch target {
      case .id(let id): element.id == id
      case .label(let label): element.label == label
      }
    }
    return able.count == 1 ? able[0] : nil
  }
}

extension Element {
  /// The option that the entry chooses, where it can be pressed.
  fileprivate func option(for entry: Entry) -> Element? {
    guard case .text(let text) = entry else { return nil }
    return children.flatMap(\.all).first {
      $0.label == text && $0.actions.contains(.activate) && !$0.state.isDisabled
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formattedPlainly: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
