internal import Accessibility
internal import Interface
internal import Kernel
internal import Shell

// Voice commands, as recognised text, and scanning with two switches.
extension Console {
  /// Takes a spoken command, such as one that a speech recogniser hands over.
  func hear(_ text: String) async {
    guard var open else { return }
    // With voice control on, the window listens, and its bar answers.
    if open.window.frames.value.appearance.steering.voice { return await perform(.voiced(text)) }
    let answer = open.voice.hear(text, on: open.window.frames.value)
    self.open = open
    switch answer {
    case .does(let deed): await perform(deed.command)
    case .which(let all):
      for one in all { say("\(one.number) \(one.name)") }
      say("Several are meant. Say a number: say 2.")
    case .unchanged(let words), .notUnderstood(let words): say(words)
    }
  }

  /// Starts scanning, or ends it.
  func scan(_ words: Substring) {
    guard var open else { return }
    if words == "off" {
      open.scan = nil
      self.open = open
      return say("Scanning is off.")
    }
    let scan = SwitchScan(ScanPlan(open.window.frames.value), .two)
    open.scan = scan
    self.open = open
    say("Enter moves on, x selects, “scan off” ends it.")
    say(scan.words)
  }

  /// Whether the open product is operated by switches.
  var isSwitched: Bool { open.map { $0.window.frames.value.appearance.steering.switches != .off } ?? false }

  /// Takes a switch: an empty line is the first, x the second. Returns false for anything else, or while nothing is scanned.
  func pressed(_ order: TypedOrder) async -> Bool {
    let isFirst = order == .again
    // With switch control on, the window scans, and its bar says where.
    if isSwitched, isFirst || order == .words("x") {
      await perform(.switched(isFirst ? .first : .second))
      return true
    }
    guard var open, var scan = open.scan, isFirst || order == .words("x") else { return false }
    scan.follow(ScanPlan(open.window.frames.value))
    let item = scan.receive(isFirst ? .firstDown : .secondDown)
    _ = scan.receive(isFirst ? .firstUp : .secondUp)
    open.scan = scan
    self.open = open
    if let item { await perform(item.way, named: item.name) }
    guard var after = self.open, var now = after.scan else { return true }
    now.follow(ScanPlan(after.window.frames.value))
    after.scan = now
    self.open = after
    say(now.words)
    return true
  }

  private func perform(_ way: ScanPlan.Item.Way, named name: String) async {
    switch way {
    case .back: await perform(.back)
    case .act(let id, .activate): await perform(.tap(.id(id)))
    case .act(let id, let verb) where verb == .edit || verb == .choose:
      let number = open?.choices.numbers[id]
      say("\(name) takes words: \(number.map(String.init) ?? "its number") and what it is to hold.")
    case .act(let id, let verb): await perform(.act(.id(id), verb, .none))
    // The board belongs to the window's own switch control.
    case .key: break
    }
  }
}

extension VoiceControl.Deed {
  fileprivate var command: Command {
    switch self {
    case .back: .back
    case .refresh: .refresh
    case .act(let id, .activate, _): .tap(.id(id))
    case .act(let id, .edit, .text(let text)): .type(.id(id), text)
    case .act(let id, .choose, let entry): .choose(.id(id), entry)
    case .act(let id, let verb, let entry): .act(.id(id), verb, entry)
    }
  }
}
