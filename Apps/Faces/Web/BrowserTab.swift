internal import HTML
internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// One browser tab: a window, and the frame last sent to its page. A connected page receives the changes since then;
/// one that reconnects receives everything.
actor BrowserTab {
  nonisolated let id: String
  nonisolated let window: Window
  nonisolated let face: Face
  nonisolated let attendance: Attendance
  nonisolated let receiving: Receiving
  private let bell = Signal()
  private var ears: [Task<Void, Never>] = []

  /// The frame that the page displays, and the number of times it has changed.
  private(set) var sent: Frame
  private(set) var revision = 0
  /// The revision since which an element has its present meaning; absent for elements unchanged from the start.
  private var renewed: [String: Int] = [:]
  /// The number of the newest connection, which alone receives messages.
  private var connection = 0
  private var isLost = false
  private var isIntroduced = false
  /// The number of the last completed command, and the last one reported to the page.
  private var done = 0
  private var acknowledged = 0
  private var spoken: [Spoken] = []
  /// The key that the page was told last.
  private var toldKey = ""
  /// The number of unread notifications that the page was told last.
  private var toldBadge = 0

  /// The largest number of queued messages for a page that is away; the oldest are dropped.
  private static let mostSpoken = 50

  init(_ window: Window, at base: String, _ time: Time) {
    attendance = Attendance(time)
    id = Unguessable.text()
    self.window = window
    receiving = Receiving(for: window, in: window.person.folder)
    face = Face(base: base, tab: id, motif: window.person.product.theme.motif)
    sent = window.frames.value
  }

  /// Starts listening to the window.
  func open() {
    guard ears.isEmpty else { return }
    let (frames, outlets, bell) = (window.frames.changes(), window.outlets.listen(), bell)
    let (keys, badges) = (window.person.pushKey.listen(), window.person.badge.changes())
    ears = [
      Task { for await _ in keys { bell.ring() } },
      Task { for await _ in badges { bell.ring() } },
      Task { for await _ in frames { bell.ring() } },
      Task { [weak self] in
        await outlets.hear { news in
          if case .said(let outlet) = news { await self?.speak(outlet) }
        }
      },
    ]
  }

  func close() async {
    for ear in ears { ear.cancel() }
    ears = []
    connection += 1
    bell.mute()
    await receiving.stop()
    await window.close()
  }

  private func speak(_ outlet: Outlet) {
    for words in Spoken.all(of: outlet, under: window.frames.value.appearance.feedback) { speak(words) }
  }

  private func speak(_ words: Spoken) {
    spoken.append(words)
    if spoken.count > BrowserTab.mostSpoken { spoken.removeFirst() }
    bell.ring()
  }

  // MARK: Page updates

  /// The frame for a whole document. Later messages are relative to it.
  func page() -> (frame: Frame, revision: Int) {
    advance(to: window.frames.value)
    isLost = false
    return (sent, revision)
  }

  /// Registers a connection of a page at a revision. Returns the number of the connection.
  func connect(at shown: Int) -> Int {
    // The first connection continues from its document; a reconnecting page may have missed messages.
    isLost = connection > 0 || shown != revision
    connection += 1
    isIntroduced = false
    bell.ring()
    return connection
  }

  /// Waits for the next message to the page; nil when another connection has replaced this one.
  func next(on number: Int) async -> String? {
    while number == connection, !Task.isCancelled {
      if let message = message() { return message }
      await bell.wait()
    }
    return nil
  }

  private func message() -> String? {
    var members: [String: JSON] = [:]
    let before = sent
    let patch = advance(to: window.frames.value)
    if isLost {
      isLost = false
      members["areas"] = .object(areas)
    } else if !patch.changes.isEmpty {
      members["changes"] = .array(patch.changes.map(\.json))
    }
    if members["areas"] != nil || sent.route != before.route || sent.title != before.title {
      members["path"] = .string(face.base + sent.route.text)
      members["title"] = .string(face.title(of: sent, product: window.person.product.name))
      members["scroll"] = .number(sent.scroll)
    }
    if members["areas"] != nil || sent.appearance != before.appearance { members["look"] = sent.appearance.json }
    if members["areas"] != nil || (sent.dialog == nil) != (before.dialog == nil) {
      members["modal"] = .bool(sent.dialog != nil)
    }
    if members["areas"] != nil || sent.settled != before.settled { members["busy"] = .bool(!sent.settled) }
    if !isIntroduced { members["tab"] = .string(id) }
    if acknowledged != done || !isIntroduced { members["done"] = .number(Double(done)) }
    // An offer may have been answered while the page was away.
    let open = Set(window.openOffers.map(\.id))
    spoken.removeAll { if case .fileOffered(let offer) = $0 { !open.contains(offer.id) } else { false } }
    // A page that was away must not begin to record later.
    spoken.removeAll { if case .speechAsked(let request) = $0 { !window.isOpen(request) } else { false } }
    let key = window.person.pushKey.value ?? ""
    if isIntroduced ? key != toldKey : !key.isEmpty {
      members["push"] = .string(key)
      members["sign"] = key.isEmpty ? nil : window.person.pushSignature.map { .string($0.revealed) }
    }
    toldKey = key
    let badge = window.person.badge.value
    if !isIntroduced || badge != toldBadge { members["badge"] = .number(Double(badge)) }
    toldBadge = badge
    if !spoken.isEmpty { members["spoken"] = .array(spoken.map(\.json)) }
    guard !members.isEmpty else { return nil }
    isIntroduced = true
    acknowledged = done
    spoken = []
    members["revision"] = .number(Double(revision))
    return try? JSON.text(JSON.object(members))
  }

  /// Makes the frame the current one. Returns the changes from the previous one.
  @discardableResult
  private func advance(to frame: Frame) -> Patch {
    guard frame != sent else { return Patch() }
    let patch = Patch(from: sent, to: frame, on: face)
    revision += 1
    for id in patch.renewed { renewed[id] = revision }
    if renewed.count > 10_000 {
      let there = Set(frame.everything.map(\.id))
      renewed = renewed.filter { there.contains($0.key) }
    }
    sent = frame
    return patch
  }

  private var areas: [String: JSON] {
    let root = sent.root
    return Dictionary(
      root.children.map { area in
        (area.id, .string(area.children.map { face.html($0, in: area) }.joined()))
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: User commands

  /// Handles a message of the page. Each command is carried out once, however often it is sent, and its completion is
  /// reported.
  func take(_ text: String) async {
    let value = (try? JSON(text: text)) ?? .null
    let number = PageMessage.count(value["n"]) ?? 0
    // An invalid message counts as completed too; otherwise the page would repeat it forever.
    defer {
      done = max(done, number)
      bell.ring()
    }
    do throws(Problem) {
      let said = try PageMessage(value)
      guard said.number > done else { return }
      if let problem = await perform(said) { speak(.sorry(problem, at: number)) }
    } catch {
      speak(.sorry(error, at: number))
    }
  }

  private func perform(_ said: PageMessage) async -> Problem? {
    if let id = said.command.element, isSomethingElse(id, than: said.revision) { return .changed }
    do throws(Problem) {
      try await window.perform(said.command)
      return nil
    } catch  where error.code == "no-such-node" {
      return .changed
    } catch {
      return error
    }
  }

  /// Whether the element has changed its meaning since the revision that the user saw.
  private func isSomethingElse(_ id: String, than shown: Int) -> Bool {
    advanceUnseen()
    return renewed[id].map { $0 > shown } ?? false
  }

  /// Records elements of the current frame that the page has not received yet; no command can be meant for them.
  private func advanceUnseen() {
    let frame = window.frames.value
    guard frame != sent else { return }
    for id in Patch(from: sent, to: frame, on: face).renewed { renewed[id] = revision + 1 }
  }
}

extension Command {
  /// The element that the command refers to.
  fileprivate var element: String? {
    switch self {
    case .tap(.id(let id)), .type(.id(let id), _), .choose(.id(let id), _), .act(.id(let id), _, _): id
    default: nil
    }
  }
}

extension Problem {
  static let changed = Problem(
    "changed", "This changed just before you used it.", safe: "Nothing was done.",
    remedy: "Check the screen and try again.")
}

extension Patch.Change {
  fileprivate var json: JSON {
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    switch self {
    case .own(let id, let html): return ["own", .string(id), .string(html)]
    case .whole(let id, let html): return ["whole", .string(id), .string(html)]
    case .insert(let html, let parent, let next): return ["insert", .string(parent), text(next), .string(html)]
    case .remove(let id): return ["remove", .string(id)]
    case .move(let id, let parent, let next): return ["move", .string(id), .string(parent), text(next)]
    }
  }
}

extension Appearance {
  fileprivate var json: JSON {
    [
      "theme": .string(theme), "scheme": .string(scheme.rawValue), "text": .number(Double(textSize)),
      "motion": .string(motion.rawValue), "contrast": .string(contrast.rawValue),
      "captions": .bool(feedback.captions), "limits": .string(timeLimits.rawValue),
      "switches": .string(steering.switches.rawValue), "keys": .string(steering.keys.rawValue),
      "press": pressCue.map { .string($0) } ?? .null,
    ]
  }
}
