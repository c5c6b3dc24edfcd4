internal import Accessibility
internal import Interface
internal import Kernel
internal import Permissions

// Switch and voice control of the window: their inputs as commands, and the bar in front of the screen.
extension Window {
  /// Takes a press of a switch, and carries out what it selects.
  func take(_ number: Command.SwitchNumber, _ motion: Command.SwitchMotion) async throws(Problem) -> Frame {
    guard show().frame.appearance.steering.switches != .off else { throw .off("Switch control", "switch-off") }
    var deed: VoiceControl.Deed?
    for input in number.inputs(motion) { deed = aids.receive(input) ?? deed }
    isStale = true
    return try await carryOut(deed, afresh: true)
  }

  /// Takes words for voice control, and carries out what they ask for.
  func hear(_ text: String) async throws(Problem) -> Frame {
    guard show().frame.appearance.steering.voice else { throw .off("Voice control", "voice-off") }
    let deed = aids.hear(text)
    isStale = true
    if let answer = aids.answer { say(.announcement(Announcement(answer, urgency: .assertive))) }
    return try await carryOut(deed, afresh: false)
  }

  private func carryOut(_ deed: VoiceControl.Deed?, afresh: Bool) async throws(Problem) -> Frame {
    let wasLoading = isLoading
    do throws(Problem) {
      if let deed { try await carryOut(deed) }
    } catch {
      show()
      await keepScanTime(afresh: afresh)
      throw error
    }
    let frame = tellLoading(await settled(), isRefreshed: deed == .refresh, since: wasLoading)
    await keepScanTime(afresh: afresh)
    return frame
  }

  private func carryOut(_ deed: VoiceControl.Deed) async throws(Problem) {
    switch deed {
    case .back: await goBack()
    case .refresh: await show().refresh?.send()
    case .act(let id, let verb, let entry): try await act(on: .id(id), verb, entry)
    }
  }

  /// Moves on, or selects, when the time of a stop is over. It runs within an event, for whose end settling waits, so it
  /// does not wait for what it began.
  func stopEnded() async {
    guard aids.isTimed else { return }
    let deed = aids.receive(.tick)
    isStale = true
    if let deed {
      person.windows.activate(self)
      beginTurn()
      await person.lock?.touched()
      do throws(Problem) { try await carryOut(deed) } catch { say(.problem(error)) }
    }
    show()
    await keepScanTime(afresh: true)
  }

  /// Starts the time of a stop while something follows it. `afresh` starts it from its beginning.
  func keepScanTime(afresh: Bool = false) async {
    let isRunning = scanClock.states.value.isRunning
    if !aids.isTimed {
      if isRunning { await scanClock.send(.stop) }
    } else if afresh || !isRunning {
      await scanClock.send(.start(.milliseconds(aids.steering.stop)))
    }
  }

  /// Carries out a command for which no front end waits; its problem is told.
  private func steer(_ command: Command) async {
    do throws(Problem) { try await perform(command) } catch { say(.problem(error)) }
  }

  // MARK: Recording

  /// Starts turning speech into commands, one utterance after another, until one fails or “stop listening” is said.
  private func startListening() {
    listening?.cancel()
    listening = Task { [weak self] in
      while !Task.isCancelled, await self?.listenOnce() == true {}
      await self?.endListening()
    }
  }

  private func listenOnce() async -> Bool {
    do throws(Problem) {
      if microphone == .undecided, try await askForMicrophone() != .granted { throw .unheard(.denied) }
      let text = try await listen(in: "en") { _ in }
      guard surroundings.steering.voice, text.lowercased() != "stop listening" else { return false }
      await steer(.voiced(text))
      return true
    } catch {
      if !Task.isCancelled { say(.problem(error)) }
      return false
    }
  }

  private func stopVoice() {
    listening?.cancel()
    listening = nil
    cancelListening()
    isStale = true
    show()
  }

  private func endListening() {
    guard !Task.isCancelled else { return }
    listening = nil
    isStale = true
    show()
  }

  // MARK: Bar

  /// The bar of switch and voice control, which stands in front of the screen and of a dialog.
  var aidNodes: [Node<Bound>] {
    let (hasSwitches, hasVoice) = (aids.scan != nil, aids.steering.voice)
    guard hasSwitches || hasVoice else { return [] }
    let title =
      hasSwitches ? hasVoice ? "Switch and voice control" : "Switch control" : "Voice control"
    return Chrome([
      .group(title, id: "aids", (hasSwitches ? switchNodes : []) + (hasVoice ? voiceNodes : []))
    ]).nodes
  }

  private var switchNodes: [Node<Bound>] {
    var nodes: [Node<Bound>] = [.text(aids.words ?? "", id: "at")]
    if let board = aids.board {
      nodes.insert(.text("\(board.name): \(board.shown)", id: board.isSecret ? "secret" : "text"), at: 0)
    }
    func button(_ label: String, _ id: String, _ number: Command.SwitchNumber) -> Node<Bound> {
      .button(label, id: id, does: Bound { [weak self] in await self?.steer(.switched(number)) })
    }
    let buttons: [Node<Bound>] =
      switch aids.steering.switches {
      case .off: []
      case .one: [button("Select", "select", .first)]
      case .two: [button("Next", "next", .first), button("Select", "select", .second)]
      case .dwell: [button("Next", "next", .first)]
      }
    return nodes + [.group(id: "buttons", buttons)]
  }

  private var voiceNodes: [Node<Bound>] {
    var nodes: [Node<Bound>] = [
      .field(
        "Say or type a command", id: "said", holds: "",
        commit: { [weak self] text in
          Bound { [weak self] in
            guard !text.isEmpty else { return }
            await self?.steer(.voiced(text))
          }
        }
      ) {
        $0.example = "tap Save"
        $0.longest = VoiceCommand.longest
      }
    ]
    if let answer = aids.answer { nodes.append(.text(answer, id: "answer")) }
    let numbers: [Node<Bound>] = aids.choices.map { choice in
      .button(
        "\(choice.number) \(choice.name)", id: "number-\(choice.number)",
        does: Bound { [weak self] in await self?.steer(.voiced("\(choice.number)")) })
    }
    if !numbers.isEmpty { nodes.append(.group(id: "numbers", numbers)) }
    if listening != nil {
      nodes.append(
        .button(
          "Stop listening", id: "stop", icon: .microphone, does: Bound { [weak self] in await self?.stopVoice() }))
    } else if microphone != .unavailable {
      nodes.append(
        .button("Listen", id: "listen", icon: .microphone, does: Bound { [weak self] in await self?.beginVoice() }))
    }
    return nodes
  }

  private func beginVoice() {
    startListening()
    isStale = true
    show()
  }
}

extension Command.SwitchNumber {
  fileprivate func inputs(_ motion: Command.SwitchMotion) -> [SwitchScan.Input] {
    let (down, up): (SwitchScan.Input, SwitchScan.Input) =
      self == .first ? (.firstDown, .firstUp) : (.secondDown, .secondUp)
    return switch motion {
    case .press: [down, up]
    case .down: [down]
    case .up: [up]
    }
  }
}

extension Problem {
  fileprivate static func off(_ what: String, _ code: String) -> Problem {
    Problem(code, "\(what) is off.", safe: "Nothing was changed.", remedy: "Turn it on in Settings, Accessibility.")
  }
}
